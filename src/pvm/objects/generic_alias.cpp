// list[int]: a class with arguments, which say nothing of what is in its instances.
#include "pvm/objects/aliases.hpp"
#include "pvm/objects/text.hpp"

namespace lariat::pvm {

namespace {

GenericAlias* me(Value self)
{
    return cast<GenericAlias>(self);
}

Value get_origin(Vm&, Value self)
{
    return me(self)->origin;
}
Value get_args(Vm&, Value self)
{
    return Value::object(me(self)->args);
}
Value get_parameters(Vm& vm, Value self)
{
    return type_parameters(vm, me(self)->args);
}
Value get_unpacked(Vm&, Value self)
{
    return Value::boolean(me(self)->flag != 0);
}

Value mro_entries(Vm& vm, Value self, const Args&)
{
    const Value origin = me(self)->origin;
    return Value::object(new_tuple(vm, {&origin, 1}));
}

Value new_alias(Vm& vm, Value origin, Value item)
{
    GenericAlias* a = vm.make<GenericAlias>(T.generic_alias, Kind::GenericAlias);
    a->origin = origin;
    a->args = is(item, Kind::Tuple) ? cast<Tuple>(plain_of(vm, item)) : new_tuple(vm, {&item, 1});
    return Value::object(a);
}

Value alias_make(Vm& vm, Value, const Args& args)
{
    if (args.keywords() != 0) return type_error(vm, "GenericAlias() takes no keyword arguments");
    if (args.positional != 2)
        return type_error(vm, cat("GenericAlias expected 2 arguments, got ", number(args.positional)));
    return new_alias(vm, args[0], args[1]);
}

Value class_getitem(Vm& vm, Value cls, const Args& args)
{
    return new_alias(vm, cls, args[0]);
}

/// What few programs ask of an alias is written in Python.
Value ask_library(Vm& vm, std::string_view function, std::initializer_list<Value> args)
{
    const Value module = import_module(vm, new_str_object(vm, "_generic_aliases"));
    if (module.absent()) return ABSENT;
    const Value found = get_attr(vm, module, new_str_object(vm, function));
    return found.absent() ? ABSENT : call(vm, found, args);
}

constexpr NativeSpec METHODS[] = {{"__mro_entries__", mro_entries, "bases/", gas::LIST}};
constexpr AttributeSpec ATTRIBUTES[] = {{"__origin__", get_origin, nullptr},
                                        {"__args__", get_args, nullptr},
                                        {"__parameters__", get_parameters, nullptr},
                                        {"__unpacked__", get_unpacked, nullptr}};
constexpr NativeSpec CLASS_GETITEM = {"__class_getitem__", class_getitem, "item/", gas::LIST};

}  // namespace

Value type_parameters(Vm& vm, Tuple* args)
{
    vm.charge(args->size * gas::ITEM);
    const auto plain = [](Value v) { return is(v, Kind::Class) || !v.is_object(); };
    if (std::ranges::all_of(args->view(), plain)) return Value::object(EMPTY_TUPLE);
    return ask_library(vm, "parameters", {Value::object(args)});
}

Value alias_subscript(Vm& vm, Value alias, Value item)
{
    return ask_library(vm, "substituted", {alias, item});
}

Value unpacked_alias(Vm& vm, const GenericAlias* a)
{
    const Value made = new_alias(vm, a->origin, Value::object(a->args));
    made.as_object()->flag = 1;
    return Value::object(new_tuple(vm, {&made, 1}));
}

Value alias_attribute(Vm& vm, Value v, Str* name)
{
    if (name == N.class_) return Value::object(&T.generic_alias);
    for (;;) {
        const Value own = dict_get_name(vm, T.generic_alias.dict, name);
        if (own.present()) return bind(vm, own, v, &T.generic_alias);
        v = cast<GenericAlias>(v)->origin;
        if (!is(v, Kind::GenericAlias)) return get_attr(vm, v, name);
        vm.charge(gas::DICT);
    }
}

Value call_alias(Vm& vm, Value alias, const Args& args)
{
    vm.charge(gas::DICT);
    const Value made = call(vm, cast<GenericAlias>(alias)->origin, args);
    if (made.absent() || !made.is_object() || (exact(made) && attributes_of(made) == nullptr)) return made;
    if (set_attr(vm, made, N.orig_class, alias)) return made;
    if (!pending_is(vm, T.AttributeError) && !pending_is(vm, T.TypeError)) return ABSENT;
    vm.pending = ABSENT;
    return made;
}

int aliases_equal(Vm& vm, const GenericAlias* a, const GenericAlias* b)
{
    if (a->flag != b->flag) return 0;
    vm.charge(gas::ITEM + gas::NESTED);
    const int same = identical_or_equal(vm, a->origin, b->origin);
    return same != 1 ? same : identical_or_equal(vm, Value::object(a->args), Value::object(b->args));
}

bool hash_alias(Vm& vm, const GenericAlias* a, u64& out)
{
    u64 args = 0;
    vm.charge(gas::ITEM + gas::NESTED);
    if (!hash_value(vm, a->origin, out) || !hash_value(vm, Value::object(a->args), args)) return false;
    out ^= args * 0x9e3779b97f4a7c15u;
    return true;
}

bool repr_type(Vm& vm, Value v, Text& out)
{
    vm.charge(gas::ITEM);
    if (v == NONE || is(v, Kind::GenericAlias) || is(v, Kind::Union)) return repr_to(vm, v, out);
    if (v == ELLIPSIS) {
        out.add("...");
        return true;
    }
    if (is(v, Kind::Class)) {
        add_class_name(out, cast<Class>(v));
        return true;
    }
    const auto say = [&](Str* name, Value& found) {
        found = find_attr(vm, v, name);
        return !pending(vm);
    };
    Value origin, args, qualname, module;
    if (!say(N.origin, origin) || (origin.present() && !say(N.type_args, args))) return false;
    if (args.present()) return repr_to(vm, v, out);
    if (!say(N.qualname, qualname) || (qualname.present() && !say(N.module, module))) return false;
    if (module.absent() || module == NONE) return repr_to(vm, v, out);
    if (!is_str(module) || str_of(module) != "builtins") {
        if (!str_to(vm, module, out)) return false;
        out.add(".");
    }
    return str_to(vm, qualname, out);
}

bool repr_alias(Vm& vm, const GenericAlias* a, Text& out)
{
    if (a->flag != 0) out.add("*");
    if (!repr_type(vm, a->origin, out)) return false;
    out.add("[");
    for (const Value& arg : a->args->view()) {
        if (&arg != a->args->items) out.add(", ");
        if (!repr_type(vm, arg, out)) return false;
    }
    out.add(a->args->size == 0 ? "()]" : "]");
    return true;
}

void boot_generic_aliases()
{
    T.generic_alias.make = alias_make;
    T.generic_alias.module = Value::object(static_name("types"));
    T.generic_alias.features |= HAS_GETATTRIBUTE;  // what it does not have itself, its origin has
    qualify_in_messages(&T.generic_alias, "types");
    add_static(T.generic_alias, METHODS, ATTRIBUTES);
    for (Class* c : {&T.list, &T.dict, &T.tuple, &T.set, &T.frozenset, &T.enumerate, &T.mappingproxy,
                     &T.BaseExceptionGroup, &T.chain})
        add_class_method(*c, CLASS_GETITEM);
}

}  // namespace lariat::pvm
