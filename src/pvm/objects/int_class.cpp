// The class int: integers made of text and of other values, its methods and attributes.
#include "base/utf8.hpp"
#include "pvm/objects/bytes.hpp"
#include "pvm/objects/str_methods.hpp"
#include "pvm/objects/unicode.hpp"

namespace lariat::pvm {

namespace {

// Decimal digits and nothing else, few enough to be a small integer.
std::optional<i64> short_decimal(std::string_view text)
{
    if (text.empty() || text.size() > 18) return std::nullopt;
    i64 n = 0;
    for (const char c : text) {
        if (c < '0' || c > '9') return std::nullopt;
        n = n * 10 + (c - '0');
    }
    return n;
}

// Digits and blanks of all scripts as those of ASCII.
std::string plain_digits(std::string_view text)
{
    std::string out;
    while (!text.empty()) {
        const auto point = utf8::decode(view(text));
        if (const u32 blank = blank_in_front(text); blank != 0)
            out += ' ';
        else if (point->value >= 0x80 && (unicode::classes(point->value) & unicode::DECIMAL) != 0)
            out += static_cast<char>('0' + unicode::decimal_value(point->value));
        else
            out += text.substr(0, point->length);
        text.remove_prefix(point->length);
    }
    return out;
}

}  // namespace

Value int_parse(Vm& vm, std::string_view text, u32 base, Value shown_value)
{
    vm.charge(text.size() + (text.size() / 16) * (text.size() / 16) / 4);
    std::string plain;
    if (is_str(shown_value) && !cast<Str>(shown_value)->ascii()) {
        vm.charge(text.size() * gas::BYTE);
        plain = plain_digits(text);
        text = plain;
    }
    if (base == 10)
        if (const auto n = short_decimal(text)) return Value::small(*n);
    bigint::Big out;
    const bigint::Status status = bigint::from_text(text, base, out);
    if (status != bigint::Status::invalid_text) return int_of_result(vm, status, out);
    std::string repr;
    if (is(shown_value, Kind::ByteArray)) shown_value = new_bytes(vm, bytes_of(shown_value));
    if (!repr_to(vm, shown_value, repr)) return ABSENT;
    constexpr std::size_t SHOWN_POINTS_MAX = 200;
    return value_error(vm, cat("invalid literal for int() with base ", number(base), ": ",
                               utf8::head_of_points(repr, SHOWN_POINTS_MAX)));
}

namespace {

Value int_make(Vm& vm, Value cls, const Args& args)
{
    const bool is_bool = cast<Class>(cls) == &T.bool_;
    if (is_bool) {
        if (args.keywords() != 0) return type_error(vm, "bool() takes no keyword arguments");
        if (args.positional > 1)
            return type_error(vm, cat("bool expected at most 1 argument, got ", number(args.positional)));
        if (args.positional == 0) return FALSE;
        const int t = truth(vm, args[0]);
        return t < 0 ? ABSENT : Value::boolean(t != 0);
    }
    if (args.positional > 2)
        return type_error(vm, cat("int() takes at most 2 arguments (", number(args.positional), " given)"));
    Value base = args.positional > 1 ? args[1] : ABSENT;
    for (u32 i = 0; i < args.keywords(); ++i) {
        if (str_of(args.names->items[i]) != "base")
            return type_error(
                vm, cat("'", str_of(args.names->items[i]), "' is an invalid keyword argument for int()"));
        base = args[args.positional + i];
    }
    if (args.positional == 0)
        return base.absent() ? Value::small(0) : type_error(vm, "int() missing string argument");
    const Value v = args[0];
    if (base.present()) {
        const Value index = to_index(vm, base);
        if (index.absent()) return ABSENT;
        const auto n = to_i64(index);
        if (!n || (*n != 0 && (*n < 2 || *n > 36)))
            return value_error(vm, "int() base must be >= 2 and <= 36, or 0");
        if (is_str(v)) return int_parse(vm, str_of(v), static_cast<u32>(*n), v);
        if (is_bytes_like(v)) return int_parse(vm, text(bytes_of(v)), static_cast<u32>(*n), v);
        return type_error(vm, "int() can't convert non-string with explicit base");
    }
    if (is_int(v) && exact(v) && !v.is_bool()) return v;
    if (v.is_bool()) return Value::small(v == TRUE);
    for (Str* name : {N.int_, N.index, N.trunc}) {
        const Value method = special_method(vm, v, name);
        if (pending(vm)) return ABSENT;
        if (method.absent() && is_int(v)) return plain_of(vm, v);
        if (method.absent()) continue;
        Value r = call(vm, method, {});
        if (name == N.trunc && r.present() && !is_int(r)) {
            const bool integral = special_method(vm, r, N.index).present();
            if (pending(vm)) return ABSENT;
            if (!integral)
                return type_error(vm, cat("__trunc__ returned non-Integral (type ", type_name(r), ")"));
            r = to_index(vm, r);
        }
        if (r.absent() || is_int(r)) return r.is_bool() ? Value::small(r == TRUE) : plain_of(vm, r);
        return type_error(vm, cat(name->view(), " returned non-int (type ", type_name(r), ")"));
    }
    if (is_str(v)) return int_parse(vm, str_of(v), 10, v);
    if (is_bytes_like(v)) return int_parse(vm, text(bytes_of(v)), 10, v);
    return type_error(vm, cat("int() argument must be a string, a bytes-like object or a real number, not '",
                              type_name(v), "'"));
}

Value bit_length(Vm&, Value self, const Args&)
{
    return Value::small(static_cast<i64>(int_bits(self)));
}
Value bit_count(Vm& vm, Value self, const Args&)
{
    vm.charge(int_bits(self) / 64);
    bigint::Big room;
    return Value::small(bigint::bit_count(int_view(self, room)));
}
// The word for the order is a str; which one is looked at when all arguments are there.
bool byte_order_given(Vm& vm, Value v, std::string_view function)
{
    return v.absent() || is_str(v) ||
           type_error(vm, cat(function, "() argument 'byteorder' must be str, not ", argument_name(v)))
               .present();
}
bool byte_order(Vm& vm, Value v, bigint::ByteOrder& order)
{
    order = bigint::ByteOrder::big;
    if (v.absent()) return true;
    if (is_str(v) && str_of(v) == "big") return true;
    order = bigint::ByteOrder::little;
    if (is_str(v) && str_of(v) == "little") return true;
    return value_error(vm, "byteorder must be either 'little' or 'big'").present();
}
Value to_bytes(Vm& vm, Value self, const Args& a)
{
    i64 n = 1;
    if (a[0].present() && !count_value(vm, a[0], n)) return ABSENT;
    if (!byte_order_given(vm, a[1], "to_bytes")) return ABSENT;
    const int is_signed = a[2].absent() ? 0 : truth(vm, a[2]);
    bigint::ByteOrder order{};
    if (is_signed < 0 || !byte_order(vm, a[1], order)) return ABSENT;
    if (n < 0) return value_error(vm, "length argument must be non-negative");
    vm.arena.need(static_cast<u64>(n));
    vm.charge(static_cast<u64>(n));
    Bytes out(static_cast<std::size_t>(n));
    bigint::Big room;
    const bigint::Status status = bigint::to_bytes(int_view(self, room), order, is_signed != 0, out);
    if (status == bigint::Status::does_not_fit) return raise(vm, T.OverflowError, "int too big to convert");
    if (status == bigint::Status::negative_unsigned)
        return raise(vm, T.OverflowError, "can't convert negative int to unsigned");
    return new_bytes(vm, out);
}
/// What bytes() would make of it; `collected` is where they are put when they come one by one.
bool bytes_given(Vm& vm, Value v, Bytes& collected, BytesView& bytes)
{
    if (!exact(v)) {  // a class that derives from bytes may have a __bytes__ of its own
        bool found = false;
        const Value own = bytes_of_hook(vm, v, found);
        if (own.present()) bytes = bytes_of(own);
        if (found) return own.present();
    }
    if (is_bytes_like(v)) {
        bytes = bytes_of(v);
        return true;
    }
    if (is_str(v) || (lookup(vm, type_of(v), N.iter).absent() && lookup(vm, type_of(v), N.getitem).absent()))
        return type_error(vm, cat("cannot convert '", type_name(v), "' object to bytes")).present();
    const bool walked = for_each(vm, v, [&](Value item) {
        i64 n = 0;
        if (!index_value(vm, item, n)) return false;
        if (n < 0 || n > 255) return value_error(vm, "bytes must be in range(0, 256)").present();
        vm.charge(1);
        vm.arena.need(collected.size());
        collected.push_back(static_cast<u8>(n));
        return true;
    });
    bytes = collected;
    return walked;
}

Value from_bytes(Vm& vm, Value cls, const Args& a)
{
    if (!byte_order_given(vm, a[1], "from_bytes")) return ABSENT;
    const int is_signed = a[2].absent() ? 0 : truth(vm, a[2]);
    bigint::ByteOrder order{};
    if (is_signed < 0 || !byte_order(vm, a[1], order)) return ABSENT;
    Bytes collected;
    BytesView bytes;
    if (!bytes_given(vm, a[0], collected, bytes)) return ABSENT;
    vm.charge(bytes.size());
    bigint::Big out;
    const Value made = int_of_result(vm, bigint::from_bytes(bytes, order, is_signed != 0, out), out);
    return made.absent() || cls == Value::object(&T.int_) ? made : call(vm, cls, {made});
}
Value as_integer_ratio(Vm& vm, Value self, const Args&)
{
    const Value pair[] = {self.is_bool() ? Value::small(self == TRUE) : plain_of(vm, self), Value::small(1)};
    return Value::object(new_tuple(vm, pair));
}
Value conjugate(Vm&, Value self, const Args&)
{
    return self.is_bool() ? Value::small(self == TRUE) : self;
}
Value get_real(Vm& vm, Value self)
{
    return self.is_bool() ? Value::small(self == TRUE) : plain_of(vm, self);
}
Value get_imaginary(Vm&, Value)
{
    return Value::small(0);
}
Value get_one(Vm&, Value)
{
    return Value::small(1);
}

constexpr NativeSpec METHODS[] = {
    {"bit_length", bit_length, "", gas::NATIVE},
    {"bit_count", bit_count, "", gas::NATIVE},
    {"to_bytes", to_bytes, "length=,byteorder=,*,signed=", gas::NATIVE},
    {"conjugate", conjugate, "", gas::NATIVE},
    {"as_integer_ratio", as_integer_ratio, "", gas::NATIVE},
};
constexpr NativeSpec FROM_BYTES = {"from_bytes", from_bytes, "bytes,byteorder=,*,signed=", gas::NATIVE};
constexpr AttributeSpec ATTRIBUTES[] = {{"real", get_real, nullptr},
                                        {"imag", get_imaginary, nullptr},
                                        {"numerator", get_real, nullptr},
                                        {"denominator", get_one, nullptr}};

}  // namespace

void boot_int()
{
    T.int_.make = int_make;
    T.bool_.make = int_make;
    add_static(T.int_, METHODS, ATTRIBUTES);
    add_class_method(T.int_, FROM_BYTES);
    add_builtin("int", Value::object(&T.int_));
    add_builtin("bool", Value::object(&T.bool_));
}

}  // namespace lariat::pvm
