// Methods of str that take text apart and join it: strip, split, splitlines, partition, join.
#include "base/utf8.hpp"
#include "pvm/objects/str_methods.hpp"

namespace lariat::pvm {

// The blanks beyond ASCII are U+0085, U+00A0, U+1680, U+2000 to U+200A, U+2028, U+2029, U+202F, U+205F and
// U+3000.
u32 blank_in_front(std::string_view s)
{
    if (s.empty()) return 0;
    const auto byte = [&](std::size_t at) { return static_cast<u8>(s[at]); };
    if (byte(0) < 0x80) return ascii::blank(s.front()) ? 1 : 0;
    if (byte(0) == 0xc2) return s.size() > 1 && (byte(1) == 0x85 || byte(1) == 0xa0) ? 2 : 0;
    if (byte(0) < 0xe1 || byte(0) > 0xe3 || s.size() < 3) return 0;
    const u8 second = byte(1), third = byte(2);
    bool blank = false;
    if (byte(0) == 0xe1)
        blank = second == 0x9a && third == 0x80;
    else if (byte(0) == 0xe3)
        blank = second == 0x80 && third == 0x80;
    else if (second == 0x80)
        blank = third <= 0x8a || third == 0xa8 || third == 0xa9 || third == 0xaf;
    else
        blank = second == 0x81 && third == 0x9f;
    return blank ? 3 : 0;
}

u32 blank_behind(std::string_view s)
{
    if (s.empty() || (s.back() & 0x80) == 0) return blank_in_front(s.substr(s.empty() ? 0 : s.size() - 1));
    for (const u32 length : {2, 3})
        if (s.size() >= length && blank_in_front(s.substr(s.size() - length)) == length) return length;
    return 0;
}

namespace {

std::string_view me(Value self)
{
    return str_of(self);
}

void skip_blanks_in_front(std::string_view& s)
{
    while (const u32 blank = blank_in_front(s)) s.remove_prefix(blank);
}
void skip_blanks_behind(std::string_view& s)
{
    while (const u32 blank = blank_behind(s)) s.remove_suffix(blank);
}

bool want_str(Vm& vm, Value v, std::string_view what)
{
    return is_str(v) || type_error(vm, cat(what, " must be str, not ", type_name(v))).present();
}

Value strip(Vm& vm, Value self, const Args& a, bool left, bool right)
{
    std::string_view s = me(self);
    vm.charge(s.size());
    const Value chars = a[0];
    if (chars.present() && !(chars == NONE)) {
        if (!is_str(chars))
            return type_error(vm, cat(left && right ? "strip"
                                      : left        ? "lstrip"
                                                    : "rstrip",
                                      " arg must be None or str"));
        // Searching finds the first byte of a character, which is that of many where it is not of ASCII.
        vm.charge(s.size() * (1 + str_of(chars).size() / (cast<Str>(chars)->ascii() ? 8 : 4)));
        const auto in = [&](std::string_view point) {
            return str_of(chars).find(point) != std::string_view::npos;
        };
        while (left && !s.empty()) {
            const u32 n = utf8::decode(view(s))->length;
            if (!in(s.substr(0, n))) break;
            s.remove_prefix(n);
        }
        while (right && !s.empty()) {
            std::size_t at = s.size() - 1;
            while ((static_cast<u8>(s[at]) & 0xc0) == 0x80) --at;
            if (!in(s.substr(at))) break;
            s = s.substr(0, at);
        }
    } else {
        if (left) skip_blanks_in_front(s);
        if (right) skip_blanks_behind(s);
    }
    return s.size() == me(self).size() ? self : new_str(vm, s);
}
Value method_strip(Vm& vm, Value self, const Args& a)
{
    return strip(vm, self, a, true, true);
}
Value lstrip(Vm& vm, Value self, const Args& a)
{
    return strip(vm, self, a, true, false);
}
Value rstrip(Vm& vm, Value self, const Args& a)
{
    return strip(vm, self, a, false, true);
}

bool split_limit(Vm& vm, Value v, i64& limit)
{
    limit = -1;
    return v.absent() || count_value(vm, v, limit);
}

Value split(Vm& vm, Value self, const Args& a)
{
    i64 limit = 0;
    if (!split_limit(vm, a[1], limit)) return ABSENT;
    std::string_view s = me(self);
    vm.charge(s.size() * gas::BYTE);
    List* out = new_list_room(vm, 0);
    if (a[0].absent() || a[0] == NONE) {
        for (;;) {
            skip_blanks_in_front(s);
            if (s.empty()) break;
            if (limit >= 0 && out->size >= static_cast<u64>(limit)) {
                list_append(vm, out, new_str(vm, s));
                break;
            }
            std::size_t end = 0;
            while (end < s.size() && blank_in_front(s.substr(end)) == 0) ++end;
            list_append(vm, out, new_str(vm, s.substr(0, end)));
            vm.charge(gas::ITEM);
            s.remove_prefix(end);
        }
        return Value::object(out);
    }
    if (!want_str(vm, a[0], "sep")) return type_error(vm, cat("must be str or None, not ", type_name(a[0])));
    const std::string_view separator = str_of(a[0]);
    if (separator.empty()) return value_error(vm, "empty separator");
    vm.charge(s.size() * (separator.size() / 8));
    while (limit < 0 || out->size < static_cast<u64>(limit)) {
        const std::size_t at = s.find(separator);
        if (at == s.npos) break;
        list_append(vm, out, new_str(vm, s.substr(0, at)));
        vm.charge(gas::ITEM);
        s.remove_prefix(at + separator.size());
    }
    list_append(vm, out, new_str(vm, s));
    return Value::object(out);
}
Value rsplit(Vm& vm, Value self, const Args& a)
{
    i64 limit = 0;
    if (!split_limit(vm, a[1], limit)) return ABSENT;
    const bool blanks = a[0].absent() || a[0] == NONE;
    if (limit < 0 && blanks) return split(vm, self, a);
    std::string_view s = me(self);
    vm.charge(s.size() * gas::BYTE);
    List* out = new_list_room(vm, 0);
    if (blanks) {
        for (;;) {
            skip_blanks_behind(s);
            if (s.empty()) break;
            if (out->size >= static_cast<u64>(limit)) {
                list_append(vm, out, new_str(vm, s));
                break;
            }
            std::size_t begin = s.size();
            while (begin > 0 && blank_behind(s.substr(0, begin)) == 0) --begin;
            list_append(vm, out, new_str(vm, s.substr(begin)));
            s = s.substr(0, begin);
        }
    } else {
        if (!is_str(a[0])) return type_error(vm, cat("must be str or None, not ", type_name(a[0])));
        const std::string_view separator = str_of(a[0]);
        if (separator.empty()) return value_error(vm, "empty separator");
        vm.charge(s.size() * (separator.size() / 8));
        while (limit < 0 || out->size < static_cast<u64>(limit)) {
            const std::size_t at = s.rfind(separator);
            if (at == s.npos) break;
            list_append(vm, out, new_str(vm, s.substr(at + separator.size())));
            s = s.substr(0, at);
        }
        list_append(vm, out, new_str(vm, s));
    }
    std::reverse(out->items, out->items + out->size);
    return Value::object(out);
}
// Bytes of the line end beyond ASCII that the text begins with; 0: it does not.
std::size_t wide_line_end(std::string_view s)
{
    if (s[0] == '\xc2') return s.starts_with("\xc2\x85") ? 2 : 0;
    if (s[0] != '\xe2') return 0;
    return s.starts_with("\xe2\x80\xa8") || s.starts_with("\xe2\x80\xa9") ? 3 : 0;
}
Value splitlines(Vm& vm, Value self, const Args& a)
{
    i64 kept = 0;
    if (a[0].present() && !c_int_value(vm, a[0], kept)) return ABSENT;
    const bool keep = kept != 0;
    const std::string_view s = me(self);
    vm.charge(s.size());
    List* out = new_list_room(vm, 0);
    std::size_t begin = 0;
    for (std::size_t i = 0; i < s.size(); ++i) {
        const std::size_t wide = wide_line_end(s.substr(i));
        const bool ends = wide != 0 || s[i] == '\n' || s[i] == '\r' || s[i] == '\v' || s[i] == '\f' ||
                          (s[i] >= 0x1c && s[i] <= 0x1e);
        if (!ends) continue;
        std::size_t end = i + std::max<std::size_t>(wide, 1);
        if (s[i] == '\r' && end < s.size() && s[end] == '\n') ++end;
        vm.charge(gas::ITEM);
        list_append(vm, out, new_str(vm, s.substr(begin, (keep ? end : i) - begin)));
        begin = end;
        i = end - 1;
    }
    if (begin < s.size()) list_append(vm, out, new_str(vm, s.substr(begin)));
    return Value::object(out);
}
Value partition_parts(Vm& vm, Value self, const Args& a, bool last)
{
    if (!is_str(a[0])) return type_error(vm, cat("must be str, not ", type_name(a[0])));
    if (str_of(a[0]).empty()) return value_error(vm, "empty separator");
    const i64 at = find_in(vm, me(self), str_of(a[0]), last);
    Value parts[3];
    if (at < 0) {
        const Value none = new_str(vm, "");
        parts[0] = last ? none : self;
        parts[1] = none;
        parts[2] = last ? self : none;
    } else {
        parts[0] = new_str(vm, me(self).substr(0, static_cast<std::size_t>(at)));
        parts[1] = a[0];
        parts[2] = new_str(vm, me(self).substr(static_cast<std::size_t>(at) + str_of(a[0]).size()));
    }
    return Value::object(new_tuple(vm, parts));
}
Value partition(Vm& vm, Value self, const Args& a)
{
    return partition_parts(vm, self, a, false);
}
Value rpartition(Vm& vm, Value self, const Args& a)
{
    return partition_parts(vm, self, a, true);
}

Value join(Vm& vm, Value self, const Args& a)
{
    std::string out;
    u64 n = 0;
    List* items = new_list_room(vm, 0);
    if (!list_extend(vm, items, a[0], "can only join an iterable")) return ABSENT;
    for (u32 i = 0; i < items->size; ++i) {
        if (!is_str(items->items[i]))
            return type_error(vm, cat("sequence item ", number(n), ": expected str instance, ",
                                      type_name(items->items[i]), " found"));
        vm.charge(me(self).size() + cast<Str>(items->items[i])->size);
        if (n++ > 0) out += me(self);
        out += str_of(items->items[i]);
        vm.arena.need(out.size());
    }
    if (items->size == 1) return plain_of(vm, items->items[0]);
    return new_str(vm, out);
}

constexpr u64 P = gas::NATIVE;
constexpr NativeSpec METHODS[] = {
    {"strip", method_strip, "chars=/", P},   {"lstrip", lstrip, "chars=/", P},
    {"rstrip", rstrip, "chars=/", P},        {"split", split, "sep=,maxsplit=", P},
    {"rsplit", rsplit, "sep=,maxsplit=", P}, {"splitlines", splitlines, "keepends=", P},
    {"partition", partition, "sep/", P},     {"rpartition", rpartition, "sep/", P},
    {"join", join, "iterable/", P},
};

}  // namespace

std::span<const NativeSpec> str_split_methods()
{
    return METHODS;
}

}  // namespace lariat::pvm
