// Integers: small ones in the Value, larger ones as limbs in the arena, never beyond 4,096 bits.
#include "pvm/numbers/word.hpp"
#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

namespace {

Value settle(Vm& vm, bigint::Status status, const bigint::Big& big)
{
    using bigint::Status;
    switch (status) {
        case Status::ok:
            return int_of_big(vm, big);
        case Status::overflow:
        case Status::does_not_fit:
            return raise(vm, T.OverflowError, "integer is wider than 4096 bits");
        case Status::division_by_zero:
            return raise(vm, T.ZeroDivisionError, "integer division or modulo by zero");
        case Status::negative_shift:
            return value_error(vm, "negative shift count");
        case Status::negative_exponent:
            return type_error(vm, "floats are not available: negative exponent");
        case Status::not_invertible:
            return value_error(vm, "base is not invertible for the given modulus");
        case Status::negative_unsigned:
            return raise(vm, T.OverflowError, "can't convert negative int to unsigned");
        case Status::invalid_text:
            break;
    }
    return value_error(vm, "invalid literal for int()");
}

u64 wide(Value a, Value b)
{
    const u64 bits = std::max(int_bits(a), int_bits(b));
    return bits > gas::WIDE_BITS ? bits / gas::WIDE_BITS : 0;
}

i64 immediate(Value v)
{
    return v.is_small() ? v.as_small() : v == TRUE ? 1 : 0;
}

bool narrow(Value v)
{
    return v.is_small() || v.is_bool();
}

}  // namespace

Value int_of(Vm& vm, i64 n)
{
    if (fits_small(n)) return Value::small(n);
    return int_of_big(vm, bigint::from_i64(n));
}
Value int_of_u64(Vm& vm, u64 n)
{
    return n <= static_cast<u64>(Value::SMALL_MAX) ? Value::small(static_cast<i64>(n))
                                                   : int_of_big(vm, bigint::from_u64(n));
}
Value int_of_u128(Vm& vm, u128 n)
{
    return int_of_big(vm, bigint::from_u128(n));
}

Value int_of_big(Vm& vm, const bigint::Big& big)
{
    if (const auto n = bigint::to_i64(big.view()); n && fits_small(*n)) return Value::small(*n);
    Int* o = vm.make<Int>(T.int_, Kind::Int, big.size * u64{8});
    o->flag = big.negative ? 1 : 0;
    o->size = big.size;
    for (u32 i = 0; i < big.size; ++i) o->limbs[i] = big.limbs[i];
    return Value::object(o);
}

bigint::View int_view(Value v, bigint::Big& room)
{
    if (is(v, Kind::Int)) return {cast<Int>(v)->flag != 0, cast<Int>(v)->magnitude()};
    room.negative = false;
    room.size = 0;
    const i64 n = immediate(v);
    if (n != 0) {
        room.negative = n < 0;
        room.size = 1;
        room.limbs[0] = n < 0 ? u64{0} - static_cast<u64>(n) : static_cast<u64>(n);
    }
    return room.view();
}

std::optional<i64> to_i64(Value v)
{
    if (narrow(v)) return immediate(v);
    bigint::Big room;
    return bigint::to_i64(int_view(v, room));
}
std::optional<u64> to_u64(Value v)
{
    if (narrow(v))
        return immediate(v) < 0 ? std::nullopt : std::optional<u64>(static_cast<u64>(immediate(v)));
    bigint::Big room;
    return bigint::to_u64(int_view(v, room));
}
std::optional<u128> to_u128(Value v)
{
    if (narrow(v))
        return immediate(v) < 0 ? std::nullopt : std::optional<u128>(static_cast<u128>(immediate(v)));
    bigint::Big room;
    return bigint::to_u128(int_view(v, room));
}

u64 int_bits(Value v)
{
    if (narrow(v)) {
        const i64 n = immediate(v);
        const u64 magnitude = n < 0 ? u64{0} - static_cast<u64>(n) : static_cast<u64>(n);
        return magnitude == 0 ? 0 : 64 - static_cast<u64>(__builtin_clzll(magnitude));
    }
    const Int* o = cast<Int>(v);
    if (o->size == 0) return 0;  // of a program's class
    return o->size * u64{64} - static_cast<u64>(__builtin_clzll(o->limbs[o->size - 1]));
}

std::string int_text(Vm& vm, Value v, u32 base)
{
    if (narrow(v) && base == 10) {
        std::string text = std::to_string(immediate(v));
        vm.charge(text.size());
        return text;
    }
    const u64 limbs = int_bits(v) / 64 + 1;
    vm.charge(limbs * 20 + limbs * limbs / 4);  // decimal digits, and one pass over the limbs for each few
    bigint::Big room;
    return bigint::to_text(int_view(v, room), base);
}

int int_compare(Value a, Value b)
{
    if (narrow(a) && narrow(b)) return immediate(a) < immediate(b) ? -1 : immediate(a) > immediate(b) ? 1 : 0;
    bigint::Big x, y;
    const auto order = bigint::compare(int_view(a, x), int_view(b, y));
    return order < 0 ? -1 : order > 0 ? 1 : 0;
}

Value int_binary(Vm& vm, BinaryOp op, Value a, Value b)
{
    if (narrow(a) && narrow(b)) {
        const i64 x = immediate(a), y = immediate(b);
        i64 r = 0;
        switch (op) {
            case BinaryOp::Add:
                if (!__builtin_add_overflow(x, y, &r) && fits_small(r)) return Value::small(r);
                break;
            case BinaryOp::Sub:
                if (!__builtin_sub_overflow(x, y, &r) && fits_small(r)) return Value::small(r);
                break;
            case BinaryOp::Mul:
                if (!__builtin_mul_overflow(x, y, &r) && fits_small(r)) return Value::small(r);
                break;
            case BinaryOp::FloorDiv:
                if (y == 0) break;
                r = x / y;
                if (x % y != 0 && (x < 0) != (y < 0)) --r;
                return int_of(vm, r);
            case BinaryOp::Mod:
                if (y == 0) break;
                r = y == -1 ? 0 : x % y;
                if (r != 0 && (r < 0) != (y < 0)) r += y;
                return Value::small(r);
            case BinaryOp::And:
                return a.is_bool() && b.is_bool() ? Value::boolean((x & y) != 0) : Value::small(x & y);
            case BinaryOp::Or:
                return a.is_bool() && b.is_bool() ? Value::boolean((x | y) != 0) : Value::small(x | y);
            case BinaryOp::Xor:
                return a.is_bool() && b.is_bool() ? Value::boolean((x ^ y) != 0) : Value::small(x ^ y);
            case BinaryOp::LShift:
                if (y >= 0 && y < 62 && x < (i64{1} << (62 - y)) && x >= -(i64{1} << (62 - y)))
                    return Value::small(static_cast<i64>(static_cast<u64>(x) << y));
                break;
            case BinaryOp::RShift:
                if (y >= 0) return Value::small(y > 63 ? (x < 0 ? -1 : 0) : x >> y);
                break;
            default:
                break;
        }
    }
    vm.charge(wide(a, b));
    bigint::Big x, y, out, rest;
    const bigint::View u = int_view(a, x), v = int_view(b, y);
    bigint::Status status = bigint::Status::ok;
    switch (op) {
        case BinaryOp::Add:
            status = bigint::add(u, v, out);
            break;
        case BinaryOp::Sub:
            status = bigint::sub(u, v, out);
            break;
        case BinaryOp::Mul:
            status = bigint::mul(u, v, out);
            break;
        case BinaryOp::FloorDiv:
            status = bigint::divmod(u, v, out, rest);
            break;
        case BinaryOp::Mod:
            status = bigint::divmod(u, v, rest, out);
            if (status == bigint::Status::division_by_zero)
                return raise(vm, T.ZeroDivisionError, "integer modulo by zero");
            break;
        case BinaryOp::Pow: {
            const u64 exponent_bits = std::min<u64>(int_bits(b), 13);
            const u64 product = std::min<u64>(int_bits(a) << exponent_bits, bigint::BITS_MAX) / 64 + 1;
            vm.charge(exponent_bits * product * 2);
            if (const auto r = narrow(a) && narrow(b) ? pow_word(immediate(a), immediate(b)) : std::nullopt)
                return int_of(vm, *r);
            status = bigint::pow(u, v, out);
            break;
        }
        case BinaryOp::LShift:
            vm.charge(to_i64(b).value_or(bigint::BITS_MAX) > 64
                          ? static_cast<u64>(
                                std::min<i64>(to_i64(b).value_or(bigint::BITS_MAX), bigint::BITS_MAX)) /
                                64
                          : 0);
            status = bigint::shift_left(u, v, out);
            break;
        case BinaryOp::RShift:
            status = bigint::shift_right(u, v, out);
            break;
        case BinaryOp::And:
            status = bigint::bit_and(u, v, out);
            break;
        case BinaryOp::Or:
            status = bigint::bit_or(u, v, out);
            break;
        case BinaryOp::Xor:
            status = bigint::bit_xor(u, v, out);
            break;
        case BinaryOp::Div:
            return type_error(vm, "floats are not available: use // to divide integers");
        case BinaryOp::MatMul:
            return ABSENT;
    }
    return settle(vm, status, out);
}

Value int_pow_mod(Vm& vm, Value a, Value b, Value m)
{
    const u64 limbs = int_bits(m) / 64 + 1;
    vm.charge((int_bits(b) + 1) * (limbs * limbs / 4 + 2) + int_bits(a) / 64);
    if (int_compare(b, Value::small(0)) < 0) vm.charge(int_bits(m) * (limbs + 1));  // an inverse
    if (narrow(a) && narrow(b) && narrow(m) && immediate(b) >= 0 && immediate(m) > 0)
        return Value::small(static_cast<i64>(
            pow_mod_word(immediate(a), static_cast<u64>(immediate(b)), static_cast<u64>(immediate(m)))));
    bigint::Big x, y, z, out;
    const bigint::Status status = bigint::pow_mod(int_view(a, x), int_view(b, y), int_view(m, z), out);
    if (status == bigint::Status::division_by_zero) return value_error(vm, "pow() 3rd argument cannot be 0");
    return settle(vm, status, out);
}

Value int_negate(Vm& vm, Value a)
{
    if (narrow(a)) return int_of(vm, -immediate(a));
    vm.charge(int_bits(a) / 64);
    bigint::Big x, out;
    return settle(vm, bigint::negate(int_view(a, x), out), out);
}
Value int_invert(Vm& vm, Value a)
{
    if (narrow(a)) return Value::small(~immediate(a));
    vm.charge(int_bits(a) / 64);
    bigint::Big x, out;
    return settle(vm, bigint::invert(int_view(a, x), out), out);
}

Value int_abs(Vm& vm, Value a)
{
    if (a.is_bool()) return Value::small(a == TRUE);
    return int_compare(a, Value::small(0)) < 0 ? int_negate(vm, a) : plain_of(vm, a);
}

Value int_divmod(Vm& vm, Value a, Value b)
{
    const Value q = int_binary(vm, BinaryOp::FloorDiv, a, b);
    if (q.absent()) return ABSENT;
    const Value pair[] = {q, int_binary(vm, BinaryOp::Mod, a, b)};
    return Value::object(new_tuple(vm, pair));
}

Value int_round(Vm& vm, Value n, Value to)
{
    const Value v = n.is_bool() ? Value::small(n == TRUE) : plain_of(vm, n);
    if (to.absent() || to == NONE) return v;
    i64 digits = 0;
    if (!index_value(vm, to, digits)) return ABSENT;
    if (digits >= 0) return v;
    if (digits < -1300) return Value::small(0);
    // To a power of ten, halves to the even one.
    const Value unit = int_binary(vm, BinaryOp::Pow, Value::small(10), Value::small(-digits));
    if (unit.absent()) return ABSENT;
    const Value rest = int_binary(vm, BinaryOp::Mod, v, unit);
    const Value low = int_binary(vm, BinaryOp::Sub, v, rest);
    const Value twice = int_binary(vm, BinaryOp::Mul, rest, Value::small(2));
    if (rest.absent() || low.absent() || twice.absent()) return ABSENT;
    const int half = int_compare(twice, unit);
    bool up = half > 0;
    if (half == 0) {
        const Value quotient = int_binary(vm, BinaryOp::FloorDiv, low, unit);
        if (quotient.absent()) return ABSENT;
        up = int_binary(vm, BinaryOp::And, quotient, Value::small(1)) == Value::small(1);
    }
    return up ? int_binary(vm, BinaryOp::Add, low, unit) : low;
}

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

}  // namespace

Value int_parse(Vm& vm, std::string_view text, u32 base, Value shown_value)
{
    vm.charge(text.size() + (text.size() / 16) * (text.size() / 16) / 4);
    if (base == 10)
        if (const auto n = short_decimal(text)) return Value::small(*n);
    bigint::Big out;
    const bigint::Status status = bigint::from_text(text, base, out);
    if (status != bigint::Status::invalid_text) return settle(vm, status, out);
    std::string repr;
    if (!repr_to(vm, shown_value, repr)) return ABSENT;
    return value_error(vm, cat("invalid literal for int() with base ", number(base), ": ", repr));
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
    for (Str* name : {N.int_, N.index}) {
        const Value method = special_method(vm, v, name);
        if (method.absent() && is_int(v)) return plain_of(vm, v);
        if (method.absent()) continue;
        const Value r = call(vm, method, {});
        if (r.absent() || is_int(r)) return r.is_bool() ? Value::small(r == TRUE) : plain_of(vm, r);
        return type_error(vm, cat(name->view(), " returned non-int (type ", type_name(r), ")"));
    }
    if (is_str(v)) return int_parse(vm, str_of(v), 10, v);
    if (is_bytes_like(v))
        return int_parse(vm, text(bytes_of(v)), 10, is(v, Kind::ByteArray) ? new_bytes(vm, bytes_of(v)) : v);
    return type_error(vm, cat("int() argument must be a string, a bytes-like object or a real number, not '",
                              type_name(v), "'"));
}

Value bit_length(Vm&, Value self, const Args&)
{
    return Value::small(static_cast<i64>(int_bits(self)));
}
Value bit_count(Vm&, Value self, const Args&)
{
    bigint::Big room;
    return Value::small(bigint::bit_count(int_view(self, room)));
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
    if (a[0].present() && !index_value(vm, a[0], n)) return ABSENT;
    if (n < 0) return value_error(vm, "length argument must be non-negative");
    bigint::ByteOrder order{};
    if (!byte_order(vm, a[1], order)) return ABSENT;
    const int is_signed = a[2].absent() ? 0 : truth(vm, a[2]);
    if (is_signed < 0) return ABSENT;
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
Value from_bytes(Vm& vm, Value cls, const Args& a)
{
    bigint::ByteOrder order{};
    if (!byte_order(vm, a[1], order)) return ABSENT;
    const int is_signed = a[2].absent() ? 0 : truth(vm, a[2]);
    if (is_signed < 0) return ABSENT;
    Bytes collected;
    BytesView bytes;
    if (is_bytes_like(a[0])) {
        bytes = bytes_of(a[0]);
    } else {
        if (is_str(a[0]) ||
            (lookup(vm, type_of(a[0]), N.iter).absent() && lookup(vm, type_of(a[0]), N.getitem).absent()))
            return type_error(vm, cat("cannot convert '", type_name(a[0]), "' object to bytes"));
        if (!for_each(vm, a[0], [&](Value item) {
                i64 n = 0;
                if (!index_value(vm, item, n)) return false;
                if (n < 0 || n > 255) return value_error(vm, "bytes must be in range(0, 256)").present();
                vm.charge(1);
                collected.push_back(static_cast<u8>(n));
                return true;
            }))
            return ABSENT;
        bytes = collected;
    }
    vm.charge(bytes.size());
    bigint::Big out;
    const Value made = settle(vm, bigint::from_bytes(bytes, order, is_signed != 0, out), out);
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
