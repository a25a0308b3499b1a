// The tests that patterns make: is it a sequence, a mapping, an instance, and what lies in it.
#include <algorithm>

#include "pvm/interpreter/interp_ops.hpp"

namespace lariat::pvm {

namespace {

int compare_length(Vm& vm, Value subject, u32 items, bool at_least)
{
    vm.charge(gas::LEN);
    const i64 n = length(vm, subject);
    if (n < 0) return -1;
    return (at_least ? n >= items : n == items) ? 1 : 0;
}

bool matches_itself(const Class* cls)
{
    const Class* const themselves[] = {&T.bool_, &T.bytearray, &T.bytes, &T.dict, &T.frozenset,
                                       &T.int_,  &T.list,      &T.set,   &T.str,  &T.tuple};
    return std::any_of(cls->mro, cls->mro + cls->mro_count, [&](const Class* c) {
        return c->is_builtin && std::ranges::find(themselves, c) != std::end(themselves);
    });
}

// The attribute, or ABSENT: pending tells whether because of an exception.
Value attribute(Vm& vm, Value subject, const Class* cls, Value name, Dict* seen)
{
    vm.charge(gas::SET_ITEM);
    const int known = set_has(vm, seen, name);
    if (known < 0) return ABSENT;
    if (known == 1) {
        std::string text;
        if (!repr_to(vm, name, text)) return ABSENT;
        return type_error(vm, cat(str_of(cls->name), "() got multiple sub-patterns for attribute ", text));
    }
    if (!set_add(vm, seen, name)) return ABSENT;
    return find_attr(vm, subject, cast<Str>(name));
}

// The names that the positional patterns stand for; null with nothing pending: the subject itself.
const Tuple* positional_names(Vm& vm, const Class* cls, u32 given)
{
    const Value names = find_attr(vm, Value::object(cls), N.match_args);
    if (pending(vm)) return nullptr;
    vm.charge(gas::order(cls->mro_count));
    const bool itself = names.absent() && matches_itself(cls);
    if (names.present() && (!is(names, Kind::Tuple) || type_of(names) != &T.tuple)) {
        type_error(vm,
                   cat(str_of(cls->name), ".__match_args__ must be a tuple (got ", type_name(names), ")"));
        return nullptr;
    }
    const Tuple* tuple = names.present() ? cast<Tuple>(names) : EMPTY_TUPLE;
    const u32 allowed = itself ? 1 : tuple->size;
    if (allowed < given) {
        type_error(vm, cat(str_of(cls->name), "() accepts ", number(allowed), " positional sub-pattern",
                           allowed == 1 ? "" : "s", " (", number(given), " given)"));
        return nullptr;
    }
    return itself ? nullptr : tuple;
}

}  // namespace

int match_sequence(Vm& vm, Value subject, u32 items, bool at_least)
{
    if (type_of(subject)->matched != Matched::as_sequence) return 0;
    return at_least && items == 0 ? 1 : compare_length(vm, subject, items, at_least);
}

int match_mapping(Vm& vm, Value subject, u32 items)
{
    if (type_of(subject)->matched != Matched::as_mapping) return 0;
    return items == 0 ? 1 : compare_length(vm, subject, items, true);
}

Value match_keys(Vm& vm, Value subject, const Tuple* keys)
{
    Dict* seen = new_set(vm);
    Tuple* values = new_tuple_room(vm, keys->size);
    Value get, nothing;
    if (type_of(subject) != &T.dict) {
        get = get_attr(vm, subject, N.get_method);
        if (get.absent()) return ABSENT;
        Instance* o = vm.make<Instance>(T.object, Kind::Instance);
        o->attributes = nullptr;
        nothing = Value::object(o);
    }
    for (u32 i = 0; i < keys->size; ++i) {
        vm.charge(gas::SET_ITEM + gas::DICT);
        const Value key = keys->items[i];
        const int known = set_has(vm, seen, key);
        if (known < 0) return ABSENT;
        if (known == 1) {
            std::string text;
            if (!repr_to(vm, key, text)) return ABSENT;
            return value_error(vm, cat("mapping pattern checks duplicate key (", text, ")"));
        }
        if (!set_add(vm, seen, key)) return ABSENT;
        const Value found =
            get.absent() ? dict_get(vm, cast<Dict>(subject), key) : call(vm, get, {key, nothing});
        if (found.absent() || (get.present() && found == nothing)) return ABSENT;
        values->items[i] = found;
    }
    return Value::object(values);
}

Value match_rest(Vm& vm, Value subject, const Tuple* keys)
{
    Dict* rest = new_dict(vm);
    if (!dict_update(vm, rest, subject)) return ABSENT;
    for (const Value key : keys->view()) {
        vm.charge(gas::DICT);
        const int was = dict_delete(vm, rest, key);
        if (was < 0) return ABSENT;
        if (was == 0) return raise_value(vm, T.KeyError, key);
    }
    return Value::object(rest);
}

Value match_class(Vm& vm, Value subject, Value cls, const Tuple* shape)
{
    if (!is(cls, Kind::Class)) return type_error(vm, "called match pattern must be a type");
    const int instance = instance_check(vm, subject, cls);
    if (instance != 1) return ABSENT;
    const Class* of = cast<Class>(cls);
    const u32 positional = static_cast<u32>(shape->items[0].as_small());
    const u32 total = positional + shape->size - 1;
    vm.charge(total * gas::ITEM);
    Tuple* found = new_tuple_room(vm, total);
    Dict* seen = new_set(vm);
    u32 n = 0;
    if (positional != 0) {
        const Tuple* names = positional_names(vm, of, positional);
        if (names == nullptr) {
            if (pending(vm)) return ABSENT;
            found->items[n++] = subject;
        }
        for (; n < positional; ++n) {
            const Value name = names->items[n];
            if (!is_str(name) || type_of(name) != &T.str)
                return type_error(vm,
                                  cat("__match_args__ elements must be strings (got ", type_name(name), ")"));
            found->items[n] = attribute(vm, subject, of, name, seen);
            if (found->items[n].absent()) return ABSENT;
        }
    }
    for (u32 i = 1; i < shape->size; ++i, ++n) {
        found->items[n] = attribute(vm, subject, of, shape->items[i], seen);
        if (found->items[n].absent()) return ABSENT;
    }
    return Value::object(found);
}

}  // namespace lariat::pvm
