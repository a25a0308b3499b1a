// Methods of str that look for text in text: replace, find, index, count, prefixes and suffixes.
#include "base/utf8.hpp"
#include "pvm/objects/str_methods.hpp"

namespace lariat::pvm {

namespace {

std::string_view me(Value self)
{
    return str_of(self);
}

Value replace(Vm& vm, Value self, const Args& a)
{
    for (u32 i = 0; i < 2; ++i)
        if (!is_str(a[i]))
            return type_error(
                vm, cat("replace() argument ", number(i + 1), " must be str, not ", argument_name(a[i])));
    i64 limit = -1;
    if (a[2].present() && !count_value(vm, a[2], limit)) return ABSENT;
    const std::string_view s = me(self), from = str_of(a[0]), to = str_of(a[1]);
    vm.charge(s.size() * (1 + from.size() / 8));
    std::string out;
    std::size_t at = 0;
    i64 n = 0;
    const auto add = [&](std::string_view text) {
        vm.charge(text.size() * gas::BYTE + gas::ITEM);
        out += text;
        vm.arena.need(out.size());
    };
    if (from.empty()) {
        for (; at < s.size() && (limit < 0 || n < limit); ++n) {
            add(to);
            const u32 length = utf8::decode(view(s.substr(at)))->length;
            out += s.substr(at, length);
            at += length;
        }
        if (limit < 0 || n < limit) add(to);
        out += s.substr(at);
        return new_str(vm, out);
    }
    while (limit < 0 || n < limit) {
        const std::size_t found = s.find(from, at);
        if (found == s.npos) break;
        add(s.substr(at, found - at));
        add(to);
        at = found + from.size();
        ++n;
    }
    if (n == 0) return self;
    add(s.substr(at));
    return new_str(vm, out);
}

// Start and end in code points, as in find: clipped; false when nothing is left.
bool window(Vm& vm, Value self, Value a, Value b, i64& from, std::string_view& part, bool& empty_range)
{
    const i64 n = static_cast<i64>(cast<Str>(self)->points);
    i64 to = n, count = 0;
    from = 0;
    if (!slice_value(vm, a, from) || !slice_value(vm, b, to)) return false;
    empty_range = from > n;
    adjust_slice(n, from, to, 1, count);
    empty_range = empty_range || from > to;
    const Str* s = cast<Str>(self);
    if (count == 0) return true;
    const u64 begin = offset_of(vm, s, from);
    const u64 end = to >= n ? s->size : offset_of(vm, s, from + count);
    part = s->view().substr(begin, end - begin);
    return true;
}
Value find_common(Vm& vm, Value self, const Args& a, bool last, bool raises)
{
    i64 from = 0;
    std::string_view part;
    bool nothing = false;
    if (!window(vm, self, a[1], a[2], from, part, nothing)) return ABSENT;
    if (!is_str(a[0])) return type_error(vm, cat("must be str, not ", type_name(a[0])));
    const i64 at = nothing ? -1 : find_in(vm, part, str_of(a[0]), last);
    if (at < 0) return raises ? value_error(vm, "substring not found") : Value::small(-1);
    u64 points = cast<Str>(self)->ascii() ? static_cast<u64>(at) : 0;
    if (points == 0)
        for (i64 i = 0; i < at; ++i)
            points += (static_cast<u8>(part[static_cast<std::size_t>(i)]) & 0xc0) != 0x80;
    return Value::small(from + static_cast<i64>(points));
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
    i64 from = 0;
    std::string_view part;
    bool nothing = false;
    if (!window(vm, self, a[1], a[2], from, part, nothing)) return ABSENT;
    if (!is_str(a[0])) return type_error(vm, cat("must be str, not ", type_name(a[0])));
    if (nothing) return Value::small(0);
    const std::string_view what = str_of(a[0]);
    vm.charge(part.size() * (1 + what.size() / 8));
    if (what.empty()) return Value::small(static_cast<i64>(utf8::count(view(part)).value_or(0) + 1));
    i64 n = 0;
    for (std::size_t at = part.find(what); at != part.npos; at = part.find(what, at + what.size())) ++n;
    return Value::small(n);
}

Value affix(Vm& vm, Value self, const Args& a, bool end)
{
    i64 from = 0;
    std::string_view part;
    bool nothing = false;
    if (!window(vm, self, a[1], a[2], from, part, nothing)) return ABSENT;
    const auto has = [&](Value v) {
        vm.charge(std::max<u64>(str_of(v).size(), gas::ITEM));
        return !nothing && (end ? part.ends_with(str_of(v)) : part.starts_with(str_of(v)));
    };
    if (is_str(a[0])) return Value::boolean(has(a[0]));
    if (!is(a[0], Kind::Tuple))
        return type_error(vm, cat(end ? "endswith" : "startswith",
                                  " first arg must be str or a tuple of str, not ", type_name(a[0])));
    for (const Value v : cast<Tuple>(a[0])->view()) {
        if (!is_str(v))
            return type_error(vm, cat("tuple for ", end ? "endswith" : "startswith",
                                      " must only contain str, not ", type_name(v)));
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
Value removeprefix(Vm& vm, Value self, const Args& a)
{
    if (!is_str(a[0]))
        return type_error(vm, cat("removeprefix() argument must be str, not ", argument_name(a[0])));
    vm.charge(me(self).size());
    return me(self).starts_with(str_of(a[0])) ? new_str(vm, me(self).substr(str_of(a[0]).size())) : self;
}
Value removesuffix(Vm& vm, Value self, const Args& a)
{
    if (!is_str(a[0]))
        return type_error(vm, cat("removesuffix() argument must be str, not ", argument_name(a[0])));
    vm.charge(me(self).size());
    if (str_of(a[0]).empty() || !me(self).ends_with(str_of(a[0]))) return self;
    return new_str(vm, me(self).substr(0, me(self).size() - str_of(a[0]).size()));
}

constexpr u64 P = gas::NATIVE;
constexpr NativeSpec METHODS[] = {
    {"replace", replace, "old,new,count=/", P},
    {"find", find, "sub,start=,end=/()", P},
    {"rfind", rfind, "sub,start=,end=/()", P},
    {"index", index, "sub,start=,end=/()", P},
    {"rindex", rindex, "sub,start=,end=/()", P},
    {"count", count, "sub,start=,end=/()", P},
    {"startswith", startswith, "prefix,start=,end=/()", P},
    {"endswith", endswith, "suffix,start=,end=/()", P},
    {"removeprefix", removeprefix, "prefix/", P},
    {"removesuffix", removesuffix, "suffix/", P},
};

}  // namespace

std::span<const NativeSpec> str_search_methods()
{
    return METHODS;
}

}  // namespace lariat::pvm
