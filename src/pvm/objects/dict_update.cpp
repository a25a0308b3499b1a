// What a dict takes over of a mapping or of pairs, and what classes that derive from dict have to say to it.
#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

namespace {

bool has_own(Vm& vm, Class* cls, Str* name)
{
    bool own = false;
    lookup(vm, cls, name, &own);
    return own;
}

// CPython copies the entries of a dict whose class walks as dict does. OrderedDict walks in its own way.
bool copied_as_it_is(Vm& vm, Value v)
{
    if (!is_dict(v)) return false;
    if (exact(v)) return true;
    Class* cls = type_of(v);
    if (has_own(vm, cls, N.iter)) return false;
    return !is_ordered_dict(vm, v) || !(has_own(vm, cls, N.keys) || has_own(vm, cls, N.getitem));
}

// Stores for each key that `keys` gives what `from` has for it.
template <class Store>
bool take_keys(Vm& vm, Value from, Value keys, const Store& store)
{
    return for_each(vm, keys, [&](Value key) {
        vm.charge(gas::DICT_ITEM);
        const Value v = subscript(vm, from, key);
        return v.present() && store(key, v);
    });
}

// A list of what the method gave; null: pending.
List* listed(Vm& vm, Value from, Value given, std::string_view method)
{
    if (given.absent()) return nullptr;
    const Value it = get_iter(vm, given);
    List* list = new_list_room(vm, 0);
    if (it.present()) return list_extend(vm, list, it) ? list : nullptr;
    if (!pending_is(vm, T.TypeError)) return nullptr;
    vm.pending = ABSENT;
    type_error(vm,
               cat(type_name(from), ".", method, "() returned a non-iterable (type ", type_name(given), ")"));
    return nullptr;
}

bool take_pair(Vm& vm, Value item, Value* pair)
{
    const Value it = get_iter(vm, item);
    if (it.absent()) return false;
    for (u32 i = 0; i < 3; ++i) {
        const Value v = iter_next(vm, it);
        if (pending(vm)) return false;
        if (i == 2) return v.absent() || value_error(vm, "too many values to unpack (expected 2)").present();
        if (v.absent())
            return value_error(
                       vm, i == 0 ? "need more than 0 values to unpack" : "need more than 1 value to unpack")
                .present();
        pair[i] = v;
    }
    return true;
}

// Of OrderedDict and what derives from it. A __setitem__ of its own is asked for every key.
bool ordered_update(Vm& vm, Value self, Value other, bool asks)
{
    const auto store = [&](Value key, Value v) {
        return asks ? store_subscript(vm, self, key, v) : dict_set(vm, cast<Dict>(self), key, v);
    };
    Value pairs = other;
    if (is_dict(other) && exact(other)) {
        List* items = new_list_room(vm, 0);
        if (!list_extend(vm, items, new_view(vm, cast<Dict>(other), ViewKind::Items))) return false;
        pairs = Value::object(items);
    } else {
        const Value keys = find_attr(vm, other, N.keys);
        if (pending(vm)) return false;
        if (keys.present()) {
            const Value given = call(vm, keys, {});
            return given.present() && take_keys(vm, other, given, store);
        }
    }
    return for_each(vm, pairs, [&](Value item) {
        vm.charge(gas::DICT_ITEM);
        Value pair[2];
        return take_pair(vm, item, pair) && store(pair[0], pair[1]);
    });
}

}  // namespace

bool is_ordered_dict(Vm& vm, Value v)
{
    if (exact(v)) return false;
    vm.charge(order_price(v));
    return (type_of(v)->features & ORDERED_DICT) != 0;
}

bool asks_its_class(Vm& vm, Value dict, Str* name)
{
    return is_ordered_dict(vm, dict) && has_own(vm, type_of(dict), name);
}

List* list_from(Vm& vm, Value from, Str* method)
{
    const Value found = get_attr(vm, from, method);
    return found.absent() ? nullptr : listed(vm, from, call(vm, found, {}), method->view());
}

bool dict_update(Vm& vm, Dict* d, Value other)
{
    const Value self = Value::object(d);
    const bool asks = asks_its_class(vm, self, N.setitem), copied = !asks && copied_as_it_is(vm, other);
    if (asks || (!copied && is_ordered_dict(vm, self))) return ordered_update(vm, self, other, asks);
    if (copied) {
        vm.charge(u64{cast<Dict>(other)->size} * (gas::DICT_ITEM - gas::ITEM));  // beside what copying takes
        return dict_copy_into(vm, d, cast<Dict>(other));
    }
    const Value method = find_attr(vm, other, N.keys);
    if (pending(vm)) return false;
    if (method.present()) {
        const List* keys = listed(vm, other, call(vm, method, {}), "keys");
        return keys != nullptr && take_keys(vm, other, Value::object(keys),
                                            [&](Value key, Value v) { return dict_set(vm, d, key, v); });
    }
    u64 at = 0;
    return for_each(vm, other, [&](Value item) {
        vm.charge(gas::DICT_ITEM);
        Value pair[2];
        List* parts = new_list_room(vm, 2);
        if (!list_extend(vm, parts, item)) {
            if (!pending_is(vm, T.TypeError)) return false;
            vm.pending = ABSENT;
            return type_error(vm, cat("cannot convert dictionary update sequence element #", number(at),
                                      " to a sequence"))
                .present();
        }
        if (parts->size != 2)
            return value_error(vm, cat("dictionary update sequence element #", number(at), " has length ",
                                       number(parts->size), "; 2 is required"))
                .present();
        pair[0] = parts->items[0];
        pair[1] = parts->items[1];
        ++at;
        return dict_set(vm, d, pair[0], pair[1]);
    });
}

bool dict_copy(Vm& vm, Dict* to, Dict* from)
{
    const Value v = Value::object(from);
    return from->size == 0 ||
           (copied_as_it_is(vm, v) ? dict_copy_into(vm, to, from) : dict_update(vm, to, v));
}

}  // namespace lariat::pvm
