// str(), and the methods of str that justify, encode, format and translate; all tables come together here.
#include "pvm/objects/str_methods.hpp"

#include "base/utf8.hpp"
#include "pvm/objects/codecs.hpp"

namespace lariat::pvm {

namespace {

std::string_view me(Value self)
{
    return str_of(self);
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
    Value errors = args.positional > 2 ? args[2] : ABSENT;
    for (u32 k = 0; k < args.keywords(); ++k) {
        const std::string_view name = str_of(args.names->items[k]);
        if (name == "object")
            v = args[args.positional + k];
        else if (name == "encoding" || name == "errors")
            (name == "encoding" ? encoding : errors) = args[args.positional + k];
        else
            return type_error(vm, cat("'", name, "' is an invalid keyword argument for str()"));
    }
    if (args.positional > 3)
        return type_error(vm, cat("str() takes at most 3 arguments (", number(args.positional), " given)"));
    if (v.absent()) {
        vm.charge(gas::STR_BASE);
        return new_str(vm, "");
    }
    if (encoding.present() || errors.present()) {
        if (!codec_arguments(vm, "str", encoding, errors)) return ABSENT;
        if (is_str(v)) return type_error(vm, "decoding str is not supported");
        if (!is_bytes_like(v))
            return type_error(vm, cat("decoding to str: need a bytes-like object, ", type_name(v), " found"));
        return decode_bytes(vm, v, encoding, errors);
    }
    vm.charge(gas::STR_BASE + (is_str(v) && exact(v) ? str_of(v).size() * gas::BYTE : 0));
    return str_value(vm, v);
}

Value justify(Vm& vm, Value self, const Args& a, char how, std::string_view name)
{
    i64 width = 0;
    if (!count_value(vm, a[0], width)) return ABSENT;
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
    vm.arena.need(static_cast<u64>(room));  // so that the product is one
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
    if (!count_value(vm, a[0], width)) return ABSENT;
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
    if (a[0].present() && !c_int_value(vm, a[0], tab)) return ABSENT;
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

Value encode(Vm& vm, Value self, const Args& a)
{
    return encode_text(vm, self, a[0], a[1]);
}
Value format(Vm& vm, Value self, const Args& a)
{
    return str_format(vm, me(self), a, ABSENT);
}
Value format_map(Vm& vm, Value self, const Args& a)
{
    return str_format(vm, me(self), Args{nullptr, 0, nullptr}, a[0]);
}
// Has a sequence of Python's own nothing at `at`? Saying so itself it would make an exception each time.
bool ends_before(Value table, u64 at)
{
    if (!table.is_object() || !exact(table)) return false;
    switch (table.as_object()->kind) {
        case Kind::Str:
            return at >= cast<Str>(table)->points;
        case Kind::Bytes:
        case Kind::ByteArray:
        case Kind::List:
        case Kind::Tuple:
            return at >= table.as_object()->size;
        default:
            return false;
    }
}
Value translate(Vm& vm, Value self, const Args& a)
{
    std::string out;
    const std::string_view s = me(self);
    for (std::size_t i = 0; i < s.size();) {
        const auto point = utf8::decode(view(s.substr(i)));
        vm.charge(gas::DICT);
        const bool none = ends_before(a[0], point->value);
        const Value r = none ? ABSENT : subscript(vm, a[0], Value::small(point->value));
        if (r.absent() && !none && !pending_is(vm, T.LookupError)) return ABSENT;
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
        pay_for_deleted(vm, from);
        for (u32 i = 0; i < from->used; ++i) {
            if (from->entries[i].key.absent()) continue;
            vm.charge(gas::DICT);
            Value key = from->entries[i].key;
            if (is_str(key)) {
                if (cast<Str>(key)->points != 1)
                    return value_error(vm, "string keys in translate table must be of length 1");
                key = Value::small(utf8::decode(view(str_of(key)))->value);
            } else if (!is_int(key)) {
                return type_error(vm, "keys in translate table must be strings or integers");
            }
            if (!dict_set(vm, out, key, from->entries[i].value)) return ABSENT;
        }
        return Value::object(out);
    }
    for (u32 i = 1; i < 3; ++i)
        if (a[i].present() && !is_str(a[i]))
            return type_error(
                vm, cat("maketrans() argument ", number(i + 1), " must be str, not ", argument_name(a[i])));
    if (!is_str(a[0]))
        return type_error(vm, "first maketrans argument must be a string if there is a second argument");
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
    const int in = native_contains(vm, self, a[0]);
    return in < 0 ? ABSENT : Value::boolean(in == 1);
}
Value getitem(Vm& vm, Value self, const Args& a)
{
    return native_subscript(vm, self, a[0]);
}

constexpr u64 P = gas::NATIVE;
constexpr NativeSpec METHODS[] = {
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
    boot_single_characters();
    T.str.make = str_make;
    for (const auto methods : {str_case_methods(), str_split_methods(), str_search_methods()})
        add_static(T.str, methods);
    add_static(T.str, METHODS);
    add_static_value(T.str, "maketrans", static_native(MAKETRANS, &T.native));
    add_builtin("str", Value::object(&T.str));
}

}  // namespace lariat::pvm
