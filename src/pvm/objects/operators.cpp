// The operators: integers first, then the other builtin kinds, then what programs define.
#include "pvm/objects/aliases.hpp"

namespace lariat::pvm {

namespace {

struct OperatorNames {
    Str *plain, *reflected, *in_place;
    std::string_view symbol;
};

OperatorNames names_of(BinaryOp op)
{
    switch (op) {
        case BinaryOp::Add:
            return {N.add, N.radd, N.iadd, "+"};
        case BinaryOp::Sub:
            return {N.sub, N.rsub, N.isub, "-"};
        case BinaryOp::Mul:
            return {N.mul, N.rmul, N.imul, "*"};
        case BinaryOp::MatMul:
            return {N.matmul, N.rmatmul, N.imatmul, "@"};
        case BinaryOp::Div:
            return {N.truediv, N.rtruediv, N.itruediv, "/"};
        case BinaryOp::Mod:
            return {N.mod, N.rmod, N.imod, "%"};
        case BinaryOp::Pow:
            return {N.pow, N.rpow, N.ipow, "** or pow()"};
        case BinaryOp::LShift:
            return {N.lshift, N.rlshift, N.ilshift, "<<"};
        case BinaryOp::RShift:
            return {N.rshift, N.rrshift, N.irshift, ">>"};
        case BinaryOp::Or:
            return {N.or_, N.ror, N.ior, "|"};
        case BinaryOp::Xor:
            return {N.xor_, N.rxor, N.ixor, "^"};
        case BinaryOp::And:
            return {N.and_, N.rand, N.iand, "&"};
        case BinaryOp::FloorDiv:
            return {N.floordiv, N.rfloordiv, N.ifloordiv, "//"};
    }
    return {};
}

bool sequence(Value v)
{
    return is_str(v) || is_bytes_like(v) || is(v, Kind::List) || is(v, Kind::Tuple);
}

bool set_view(Value v)
{
    return is(v, Kind::DictView) && static_cast<ViewKind>(v.as_object()->flag) != ViewKind::Values;
}

/// As often as `count` says, the integer that `given` stands for.
Value repeat(Vm& vm, Value v, Value given, Value count)
{
    const Value index = to_index(vm, count);
    if (index.absent()) return ABSENT;
    const auto n = to_i64(index);
    if (!n)
        return raise(vm, T.OverflowError,
                     cat("cannot fit '", type_name(given), "' into an index-sized integer"));
    const u64 size = v.as_object()->size, times = size == 0 || *n < 0 ? 0 : static_cast<u64>(*n);
    const u64 unit = is_str(v) || is_bytes_like(v) ? 1 : 8;
    u64 total = 0;
    if (__builtin_mul_overflow(times, size, &total) || total > U64_MAX / 16) throw Halt{Halt::Why::memory};
    vm.charge(total);
    vm.arena.need(total * unit);
    switch (v.as_object()->kind) {
        case Kind::Str: {
            Str* s = vm.make<Str>(T.str, Kind::Str, total);
            s->size = static_cast<u32>(total);
            s->points = cast<Str>(v)->points * times;
            s->hash = 0;
            for (u64 i = 0; i < total; i += size) std::memcpy(s->chars + i, cast<Str>(v)->chars, size);
            return Value::object(s);
        }
        case Kind::Bytes:
        case Kind::ByteArray: {
            Bytes bytes;
            bytes.reserve(total);
            for (u64 i = 0; i < times; ++i) bytes.insert(bytes.end(), bytes_of(v).begin(), bytes_of(v).end());
            return is(v, Kind::Bytes) ? new_bytes(vm, bytes) : new_bytearray(vm, bytes);
        }
        case Kind::List: {
            List* out = new_list_room(vm, total);
            const List* from = cast<List>(v);
            for (u64 i = 0; i < total; ++i) out->items[i] = from->items[i % size];
            out->size = static_cast<u32>(total);
            return Value::object(out);
        }
        default: {
            Tuple* out = new_tuple_room(vm, total);
            const Tuple* from = cast<Tuple>(v);
            for (u64 i = 0; i < total; ++i) out->items[i] = from->items[i % size];
            return Value::object(out);
        }
    }
}

Value concat(Vm& vm, Value a, Value b)
{
    const auto refuse = [&](std::string_view kind) {
        return type_error(vm, cat("can only concatenate ", kind, " (not \"", type_name(b), "\") to ", kind));
    };
    if (is_str(a)) return is_str(b) ? str_concat(vm, a, b) : refuse("str");
    if (is_bytes_like(a)) {
        if (!is_bytes_like(b))
            return type_error(vm, cat("can't concat ", type_name(b), " to ", type_name(a)));
        return bytes_concat(vm, a, b);
    }
    if (is(a, Kind::List)) {
        if (!is(b, Kind::List)) return refuse("list");
        const u64 x = a.as_object()->size, y = b.as_object()->size;
        vm.charge(std::max(x + y, gas::ITEM));
        List* out = new_list_room(vm, x + y);
        std::copy_n(cast<List>(a)->items, x, out->items);
        std::copy_n(cast<List>(b)->items, y, out->items + x);
        out->size = static_cast<u32>(x + y);
        return Value::object(out);
    }
    if (!is(b, Kind::Tuple)) return refuse("tuple");
    const u64 x = a.as_object()->size, y = b.as_object()->size;
    vm.charge(std::max(x + y, gas::ITEM));
    // A tuple stays what it is: the other itself, as in CPython.
    if (x == 0 && exact(b)) return b;
    if (y == 0 && exact(a)) return a;
    Tuple* out = new_tuple_room(vm, x + y);
    std::copy_n(cast<Tuple>(a)->items, x, out->items);
    std::copy_n(cast<Tuple>(b)->items, y, out->items + x);
    return Value::object(out);
}

Value unsupported(Vm& vm, BinaryOp op, Value a, Value b, bool in_place)
{
    std::string symbol(names_of(op).symbol);
    if (in_place) symbol = op == BinaryOp::Pow ? "**=" : symbol + "=";
    return type_error(vm, cat("unsupported operand type(s) for ", symbol, ": '", type_name(a), "' and '",
                              type_name(b), "'"));
}

// What an operation in place made becomes what the object holds: everybody who has it sees that.
template <class Container, class Item>
Value take_over(Value object, Value made, Item* Container::* items, u64 item_bytes)
{
    Container *to = cast<Container>(object), *from = cast<Container>(made);
    Arena::leave(to->*items, to->capacity * item_bytes);
    to->*items = from->*items;
    to->size = from->size;
    to->capacity = from->capacity;
    return object;
}

// In place CPython multiplies no sequence by what has a table of methods for sequences itself: to have items
// or a length is enough, and every class of a program has one.
bool has_items_or_places(Value v)
{
    return !exact(v) || is_anyset(v) || is_dict(v) || is(v, Kind::DictView) || is(v, Kind::Proxy) ||
           is(v, Kind::Range);
}

}  // namespace

Value native_binary(Vm& vm, BinaryOp op, Value a, Value b, bool in_place)
{
    if (is_int(a) && is_int(b)) return op == BinaryOp::MatMul ? NOT_IMPLEMENTED : int_binary(vm, op, a, b);
    switch (op) {
        case BinaryOp::Add:
            if (in_place && is(a, Kind::List)) return list_extend(vm, cast<List>(a), b) ? a : ABSENT;
            if (in_place && is(a, Kind::ByteArray) && is_bytes_like(b)) {
                return take_over<ByteArray>(a, bytes_concat(vm, a, b), &ByteArray::data, 1);
            }
            if (sequence(a)) return concat(vm, a, b);
            break;
        case BinaryOp::Mul:
            for (int turn = 0; turn < 2; ++turn, std::swap(a, b)) {
                if (!sequence(a)) continue;
                if (in_place && turn == 1 && has_items_or_places(b)) return NOT_IMPLEMENTED;
                Value n = b;
                if (!is_int(b)) {
                    bool found = false;
                    n = call_special(vm, b, N.index, {}, found);
                    if (found && n.absent()) return ABSENT;
                    if (!found)
                        return type_error(
                            vm, cat("can't multiply sequence by non-int of type '", type_name(b), "'"));
                    if (!is_int(n))
                        return type_error(vm, cat("__index__ returned non-int (type ", type_name(n), ")"));
                }
                const Value r = repeat(vm, a, b, n);
                if (r.absent() || !in_place || turn == 1) return r;
                if (is(a, Kind::List)) return take_over<List>(a, r, &List::items, sizeof(Value));
                if (is(a, Kind::ByteArray)) return take_over<ByteArray>(a, r, &ByteArray::data, 1);
                return r;
            }
            break;
        case BinaryOp::Mod:
            if (is_str(a) || is_bytes_like(a)) return percent_format(vm, a, b);
            break;
        case BinaryOp::Or:
        case BinaryOp::And:
        case BinaryOp::Xor:
        case BinaryOp::Sub:
            if ((is_anyset(a) && (is_anyset(b) || set_view(b))) || set_view(a) || set_view(b))
                return set_binary(vm, op, a, b, in_place);
            if (op == BinaryOp::Or && is_dict(a) && (is_dict(b) || in_place)) {
                Dict* out = in_place ? cast<Dict>(a) : new_dict(vm);
                if (!in_place && !dict_copy(vm, out, cast<Dict>(a))) return ABSENT;
                return dict_update(vm, out, b) ? Value::object(out) : ABSENT;
            }
            if (op == BinaryOp::Or) return unite(vm, a, b);
            break;
        default:
            break;
    }
    return NOT_IMPLEMENTED;
}

namespace {

bool own(Value v)
{
    return !exact(v);
}

}  // namespace

Value binary(Vm& vm, BinaryOp op, Value a, Value b, bool in_place)
{
    // A template is filled before the value may say anything, unless that is of a class of it.
    const bool fills =
        op == BinaryOp::Mod && exact(a) && (is_str(a) || is_bytes_like(a)) && !is(b, a.as_object()->kind);
    const bool silent = op == BinaryOp::Add && !in_place && !says(vm, a, HAS_ADD) && !says(vm, b, HAS_ADD);
    if (!fills && !silent && (own(a) || own(b))) {
        const OperatorNames names = names_of(op);
        bool found = false;
        if (in_place && own(a)) {
            const Value r = call_special(vm, a, names.in_place, {b}, found);
            if (found && !(r == NOT_IMPLEMENTED)) return r;
        }
        // A derived class on the right goes first where it has a reflected method of its own.
        const bool right_first =
            own(b) && derives_from_class_of(vm, b, a) &&
            lookup(vm, type_of(b), names.reflected) != lookup(vm, type_of(a), names.reflected);
        for (int turn = 0; turn < 2; ++turn) {
            const bool right = (turn == 0) == right_first;
            if (right && type_of(a) == type_of(b)) continue;
            const Value r = right ? call_special(vm, b, names.reflected, {a}, found)
                                  : call_special(vm, a, names.plain, {b}, found);
            if (found && !(r == NOT_IMPLEMENTED)) return r;
        }
    }
    const Value r = native_binary(vm, op, a, b, in_place);
    return r == NOT_IMPLEMENTED ? unsupported(vm, op, a, b, in_place) : r;
}

Value native_unary(Vm& vm, Op op, Value a)
{
    if (op == Op::NEGATE) return int_negate(vm, a);
    if (op == Op::INVERT) return int_invert(vm, a);
    return a.is_bool() ? Value::small(a == TRUE) : plain_of(vm, a);
}

Value unary(Vm& vm, Op op, Value a)
{
    if (is_int(a) && exact(a)) return native_unary(vm, op, a);
    bool found = false;
    const Value r = call_special(vm, a,
                                 op == Op::NEGATE   ? N.neg
                                 : op == Op::INVERT ? N.invert
                                                    : N.pos,
                                 {}, found);
    if (found) return r;
    if (is_int(a)) return native_unary(vm, op, a);
    const std::string_view symbol = op == Op::NEGATE ? "-" : op == Op::INVERT ? "~" : "+";
    return type_error(vm, cat("bad operand type for unary ", symbol, ": '", type_name(a), "'"));
}

Value to_index(Vm& vm, Value v)
{
    if (v.is_bool()) return Value::small(v == TRUE);
    if (is_int(v)) return plain_of(vm, v);
    bool found = false;
    const Value r = call_special(vm, v, N.index, {}, found);
    if (!found) return type_error(vm, cat("'", type_name(v), "' object cannot be interpreted as an integer"));
    if (r.absent() || is_int(r)) return plain_of(vm, r);
    return type_error(vm, cat("__index__ returned non-int (type ", type_name(r), ")"));
}

bool index_value(Vm& vm, Value v, i64& out)
{
    if (v.is_small() || v.is_bool()) {
        out = v.is_small() ? v.as_small() : v == TRUE;
        return true;
    }
    const Value index = to_index(vm, v);
    if (index.absent()) return false;
    const auto n = to_i64(index);
    out = n ? *n : int_compare(index, Value::small(0)) < 0 ? Value::SMALL_MIN : Value::SMALL_MAX;
    return true;
}

bool c_int_value(Vm& vm, Value v, i64& out)
{
    if (!index_value(vm, v, out)) return false;
    if (out >= -0x80000000LL && out <= 0x7fffffff) return true;
    return raise(vm, T.OverflowError, "Python int too large to convert to C int").present();
}

bool slice_value(Vm& vm, Value v, i64& out)
{
    if (v.absent() || v == NONE) return true;
    if (!is_int(v) && special_method(vm, v, N.index).absent())
        return type_error(vm, "slice indices must be integers or None or have an __index__ method").present();
    return index_value(vm, v, out);
}

bool count_value(Vm& vm, Value v, i64& out)
{
    const Value index = to_index(vm, v);
    if (index.absent()) return false;
    const auto n = to_i64(index);
    if (!n) return raise(vm, T.OverflowError, "Python int too large to convert to C ssize_t").present();
    out = *n;
    return true;
}

}  // namespace lariat::pvm
