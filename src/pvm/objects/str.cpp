// Text: UTF-8 in the arena; where all is ASCII an index is an offset, elsewhere it is walked to and paid for.
#include "base/utf8.hpp"
#include "pvm/objects/ops.hpp"
#include "pvm/objects/str_methods.hpp"

namespace lariat::pvm {

namespace {

constexpr std::size_t FIND_PIECE = 64;

Value single[128];  ///< the texts of one ASCII character

u64 count_points(std::string_view text)
{
    u64 n = 0;
    for (const char c : text) n += (static_cast<u8>(c) & 0xc0) != 0x80;
    return n;
}

}  // namespace

Str* new_str_object(Vm& vm, std::string_view text)
{
    if (text.size() > 0xffffffffu) throw Halt{Halt::Why::memory};
#ifdef LARIAT_ADDRESS_SANITIZER
    LARIAT_ASSERT(utf8::valid(view(text)));  // too dear for each str of a chain
#endif
    Str* s = vm.make<Str>(T.str, Kind::Str, text.size());
    s->size = static_cast<u32>(text.size());
    s->points = count_points(text);
    s->hash = 0;
    if (!text.empty()) std::memcpy(s->chars, text.data(), text.size());
    return s;
}
Str* name_object(Vm& vm, std::string_view text)
{
    Str* known = find_static_name(text);
    return known != nullptr ? known : new_str_object(vm, text);
}

Value new_str(Vm& vm, std::string_view text)
{
    if (text.size() == 1) return char_str(vm, static_cast<u8>(text[0]));
    return Value::object(new_str_object(vm, text));
}

// Not among the names: whether a program's own text of one character is one of these must not depend on
// what ran before it was compiled, since comparing two objects costs more than finding them to be one.
void boot_single_characters()
{
    for (u32 i = 0; i < 128; ++i) {
        const char c = static_cast<char>(i);
        single[i] = static_str({&c, 1});
    }
}

Value char_str(Vm& vm, u32 point)
{
    if (point < 128) return single[point];
    std::string text;
    utf8::append(text, point);
    return Value::object(new_str_object(vm, text));
}

Value first_char(Vm& vm, std::string_view text)
{
    const u8 lead = static_cast<u8>(text[0]);
    if (lead < 0x80) return single[lead];
    const u32 bytes = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;  // what is in a Str is well-formed
    Str* s = vm.make<Str>(T.str, Kind::Str, bytes);
    s->size = bytes;
    s->points = 1;
    s->hash = 0;
    std::memcpy(s->chars, text.data(), bytes);
    return Value::object(s);
}

u64 str_hash(Vm& vm, Str* s)
{
    if (s->hash == 0) {
        vm.charge(s->size * gas::BYTE);
        s->hash = hash_bytes(view(s->view()));
    }
    return s->hash;
}

Value str_concat(Vm& vm, Value a, Value b)
{
    const Str *x = cast<Str>(a), *y = cast<Str>(b);
    const u64 bytes = u64{x->size} + y->size;
    vm.charge(bytes * gas::BYTE);
    if (bytes > 0xffffffffu) throw Halt{Halt::Why::memory};
    Str* s = vm.make<Str>(T.str, Kind::Str, bytes);
    s->size = static_cast<u32>(bytes);
    s->points = x->points + y->points;
    s->hash = 0;
    std::memcpy(s->chars, x->chars, x->size);
    std::memcpy(s->chars + x->size, y->chars, y->size);
    return Value::object(s);
}

u64 offset_of(Vm& vm, const Str* s, i64 at)
{
    if (s->ascii()) return static_cast<u64>(at);
    u64 offset = 0;
    for (i64 i = 0; i < at; ++i) {
        ++offset;
        while (offset < s->size && (static_cast<u8>(s->chars[offset]) & 0xc0) == 0x80) ++offset;
    }
    vm.charge(offset * gas::BYTE);
    return offset;
}

Value str_index(Vm& vm, Str* s, i64 at)
{
    vm.charge(gas::BYTE);
    if (s->ascii()) return char_str(vm, static_cast<u8>(s->chars[at]));
    vm.charge(static_cast<u64>(at));
    const u64 offset = offset_of(vm, s, at);
    return first_char(vm, s->view().substr(offset));
}

Value str_slice(Vm& vm, Str* s, i64 start, i64 step, i64 count)
{
    vm.charge(static_cast<u64>(count) * gas::BYTE);
    if (count == 0) return new_str(vm, "");
    if (step == 1) {
        const u64 begin = offset_of(vm, s, start),
                  end = s->ascii() ? begin + static_cast<u64>(count) : offset_of(vm, s, start + count);
        if (begin == 0 && end == s->size) return Value::object(s);
        return new_str(vm, s->view().substr(begin, end - begin));
    }
    std::string out;
    if (s->ascii()) {
        for (i64 i = 0; i < count; ++i) out += s->chars[start + i * step];
        return new_str(vm, out);
    }
    vm.charge(s->size * u64{5});
    vm.arena.need(s->points * 4);
    std::vector<u32> offsets;
    for (u32 i = 0; i < s->size; ++i)
        if ((static_cast<u8>(s->chars[i]) & 0xc0) != 0x80) offsets.push_back(i);
    offsets.push_back(s->size);
    for (i64 i = 0; i < count; ++i) {
        const std::size_t at = static_cast<std::size_t>(start + i * step);
        out += s->view().substr(offsets[at], offsets[at + 1] - offsets[at]);
    }
    return new_str(vm, out);
}

namespace {

i64 find_at_once(Vm& vm, std::string_view text, std::string_view what, bool last)
{
    if (what.size() > text.size()) return -1;
    vm.charge((text.size() + what.size()) * gas::BYTE);
    if (what.empty()) return static_cast<i64>(last ? text.size() : 0);
    if (what.size() == 1 || text.size() < 64) {
        if (what.size() > 1) vm.charge(text.size() * what.size() / 16);
        const std::size_t at = last ? text.rfind(what) : text.find(what);
        return at == text.npos ? -1 : static_cast<i64>(at);
    }
    // Two rolling sums decide where to look closer; a match of sums that is none pays for its comparison.
    const std::size_t m = what.size();
    constexpr u64 BASE = 0x100000001b3u;
    u64 wanted = 0, sum = 0, power = 1;
    i64 found = -1;
    for (std::size_t i = 0; i < m; ++i) {
        wanted = wanted * BASE + static_cast<u8>(what[i]) + 1;
        sum = sum * BASE + static_cast<u8>(text[i]) + 1;
        if (i > 0) power *= BASE;
    }
    for (std::size_t at = 0; at + m <= text.size(); ++at) {
        if (sum == wanted) {
            if (std::memcmp(text.data() + at, what.data(), m) == 0) {
                found = static_cast<i64>(at);
                if (!last) return found;
            } else {
                vm.charge(m);
            }
            if (last) vm.charge(m / 8);
        }
        if (at + m < text.size())
            sum = (sum - (static_cast<u8>(text[at]) + u64{1}) * power) * BASE +
                  static_cast<u8>(text[at + m]) + 1;
    }
    return found;
}

}  // namespace

i64 find_in(Vm& vm, std::string_view text, std::string_view what, bool last)
{
    if (last) return find_at_once(vm, text, what, true);
    // A piece after the other, each twice as long: who finds it soon pays for no more.
    const std::size_t overlap = what.empty() ? 0 : what.size() - 1;
    std::size_t piece = std::max<std::size_t>(FIND_PIECE, 4 * what.size());
    for (std::size_t begin = 0;; begin += piece, piece *= 2) {
        const i64 at = find_at_once(vm, text.substr(begin, piece + overlap), what, false);
        if (at >= 0) return static_cast<i64>(begin) + at;
        if (text.size() - begin <= piece + overlap) return -1;
    }
}

}  // namespace lariat::pvm
