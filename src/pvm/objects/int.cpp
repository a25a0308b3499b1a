// Integers: small ones in the Value, larger ones as limbs in the arena, never beyond 4,096 bits.
#include "pvm/numbers/word.hpp"
#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

namespace {

u64 wide(Value a, Value b)
{
    const u64 bits = std::max(int_bits(a), int_bits(b));
    return bits > gas::WIDE_BITS ? bits / gas::WIDE_BITS : 0;
}

u64 limbs(Value v)
{
    return is(v, Kind::Int) ? cast<Int>(v)->size : 1;
}

u64 long_division(Value a, Value b)
{
    return limbs(a) < limbs(b) ? 0 : gas::products(limbs(a) - limbs(b) + 1, limbs(b));
}

i64 immediate(Value v)
{
    return v.is_small() ? v.as_small() : v == TRUE ? 1 : 0;
}

u64 int_magnitude(i64 n)
{
    return n < 0 ? u64{0} - static_cast<u64>(n) : static_cast<u64>(n);
}

bool narrow(Value v)
{
    return v.is_small() || v.is_bool();
}

// What most numbers are that are not small: of so many bits that sums fit a word of the compiler's.
constexpr u64 PAIR_BITS = 126;

std::optional<i128> pair_of(Value v)
{
    if (narrow(v)) return immediate(v);
    const Int* o = cast<Int>(v);
    if (o->size > 2 || o->size == 0) return std::nullopt;
    const u128 magnitude = o->size == 2 ? u128{o->limbs[1]} << 64 | o->limbs[0] : o->limbs[0];
    if (magnitude >> PAIR_BITS != 0) return std::nullopt;
    return o->flag != 0 ? -static_cast<i128>(magnitude) : static_cast<i128>(magnitude);
}

// Small ones and those of one limb, as most of a program's class are; nothing is charged for comparing them.
std::optional<i64> word_of(Value v)
{
    if (narrow(v)) return immediate(v);
    const Int* o = cast<Int>(v);
    if (o->size != 1 || o->limbs[0] >> 63 != 0) return std::nullopt;
    const i64 magnitude = static_cast<i64>(o->limbs[0]);
    return o->flag != 0 ? -magnitude : magnitude;
}

Value int_of_pair(Vm& vm, i128 n)
{
    if (n >= Value::SMALL_MIN && n <= Value::SMALL_MAX) return Value::small(static_cast<i64>(n));
    const u128 magnitude = n < 0 ? u128{0} - static_cast<u128>(n) : static_cast<u128>(n);
    const u32 limbs = magnitude >> 64 != 0 ? 2 : 1;
    Int* o = vm.make<Int>(T.int_, Kind::Int, limbs * u64{8});
    o->flag = n < 0 ? 1 : 0;
    o->size = limbs;
    o->limbs[0] = static_cast<u64>(magnitude);
    if (limbs == 2) o->limbs[1] = static_cast<u64>(magnitude >> 64);
    return Value::object(o);
}

// The operations on such, where the result is sure to fit; bits: of both operands.
std::optional<i128> pair_binary(BinaryOp op, i128 x, i128 y, u64 bits)
{
    switch (op) {
        case BinaryOp::Add:
            return x + y;
        case BinaryOp::Sub:
            return x - y;
        case BinaryOp::Mul:
            return bits <= PAIR_BITS ? std::optional(x * y) : std::nullopt;
        case BinaryOp::And:
            return x & y;
        case BinaryOp::Or:
            return x | y;
        case BinaryOp::Xor:
            return x ^ y;
        case BinaryOp::FloorDiv:
        case BinaryOp::Mod: {
            if (y == 0) return std::nullopt;
            i128 quotient = x / y, rest = x - quotient * y;
            if (rest != 0 && (rest < 0) != (y < 0)) {
                --quotient;
                rest += y;
            }
            return op == BinaryOp::Mod ? rest : quotient;
        }
        case BinaryOp::RShift:
            if (y < 0) return std::nullopt;
            return x >> (y > 127 ? 127 : static_cast<int>(y));
        default:
            return std::nullopt;
    }
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
    if (big.size < 2)
        if (const auto n = bigint::to_i64(big.view()); n && fits_small(*n)) return Value::small(*n);
    Int* o = vm.make<Int>(T.int_, Kind::Int, big.size * u64{8});
    o->flag = big.negative ? 1 : 0;
    o->size = big.size;
    std::copy_n(big.limbs.data(), big.size, static_cast<u64*>(o->limbs));
    return Value::object(o);
}

Value int_of_result(Vm& vm, bigint::Status status, const bigint::Big& big)
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
    if (const auto p = pair_of(a), q = pair_of(b); p && q) return *p < *q ? -1 : *p > *q ? 1 : 0;
    bigint::Big x, y;
    const auto order = bigint::compare(int_view(a, x), int_view(b, y));
    return order < 0 ? -1 : order > 0 ? 1 : 0;
}

int int_order(Vm& vm, Value a, Value b)
{
    if (const auto p = word_of(a), q = word_of(b); p && q) return *p < *q ? -1 : *p > *q ? 1 : 0;
    const auto one_limb = [](Value v) { return !v.is_object() || cast<Int>(v)->size == 0; };
    if (!one_limb(a) || !one_limb(b)) vm.charge(std::max(int_bits(a), int_bits(b)) / 64);
    return int_compare(a, b);
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
    if (const auto p = pair_of(a), q = pair_of(b); p && q)
        if (const auto r = pair_binary(op, *p, *q, int_bits(a) + int_bits(b))) return int_of_pair(vm, *r);
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
            vm.charge(gas::products(limbs(a), limbs(b)));
            status = bigint::mul(u, v, out);
            break;
        case BinaryOp::FloorDiv:
            vm.charge(long_division(a, b));
            status = bigint::divmod(u, v, out, rest);
            break;
        case BinaryOp::Mod:
            vm.charge(long_division(a, b));
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
        case BinaryOp::LShift: {
            const i64 count = std::min<i64>(to_i64(b).value_or(bigint::BITS_MAX), bigint::BITS_MAX);
            vm.charge(count > 64 ? static_cast<u64>(count) / 64 : 0);
            const auto p = pair_of(a);
            if (p && count >= 0 && int_bits(a) + static_cast<u64>(count) <= PAIR_BITS)
                return int_of_pair(vm, *p * (i128{1} << count));
            status = bigint::shift_left(u, v, out);
            break;
        }
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
    return int_of_result(vm, status, out);
}

namespace {

std::optional<i64> inverse_of(i64 n, i64 modulus)
{
    const i64 rest = n % modulus;
    const auto found =
        inverse_word(static_cast<u64>(rest < 0 ? rest + modulus : rest), static_cast<u64>(modulus));
    return found ? std::optional(static_cast<i64>(*found)) : std::nullopt;
}

}  // namespace

Value int_pow_mod(Vm& vm, Value a, Value b, Value m)
{
    const u64 limbs = int_bits(m) / 64 + 1;
    vm.charge((int_bits(b) + 1) * (limbs * limbs / 4 + 5 * limbs) + int_bits(a) / 64);
    if (int_compare(b, Value::small(0)) < 0) vm.charge(int_bits(m) * (limbs + 1));  // an inverse
    if (narrow(a) && narrow(b) && narrow(m) && immediate(m) > 0) {
        const bool inverts = immediate(b) < 0 && immediate(m) > 1;
        const std::optional<i64> base =
            inverts ? inverse_of(immediate(a), immediate(m)) : std::optional(immediate(a));
        if (!base) return int_of_result(vm, bigint::Status::not_invertible, {});
        if (inverts || immediate(b) >= 0)
            return Value::small(static_cast<i64>(
                pow_mod_word(*base, int_magnitude(immediate(b)), static_cast<u64>(immediate(m)))));
    }
    bigint::Big x, y, z, out;
    const bigint::Status status = bigint::pow_mod(int_view(a, x), int_view(b, y), int_view(m, z), out);
    if (status == bigint::Status::division_by_zero) return value_error(vm, "pow() 3rd argument cannot be 0");
    return int_of_result(vm, status, out);
}

Value int_negate(Vm& vm, Value a)
{
    if (narrow(a)) return int_of(vm, -immediate(a));
    vm.charge(int_bits(a) / 64);
    if (const auto p = pair_of(a)) return int_of_pair(vm, -*p);
    bigint::Big x, out;
    return int_of_result(vm, bigint::negate(int_view(a, x), out), out);
}
Value int_invert(Vm& vm, Value a)
{
    if (narrow(a)) return Value::small(~immediate(a));
    vm.charge(int_bits(a) / 64);
    if (const auto p = pair_of(a)) return int_of_pair(vm, ~*p);
    bigint::Big x, out;
    return int_of_result(vm, bigint::invert(int_view(a, x), out), out);
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
    if (digits < -1233) return Value::small(0);  // no number reaches half of such a power
    // To a power of ten, halves to the even one.
    const Value unit = int_binary(vm, BinaryOp::Pow, Value::small(10), Value::small(-digits));
    if (unit.absent()) return ABSENT;
    const Value rest = int_binary(vm, BinaryOp::Mod, v, unit);
    const Value missing = int_binary(vm, BinaryOp::Sub, unit, rest);
    if (rest.absent() || missing.absent()) return ABSENT;
    const int half = int_compare(rest, missing);
    bool up = half > 0;
    if (half == 0) {
        const Value quotient = int_binary(vm, BinaryOp::FloorDiv, v, unit);
        if (quotient.absent()) return ABSENT;
        up = int_binary(vm, BinaryOp::And, quotient, Value::small(1)) == Value::small(1);
    }
    return up ? int_binary(vm, BinaryOp::Add, v, missing) : int_binary(vm, BinaryOp::Sub, v, rest);
}

}  // namespace lariat::pvm
