// The operators: integers first, then the other builtin kinds, then what programs define.
#include "pvm/objects/aliases.hpp"
#include "pvm/objects/bytes.hpp"

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

Value join(Vm& vm, Value a, Value b)
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

Value put_into(Value object, Value made)
{
    if (is(object, Kind::List)) return take_over<List>(object, made, &List::items, sizeof(Value));
    if (is(object, Kind::ByteArray)) return take_over<ByteArray>(object, made, &ByteArray::data, 1);
    return made;
}

// The operator, which says in its own words that a count is none.
Value multiply(Vm& vm, Value v, Value given, bool in_place)
{
    Value n = given;
    if (!is_int(given)) {
        bool found = false;
        n = call_special(vm, given, N.index, {}, found);
        if (found && n.absent()) return ABSENT;
        if (!found)
            return type_error(vm, cat("can't multiply sequence by non-int of type '", type_name(given), "'"));
        if (!is_int(n)) return type_error(vm, cat("__index__ returned non-int (type ", type_name(n), ")"));
    }
    const Value r = repeat(vm, v, given, n);
    return r.absent() || !in_place ? r : put_into(v, r);
}

// In place CPython multiplies no sequence by what has a table of methods for sequences itself: to have items
// or a length is enough, and every class of a program has one.
bool has_items_or_places(Value v)
{
    return !exact(v) || is_anyset(v) || is_dict(v) || is(v, Kind::DictView) || is(v, Kind::Proxy) ||
           is(v, Kind::Range);
}

/// | where one or both are a mappingproxy: of the dicts behind it, anew and by their own methods.
Value unite_behind_proxies(Vm& vm, Value a, Value b, bool in_place)
{
    if (in_place && is(a, Kind::Proxy))
        return type_error(vm, "'|=' is not supported by mappingproxy; use '|' instead");
    const auto behind = [&](Value v, Value other) {
        return is(v, Kind::Proxy) ? behind_proxy(vm, v, other) : v;
    };
    const Value left = behind(a, b), right = left.absent() ? ABSENT : behind(b, a);
    return right.absent() ? ABSENT : binary(vm, BinaryOp::Or, left, right, false);
}

}  // namespace

Value native_binary(Vm& vm, BinaryOp op, Value a, Value b, bool in_place)
{
    if (is_int(a) && is_int(b)) return op == BinaryOp::MatMul ? NOT_IMPLEMENTED : int_binary(vm, op, a, b);
    switch (op) {
        case BinaryOp::Add:
            if (in_place && is(a, Kind::List)) return list_extend(vm, cast<List>(a), b) ? a : ABSENT;
            if (in_place && is(a, Kind::ByteArray) && is_bytes_like(b)) {
                vm.charge(bytes_of(b).size() * gas::BYTE);
                append_bytes(vm, cast<ByteArray>(a), to_bytes(bytes_of(b)));  // it may be itself
                return a;
            }
            if (sequence(a)) return join(vm, a, b);
            break;
        case BinaryOp::Mul:
            if (sequence(a)) return multiply(vm, a, b, in_place);
            if (sequence(b) && !(in_place && has_items_or_places(a))) return multiply(vm, b, a, false);
            break;
        case BinaryOp::Mod:
            if (is_str(a) || is_bytes_like(a)) return percent_format(vm, a, b);
            break;
        case BinaryOp::Or:
        case BinaryOp::And:
        case BinaryOp::Xor:
        case BinaryOp::Sub:
            if (op == BinaryOp::Or && in_place && is_dict(a))
                return dict_update(vm, cast<Dict>(a), b) ? a : ABSENT;
            if (op == BinaryOp::Or && (is(a, Kind::Proxy) || is(b, Kind::Proxy)))
                return unite_behind_proxies(vm, a, b, in_place);
            if ((is_anyset(a) && (is_anyset(b) || set_view(b))) || set_view(a) || set_view(b))
                return set_binary(vm, op, a, b, in_place);
            if (op == BinaryOp::Or && is_dict(a) && is_dict(b)) {
                Dict* out = new_dict(vm);
                if (!dict_copy(vm, out, cast<Dict>(a))) return ABSENT;
                return dict_update(vm, out, b) ? Value::object(out) : ABSENT;
            }
            if (op == BinaryOp::Or) return unite(vm, a, b);
            break;
        default:
            break;
    }
    return NOT_IMPLEMENTED;
}

Value native_repeat(Vm& vm, Value sequence, Value count, bool in_place)
{
    const Value n = to_index(vm, count);
    const Value r = n.absent() ? ABSENT : repeat(vm, sequence, count, n);
    return r.absent() || !in_place ? r : put_into(sequence, r);
}

namespace {

bool owns(Vm& vm, Value v, Str* name)
{
    bool found = false;
    if (!exact(v)) lookup(vm, type_of(v), name, &found);
    return found;
}

bool of_sets(BinaryOp op)
{
    return op == BinaryOp::Or || op == BinaryOp::And || op == BinaryOp::Xor || op == BinaryOp::Sub;
}

/// Does the builtin class of `owner`, a or b, answer a operator b in its turn, as a method of a program
/// would? Sequences have no such operators for + and *.
bool answers_in_turn(BinaryOp op, Value owner, Value a, Value b)
{
    if (is_int(owner)) return is_int(a) && is_int(b);
    if (!owner.is_object()) return false;
    switch (owner.as_object()->kind) {
        case Kind::Str:
        case Kind::Bytes:
        case Kind::ByteArray:
            return op == BinaryOp::Mod && is(a, owner.as_object()->kind);
        case Kind::Set:
        case Kind::FrozenSet:
            return of_sets(op) && is_anyset(a) && is_anyset(b);
        case Kind::DictView:
            return of_sets(op) && set_view(owner);
        case Kind::Dict:
            return op == BinaryOp::Or && is_dict(a) && is_dict(b);
        case Kind::Class:
        case Kind::Union:
        case Kind::Proxy:
            return op == BinaryOp::Or;
        default:
            return false;
    }
}

/// The same in place. A list has += among those that answer in turn only where its class is derived.
bool answers_in_place(BinaryOp op, Value a, Value b)
{
    if (!a.is_object()) return false;
    switch (a.as_object()->kind) {
        case Kind::List:
        case Kind::ByteArray:
            return op == BinaryOp::Add && !exact(a);
        case Kind::Set:
            return of_sets(op) && is_anyset(b);
        case Kind::Dict:
        case Kind::Proxy:
            return op == BinaryOp::Or;
        default:
            return false;
    }
}

/// A class derived from a sequence's that has one of the methods of + or * of its own has all of them asked
/// in turn, as methods, the inherited ones too.
Value inherited_method(Vm& vm, BinaryOp op, Value v, Value other, bool right, const OperatorNames& names)
{
    if (op != BinaryOp::Mul && (op != BinaryOp::Add || right)) return NOT_IMPLEMENTED;
    if (exact(v) || !sequence(v) || !owns(vm, v, right ? names.plain : names.reflected))
        return NOT_IMPLEMENTED;
    return op == BinaryOp::Add ? join(vm, v, other) : native_repeat(vm, v, other, false);
}

/// + and * of sequences, which are asked after the methods of both.
Value of_sequences(Vm& vm, BinaryOp op, Value a, Value b, bool in_place, const OperatorNames& names)
{
    const auto as_inherited = [&](Value v) {
        return sequence(v) && !owns(vm, v, names.plain) && !owns(vm, v, names.reflected);
    };
    if (op == BinaryOp::Add && sequence(a) && !owns(vm, a, names.plain))
        return native_binary(vm, op, a, b, in_place && exact(a));
    if (op != BinaryOp::Mul) return NOT_IMPLEMENTED;
    if (in_place && (is(a, Kind::List) || is(a, Kind::ByteArray)) && !owns(vm, a, names.in_place))
        return multiply(vm, a, b, true);
    if (as_inherited(a)) return multiply(vm, a, b, false);
    if (in_place && has_items_or_places(a)) return NOT_IMPLEMENTED;
    return as_inherited(b) ? multiply(vm, b, a, false) : NOT_IMPLEMENTED;
}

/// What the methods of the two classes say; `builtin`: what a class without a method of a program's says in
/// its turn, which is the right one's if it is told so.
template <class Builtin>
Value in_turn(Vm& vm, Value a, Value b, Str* plain, Str* reflected, Builtin&& builtin)
{
    // A derived class on the right goes first where it has a reflected method of its own.
    const bool right_first = !exact(b) && derives_from_class_of(vm, b, a) &&
                             lookup(vm, type_of(b), reflected) != lookup(vm, type_of(a), reflected);
    for (int turn = 0; turn < 2; ++turn) {
        const bool right = (turn == 0) == right_first;
        if (right && type_of(a) == type_of(b)) continue;
        bool found = false;
        Value r = right ? call_special(vm, b, reflected, {a}, found) : call_special(vm, a, plain, {b}, found);
        if (!found) r = builtin(right);
        if (!(r == NOT_IMPLEMENTED)) return r;
    }
    return NOT_IMPLEMENTED;
}

Value binary_in_turn(Vm& vm, BinaryOp op, Value a, Value b, bool in_place)
{
    const OperatorNames names = names_of(op);
    if (in_place) {
        bool found = false;
        Value r = call_special(vm, a, names.in_place, {b}, found);
        if (!found) r = answers_in_place(op, a, b) ? native_binary(vm, op, a, b, true) : NOT_IMPLEMENTED;
        if (!(r == NOT_IMPLEMENTED)) return r;
    }
    const Value r = in_turn(vm, a, b, names.plain, names.reflected, [&](bool right) {
        const Value owner = right ? b : a;
        if (is(owner, Kind::Instance)) return NOT_IMPLEMENTED;
        if (answers_in_turn(op, owner, a, b)) return native_binary(vm, op, a, b, false);
        return inherited_method(vm, op, owner, right ? a : b, right, names);
    });
    return r == NOT_IMPLEMENTED ? of_sequences(vm, op, a, b, in_place, names) : r;
}

}  // namespace

Value binary(Vm& vm, BinaryOp op, Value a, Value b, bool in_place)
{
    const bool silent = op == BinaryOp::Add && !in_place && !says(vm, a, HAS_ADD) && !says(vm, b, HAS_ADD);
    const bool methods = !silent && (!exact(a) || !exact(b));
    const Value r = methods ? binary_in_turn(vm, op, a, b, in_place) : native_binary(vm, op, a, b, in_place);
    return r == NOT_IMPLEMENTED ? unsupported(vm, op, a, b, in_place) : r;
}

Value quotient_and_rest(Vm& vm, Value a, Value b)
{
    const auto builtin = [&](bool) {
        return is_int(a) && is_int(b) ? int_divmod(vm, a, b) : NOT_IMPLEMENTED;
    };
    const Value r = !exact(a) || !exact(b) ? in_turn(vm, a, b, N.divmod, N.rdivmod, builtin) : builtin(false);
    if (!(r == NOT_IMPLEMENTED)) return r;
    return type_error(
        vm, cat("unsupported operand type(s) for divmod(): '", type_name(a), "' and '", type_name(b), "'"));
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
