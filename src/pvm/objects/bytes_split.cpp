// Methods of bytes and bytearray that take them apart, fill them up or replace byte by byte.
#include <array>

#include "pvm/objects/bytes.hpp"

namespace lariat::pvm {

namespace {

std::string_view me(Value self)
{
    return text(bytes_of(self));
}
bool blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}
Value made(Vm& vm, Value self, std::string_view part)
{
    vm.charge(gas::ITEM);
    return bytes_like(vm, self, view(part));
}
// What it is cut at.
bool read_separator(Vm& vm, Value v, std::string_view& out)
{
    if (!is_bytes_like(v))
        return type_error(vm, cat("a bytes-like object is required, not '", type_name(v), "'")).present();
    out = me(v);
    return !out.empty() || value_error(vm, "empty separator").present();
}

template <bool FROM_END>
Value split(Vm& vm, Value self, const Args& a)
{
    i64 limit = -1;
    if (a[1].present() && !count_value(vm, a[1], limit)) return ABSENT;
    std::string_view s = me(self), separator;
    const bool blanks = a[0].absent() || a[0] == NONE;
    if (!blanks && !read_separator(vm, a[0], separator)) return ABSENT;
    vm.charge(s.size() * (1 + separator.size() / 8));
    List* out = new_list_room(vm, 0);
    const auto add = [&](std::string_view part) { list_append(vm, out, made(vm, self, part)); };
    for (;;) {
        if (blanks) {
            while (!s.empty() && blank(FROM_END ? s.back() : s.front()))
                FROM_END ? s.remove_suffix(1) : s.remove_prefix(1);
            if (s.empty()) break;
        }
        std::size_t at = s.npos, width = separator.size();
        if (limit >= 0 && out->size >= static_cast<u64>(limit)) {
        } else if (!blanks) {
            at = FROM_END ? s.rfind(separator) : s.find(separator);
        } else {
            constexpr std::string_view BLANKS = " \t\n\v\f\r";
            at = FROM_END ? s.find_last_of(BLANKS) : s.find_first_of(BLANKS);
            width = 1;
        }
        if (at == s.npos) {
            add(s);
            break;
        }
        add(FROM_END ? s.substr(at + width) : s.substr(0, at));
        s = FROM_END ? s.substr(0, at) : s.substr(at + width);
    }
    if (FROM_END) std::reverse(out->items, out->items + out->size);
    return Value::object(out);
}
Value splitlines(Vm& vm, Value self, const Args& a)
{
    i64 kept = 0;
    if (a[0].present() && !c_int_value(vm, a[0], kept)) return ABSENT;
    const bool keep = kept != 0;
    const std::string_view s = me(self);
    vm.charge(s.size() * gas::BYTE);
    List* out = new_list_room(vm, 0);
    for (std::size_t begin = 0; begin < s.size();) {
        const std::size_t end = std::min(s.find_first_of("\r\n", begin), s.size());
        std::size_t next = std::min(end + 1, s.size());
        if (next < s.size() && s[end] == '\r' && s[next] == '\n') ++next;
        list_append(vm, out, made(vm, self, s.substr(begin, (keep ? next : end) - begin)));
        begin = next;
    }
    return Value::object(out);
}
Value parts(Vm& vm, Value self, const Args& a, bool last)
{
    std::string_view separator;
    if (!read_separator(vm, a[0], separator)) return ABSENT;
    const std::string_view s = me(self);
    const i64 found = find_in(vm, s, separator, last);
    const std::size_t at = static_cast<std::size_t>(found);
    const bool array = is(self, Kind::ByteArray);
    Value out[3];
    if (found < 0) {
        const Value whole = array ? made(vm, self, s) : self;
        out[0] = last ? made(vm, self, {}) : whole;
        out[1] = made(vm, self, {});
        out[2] = last ? whole : made(vm, self, {});
    } else {
        out[0] = made(vm, self, s.substr(0, at));
        out[1] = array ? made(vm, self, separator) : a[0];
        out[2] = made(vm, self, s.substr(at + separator.size()));
    }
    return Value::object(new_tuple(vm, out));
}
Value partition(Vm& vm, Value self, const Args& a)
{
    return parts(vm, self, a, false);
}
Value rpartition(Vm& vm, Value self, const Args& a)
{
    return parts(vm, self, a, true);
}
Value removesuffix(Vm& vm, Value self, const Args& a)
{
    if (!is_bytes_like(a[0]))
        return type_error(vm, cat("a bytes-like object is required, not '", type_name(a[0]), "'"));
    vm.charge(me(self).size() * gas::BYTE);
    const bool ends = me(self).ends_with(me(a[0]));
    return made(vm, self, me(self).substr(0, me(self).size() - (ends ? me(a[0]).size() : 0)));
}
// `room` fillers, `left` of them in front; a width that is no more than the length leaves things as they are.
Value filled(Vm& vm, Value self, i64 room, i64 left, char fill)
{
    if (room <= 0) {
        if (!is(self, Kind::ByteArray)) return self;
        vm.charge(me(self).size() * gas::BYTE);
        return made(vm, self, me(self));
    }
    vm.arena.need(static_cast<u64>(room) + me(self).size());
    vm.charge((static_cast<u64>(room) + me(self).size()) * gas::BYTE);
    std::string out(static_cast<std::size_t>(left), fill);
    out += me(self);
    out.append(static_cast<std::size_t>(room - left), fill);
    return bytes_like(vm, self, view(std::string_view(out)));
}
i64 room_in(i64 width, std::string_view text)
{
    const i64 size = static_cast<i64>(text.size());
    return width <= size ? 0 : width - size;
}
Value center(Vm& vm, Value self, const Args& a)
{
    i64 width = 0;
    if (!count_value(vm, a[0], width)) return ABSENT;
    if (a[1].present() && (!is_bytes_like(a[1]) || bytes_of(a[1]).size() != 1))
        return type_error(
            vm, cat("center() argument 2 must be a byte string of length 1, not ", type_name(a[1])));
    const i64 room = room_in(width, me(self));
    return filled(vm, self, room, room / 2 + (room & width & 1), a[1].present() ? me(a[1])[0] : ' ');
}
Value zfill(Vm& vm, Value self, const Args& a)
{
    i64 width = 0;
    if (!count_value(vm, a[0], width)) return ABSENT;
    const std::string_view s = me(self);
    const i64 room = room_in(width, s);
    const Value out = filled(vm, self, room, room, '0');
    if (room <= 0 || s.empty() || (s[0] != '-' && s[0] != '+')) return out;
    u8* data = is(out, Kind::Bytes) ? cast<BytesObject>(out)->data : cast<ByteArray>(out)->data;
    std::swap(data[0], data[room]);
    return out;
}

Value expandtabs(Vm& vm, Value self, const Args& a)
{
    i64 tab = 8, column = 0;
    if (a[0].present() && !c_int_value(vm, a[0], tab)) return ABSENT;
    vm.charge(me(self).size() * gas::BYTE);
    std::string out;
    for (const char c : me(self)) {
        const i64 room = c != '\t' ? 0 : tab > 0 ? tab - column % tab : 0;
        if (c == '\t') {
            vm.arena.need(static_cast<u64>(room) + out.size());
            vm.charge(static_cast<u64>(room) * gas::BYTE);
            out.append(static_cast<std::size_t>(room), ' ');
        } else {
            out += c;
        }
        column = c == '\n' || c == '\r' ? 0 : column + (c == '\t' ? room : 1);
    }
    return bytes_like(vm, self, view(std::string_view(out)));
}
bool want_bytes(Vm& vm, Value v)
{
    return is_bytes_like(v) ||
           type_error(vm, cat("a bytes-like object is required, not '", type_name(v), "'")).present();
}
Value translate(Vm& vm, Value self, const Args& a)
{
    const bool table = !(a[0] == NONE);
    if (table && !want_bytes(vm, a[0])) return ABSENT;
    if (table && bytes_of(a[0]).size() != 256)
        return value_error(vm, "translation table must be 256 characters long");
    if (a[1].present() && !want_bytes(vm, a[1])) return ABSENT;
    const std::string_view deleted = a[1].present() ? me(a[1]) : std::string_view();
    vm.charge((256 + me(self).size() + deleted.size()) * gas::BYTE);
    std::array<bool, 256> drop{};
    for (const char c : deleted) drop[static_cast<u8>(c)] = true;
    std::string out;
    for (const char c : me(self))
        if (!drop[static_cast<u8>(c)]) out += table ? me(a[0])[static_cast<u8>(c)] : c;
    return bytes_like(vm, self, view(std::string_view(out)));
}
Value maketrans(Vm& vm, Value, const Args& a)
{
    if (!want_bytes(vm, a[0]) || !want_bytes(vm, a[1])) return ABSENT;
    if (me(a[0]).size() != me(a[1]).size())
        return value_error(vm, "maketrans arguments must have same length");
    vm.charge((256 + me(a[0]).size()) * gas::BYTE);
    std::string table;
    for (int c = 0; c < 256; ++c) table += static_cast<char>(c);
    for (std::size_t i = 0; i < me(a[0]).size(); ++i) table[static_cast<u8>(me(a[0])[i])] = me(a[1])[i];
    return new_bytes(vm, view(std::string_view(table)));
}

constexpr u64 P = gas::NATIVE;
constexpr NativeSpec MAKETRANS = {"maketrans", maketrans, "frm,to/", P};
constexpr NativeSpec METHODS[] = {
    {"split", split<false>, "sep=,maxsplit=", P}, {"rsplit", split<true>, "sep=,maxsplit=", P},
    {"splitlines", splitlines, "keepends=", P},   {"partition", partition, "sep/", P},
    {"rpartition", rpartition, "sep/", P},        {"removesuffix", removesuffix, "suffix/", P},
    {"center", center, "width,fillchar=/", P},    {"zfill", zfill, "width/", P},
    {"expandtabs", expandtabs, "tabsize=", P},    {"translate", translate, "table,/,delete=", P},
};

}  // namespace

const NativeSpec& bytes_maketrans()
{
    return MAKETRANS;
}

std::span<const NativeSpec> bytes_split_methods()
{
    return METHODS;
}

}  // namespace lariat::pvm
