// Methods of dict and its views.
#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

namespace {

Dict* me(Value self)
{
    return cast<Dict>(self);
}

bool fill(Vm& vm, Dict* d, const Args& args, std::string_view who)
{
    if (args.positional > 1)
        return type_error(vm, cat(who, " expected at most 1 argument, got ", number(args.positional)))
            .present();
    if (args.positional == 1 && !dict_update(vm, d, args[0])) {
        if (pending_is(vm, T.TypeError) && !args[0].is_object()) {
            vm.pending = ABSENT;
            return type_error(vm, cat("'", type_name(args[0]), "' object is not iterable")).present();
        }
        return false;
    }
    const bool asks = args.keywords() != 0 && asks_its_class(vm, Value::object(d), N.setitem);
    for (u32 k = 0; k < args.keywords(); ++k) {
        vm.charge(gas::DICT_ITEM);
        const Value name = args.names->items[k], v = args[args.positional + k];
        if (!(asks ? store_subscript(vm, Value::object(d), name, v) : dict_set(vm, d, name, v))) return false;
    }
    return true;
}
Value dict_make(Vm& vm, Value cls, const Args& args)
{
    vm.charge(gas::DICT_BASE);
    Dict* d = new_dict(vm);
    d->cls = cast<Class>(cls);
    if ((d->cls->features & HAS_INIT) != 0) return Value::object(d);
    return fill(vm, d, args, "dict") ? Value::object(d) : ABSENT;
}
Value init(Vm& vm, Value self, const Args& args)
{
    return none_or_absent(fill(vm, me(self), args, "dict"));
}
Value get(Vm& vm, Value self, const Args& a)
{
    const Value v = dict_get(vm, me(self), a[0]);
    return v.present() || pending(vm) ? v : a[1].present() ? a[1] : NONE;
}
// Of a class that derives from OrderedDict: what the class says is asked.
Value ordered_setdefault(Vm& vm, Value self, const Args& a)
{
    const int in = contains(vm, self, a[0]);
    if (in < 0) return ABSENT;
    if (in == 1) return subscript(vm, self, a[0]);
    const Value other = a[1].present() ? a[1] : NONE;
    return store_subscript(vm, self, a[0], other) ? other : ABSENT;
}
Value setdefault(Vm& vm, Value self, const Args& a)
{
    if (asks_its_class(vm, self, N.setitem) || asks_its_class(vm, self, N.getitem) ||
        asks_its_class(vm, self, N.contains))
        return ordered_setdefault(vm, self, a);
    return dict_setdefault(vm, me(self), a[0], a[1].present() ? a[1] : NONE);
}
// OrderedDict's: CPython searches for a new key and then stores it, which hashes the key twice.
Value setdefault_in_order(Vm& vm, Value self, const Args& a)
{
    if (asks_its_class(vm, self, N.setitem) || asks_its_class(vm, self, N.getitem) ||
        asks_its_class(vm, self, N.contains))
        return ordered_setdefault(vm, self, a);
    const Value v = dict_get(vm, me(self), a[0]);
    if (v.present() || pending(vm)) return v;
    const Value other = a[1].present() ? a[1] : NONE;
    return dict_set(vm, me(self), a[0], other) ? other : ABSENT;
}
Value pop(Vm& vm, Value self, const Args& a)
{
    Value removed;
    // An empty dict does not ask what the key is.
    const int was = me(self)->size == 0 ? 0 : dict_delete(vm, me(self), a[0], &removed);
    if (was < 0) return ABSENT;
    if (was == 1) return removed;
    return a[1].present() ? a[1] : raise_value(vm, T.KeyError, a[0]);
}
Value pop_end(Vm& vm, Dict* d, int last)
{
    if (d->size == 0) return raise(vm, T.KeyError, "popitem(): dictionary is empty");
    u32 at = last == 1 ? d->used - 1 : 0;
    while (d->entries[at].key.absent()) {
        vm.charge(gas::PROBE);
        at = last == 1 ? at - 1 : at + 1;
    }
    const Value pair[] = {d->entries[at].key, d->entries[at].value};
    const Value out = Value::object(new_tuple(vm, pair));
    dict_remove_at(vm, d, at);
    return out;
}
Value popitem(Vm& vm, Value self, const Args&)
{
    return pop_end(vm, me(self), 1);
}
// OrderedDict's.
Value pop_either(Vm& vm, Value self, const Args& a)
{
    const int last = truth(vm, a[0]);
    return last < 0 ? ABSENT : pop_end(vm, me(self), last);
}
Value update(Vm& vm, Value self, const Args& args)
{
    return none_or_absent(fill(vm, me(self), args, "update"));
}
Value keys(Vm& vm, Value self, const Args&)
{
    return new_view(vm, me(self), ViewKind::Keys);
}
Value values(Vm& vm, Value self, const Args&)
{
    return new_view(vm, me(self), ViewKind::Values);
}
Value items(Vm& vm, Value self, const Args&)
{
    return new_view(vm, me(self), ViewKind::Items);
}
Value clear(Vm&, Value self, const Args&)
{
    dict_clear(me(self));
    return NONE;
}
Value copy(Vm& vm, Value self, const Args&)
{
    Dict* d = new_dict(vm);
    return dict_copy(vm, d, me(self)) ? Value::object(d) : ABSENT;
}
Value move_to_end(Vm& vm, Value self, const Args& a)
{
    const int last = a[1].absent() ? 1 : truth(vm, a[1]);
    if (last < 0) return ABSENT;
    Value v;
    const int was = dict_delete(vm, me(self), a[0], &v);
    if (was < 0) return ABSENT;
    if (was == 0) return raise_value(vm, T.KeyError, a[0]);
    if (last == 1) return none_or_absent(dict_set(vm, me(self), a[0], v));
    Dict* all = new_dict(vm);
    if (!dict_set(vm, all, a[0], v) || !dict_copy_into(vm, all, me(self))) return ABSENT;
    dict_clear(me(self));
    return none_or_absent(dict_copy_into(vm, me(self), all));
}
Value fromkeys(Vm& vm, Value cls, const Args& a)
{
    const Value v = a[1].present() ? a[1] : NONE;
    if (!(cls == Value::object(&T.dict))) {
        const Value made = call(vm, cls, {});
        if (made.absent()) return ABSENT;
        return for_each(vm, a[0],
                        [&](Value key) {
                            vm.charge(gas::DICT_ITEM);
                            return store_subscript(vm, made, key, v);
                        })
                   ? made
                   : ABSENT;
    }
    Dict* d = new_dict(vm);
    if (is_anyset(a[0]) ? exact(a[0]) : is_dict(a[0]) && exact(a[0])) {  // their hashes are known
        const Dict* from = cast<Dict>(a[0]);
        pay_for_deleted(vm, from);
        for (u32 i = 0; i < from->used; ++i) {
            if (from->entries[i].key.absent()) continue;
            vm.charge(gas::DICT_ITEM + gas::ITEM);
            if (!dict_set(vm, d, from->entries[i], v)) return ABSENT;
        }
        return Value::object(d);
    }
    if (!for_each(vm, a[0], [&](Value key) {
            vm.charge(gas::DICT_ITEM);
            return dict_set(vm, d, key, v);
        }))
        return ABSENT;
    return Value::object(d);
}
// Counter's: adds one for each item, and hashes an item once. False, and nothing is done, where a class has a
// `get` or a `__setitem__` of its own.
Value count_items(Vm& vm, Value self, const Args& a)
{
    Class* cls = type_of(self);
    if (lookup(vm, cls, N.get_method) != lookup(vm, &T.dict, N.get_method) ||
        lookup(vm, cls, N.setitem) != lookup(vm, &T.dict, N.setitem))
        return FALSE;
    const bool counted = for_each(vm, a[0], [&](Value item) {
        vm.charge(gas::DICT_ITEM);
        Entry key = {item, ABSENT, 0};
        if (!hash_value(vm, item, key.hash)) return false;
        const Value before = dict_get(vm, me(self), key);
        if (before.absent() && pending(vm)) return false;
        const Value after =
            before.absent() ? Value::small(1) : binary(vm, BinaryOp::Add, before, Value::small(1), false);
        return after.present() && dict_set(vm, me(self), key, after);
    });
    return counted ? TRUE : ABSENT;
}
Value getitem(Vm& vm, Value self, const Args& a)
{
    const Value v = dict_get(vm, me(self), a[0]);
    return v.present() || pending(vm) ? v : dict_missing(vm, me(self), a[0]);
}
Value setitem(Vm& vm, Value self, const Args& a)
{
    return none_or_absent(dict_set(vm, me(self), a[0], a[1]));
}
Value delitem(Vm& vm, Value self, const Args& a)
{
    const int was = dict_delete(vm, me(self), a[0]);
    if (was == 0) return raise_value(vm, T.KeyError, a[0]);
    return none_or_absent(was == 1);
}
Value contains_method(Vm& vm, Value self, const Args& a)
{
    const int in = set_has(vm, me(self), a[0]);
    return in < 0 ? ABSENT : Value::boolean(in == 1);
}
Value len_method(Vm&, Value self, const Args&)
{
    return Value::small(me(self)->size);
}
Value iter_method(Vm& vm, Value self, const Args&)
{
    Iterator* it = new_iterator(vm, Walk::Keys, self, 0);
    it->changes = me(self)->changes;
    return Value::object(it);
}
Value view_isdisjoint(Vm& vm, Value self, const Args& a)
{
    bool disjoint = true;
    if (!for_each(vm, a[0],
                  [&](Value v) {
                      vm.charge(gas::ITEM);
                      const int in = contains(vm, self, v);
                      disjoint = in != 1;
                      return in == 0;
                  }) &&
        pending(vm))
        return ABSENT;
    return Value::boolean(disjoint);
}

constexpr u64 D = gas::DICT;
constexpr NativeSpec METHODS[] = {
    {"__init__", init, "...", 0},
    {"get", get, "key,default=/", D},
    {"setdefault", setdefault, "key,default=/", D},
    {"pop", pop, "key,default=/", D},
    {"popitem", popitem, "", D},
    {"update", update, "...", gas::DICT_BASE},
    {"keys", keys, "", gas::NATIVE},
    {"values", values, "", gas::NATIVE},
    {"items", items, "", gas::NATIVE},
    {"clear", clear, "", gas::NATIVE},
    {"copy", copy, "", gas::DICT_BASE},
    {"__getitem__", getitem, "key/", D},
    {"__setitem__", setitem, "key,value/", D},
    {"__delitem__", delitem, "key/", D},
    {"__contains__", contains_method, "key/", D},
    {"__len__", len_method, "", gas::LEN},
    {"__iter__", iter_method, "", 1},
};
constexpr NativeSpec ORDERED[] = {{"_move_to_end", move_to_end, "key,last=", D},
                                  {"_pop_either", pop_either, "last/", D},
                                  {"_count_items", count_items, "iterable/", D}};
// What OrderedDict has with names for its arguments.
constexpr NativeSpec WITH_NAMES[] = {{"setdefault", setdefault_in_order, "key,default=", D},
                                     {"pop", pop, "key,default=", D}};
constexpr NativeSpec FROMKEYS = {"fromkeys", fromkeys, "iterable,value=/", gas::DICT_BASE};
constexpr NativeSpec VIEW[] = {{"isdisjoint", view_isdisjoint, "other/", gas::SET_BASE}};

}  // namespace

void boot_dict()
{
    T.dict.make = dict_make;
    add_static(T.dict, METHODS);
    add_static(T.dict, ORDERED);
    for (const NativeSpec& spec : WITH_NAMES) {
        const Value method = static_native(spec, &T.descriptor);
        cast<Native>(method)->self = Value::object(&T.dict);
        cast<Native>(method)->owner = &T.dict;
        add_static_value(T.dict, cat("_ordered_", spec.name), method);
    }
    add_class_method(T.dict, FROMKEYS);
    add_static(T.dict_keys, VIEW);
    add_static(T.dict_items, VIEW);
    add_builtin("dict", Value::object(&T.dict));
}

}  // namespace lariat::pvm
