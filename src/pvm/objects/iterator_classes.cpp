// The builtins that make iterators of others: enumerate, zip, map, filter, reversed; and the classes of all.
#include <algorithm>

#include "pvm/objects/walks.hpp"

namespace lariat::pvm {

bool all_iterators(Vm& vm, const Args& args, u32 from, Tuple*& out)
{
    out = new_tuple_room(vm, args.positional - from);
    for (u32 i = from; i < args.positional; ++i) {
        out->items[i - from] = get_iter(vm, args[i]);
        if (out->items[i - from].present()) continue;
        return false;
    }
    return true;
}

namespace {

Value make_enumerate(Vm& vm, Value, const Args& args)
{
    const u32 given = args.positional + args.keywords();
    if (given > 2)
        return type_error(vm, cat("enumerate() takes at most 2 arguments (", number(given), " given)"));
    if (given == 0) return type_error(vm, "enumerate() missing required argument 'iterable'");
    Value iterable = args.positional > 0 ? args[0] : ABSENT;
    Value start = args.positional > 1 ? args[1] : ABSENT;
    for (u32 k = 0; k < args.keywords(); ++k) {
        const std::string_view name = str_of(args.names->items[k]);
        if (name == "iterable" && iterable.absent())
            iterable = args[args.positional + k];
        else if (name == "start" && given == 2)
            start = args[args.positional + k];
        else
            return type_error(vm, cat("'", name, "' is an invalid keyword argument for enumerate()"));
    }
    start = start.absent() ? Value::small(0) : to_index(vm, start);
    if (start.absent()) return ABSENT;
    const Value source = get_iter(vm, iterable);
    if (source.absent()) return ABSENT;
    Iterator* it = new_iterator(vm, Walk::Enumerate, source, 0);
    it->extra = start;
    return Value::object(it);
}
Value make_zip(Vm& vm, Value, const Args& args)
{
    bool strict = false;
    for (u32 k = 0; k < args.keywords(); ++k) {
        if (str_of(args.names->items[k]) != "strict")
            return type_error(
                vm, cat("'", str_of(args.names->items[k]), "' is an invalid keyword argument for zip()"));
        const int t = truth(vm, args[args.positional + k]);
        if (t < 0) return ABSENT;
        strict = t == 1;
    }
    Tuple* sources = nullptr;
    if (!all_iterators(vm, args, 0, sources)) return ABSENT;
    Iterator* it = new_iterator(vm, Walk::Zip, Value::object(sources), 0);
    it->extra = strict ? TRUE : ABSENT;
    return Value::object(it);
}
Value make_map(Vm& vm, Value, const Args& args)
{
    if (args.keywords() != 0) return type_error(vm, "map() takes no keyword arguments");
    if (args.positional < 2) return type_error(vm, "map() must have at least two arguments.");
    Tuple* sources = nullptr;
    if (!all_iterators(vm, args, 1, sources)) return ABSENT;
    Iterator* it = new_iterator(vm, Walk::Map, Value::object(sources), 0);
    it->extra = args[0];
    return Value::object(it);
}
Value make_filter(Vm& vm, Value, const Args& args)
{
    if (args.keywords() != 0) return type_error(vm, "filter() takes no keyword arguments");
    if (args.positional != 2)
        return type_error(vm, cat("filter expected 2 arguments, got ", number(args.positional)));
    const Value source = get_iter(vm, args[1]);
    if (source.absent()) return ABSENT;
    Iterator* it = new_iterator(vm, Walk::Filter, source, 0);
    it->extra = args[0];
    return Value::object(it);
}
Value make_reversed(Vm& vm, Value, const Args& args)
{
    if (args.keywords() != 0) return type_error(vm, "reversed() takes no keyword arguments");
    if (args.positional != 1)
        return type_error(vm, cat("reversed expected 1 argument, got ", number(args.positional)));
    const Value v = args[0];
    if (!exact(v)) {
        bool own = false;
        const Value method = lookup(vm, type_of(v), N.reversed, &own);
        if (method == NONE) return type_error(vm, cat("'", type_name(v), "' object is not reversible"));
        if (own) return call_found(vm, method, v, {});
    }
    const Value native = native_reversed(vm, v);
    if (native.present() || pending(vm)) return native;
    const bool sequence =
        is_str(v) || is_bytes_like(v) || is(v, Kind::Tuple) ||
        (v.is_object() && !v.as_object()->cls->is_builtin && lookup(vm, type_of(v), N.getitem).present());
    if (!sequence) return type_error(vm, cat("'", type_name(v), "' object is not reversible"));
    const i64 n = length(vm, v);
    if (n < 0) return ABSENT;
    Iterator* it = new_iterator(vm, Walk::Reverse, v, 0);
    it->next = n - 1;
    return Value::object(it);
}

Value method_iter(Vm&, Value self, const Args&)
{
    return self;
}
Value method_next(Vm& vm, Value self, const Args&)
{
    const Value v = native_next(vm, cast<Iterator>(self));
    return v.present() || pending(vm) ? v : raise_value(vm, T.StopIteration, ABSENT);
}
// How many items are left, as far as it can be told; none: pending.
std::optional<i64> left_in(Vm& vm, const Iterator* it)
{
    if (it->source.absent()) return 0;
    const Walk walk = static_cast<Walk>(it->flag);
    if (walk == Walk::Range) return it->end;
    if (walk == Walk::Reverse) {
        const i64 n = length(vm, it->source);
        if (n < 0) return std::nullopt;
        return n > it->next ? it->next + 1 : 0;  // below 0 where a hook went on with the walk
    }
    if (walk == Walk::Str) {
        const std::string_view rest = str_of(it->source).substr(static_cast<std::size_t>(it->next));
        vm.charge(rest.size() / 8 * gas::BYTE);
        return std::count_if(rest.begin(), rest.end(),
                             [](char byte) { return (static_cast<u8>(byte) & 0xc0U) != 0x80; });
    }
    if (!is_dict(it->source) && !is_anyset(it->source))
        return std::max<i64>(i64{it->source.as_object()->size} - it->next, 0);
    const Dict* d = cast<Dict>(it->source);
    if (it->changes != d->changes) return 0;
    vm.charge(d->used / 8 * gas::ITEM);
    const bool back = walk >= Walk::ReverseKeys;
    i64 n = 0;
    for (i64 i = back ? 0 : it->next; i < (back ? it->next + 1 : i64{d->used}); ++i)
        n += d->entries[i].key.present() ? 1 : 0;
    return n;
}
Value length_hint(Vm& vm, Value self, const Args&)
{
    const auto n = left_in(vm, cast<Iterator>(self));
    return n ? int_of(vm, *n) : ABSENT;
}
constexpr NativeSpec HINT[] = {{"__length_hint__", length_hint, "", gas::LEN}};
constexpr NativeSpec METHODS[] = {{"__iter__", method_iter, "", 1}, {"__next__", method_next, "", 1}};

}  // namespace

void boot_iterators()
{
    Class* const walkers[] = {
        &T.iterator,
        &T.list_iterator,
        &T.tuple_iterator,
        &T.str_iterator,
        &T.str_ascii_iterator,
        &T.bytes_iterator,
        &T.bytearray_iterator,
        &T.range_iterator,
        &T.dict_keyiterator,
        &T.dict_valueiterator,
        &T.dict_itemiterator,
        &T.list_reverseiterator,
        &T.dict_reversekeyiterator,
        &T.dict_reversevalueiterator,
        &T.dict_reverseitemiterator,
        &T.set_iterator,
        &T.callable_iterator,
    };
    Class* const builtins[] = {&T.enumerate, &T.zip, &T.map, &T.filter, &T.reversed};
    for (Class* c : walkers) {
        add_static(*c, METHODS);
        if (c != &T.iterator && c != &T.callable_iterator) add_static(*c, HINT);
        c->make = nullptr;
    }
    for (Class* c : builtins) add_static(*c, METHODS);
    for (Class* c : walk_classes()) add_static(*c, METHODS);
    boot_walks();
    add_static(T.reversed, HINT);
    T.enumerate.make = make_enumerate;
    T.zip.make = make_zip;
    T.map.make = make_map;
    T.filter.make = make_filter;
    T.reversed.make = make_reversed;
    for (Class* c : builtins) add_builtin(str_of(c->name), Value::object(c));
    for (Class* c : {&T.generator, &T.function, &T.native, &T.descriptor, &T.wrapper_descriptor, &T.method,
                     &T.method_wrapper, &T.module, &T.cell, &T.dict_keys, &T.dict_values, &T.dict_items,
                     &T.attribute, &T.storage, &T.hasher})
        c->make = nullptr;
}

}  // namespace lariat::pvm
