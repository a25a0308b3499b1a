// except*: which part of what was raised a clause takes, and what is raised again behind the last.
#include "pvm/interpreter/interp_ops.hpp"
#include "pvm/objects/groups.hpp"

namespace lariat::pvm {

namespace {

// Are these types that except* may name? Groups are not.
bool star_types(Vm& vm, Value types)
{
    const auto groups = [&] {
        return type_error(vm, "catching ExceptionGroup with except* is not allowed. Use except instead.")
            .present();
    };
    const auto no_exception = [&] {
        return type_error(vm, "catching classes that do not inherit from BaseException is not allowed")
            .present();
    };
    const Value one[] = {types};
    const std::span<const Value> all = is(types, Kind::Tuple) ? cast<Tuple>(types)->view() : one;
    vm.charge(all.size() * gas::ITEM);
    for (const Value t : all) vm.charge(2 * order_price(t));
    for (const Value t : all)
        if (!is(t, Kind::Class) || !is_subclass(cast<Class>(t), &T.BaseException)) return no_exception();
    for (const Value t : all)
        if (is_subclass(cast<Class>(t), &T.BaseExceptionGroup)) return groups();
    return true;
}

// Was it raised again just as it came, and not anew?
bool same_origin(Value a, Value b)
{
    const Exception *x = cast<Exception>(a), *y = cast<Exception>(b);
    return x->trace == y->trace && x->cause == y->cause && x->context == y->context;
}

}  // namespace

// What the clause takes, NONE when nothing; `left` becomes what it does not take.
Value match_group(Vm& vm, Value& left, Value types)
{
    if (!star_types(vm, types)) return ABSENT;
    if (left == NONE) return NONE;
    const int whole = exception_matches(vm, left, types);
    if (whole < 0) return ABSENT;
    if (whole == 1) {
        const Value taken =
            is_group(left) ? left : new_group(vm, "", Value::object(new_tuple(vm, {&left, 1})));
        if (taken.present()) left = NONE;
        return taken;
    }
    if (!is_group(left)) return NONE;
    const Value method = get_attr(vm, left, N.split);
    if (method.absent()) return ABSENT;
    const Value pair = call(vm, method, {types});
    if (pair.absent()) return ABSENT;
    if (!is(pair, Kind::Tuple))
        return type_error(vm, cat(type_name(left), ".split must return a tuple, not ", type_name(pair)));
    if (cast<Tuple>(pair)->size < 2)
        return type_error(vm, cat(type_name(left), ".split must return a 2-tuple, got tuple of size ",
                                  number(cast<Tuple>(pair)->size)));
    const Value match = cast<Tuple>(pair)->items[0], rest = cast<Tuple>(pair)->items[1];
    if ((!(match == NONE) && !is(match, Kind::Exception)) || (!(rest == NONE) && !is(rest, Kind::Exception)))
        return type_error(vm, cat(type_name(left), ".split must return exceptions or None"));
    if (!(match == NONE)) left = rest;  // what nothing was taken from stays itself
    return match;
}

// What is raised behind the clauses, NONE when nothing is. `raised`: what they raised, and what none took.
Value group_left(Vm& vm, Value original, const List* raised)
{
    if (!is_group(original)) {
        vm.charge(raised->size * gas::ITEM);
        for (const Value e : raised->view())
            if (!(e == NONE)) return e;  // at most one clause ran
        return NONE;
    }
    List* anew = new_list(vm, {});
    std::vector<Value> again;
    for (const Value e : raised->view()) {
        vm.charge(gas::ITEM);
        if (e == NONE) continue;
        if (same_origin(e, original))
            again.push_back(e);
        else
            list_append(vm, anew, e);
    }
    const Value kept = group_projection(vm, original, again);
    if (kept.absent() || anew->size == 0) return kept;
    if (!(kept == NONE)) list_append(vm, anew, kept);
    return new_group(vm, "", Value::object(anew));
}

}  // namespace lariat::pvm
