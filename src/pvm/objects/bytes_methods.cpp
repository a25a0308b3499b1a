// The methods that bytes and bytearray have in common.
#include "base/utf8.hpp"
#include "pvm/objects/bytes.hpp"
#include "pvm/objects/codecs.hpp"

namespace lariat::pvm {

namespace {

std::string_view me(Value self)
{
    return text(bytes_of(self));
}
Value decode(Vm& vm, Value self, const Args& a)
{
    return decode_bytes(vm, self, a[0], a[1]);
}
Value hex(Vm& vm, Value self, const Args& a)
{
    vm.charge(bytes_of(self).size() * 2);
    std::string separator;
    if (a[0].present()) {
        if (!is_str(a[0]) && !is_bytes_like(a[0]))
            return is_int(a[0]) || a[0] == NONE
                       ? type_error(vm, cat("object of type '", type_name(a[0]), "' has no len()"))
                       : type_error(vm, "sep must be str or bytes.");
        const std::string_view given = is_str(a[0]) ? str_of(a[0]) : text(bytes_of(a[0]));
        if ((is_str(a[0]) ? cast<Str>(a[0])->points : given.size()) != 1)
            return value_error(vm, "sep must be length 1.");
        separator = given;
        if ((separator[0] & 0x80) != 0) return value_error(vm, "sep must be ASCII.");
    }
    i64 every = 1;
    if (a[1].present() && !c_int_value(vm, a[1], every)) return ABSENT;
    const u64 step = every < 0 ? -static_cast<u64>(every) : static_cast<u64>(every);
    const BytesView bytes = bytes_of(self);  // not before: an __index__ may have changed a bytearray
    constexpr char HEX[] = "0123456789abcdef";
    std::string out;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (i > 0 && !separator.empty() && step > 0 &&
            (every > 0 ? (bytes.size() - i) % step == 0 : i % step == 0))
            out += separator;
        out += HEX[bytes[i] >> 4];
        out += HEX[bytes[i] & 15];
    }
    return new_str(vm, out);
}

bool want_bytes(Vm& vm, Value v)
{
    return is_bytes_like(v) ||
           type_error(vm, cat("a bytes-like object is required, not '", type_name(v), "'")).present();
}
Value join(Vm& vm, Value self, const Args& a)
{
    // All of them before the first is looked at: what is wrong with one is said after what the walk raises.
    std::vector<Value> items;
    const auto keep = [&](Value item) {
        vm.charge(gas::ITEM);
        vm.arena.need(items.size() * sizeof(Value));
        items.push_back(item);
        return true;
    };
    if (!for_each(vm, a[0], keep, "can only join an iterable")) return ABSENT;
    std::string out;
    for (u64 n = 0; n < items.size(); ++n) {
        const Value item = items[n];
        if (!is_bytes_like(item))
            return type_error(vm, cat("sequence item ", number(n), ": expected a bytes-like object, ",
                                      type_name(item), " found"));
        vm.charge(std::max<u64>(me(self).size() + me(item).size(), gas::ITEM) - gas::ITEM);
        if (n > 0) out += me(self);
        out += me(item);
        vm.arena.need(out.size());
    }
    return bytes_like(vm, self, view(std::string_view(out)));
}
// What of the bytes lies between two bounds as find takes them. `nothing`: not even an empty part is there.
void clip(Value self, i64& from, i64 to, std::string_view& part, bool& nothing)
{
    i64 count = 0;
    const i64 n = static_cast<i64>(me(self).size());
    nothing = from > n;
    adjust_slice(n, from, to, 1, count);
    nothing = nothing || from > to;
    part = me(self).substr(static_cast<std::size_t>(std::min(from, n)), static_cast<std::size_t>(count));
}
// What is searched for: bytes, or one given as its number.
bool searched(Vm& vm, Value v, char& one, std::string_view& what)
{
    if (is_bytes_like(v)) {
        what = me(v);
        return true;
    }
    if (!is_int(v) && special_method(vm, v, N.index).absent())
        return type_error(vm,
                          cat("argument should be integer or bytes-like object, not '", type_name(v), "'"))
            .present();
    u8 byte = 0;
    if (!byte_value(vm, v, byte)) return false;
    one = static_cast<char>(byte);
    what = {&one, 1};
    return true;
}
// The arguments of find and its like. Clipped last: what an __index__ does may have shortened a bytearray.
struct Search {
    i64 from = 0;
    std::string_view part, what;
    bool nothing = false;
    char one = 0;

    bool take(Vm& vm, Value self, const Args& a)
    {
        i64 to = INT64_MAX;
        if (!slice_value(vm, a[1], from) || !slice_value(vm, a[2], to) || !searched(vm, a[0], one, what))
            return false;
        clip(self, from, to, part, nothing);
        return true;
    }
};
Value find_common(Vm& vm, Value self, const Args& a, bool last, bool raises)
{
    Search s;
    if (!s.take(vm, self, a)) return ABSENT;
    const i64 at = s.nothing ? -1 : find_in(vm, s.part, s.what, last);
    if (at < 0) return raises ? value_error(vm, "subsection not found") : Value::small(-1);
    return Value::small(s.from + at);
}
Value find(Vm& vm, Value self, const Args& a)
{
    return find_common(vm, self, a, false, false);
}
Value rfind(Vm& vm, Value self, const Args& a)
{
    return find_common(vm, self, a, true, false);
}
Value index(Vm& vm, Value self, const Args& a)
{
    return find_common(vm, self, a, false, true);
}
Value rindex(Vm& vm, Value self, const Args& a)
{
    return find_common(vm, self, a, true, true);
}
Value count(Vm& vm, Value self, const Args& a)
{
    Search search;
    if (!search.take(vm, self, a)) return ABSENT;
    if (search.nothing) return Value::small(0);
    const std::string_view s = search.part, what = search.what;
    vm.charge(s.size() * (1 + what.size() / 8));
    if (what.empty()) return Value::small(static_cast<i64>(s.size()) + 1);
    i64 n = 0;
    for (std::size_t at = s.find(what); at != s.npos; at = s.find(what, at + what.size())) ++n;
    return Value::small(n);
}
Value affix(Vm& vm, Value self, const Args& a, bool end)
{
    const Value what = a[0];
    i64 from = 0, to = INT64_MAX;
    std::string_view part;
    bool nothing = false;
    if (!slice_value(vm, a[1], from) || !slice_value(vm, a[2], to)) return ABSENT;
    clip(self, from, to, part, nothing);
    const auto has = [&](Value v) {
        vm.charge(std::max<u64>(me(v).size(), gas::ITEM));
        return !nothing && (end ? part.ends_with(me(v)) : part.starts_with(me(v)));
    };
    if (is_bytes_like(what)) return Value::boolean(has(what));
    if (!is(what, Kind::Tuple))
        return type_error(vm, cat(end ? "endswith" : "startswith",
                                  " first arg must be bytes or a tuple of bytes, not ", type_name(what)));
    for (const Value v : cast<Tuple>(what)->view()) {
        if (!want_bytes(vm, v)) return ABSENT;
        if (has(v)) return TRUE;
    }
    return FALSE;
}
Value startswith(Vm& vm, Value self, const Args& a)
{
    return affix(vm, self, a, false);
}
Value endswith(Vm& vm, Value self, const Args& a)
{
    return affix(vm, self, a, true);
}
Value replace(Vm& vm, Value self, const Args& a)
{
    if (!want_bytes(vm, a[0]) || !want_bytes(vm, a[1])) return ABSENT;
    i64 limit = -1;
    if (a[2].present() && !count_value(vm, a[2], limit)) return ABSENT;
    const std::string_view s = me(self), from = me(a[0]), to = me(a[1]);
    vm.charge(s.size() * (1 + from.size() / 8));
    std::string out;
    std::size_t at = 0;
    for (i64 n = 0; limit < 0 || n < limit; ++n) {
        const std::size_t found = from.empty() ? (n == 0 ? 0 : at + 1) : s.find(from, at);
        if (found > s.size()) break;
        vm.charge(to.size() + gas::ITEM);
        out += s.substr(at, found - at);
        out += to;
        vm.arena.need(out.size() + s.size());
        at = found + from.size();
        if (from.empty() && at >= s.size()) break;
    }
    out += s.substr(at);
    return bytes_like(vm, self, view(std::string_view(out)));
}
Value strip_common(Vm& vm, Value self, const Args& a, bool left, bool right)
{
    std::string_view s = me(self), chars = " \t\n\r\v\f";
    if (a[0].present() && !(a[0] == NONE)) {
        if (!want_bytes(vm, a[0])) return ABSENT;
        chars = me(a[0]);
    }
    vm.charge(s.size() * (1 + chars.size() / 8));
    while (left && !s.empty() && chars.find(s.front()) != chars.npos) s.remove_prefix(1);
    while (right && !s.empty() && chars.find(s.back()) != chars.npos) s.remove_suffix(1);
    return bytes_like(vm, self, view(s));
}
Value strip(Vm& vm, Value self, const Args& a)
{
    return strip_common(vm, self, a, true, true);
}
Value lstrip(Vm& vm, Value self, const Args& a)
{
    return strip_common(vm, self, a, true, false);
}
Value rstrip(Vm& vm, Value self, const Args& a)
{
    return strip_common(vm, self, a, false, true);
}
Value justify(Vm& vm, Value self, const Args& a, bool left)
{
    i64 width = 0;
    if (!count_value(vm, a[0], width)) return ABSENT;
    if (a[1].present() && (!is_bytes_like(a[1]) || bytes_of(a[1]).size() != 1))
        return type_error(vm, cat(left ? "ljust" : "rjust",
                                  "() argument 2 must be a byte string of length 1, not ", type_name(a[1])));
    const i64 n = static_cast<i64>(me(self).size());
    const u64 room = width > n ? static_cast<u64>(width - n) : 0;
    vm.arena.need(room);
    vm.charge(room + me(self).size());
    const std::string fill(room, a[1].present() ? static_cast<char>(bytes_of(a[1])[0]) : ' ');
    const std::string out = left ? cat(me(self), fill) : cat(fill, me(self));
    return bytes_like(vm, self, view(std::string_view(out)));
}
Value ljust(Vm& vm, Value self, const Args& a)
{
    return justify(vm, self, a, true);
}
Value rjust(Vm& vm, Value self, const Args& a)
{
    return justify(vm, self, a, false);
}
Value removeprefix(Vm& vm, Value self, const Args& a)
{
    if (!want_bytes(vm, a[0])) return ABSENT;
    vm.charge(me(self).size());
    return bytes_like(vm, self,
                      view(me(self).starts_with(me(a[0])) ? me(self).substr(me(a[0]).size()) : me(self)));
}
Value len_method(Vm&, Value self, const Args&)
{
    return Value::small(self.as_object()->size);
}

constexpr u64 P = gas::NATIVE;
constexpr NativeSpec METHODS[] = {
    {"decode", decode, "encoding=,errors=", 0},
    {"hex", hex, "sep=,bytes_per_sep=", P},
    {"join", join, "iterable/", P},
    {"find", find, "sub,start=,end=/()", P},
    {"rfind", rfind, "sub,start=,end=/()", P},
    {"index", index, "sub,start=,end=/()", P},
    {"rindex", rindex, "sub,start=,end=/()", P},
    {"count", count, "sub,start=,end=/()", P},
    {"startswith", startswith, "prefix,start=,end=/()", P},
    {"endswith", endswith, "suffix,start=,end=/()", P},
    {"replace", replace, "old,new,count=/", P},
    {"strip", strip, "bytes=/", P},
    {"lstrip", lstrip, "bytes=/", P},
    {"rstrip", rstrip, "bytes=/", P},
    {"ljust", ljust, "width,fillchar=/", P},
    {"rjust", rjust, "width,fillchar=/", P},
    {"removeprefix", removeprefix, "prefix/", P},
    {"__len__", len_method, "", gas::LEN},
};

}  // namespace

std::span<const NativeSpec> bytes_methods()
{
    return METHODS;
}

}  // namespace lariat::pvm
