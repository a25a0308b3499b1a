// Methods of str. Case and classes of characters are ASCII's; others keep their case and are no digits.
#include "base/utf8.hpp"
#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

namespace {

std::string_view me(Value self)
{
    return str_of(self);
}

bool blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1c && c <= 0x1f);
}
bool upper(char c)
{
    return c >= 'A' && c <= 'Z';
}
bool lower(char c)
{
    return c >= 'a' && c <= 'z';
}
bool digit(char c)
{
    return c >= '0' && c <= '9';
}
char to_upper(char c)
{
    return lower(c) ? static_cast<char>(c - 32) : c;
}
char to_lower(char c)
{
    return upper(c) ? static_cast<char>(c + 32) : c;
}

bool want_str(Vm& vm, Value v, std::string_view what)
{
    return is_str(v) || type_error(vm, cat(what, " must be str, not ", type_name(v))).present();
}

Value made(Vm& vm, const std::string& text)
{
    vm.charge(text.size() * gas::BYTE);
    return new_str(vm, text);
}

Value str_make(Vm& vm, Value, const Args& args)
{
    Value v = args.positional > 0 ? args[0] : ABSENT;
    Value encoding = args.positional > 1 ? args[1] : ABSENT;
    for (u32 k = 0; k < args.keywords(); ++k) {
        const std::string_view name = str_of(args.names->items[k]);
        if (name == "object")
            v = args[args.positional + k];
        else if (name == "encoding" || name == "errors")
            encoding = name == "encoding" ? args[args.positional + k] : encoding;
        else
            return type_error(vm, cat("'", name, "' is an invalid keyword argument for str()"));
    }
    if (args.positional > 3)
        return type_error(vm, cat("str() takes at most 3 arguments (", number(args.positional), " given)"));
    if (v.absent()) return new_str(vm, "");
    if (encoding.present()) {
        if (!is_bytes_like(v))
            return type_error(vm, cat("decoding to str: need a bytes-like object, ", type_name(v), " found"));
        Value one[] = {encoding};
        return call(vm, get_attr(vm, v, N.decode), Args{one, 1, nullptr});
    }
    vm.charge(gas::STR_BASE);
    return str_value(vm, v);
}

template <class F>
Value map_ascii(Vm& vm, Value self, F&& f)
{
    std::string out(me(self));
    f(out);
    return made(vm, out);
}
Value method_upper(Vm& vm, Value self, const Args&)
{
    return map_ascii(vm, self, [](std::string& s) {
        for (char& c : s) c = to_upper(c);
    });
}
Value method_lower(Vm& vm, Value self, const Args&)
{
    return map_ascii(vm, self, [](std::string& s) {
        for (char& c : s) c = to_lower(c);
    });
}
Value method_swapcase(Vm& vm, Value self, const Args&)
{
    return map_ascii(vm, self, [](std::string& s) {
        for (char& c : s) c = upper(c) ? to_lower(c) : to_upper(c);
    });
}
Value method_capitalize(Vm& vm, Value self, const Args&)
{
    return map_ascii(vm, self, [](std::string& s) {
        for (std::size_t i = 0; i < s.size(); ++i) s[i] = i == 0 ? to_upper(s[i]) : to_lower(s[i]);
    });
}
Value method_title(Vm& vm, Value self, const Args&)
{
    return map_ascii(vm, self, [](std::string& s) {
        bool inside = false;
        for (char& c : s) {
            const bool letter = upper(c) || lower(c);
            c = inside ? to_lower(c) : to_upper(c);
            inside = letter;
        }
    });
}

template <class F>
Value all_of(Vm& vm, Value self, F&& f)
{
    vm.charge(me(self).size() * gas::BYTE);
    if (me(self).empty()) return FALSE;
    for (const char c : me(self))
        if (!f(c)) return FALSE;
    return TRUE;
}
Value isdigit(Vm& vm, Value self, const Args&)
{
    return all_of(vm, self, digit);
}
Value isalpha(Vm& vm, Value self, const Args&)
{
    return all_of(vm, self, [](char c) { return upper(c) || lower(c) || (c & 0x80) != 0; });
}
Value isalnum(Vm& vm, Value self, const Args&)
{
    return all_of(vm, self, [](char c) { return upper(c) || lower(c) || digit(c) || (c & 0x80) != 0; });
}
Value isspace(Vm& vm, Value self, const Args&)
{
    return all_of(vm, self, blank);
}
Value isascii(Vm& vm, Value self, const Args&)
{
    vm.charge(1);
    return Value::boolean(cast<Str>(self)->ascii());
}
Value cased(Vm& vm, Value self, bool want_upper)
{
    vm.charge(me(self).size());
    bool any = false;
    for (const char c : me(self)) {
        if (want_upper ? lower(c) : upper(c)) return FALSE;
        any = any || upper(c) || lower(c);
    }
    return Value::boolean(any);
}
Value isupper(Vm& vm, Value self, const Args&)
{
    return cased(vm, self, true);
}
Value islower(Vm& vm, Value self, const Args&)
{
    return cased(vm, self, false);
}
Value isidentifier(Vm& vm, Value self, const Args&)
{
    if (me(self).empty() || digit(me(self)[0])) return FALSE;
    return all_of(vm, self, [](char c) { return upper(c) || lower(c) || digit(c) || c == '_'; });
}
Value istitle(Vm& vm, Value self, const Args&)
{
    vm.charge(me(self).size());
    bool any = false, inside = false;
    for (const char c : me(self)) {
        if (upper(c) && inside) return FALSE;
        if (lower(c) && !inside) return FALSE;
        inside = upper(c) || lower(c);
        any = any || inside;
    }
    return Value::boolean(any);
}
Value isprintable(Vm& vm, Value self, const Args&)
{
    vm.charge(me(self).size());
    for (const char c : me(self))
        if (static_cast<u8>(c) < 0x20 || c == 0x7f) return FALSE;
    return TRUE;
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
        vm.charge(s.size() * (1 + str_of(chars).size() / 8));
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
        while (left && !s.empty() && blank(s.front())) s.remove_prefix(1);
        while (right && !s.empty() && blank(s.back())) s.remove_suffix(1);
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
    return v.absent() || index_value(vm, v, limit);
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
            while (!s.empty() && blank(s.front())) s.remove_prefix(1);
            if (s.empty()) break;
            if (limit >= 0 && out->size >= static_cast<u64>(limit)) {
                list_append(vm, out, new_str(vm, s));
                break;
            }
            std::size_t end = 0;
            while (end < s.size() && !blank(s[end])) ++end;
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
    if (limit < 0) return split(vm, self, a);
    std::string_view s = me(self);
    vm.charge(s.size() * gas::BYTE);
    List* out = new_list_room(vm, 0);
    if (a[0].absent() || a[0] == NONE) {
        for (;;) {
            while (!s.empty() && blank(s.back())) s.remove_suffix(1);
            if (s.empty()) break;
            if (out->size >= static_cast<u64>(limit)) {
                list_append(vm, out, new_str(vm, s));
                break;
            }
            std::size_t begin = s.size();
            while (begin > 0 && !blank(s[begin - 1])) --begin;
            list_append(vm, out, new_str(vm, s.substr(begin)));
            s = s.substr(0, begin);
        }
    } else {
        if (!is_str(a[0])) return type_error(vm, cat("must be str or None, not ", type_name(a[0])));
        const std::string_view separator = str_of(a[0]);
        if (separator.empty()) return value_error(vm, "empty separator");
        vm.charge(s.size() * (separator.size() / 8));
        while (out->size < static_cast<u64>(limit)) {
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
Value splitlines(Vm& vm, Value self, const Args& a)
{
    const int keep = a[0].absent() ? 0 : truth(vm, a[0]);
    if (keep < 0) return ABSENT;
    const std::string_view s = me(self);
    vm.charge(s.size());
    List* out = new_list_room(vm, 0);
    std::size_t begin = 0;
    for (std::size_t i = 0; i < s.size(); ++i) {
        const bool ends =
            s[i] == '\n' || s[i] == '\r' || s[i] == '\v' || s[i] == '\f' || (s[i] >= 0x1c && s[i] <= 0x1e);
        if (!ends) continue;
        std::size_t end = i + 1;
        if (s[i] == '\r' && end < s.size() && s[end] == '\n') ++end;
        list_append(vm, out, new_str(vm, s.substr(begin, (keep == 1 ? end : i) - begin)));
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
    const i64 at = find_in(vm, me(self), str_of(a[0]), 0, last);
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
    if (!list_extend(vm, items, a[0])) {
        if (pending_is(vm, T.TypeError) && !is(a[0], Kind::Generator) &&
            (!a[0].is_object() || a[0].as_object()->cls->is_builtin)) {
            vm.pending = ABSENT;
            return type_error(vm, "can only join an iterable");
        }
        return ABSENT;
    }
    for (u32 i = 0; i < items->size; ++i) {
        if (!is_str(items->items[i]))
            return type_error(vm, cat("sequence item ", number(n), ": expected str instance, ",
                                      type_name(items->items[i]), " found"));
        vm.charge(me(self).size() + cast<Str>(items->items[i])->size);
        if (n++ > 0) out += me(self);
        out += str_of(items->items[i]);
        vm.arena.need(out.size());
    }
    if (items->size == 1) return items->items[0];
    return new_str(vm, out);
}

Value replace(Vm& vm, Value self, const Args& a)
{
    for (u32 i = 0; i < 2; ++i)
        if (!is_str(a[i]))
            return type_error(
                vm, cat("replace() argument ", number(i + 1), " must be str, not ", type_name(a[i])));
    i64 limit = -1;
    if (a[2].present() && !index_value(vm, a[2], limit)) return ABSENT;
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
    if (a.present() && !(a == NONE) && !index_value(vm, a, from)) return false;
    if (b.present() && !(b == NONE) && !index_value(vm, b, to)) return false;
    empty_range = from > n;
    adjust_slice(n, from, to, 1, count);
    empty_range = empty_range || from > to;
    part = str_of(str_slice(vm, cast<Str>(self), from, 1, count));
    return true;
}
Value find_common(Vm& vm, Value self, const Args& a, bool last, bool raises)
{
    if (!is_str(a[0])) return type_error(vm, cat("must be str, not ", type_name(a[0])));
    i64 from = 0;
    std::string_view part;
    bool nothing = false;
    if (!window(vm, self, a[1], a[2], from, part, nothing)) return ABSENT;
    const i64 at = nothing ? -1 : find_in(vm, part, str_of(a[0]), 0, last);
    if (at < 0) return raises ? value_error(vm, "substring not found") : Value::small(-1);
    u64 points = 0;
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
    if (!is_str(a[0])) return type_error(vm, cat("must be str, not ", type_name(a[0])));
    i64 from = 0;
    std::string_view part;
    bool nothing = false;
    if (!window(vm, self, a[1], a[2], from, part, nothing)) return ABSENT;
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
        vm.charge(str_of(v).size());
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
        return type_error(vm, cat("removeprefix() argument must be str, not ", type_name(a[0])));
    vm.charge(me(self).size());
    return me(self).starts_with(str_of(a[0])) ? new_str(vm, me(self).substr(str_of(a[0]).size())) : self;
}
Value removesuffix(Vm& vm, Value self, const Args& a)
{
    if (!is_str(a[0]))
        return type_error(vm, cat("removesuffix() argument must be str, not ", type_name(a[0])));
    vm.charge(me(self).size());
    if (str_of(a[0]).empty() || !me(self).ends_with(str_of(a[0]))) return self;
    return new_str(vm, me(self).substr(0, me(self).size() - str_of(a[0]).size()));
}

Value justify(Vm& vm, Value self, const Args& a, char how, std::string_view name)
{
    i64 width = 0;
    if (!index_value(vm, a[0], width)) return ABSENT;
    std::string_view fill = " ";
    if (a[1].present()) {
        if (!is_str(a[1]) || cast<Str>(a[1])->points != 1)
            return type_error(
                vm, is_str(a[1])
                        ? std::string("The fill character must be exactly one character long")
                        : cat("The fill character must be a unicode character, not ", type_name(a[1])));
        fill = str_of(a[1]);
    }
    const i64 n = static_cast<i64>(cast<Str>(self)->points);
    if (width <= n || name.empty()) return self;
    const i64 room = width - n;
    const i64 left = how == '<' ? 0 : how == '>' ? room : room / 2 + (room & width & 1);
    vm.arena.need(static_cast<u64>(room) * fill.size());
    vm.charge(static_cast<u64>(room) * fill.size() + me(self).size());
    std::string out;
    for (i64 i = 0; i < left; ++i) out += fill;
    out += me(self);
    for (i64 i = left; i < room; ++i) out += fill;
    return new_str(vm, out);
}
Value ljust(Vm& vm, Value self, const Args& a)
{
    return justify(vm, self, a, '<', "ljust");
}
Value rjust(Vm& vm, Value self, const Args& a)
{
    return justify(vm, self, a, '>', "rjust");
}
Value center(Vm& vm, Value self, const Args& a)
{
    return justify(vm, self, a, '^', "center");
}
Value zfill(Vm& vm, Value self, const Args& a)
{
    i64 width = 0;
    if (!index_value(vm, a[0], width)) return ABSENT;
    const i64 n = static_cast<i64>(cast<Str>(self)->points);
    if (width <= n) return self;
    vm.arena.need(static_cast<u64>(width));
    vm.charge(static_cast<u64>(width));
    std::string out(me(self));
    out.insert(!out.empty() && (out[0] == '-' || out[0] == '+') ? 1 : 0, static_cast<std::size_t>(width - n),
               '0');
    return new_str(vm, out);
}
Value expandtabs(Vm& vm, Value self, const Args& a)
{
    i64 tab = 8, column = 0;
    if (a[0].present() && !index_value(vm, a[0], tab)) return ABSENT;
    std::string out;
    for (const char c : me(self)) {
        vm.charge(1);
        if (c == '\t') {
            if (tab <= 0) continue;
            const i64 n = tab - column % tab;
            vm.arena.need(static_cast<u64>(n) + out.size());
            vm.charge(static_cast<u64>(n));
            out.append(static_cast<std::size_t>(n), ' ');
            column += n;
            continue;
        }
        out += c;
        if ((static_cast<u8>(c) & 0xc0) != 0x80) ++column;
        if (c == '\n' || c == '\r') column = 0;
    }
    return new_str(vm, out);
}

std::string shown_character(std::string_view rest)
{
    std::string out;
    repr_text(rest.substr(0, utf8::decode(view(rest))->length), out, true);
    return out;
}

Value encode(Vm& vm, Value self, const Args& a)
{
    vm.charge(gas::CODEC_BASE + me(self).size());
    std::string name = "utf-8";
    if (a[0].present()) {
        if (!is_str(a[0]))
            return type_error(vm, cat("encode() argument 'encoding' must be str, not ", type_name(a[0])));
        name = str_of(a[0]);
        for (char& c : name) c = c == '_' ? '-' : to_lower(c);
    }
    if (a[1].present() && !(is_str(a[1]) && str_of(a[1]) == "strict"))
        return value_error(vm, "only the error handler 'strict' is available");
    if (name == "ascii" || name == "us-ascii") {
        for (std::size_t i = 0; i < me(self).size(); ++i)
            if ((me(self)[i] & 0x80) != 0)
                return raise(
                    vm, T.UnicodeEncodeError,
                    cat("'ascii' codec can't encode character ", shown_character(me(self).substr(i)),
                        " in position ", number(static_cast<u64>(i)), ": ordinal not in range(128)"));
    } else if (name != "utf-8" && name != "utf8" && name != "u8") {
        return raise(vm, T.LookupError, cat("unknown encoding: ", name));
    }
    return new_bytes(vm, view(me(self)));
}
Value format(Vm& vm, Value self, const Args& a)
{
    return str_format(vm, me(self), a, ABSENT);
}
Value format_map(Vm& vm, Value self, const Args& a)
{
    return str_format(vm, me(self), Args{nullptr, 0, nullptr}, a[0]);
}
Value translate(Vm& vm, Value self, const Args& a)
{
    std::string out;
    const std::string_view s = me(self);
    for (std::size_t i = 0; i < s.size();) {
        const auto point = utf8::decode(view(s.substr(i)));
        vm.charge(gas::DICT);
        const Value r = subscript(vm, a[0], Value::small(point->value));
        if (r.absent() && !pending_is(vm, T.LookupError)) return ABSENT;
        if (r.absent()) {
            vm.pending = ABSENT;
            out += s.substr(i, point->length);
        } else if (is_str(r)) {
            vm.charge(str_of(r).size());
            out += str_of(r);
            vm.arena.need(out.size());
        } else if (is_int(r)) {
            const auto n = to_i64(r);
            if (!n || *n < 0 || *n > 0x10ffff || !utf8::append(out, static_cast<u32>(*n)))
                return value_error(vm, "character mapping must be in range(0x110000)");
        } else if (!(r == NONE)) {
            return type_error(vm, "character mapping must return integer, None or str");
        }
        i += point->length;
    }
    return made(vm, out);
}
Value maketrans(Vm& vm, Value, const Args& a)
{
    Dict* out = new_dict(vm);
    if (a[1].absent()) {
        if (!is_dict(a[0]))
            return type_error(vm, "if you give only one argument to maketrans it must be a dict");
        const Dict* from = cast<Dict>(a[0]);
        for (u32 i = 0; i < from->used; ++i) {
            if (from->entries[i].key.absent()) continue;
            vm.charge(gas::DICT);
            Value key = from->entries[i].key;
            if (is_str(key)) {
                if (cast<Str>(key)->points != 1)
                    return value_error(vm, "string keys in translate table must be of length 1");
                key = Value::small(utf8::decode(view(str_of(key)))->value);
            }
            if (!dict_set(vm, out, key, from->entries[i].value)) return ABSENT;
        }
        return Value::object(out);
    }
    for (u32 i = 0; i < 3; ++i)
        if (a[i].present() && !is_str(a[i]))
            return type_error(vm, cat("maketrans() argument must be str, not ", type_name(a[i])));
    if (cast<Str>(a[0])->points != cast<Str>(a[1])->points)
        return value_error(vm, "the first two maketrans arguments must have equal length");
    std::string_view x = str_of(a[0]), y = str_of(a[1]);
    while (!x.empty()) {
        const auto p = utf8::decode(view(x)), q = utf8::decode(view(y));
        vm.charge(gas::DICT);
        dict_set(vm, out, Value::small(p->value), Value::small(q->value));
        x.remove_prefix(p->length);
        y.remove_prefix(q->length);
    }
    if (a[2].present())
        for (std::string_view z = str_of(a[2]); !z.empty();) {
            const auto p = utf8::decode(view(z));
            vm.charge(gas::DICT);
            dict_set(vm, out, Value::small(p->value), NONE);
            z.remove_prefix(p->length);
        }
    return Value::object(out);
}
Value len_method(Vm&, Value self, const Args&)
{
    return Value::small(static_cast<i64>(cast<Str>(self)->points));
}
Value contains_method(Vm& vm, Value self, const Args& a)
{
    const int in = contains(vm, self, a[0]);
    return in < 0 ? ABSENT : Value::boolean(in == 1);
}
Value getitem(Vm& vm, Value self, const Args& a)
{
    return subscript(vm, self, a[0]);
}

constexpr u64 P = gas::NATIVE;
constexpr NativeSpec METHODS[] = {
    {"upper", method_upper, "", P},
    {"lower", method_lower, "", P},
    {"casefold", method_lower, "", P},
    {"swapcase", method_swapcase, "", P},
    {"capitalize", method_capitalize, "", P},
    {"title", method_title, "", P},
    {"isdigit", isdigit, "", P},
    {"isdecimal", isdigit, "", P},
    {"isnumeric", isdigit, "", P},
    {"isalpha", isalpha, "", P},
    {"isalnum", isalnum, "", P},
    {"isspace", isspace, "", P},
    {"isascii", isascii, "", P},
    {"isupper", isupper, "", P},
    {"islower", islower, "", P},
    {"isidentifier", isidentifier, "", P},
    {"istitle", istitle, "", P},
    {"isprintable", isprintable, "", P},
    {"strip", method_strip, "chars=/", P},
    {"lstrip", lstrip, "chars=/", P},
    {"rstrip", rstrip, "chars=/", P},
    {"split", split, "sep=,maxsplit=", P},
    {"rsplit", rsplit, "sep=,maxsplit=", P},
    {"splitlines", splitlines, "keepends=", P},
    {"partition", partition, "sep/", P},
    {"rpartition", rpartition, "sep/", P},
    {"join", join, "iterable/", P},
    {"replace", replace, "old,new,count=/", P},
    {"find", find, "sub,start=,end=/", P},
    {"rfind", rfind, "sub,start=,end=/", P},
    {"index", index, "sub,start=,end=/", P},
    {"rindex", rindex, "sub,start=,end=/", P},
    {"count", count, "sub,start=,end=/", P},
    {"startswith", startswith, "prefix,start=,end=/", P},
    {"endswith", endswith, "suffix,start=,end=/", P},
    {"removeprefix", removeprefix, "prefix/", P},
    {"removesuffix", removesuffix, "suffix/", P},
    {"ljust", ljust, "width,fillchar=/", P},
    {"rjust", rjust, "width,fillchar=/", P},
    {"center", center, "width,fillchar=/", P},
    {"zfill", zfill, "width/", P},
    {"expandtabs", expandtabs, "tabsize=", P},
    {"encode", encode, "encoding=,errors=", 0},
    {"format", format, "...", P},
    {"format_map", format_map, "mapping/", P},
    {"translate", translate, "table/", P},
    {"__len__", len_method, "", gas::LEN},
    {"__contains__", contains_method, "key/", 0},
    {"__getitem__", getitem, "key/", 0},
};
constexpr NativeSpec MAKETRANS = {"maketrans", maketrans, "x,y=,z=/", P};

}  // namespace

void boot_str()
{
    T.str.make = str_make;
    add_static(T.str, METHODS);
    add_static_value(T.str, "maketrans", static_native(MAKETRANS, &T.native));
    add_builtin("str", Value::object(&T.str));
}

}  // namespace lariat::pvm
