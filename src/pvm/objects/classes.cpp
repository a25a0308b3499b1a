// Classes of programs: making them, their method resolution order, making their instances.
#include <algorithm>

#include "pvm/objects/walks.hpp"

namespace lariat::pvm {

std::string_view argument_name(Value v) noexcept
{
    return v == NONE ? "None" : type_name(v);
}
namespace {

// Classes of library modules that CPython has in C, whose messages name their module.
constexpr std::string_view QUALIFIED_TYPES[] = {
    "",
    "collections.OrderedDict",
    "collections.defaultdict",
    "collections.deque",
    "functools.partial",
    "itertools.accumulate",
    "itertools.chain",
    "itertools.combinations",
    "itertools.combinations_with_replacement",
    "itertools.compress",
    "itertools.count",
    "itertools.cycle",
    "itertools.dropwhile",
    "itertools.filterfalse",
    "itertools.groupby",
    "itertools._grouper",
    "itertools.islice",
    "itertools.pairwise",
    "itertools.permutations",
    "itertools.product",
    "itertools.repeat",
    "itertools.starmap",
    "itertools.takewhile",
    "itertools._tee",
    "itertools.zip_longest",
    "operator.attrgetter",
    "operator.itemgetter",
    "operator.methodcaller",
    "types.UnionType",
    "types.GenericAlias",
};

}  // namespace

void qualify_in_messages(Class* cls, std::string_view module)
{
    const std::string_view name = str_of(cls->name);
    for (u8 i = 1; i < std::size(QUALIFIED_TYPES); ++i) {
        const std::string_view known = QUALIFIED_TYPES[i];
        if (known.starts_with(module) && known.size() == module.size() + 1 + name.size() &&
            known.ends_with(name))
            cls->full_name = i;
    }
    if (full_class_name(cls) == "collections.OrderedDict") cls->features |= ORDERED_DICT;
}

void mark_for_patterns(Class* cls, std::string_view module)
{
    const std::string_view name = str_of(cls->name);
    if (module == "collections.abc" && name == "Mapping") cls->matched = Matched::as_mapping;
    if ((module == "collections.abc" && name == "Sequence") || (module == "collections" && name == "deque"))
        cls->matched = Matched::as_sequence;
}

std::string_view type_name(Value v) noexcept
{
    return full_class_name(type_of(v));
}

std::string_view full_class_name(const Class* cls) noexcept
{
    return cls->full_name != 0 ? QUALIFIED_TYPES[cls->full_name] : str_of(cls->name);
}

bool is_instance(Value v, const Class& c) noexcept
{
    return is_subclass(type_of(v), &c);
}

namespace {

/// Tuples within tuples are looked through so far: what is deeper is asked as an object, if it says anything.
constexpr u32 TUPLES_WITHIN = 32;

bool holds_classes(Value classes, u32 depth)
{
    return (is(classes, Kind::Tuple) || is(classes, Kind::Union)) && depth < TUPLES_WITHIN;
}

// Of `instance`, or where that is absent of cls itself.
int class_check(Vm& vm, Value instance, Class* cls, Value classes, u32 depth)
{
    if (is(classes, Kind::Class)) {
        vm.charge(cls->mro_count / 4);
        if (instance.present() && cls == cast<Class>(classes)) return 1;  // no hook is asked
        bool found = false;
        const Value r = instance.present()
                            ? call_special(vm, classes, N.instancecheck, {instance}, found)
                            : call_special(vm, classes, N.subclasscheck, {Value::object(cls)}, found);
        if (found) return r.absent() ? -1 : truth(vm, r);
        return is_subclass(cls, cast<Class>(classes));
    }
    if (is(classes, Kind::GenericAlias)) {
        type_error(vm, cat(instance.present() ? "isinstance" : "issubclass",
                           "() argument 2 cannot be a parameterized generic"));
        return -1;
    }
    if (holds_classes(classes, depth)) {
        const auto several =
            is(classes, Kind::Union) ? cast<Union>(classes)->view() : cast<Tuple>(classes)->view();
        for (Value c : several) {
            if (c == NONE && is(classes, Kind::Union)) c = Value::object(&T.none);
            vm.charge(gas::ITEM);
            const int r = class_check(vm, instance, cls, c, depth + 1);
            if (r != 0) return r;
        }
        return 0;
    }
    bool found = false;
    const Value r = instance.present()
                        ? call_special(vm, classes, N.instancecheck, {instance}, found)
                        : call_special(vm, classes, N.subclasscheck, {Value::object(cls)}, found);
    if (found) return r.absent() ? -1 : truth(vm, r);
    type_error(vm, instance.present() ? "isinstance() arg 2 must be a type, a tuple of types, or a union"
                                      : "issubclass() arg 2 must be a class, a tuple of classes, or a union");
    return -1;
}

}  // namespace

namespace {

// What class_check found nothing in: is the class that an object says it is of one of these, where no hook
// was asked?
int claim_check(Vm& vm, const Class* claimed, Value classes, u32 depth)
{
    if (is(classes, Kind::Class)) {
        vm.charge(claimed->mro_count / 4);
        if (!is_subclass(claimed, cast<Class>(classes))) return 0;
        const Value hook = special_method(vm, classes, N.instancecheck);
        return pending(vm) ? -1 : hook.absent();
    }
    if (!holds_classes(classes, depth)) return 0;  // its hook has answered
    const auto several =
        is(classes, Kind::Union) ? cast<Union>(classes)->view() : cast<Tuple>(classes)->view();
    for (const Value c : several) {
        vm.charge(gas::ITEM);
        if (c == NONE) continue;
        if (const int r = claim_check(vm, claimed, c, depth + 1); r != 0) return r;
    }
    return 0;
}

}  // namespace

int instance_check(Vm& vm, Value v, Value classes)
{
    const int r = class_check(vm, v, type_of(v), classes, 0);
    if (r != 0 || exact(v)) return r;
    const Value claimed = find_attr(vm, v, N.class_);
    if (pending(vm)) return -1;
    if (!is(claimed, Kind::Class) || claimed == Value::object(type_of(v))) return 0;
    return claim_check(vm, cast<Class>(claimed), classes, 0);
}

int subclass_check(Vm& vm, Value cls, Value classes)
{
    // What stands for an alias where an order is looked through is its origin's bases.
    if (is(cls, Kind::GenericAlias) && is(cast<GenericAlias>(cls)->origin, Kind::Class) &&
        is(classes, Kind::Class) && type_of(classes) == &T.type) {
        const Value origin = cast<GenericAlias>(cls)->origin;
        vm.charge(subclass_price(cast<Class>(origin), cast<Class>(classes)));
        return classes != origin && is_subclass(cast<Class>(origin), cast<Class>(classes));
    }
    if (!is(cls, Kind::Class)) {
        bool found = false;  // an object that answers for a class says what may be asked of it
        const Value r =
            is(classes, Kind::Class) ? ABSENT : call_special(vm, classes, N.subclasscheck, {cls}, found);
        if (found) return r.absent() ? -1 : truth(vm, r);
        type_error(vm, "issubclass() arg 1 must be a class");
        return -1;
    }
    return class_check(vm, ABSENT, cast<Class>(cls), classes, 0);
}

void class_changed(Vm& vm)
{
    ++vm.epoch;
}

Value call_new(Vm& vm, Class* cls, const Args& args)
{
    const Value method = lookup(vm, cls, N.new_);
    Value function = method;
    if (is(method, Kind::StaticMethod))
        function = cast<Wrapper>(method)->function;
    else if (is(method, Kind::ClassMethod))  // which is given the class twice
        function = bind(vm, method, ABSENT, cls);
    if (function.absent()) return ABSENT;
    const u32 total = args.positional + args.keywords();
    std::vector<Value> values{Value::object(cls)};
    values.insert(values.end(), args.values, args.values + total);
    return call(vm, function, Args{values.data(), args.positional + 1, args.names});
}

Value instantiate(Vm& vm, Class* cls, const Args& args)
{
    const bool has_new = (cls->features & HAS_NEW) != 0;
    const Value made = has_new ? call_new(vm, cls, args) : make_instance(vm, cls, args);
    if (made.absent()) return ABSENT;
    if (has_new) {
        vm.charge(subclass_price(type_of(made), cls));
        if (!is_instance(made, *cls)) return made;
    }
    if (cls == &T.type && args.positional == 1) return made;  // it was asked for, not made
    // What a __new__ of a program's own made of one of these is empty still.
    const bool filled_later =
        has_new && (is(made, Kind::List) || is(made, Kind::Dict) || is(made, Kind::Set) ||
                    is(made, Kind::ByteArray) || is(made, Kind::Property));
    // It may be of a class that derives from the one that was called, and that has another __init__.
    if ((type_of(made)->features & HAS_INIT) == 0 && !filled_later) {
        // BaseException.__init__ takes what the class was called with, whatever __new__ made of it.
        if (has_new && is(made, Kind::Exception) && !is_instance(made, T.OSError))
            return fill_exception(vm, made, args) && fill_exception_keywords(vm, made, args) ? made : ABSENT;
        return made;
    }
    const Value init = lookup(vm, type_of(made), N.init);
    const Value r = becomes_method(init) ? call_function(vm, cast<Function>(init), made, args)
                                         : call(vm, bind(vm, init, made, cls), args);
    if (r.absent()) return ABSENT;
    if (!(r == NONE)) return type_error(vm, cat("__init__() should return None, not '", type_name(r), "'"));
    return made;
}

namespace {

// The builtin class that says how instances of `cls` are made.
const Class* solid_base(Vm& vm, const Class* cls)
{
    vm.charge(gas::hops(cls->mro_count) - cls->mro_count / 4);
    u32 i = 0;
    while (!cls->mro[i]->is_builtin) ++i;
    for (u32 k = i; k < cls->mro_count; ++k)
        if (cls->mro[k]->is_builtin && cls->mro[k]->make == cls->make && cls->mro[k] != &T.object)
            return cls->mro[k];
    return cls->mro[i];
}

Value object_make(Vm& vm, Value cls, const Args& args)
{
    Class& c = *cast<Class>(cls);
    if ((c.features & (HAS_INIT | HAS_NEW)) == 0 && args.positional + args.keywords() != 0)
        return type_error(vm, cat(str_of(c.name), "() takes no arguments"));
    Instance* o = vm.make<Instance>(c, Kind::Instance);
    o->attributes = nullptr;
    return Value::object(o);
}

// __new__ of a builtin class: `owner` is the class whose table holds it.
Value builtin_new(Vm& vm, Value owner, const Args& args)
{
    const Class* of = cast<Class>(owner);
    const std::string name(str_of(of->name));
    if (args.positional == 0) return type_error(vm, cat(name, ".__new__(): not enough arguments"));
    if (!is(args[0], Kind::Class))
        return type_error(vm, cat(name, ".__new__(X): X is not a type object (", type_name(args[0]), ")"));
    Class* cls = cast<Class>(args[0]);
    if (!is_subclass(cls, of))
        return type_error(vm, cat(name, ".__new__(", str_of(cls->name), "): ", str_of(cls->name),
                                  " is not a subtype of ", name));
    if (cls->make != of->make || (of == &T.int_ && cls == &T.bool_))
        return type_error(vm, cat(name, ".__new__(", str_of(cls->name), ") is not safe, use ",
                                  str_of(solid_base(vm, cls)->name), ".__new__()"));
    const Args rest{args.values + 1, args.positional - 1, args.names};
    // What is filled by __init__ begins empty, whatever is given.
    for (const Class* filled : {&T.list, &T.dict, &T.set, &T.bytearray, &T.property})
        if (of == filled) return make_instance(vm, cls, Args{nullptr, 0, nullptr});
    if (of != &T.object) return make_instance(vm, cls, rest);
    if (args.positional + args.keywords() > 1 && (cls->features & HAS_NEW) != 0)
        return type_error(vm, "object.__new__() takes exactly one argument (the type to instantiate)");
    if (args.positional + args.keywords() > 1 && (cls->features & HAS_INIT) == 0)
        return type_error(vm, cat(str_of(cls->name), "() takes no arguments"));
    return object_make(vm, args[0], Args{nullptr, 0, nullptr});
}

Value object_init(Vm& vm, Value self, const Args& args)
{
    if (args.positional + args.keywords() == 0) return NONE;
    const Class* cls = type_of(self);
    if ((cls->features & HAS_INIT) != 0)
        return type_error(vm, "object.__init__() takes exactly one argument (the instance to initialize)");
    if ((cls->features & HAS_NEW) == 0 && cls->instances == Kind::Instance)
        return type_error(vm, cat(str_of(cls->name),
                                  ".__init__() takes exactly one argument (the instance to initialize)"));
    return NONE;
}
Value object_init_subclass(Vm& vm, Value cls, const Args& args)
{
    if (args.positional + args.keywords() == 0) return NONE;
    const std::string_view kind = args.keywords() != 0 ? "keyword arguments" : "arguments";
    return type_error(
        vm, cat(str_of(cast<Class>(cls)->qualname), ".__init_subclass__() takes no ", kind,
                args.keywords() != 0 ? std::string() : cat(" (", number(args.positional), " given)")));
}
Value object_repr(Vm& vm, Value self, const Args&)
{
    vm.charge(40);
    return new_str(vm,
                   cat("<", str_of(type_of(self)->module), ".", str_of(type_of(self)->qualname), " object>"));
}
Value object_str(Vm& vm, Value self, const Args&)
{
    return repr_value(vm, self);
}
Value object_eq(Vm&, Value self, const Args& a)
{
    return self == a[0] ? TRUE : NOT_IMPLEMENTED;
}
Value object_order(Vm&, Value, const Args&)
{
    return NOT_IMPLEMENTED;
}
// What __eq__ of the class says, turned round.
Value object_ne(Vm& vm, Value self, const Args& a)
{
    const Value method = lookup(vm, type_of(self), N.eq);
    const Value same = becomes_method(method) ? call_function(vm, cast<Function>(method), self, a)
                                              : call(vm, bind(vm, method, self, type_of(self)), {a[0]});
    if (same.absent() || same == NOT_IMPLEMENTED) return same;
    const int t = truth(vm, same);
    return t < 0 ? ABSENT : Value::boolean(t == 0);
}
Value object_hash(Vm& vm, Value self, const Args&)
{
    return self.is_object() && vm.arena.holds(self.as_object())
               ? int_of_u64(vm, vm.arena.offset(self.as_object()) / 8)
               : Value::small(0);
}
Value object_setattr(Vm& vm, Value self, const Args& a)
{
    Str* name = name_given(vm, a[0]);
    if (name == nullptr) return ABSENT;
    return none_or_absent(set_attr_plain(vm, self, name, a[1]));
}
Value object_delattr(Vm& vm, Value self, const Args& a)
{
    return object_setattr(vm, self, Args{a.values, 2, nullptr});
}
Value object_delattr_entry(Vm& vm, Value self, const Args& a)
{
    Value pair[2] = {a[0], ABSENT};
    return object_delattr(vm, self, Args{pair, 2, nullptr});
}
Value object_getattribute(Vm& vm, Value self, const Args& a)
{
    Str* name = name_given(vm, a[0]);
    if (name == nullptr) return ABSENT;
    const Value r = get_attr_plain(vm, self, name, true);
    if (r.absent() && pending_is(vm, T.AttributeError)) note_name(vm, Value::object(name), self);
    return r;
}
Value object_format(Vm& vm, Value self, const Args& a)
{
    if (!is_str(a[0]))
        return type_error(vm, cat("__format__() argument must be str, not ", argument_name(a[0])));
    if (!str_of(a[0]).empty())
        return type_error(vm, cat("unsupported format string passed to ", type_name(self), ".__format__"));
    return str_value(vm, self);
}

constexpr NativeSpec OBJECT[] = {
    {"__init__", object_init, "...", 0},
    {"__repr__", object_repr, "", gas::NATIVE},
    {"__str__", object_str, "", gas::NATIVE},
    {"__eq__", object_eq, "value/", 1},
    {"__ne__", object_ne, "value/", 1},
    {"__hash__", object_hash, "", 1},
    {"__setattr__", object_setattr, "name,value/", gas::NATIVE},
    {"__delattr__", object_delattr_entry, "name/", gas::NATIVE},
    {"__getattribute__", object_getattribute, "name/", gas::NATIVE},
    {"__format__", object_format, "spec/", gas::NATIVE},
    {"__lt__", object_order, "value/", 1},
    {"__le__", object_order, "value/", 1},
    {"__gt__", object_order, "value/", 1},
    {"__ge__", object_order, "value/", 1},
};
constexpr NativeSpec BUILTIN_NEW = {"__new__", builtin_new, "...", gas::NATIVE};
constexpr NativeSpec OBJECT_INIT_SUBCLASS = {"__init_subclass__", object_init_subclass, "...", gas::NATIVE};

}  // namespace

void boot_classes()
{
    T.object.make = object_make;
    add_static(T.object, OBJECT);
    add_class_method(T.object, OBJECT_INIT_SUBCLASS);
    add_builtin("object", Value::object(&T.object));
}

void boot_new()
{
    const auto add = [](Class& c) {
        const Value method = static_native(BUILTIN_NEW, &T.native);
        cast<Native>(method)->self = Value::object(&c);
        add_static_value(c, "__new__", method);
    };
    for (Class* c : {&T.object,       &T.int_,
                     &T.bool_,        &T.str,
                     &T.bytes,        &T.bytearray,
                     &T.list,         &T.tuple,
                     &T.dict,         &T.set,
                     &T.frozenset,    &T.BaseException,
                     &T.super,        &T.property,
                     &T.staticmethod, &T.classmethod,
                     &T.range,        &T.slice,
                     &T.enumerate,    &T.zip,
                     &T.map,          &T.filter,
                     &T.reversed,     &T.none,
                     &T.ellipsis,     &T.not_implemented})
        add(*c);
    for (Class* c : walk_classes())
        if (c->make != nullptr) add(*c);
    // Those that have none of their own in CPython, where a message names the class that has it.
    const Class* const inherit[] = {&T.ExceptionGroup, &T.SystemExit,        &T.AttributeError,
                                    &T.ImportError,    &T.KeyError,          &T.ModuleNotFoundError,
                                    &T.NameError,      &T.UnboundLocalError, &T.StopIteration,
                                    &T.HostError,      &T.JSONDecodeError,   &T.Base64Error};
    const auto inherits = [&](const Class& c) {
        return std::ranges::find(inherit, &c) != std::end(inherit) ||
               (is_subclass(&c, &T.SyntaxError) && &c != &T.SyntaxError) ||
               (is_subclass(&c, &T.OSError) && &c != &T.OSError);
    };
#define X(name, base) \
    if (!inherits(T.name)) add(T.name);
    LARIAT_EXCEPTIONS(X)
#undef X
}

}  // namespace lariat::pvm
