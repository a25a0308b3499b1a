// Equality, order and containment.
#include "pvm/objects/aliases.hpp"
#include "pvm/objects/at_a_glance.hpp"

namespace lariat::pvm {

namespace {

int dicts_equal(Vm& vm, Dict* a, Dict* b)
{
    if (a->size != b->size) return 0;
    pay_for_deleted(vm, a);
    for (u32 i = 0; i < a->used; ++i) {
        const Entry e = a->entries[i];
        if (e.key.absent()) continue;
        vm.charge(gas::DICT);
        const Value other = dict_get(vm, b, e);
        if (other.absent()) return pending(vm) ? -1 : 0;
        const int same = identical_or_equal(vm, e.value, other);
        if (same != 1) return same;
    }
    return 1;
}

int text_order(Vm& vm, std::string_view a, std::string_view b)
{
    vm.charge(std::min(a.size(), b.size()) * gas::BYTE);
    return a.compare(b);  // UTF-8 orders as code points do
}

int bytes_order(Vm& vm, BytesView a, BytesView b)
{
    return text_order(vm, text(a), text(b));
}

bool holds(CompareOp op, int order)
{
    switch (op) {
        case CompareOp::Lt:
            return order < 0;
        case CompareOp::Le:
            return order <= 0;
        case CompareOp::Gt:
            return order > 0;
        case CompareOp::Ge:
            return order >= 0;
        case CompareOp::Eq:
            return order == 0;
        default:
            return order != 0;
    }
}

bool set_like(Value v)
{
    return is_anyset(v) ||
           (is(v, Kind::DictView) && static_cast<ViewKind>(v.as_object()->flag) != ViewKind::Values);
}

u32 set_size(Value v)
{
    return is(v, Kind::DictView) ? cast<DictView>(v)->dict->size : v.as_object()->size;
}

CompareOp reflected(CompareOp op)
{
    switch (op) {
        case CompareOp::Lt:
            return CompareOp::Gt;
        case CompareOp::Le:
            return CompareOp::Ge;
        case CompareOp::Gt:
            return CompareOp::Lt;
        case CompareOp::Ge:
            return CompareOp::Le;
        default:
            return op;
    }
}

// A view with a set or a view: first the lengths, then whether one has what the other gives.
Value view_compare(Vm& vm, CompareOp op, Value a, Value b)
{
    const auto within = [&](Value small, Value large) {
        int in = 1;
        for_each(vm, small, [&](Value item) {
            vm.charge(gas::SET_ITEM);
            in = contains(vm, large, item);
            return in == 1;
        });
        return pending(vm) ? ABSENT : Value::boolean(in == 1);
    };
    if (is_anyset(a)) return view_compare(vm, reflected(op), b, a);
    const u32 x = set_size(a), y = set_size(b);
    if (op == CompareOp::Ne || op == CompareOp::Eq) {
        const Value same = x == y ? within(a, b) : FALSE;
        return same.absent() ? ABSENT : Value::boolean((same == TRUE) == (op == CompareOp::Eq));
    }
    if (!holds(op, x < y ? -1 : x > y ? 1 : 0)) return FALSE;
    return op == CompareOp::Lt || op == CompareOp::Le ? within(a, b) : within(b, a);
}

/// What may hold other values, or be seen as what does.
Value compare_containers(Vm& vm, CompareOp op, Value a, Value b)
{
    const bool equality = op == CompareOp::Eq || op == CompareOp::Ne;
    if (is(a, Kind::Proxy)) a = Value::object(cast<DictView>(a)->dict);
    if (is(b, Kind::Proxy) && is_dict(a)) b = Value::object(cast<DictView>(b)->dict);
    if (is(a, Kind::Slice) && is(b, Kind::Slice)) {  // as tuples of their parts
        const Slice *x = cast<Slice>(a), *y = cast<Slice>(b);
        const Value of_a[] = {x->start, x->stop, x->step}, of_b[] = {y->start, y->stop, y->step};
        a = Value::object(new_tuple(vm, of_a));
        b = Value::object(new_tuple(vm, of_b));
    }
    if ((is(a, Kind::List) && is(b, Kind::List)) || (is(a, Kind::Tuple) && is(b, Kind::Tuple))) {
        if (equality) {
            const int same = sequences_equal(vm, a, b);
            return same < 0 ? ABSENT : Value::boolean((same == 1) == (op == CompareOp::Eq));
        }
        const i64 at = first_difference(vm, a, b);
        if (at == -1) return ABSENT;
        const std::size_t i = static_cast<std::size_t>(at), x = sequence_items(a).size(),
                          y = sequence_items(b).size();
        if (i >= x || i >= y) return Value::boolean(holds(op, x < y ? -1 : x > y ? 1 : 0));
        return compare(vm, op, sequence_items(a)[i], sequence_items(b)[i]);
    }
    if (is_dict(a) && is_dict(b) && equality) {
        const int same = dicts_equal(vm, cast<Dict>(a), cast<Dict>(b));
        return same < 0 ? ABSENT : Value::boolean((same == 1) == (op == CompareOp::Eq));
    }
    if (set_like(a) && set_like(b)) {
        return is_anyset(a) && is_anyset(b) ? set_compare(vm, op, a, b) : view_compare(vm, op, a, b);
    }
    if (is(a, Kind::Range) && is(b, Kind::Range) && equality) {
        const bool same = ranges_equal(vm, cast<Range>(a), cast<Range>(b)) == 1;
        return Value::boolean(same == (op == CompareOp::Eq));
    }
    if (is(a, Kind::Union) && is(b, Kind::Union) && equality) {
        const int same = unions_equal(vm, cast<Union>(a), cast<Union>(b));
        return same < 0 ? ABSENT : Value::boolean((same == 1) == (op == CompareOp::Eq));
    }
    if (is(a, Kind::GenericAlias) && is(b, Kind::GenericAlias) && equality) {
        const int same = aliases_equal(vm, cast<GenericAlias>(a), cast<GenericAlias>(b));
        return same < 0 ? ABSENT : Value::boolean((same == 1) == (op == CompareOp::Eq));
    }
    if (is(a, Kind::BoundMethod) && is(b, Kind::BoundMethod) && equality) {
        const BoundMethod *x = cast<BoundMethod>(a), *y = cast<BoundMethod>(b);
        return Value::boolean((x->function == y->function && x->self == y->self) == (op == CompareOp::Eq));
    }
    return NOT_IMPLEMENTED;
}

}  // namespace

Value sizes_say(CompareOp op, Value a, Value b)
{
    if (!a.is_object() || !b.is_object()) return ABSENT;
    const bool lists = is(a, Kind::List) && is(b, Kind::List);
    const bool tuples = is(a, Kind::Tuple) && is(b, Kind::Tuple);
    if (!lists && !tuples && !(set_like(a) && set_like(b))) return ABSENT;
    const u32 x = set_size(a), y = set_size(b);
    const bool held = holds(op, x < y ? -1 : x > y ? 1 : 0);
    if (x == 0 || y == 0) return Value::boolean(held);
    if (tuples) return ABSENT;  // their members are asked first
    // Of sets that hold the same many none is less; lists that do not are not equal.
    if (op == CompareOp::Ne) return x != y ? TRUE : ABSENT;
    return !held && (!lists || op == CompareOp::Eq) ? FALSE : ABSENT;
}

Value native_compare(Vm& vm, CompareOp op, Value a, Value b)
{
    if (a.is_small() && b.is_small())
        return Value::boolean(holds(op, a.as_small() < b.as_small()   ? -1
                                        : a.as_small() > b.as_small() ? 1
                                                                      : 0));
    if (is_int(a) && is_int(b)) return Value::boolean(holds(op, int_order(vm, a, b)));
    // Instances have nothing to compare but what their class says.
    if ((is(a, Kind::Instance) || is(b, Kind::Instance)) && vm.native_depth < Vm::NATIVE_DEPTH_MAX)
        return NOT_IMPLEMENTED;
    const bool equality = op == CompareOp::Eq || op == CompareOp::Ne;
    if (is_str(a) && is_str(b)) {
        if (equality) {
            if (cast<Str>(a)->size != cast<Str>(b)->size) return Value::boolean(op == CompareOp::Ne);
            if (a == b) return Value::boolean(op == CompareOp::Eq);
        }
        return Value::boolean(holds(op, text_order(vm, str_of(a), str_of(b))));
    }
    if (is_bytes_like(a) && is_bytes_like(b)) {
        if (equality && bytes_of(a).size() != bytes_of(b).size()) return Value::boolean(op == CompareOp::Ne);
        return Value::boolean(holds(op, bytes_order(vm, bytes_of(a), bytes_of(b))));
    }
    if (vm.native_depth < Vm::NATIVE_DEPTH_MAX)
        if (const Value said = sizes_say(op, a, b); said.present()) return said;
    return nested(vm, ABSENT, TOO_DEEP_TO_COMPARE, [&] { return compare_containers(vm, op, a, b); });
}

namespace {

Str* method_of(CompareOp op)
{
    switch (op) {
        case CompareOp::Eq:
            return N.eq;
        case CompareOp::Ne:
            return N.ne;
        case CompareOp::Lt:
            return N.lt;
        case CompareOp::Le:
            return N.le;
        case CompareOp::Gt:
            return N.gt;
        default:
            return N.ge;
    }
}

// The method of a program's class, or what its builtin base or a builtin class says; != without __ne__ turns
// == round.
Value class_compare(Vm& vm, CompareOp op, Value a, Value b)
{
    if (!exact(a)) {
        bool found = false;
        const Value r = call_special(vm, a, method_of(op), {b}, found);
        if (found) return r;
        // What can be compared has a != of its own, whatever == a program's class says.
        if (op == CompareOp::Ne && !says_its_size(a.as_object()->kind)) {
            const Value same = call_special(vm, a, N.eq, {b}, found);
            if (found) {
                if (same.absent() || same == NOT_IMPLEMENTED) return same;
                const int t = truth(vm, same);
                return t < 0 ? ABSENT : Value::boolean(t == 0);
            }
        }
    }
    if (is(a, Kind::Instance) || (is(a, Kind::Bytes) && is(b, Kind::ByteArray))) return NOT_IMPLEMENTED;
    // What is seen through a view is compared itself, with all that the other's class says.
    if (is(a, Kind::Proxy)) {
        const Value behind = behind_proxy(vm, a, b);
        return behind.absent() ? ABSENT : compare(vm, op, behind, b);
    }
    return native_compare(vm, op, a, b);
}

std::string_view symbol(CompareOp op)
{
    constexpr std::string_view SYMBOLS[] = {"==", "!=", "<", "<=", ">", ">="};
    return SYMBOLS[static_cast<u32>(op)];
}

}  // namespace

Value compare_in_turn(Vm& vm, CompareOp op, Value a, Value b)
{
    const bool right_first = !exact(b) && derives_from_class_of(vm, b, a);
    for (int turn = 0; turn < 2; ++turn) {
        const bool right = (turn == 0) == right_first;
        const Value r = right ? class_compare(vm, reflected(op), b, a) : class_compare(vm, op, a, b);
        if (!(r == NOT_IMPLEMENTED)) return r;
    }
    // Which have nothing to say, but may be too deep in others.
    return is(a, Kind::Instance) || is(b, Kind::Instance) ? native_compare(vm, op, a, b) : NOT_IMPLEMENTED;
}

Value compare(Vm& vm, CompareOp op, Value a, Value b)
{
    switch (op) {
        case CompareOp::Is:
            return Value::boolean(a == b);
        case CompareOp::IsNot:
            return Value::boolean(!(a == b));
        case CompareOp::In:
        case CompareOp::NotIn: {
            const int in = contains(vm, b, a);
            return in < 0 ? ABSENT : Value::boolean((in == 1) == (op == CompareOp::In));
        }
        default:
            break;
    }
    const bool order = op != CompareOp::Eq && op != CompareOp::Ne;
    const bool methods = order ? says(vm, a, HAS_ORDER) || says(vm, b, HAS_ORDER) : !exact(a) || !exact(b);
    const Value r = methods ? compare_in_turn(vm, op, a, b) : native_compare(vm, op, a, b);
    if (!(r == NOT_IMPLEMENTED)) return r;
    if (op == CompareOp::Eq) return Value::boolean(a == b);
    if (op == CompareOp::Ne) return Value::boolean(!(a == b));
    return not_ordered(vm, op, a, b);
}

Value not_ordered(Vm& vm, CompareOp op, Value a, Value b)
{
    return type_error(vm, cat("'", symbol(op), "' not supported between instances of '", type_name(a),
                              "' and '", type_name(b), "'"));
}

int contains(Vm& vm, Value container, Value item)
{
    if (!exact(container)) {
        bool found = false;
        const Value method = lookup(vm, type_of(container), N.contains, &found);
        if (found && method == NONE) {
            type_error(vm, cat("'", type_name(container), "' object is not a container"));
            return -1;
        }
        const Value r = found ? call_found(vm, method, container, {item}) : ABSENT;
        if (found) return r.absent() ? -1 : truth(vm, r);
    }
    return native_contains(vm, container, item);
}

namespace {

// As an iterator over the values would find it, without one.
int is_value_of(Vm& vm, const Dict* d, Value item)
{
    const u32 changes = d->changes;
    for (u32 i = 0;; ++i) {
        vm.charge(gas::ITEM);
        if (d->changes != changes) {
            raise(vm, T.RuntimeError, "dictionary changed size during iteration");
            return -1;
        }
        for (; i < d->used && d->entries[i].key.absent(); ++i) vm.charge(gas::PROBE);
        if (i >= d->used) return 0;
        const int same = identical_or_equal(vm, d->entries[i].value, item);
        if (same != 0) return same;
    }
}

}  // namespace

int native_contains(Vm& vm, Value container, Value item)
{
    const auto fail = [&](std::string_view message) {
        type_error(vm, message);
        return -1;
    };
    if (container.is_object()) switch (container.as_object()->kind) {
            case Kind::Str:
                if (!is_str(item))
                    return fail(cat("'in <string>' requires string as left operand, not ", type_name(item)));
                return find_in(vm, str_of(container), str_of(item), false) >= 0;
            case Kind::Bytes:
            case Kind::ByteArray: {
                if (is_bytes_like(item))
                    return find_in(vm, text(bytes_of(container)), text(bytes_of(item)), false) >= 0;
                const Value n = to_index(vm, item);
                if (n.absent()) {  // whatever it raised: it is no number
                    if (!pending_is(vm, T.Exception)) return -1;
                    vm.pending = ABSENT;
                    return fail(cat("a bytes-like object is required, not '", type_name(item), "'"));
                }
                u8 byte = 0;
                if (!byte_value(vm, n, byte)) return -1;
                const char one = static_cast<char>(byte);
                return find_in(vm, text(bytes_of(container)), {&one, 1}, false) >= 0;
            }
            case Kind::List:
            case Kind::Tuple:
                for (std::size_t i = 0; i < sequence_items(container).size(); ++i) {
                    vm.charge(gas::ITEM);
                    const int same = identical_or_equal(vm, sequence_items(container)[i], item);
                    if (same != 0) return same;
                }
                return 0;
            case Kind::Dict:
                vm.charge(gas::DICT - 1);
                return set_has(vm, cast<Dict>(container), item);
            case Kind::Proxy:
                vm.charge(gas::DICT - 1);
                return set_has(vm, cast<DictView>(container)->dict, item);
            case Kind::Set:
            case Kind::FrozenSet: {
                vm.charge(gas::DICT - 1);
                return set_contains(vm, cast<Dict>(container), item);
            }
            case Kind::Range:
                if (is_int(item) && (exact(item) || !says(vm, item, HAS_EQ))) {
                    const Range* r = cast<Range>(container);
                    if (r->length == Value::small(0)) return 0;
                    const bool up = int_compare(r->step, Value::small(0)) > 0;
                    const Value low = up ? r->start : r->stop, high = up ? r->stop : r->start;
                    if (up ? int_order(vm, item, low) < 0 || int_order(vm, item, high) >= 0
                           : int_order(vm, item, low) <= 0 || int_order(vm, item, high) > 0)
                        return 0;
                    const Value from = int_binary(vm, BinaryOp::Sub, item, r->start);
                    if (from.absent()) return -1;
                    const Value rest = int_binary(vm, BinaryOp::Mod, from, r->step);
                    return rest.absent() ? -1 : rest == Value::small(0);
                }
                break;
            case Kind::DictView: {
                const DictView* view = cast<DictView>(container);
                if (static_cast<ViewKind>(view->flag) == ViewKind::Keys) {
                    vm.charge(gas::DICT - 1);
                    return set_has(vm, view->dict, item);
                }
                if (static_cast<ViewKind>(view->flag) == ViewKind::Items) {
                    if (!is(item, Kind::Tuple) || cast<Tuple>(item)->size != 2) return 0;
                    const Value v = dict_get(vm, view->dict, cast<Tuple>(item)->items[0]);
                    if (v.absent()) return pending(vm) ? -1 : 0;
                    return identical_or_equal(vm, v, cast<Tuple>(item)->items[1]);
                }
                return is_value_of(vm, view->dict, item);
            }
            case Kind::Storage: {
                const Value v = storage_get(vm, item);
                return v.absent() ? (pending(vm) ? -1 : 0) : 1;
            }
            default:
                break;
        }
    const Value it = get_iter(vm, container);
    if (it.absent()) {
        if (!pending_is(vm, T.TypeError)) return -1;
        const Value iter = lookup(vm, type_of(container), N.iter);
        if (!exact(container) && !(iter == NONE) &&
            (iter.present() || lookup(vm, type_of(container), N.getitem).present()))
            return -1;
        vm.pending = ABSENT;
        return fail(cat("argument of type '", type_name(container), "' is not iterable"));
    }
    // Nothing of Python's own but an integer equals one, nor anything of a program's class that does not say
    // so: the walk is paid for and not made. Not so of an iterator over a range: who asks has used it up.
    if (is(container, Kind::Range) && static_cast<Walk>(it.as_object()->flag) == Walk::Range &&
        (exact(item) || (is(item, Kind::Instance) && !says(vm, item, HAS_EQ)))) {
        const u64 items = static_cast<u64>(cast<Iterator>(it)->end);
        vm.charge((items + 1) * gas::ITEM);
        if (!exact(item) && items != 0) vm.charge((items - 1) * lookup_price(vm, type_of(item), N.eq));
        return 0;
    }
    for (;;) {
        vm.charge(gas::ITEM);
        const Value v = iter_next(vm, it);
        if (v.absent()) return pending(vm) ? -1 : 0;
        const int same = identical_or_equal(vm, v, item);
        if (same != 0) return same;
    }
}

}  // namespace lariat::pvm
