// property, staticmethod, classmethod and super.
#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

namespace {

// Without a text of its own a property says what its getter says; flag remembers where it came from.
void take_doc(Vm& vm, Property* p)
{
    if (!(p->doc == NONE) || p->get == NONE) return;
    const Value doc = is(p->get, Kind::Function) ? cast<Function>(p->get)->doc : find_attr(vm, p->get, N.doc);
    if (doc.absent()) return;
    p->doc = doc;
    p->flag = 1;
}

Value property_make(Vm& vm, Value, const Args& args)
{
    Value parts[4] = {NONE, NONE, NONE, NONE};
    if (args.positional > 4)
        return type_error(vm, cat("property expected at most 4 arguments, got ", number(args.positional)));
    for (u32 i = 0; i < args.positional; ++i) parts[i] = args[i];
    constexpr std::string_view NAMES[] = {"fget", "fset", "fdel", "doc"};
    for (u32 k = 0; k < args.keywords(); ++k) {
        u32 i = 0;
        while (i < 4 && NAMES[i] != str_of(args.names->items[k])) ++i;
        if (i == 4)
            return type_error(vm, cat("'", str_of(args.names->items[k]),
                                      "' is an invalid keyword argument for property()"));
        parts[i] = args[args.positional + k];
    }
    Property* p = vm.make<Property>(T.property, Kind::Property);
    p->get = parts[0];
    p->set = parts[1];
    p->del = parts[2];
    p->doc = parts[3];
    take_doc(vm, p);
    return Value::object(p);
}
Value with(Vm& vm, Value self, const Args& a, u32 which)
{
    const Property* from = cast<Property>(self);
    Property* p = vm.make<Property>(T.property, Kind::Property);
    p->get = which == 0 ? a[0] : from->get;
    p->set = which == 1 ? a[0] : from->set;
    p->del = which == 2 ? a[0] : from->del;
    p->doc = which == 0 && from->flag == 1 ? NONE : from->doc;
    p->flag = from->flag;
    take_doc(vm, p);
    return Value::object(p);
}
Value getter(Vm& vm, Value self, const Args& a)
{
    return with(vm, self, a, 0);
}
Value setter(Vm& vm, Value self, const Args& a)
{
    return with(vm, self, a, 1);
}
Value deleter(Vm& vm, Value self, const Args& a)
{
    return with(vm, self, a, 2);
}
Value get_fget(Vm&, Value self)
{
    return cast<Property>(self)->get;
}
Value get_fset(Vm&, Value self)
{
    return cast<Property>(self)->set;
}
Value get_fdel(Vm&, Value self)
{
    return cast<Property>(self)->del;
}

Value get_doc(Vm&, Value self)
{
    return cast<Property>(self)->doc;
}

Value wrapper_make(Vm& vm, Value cls, const Args& args)
{
    Class& c = *cast<Class>(cls);
    if (args.positional != 1 || args.keywords() != 0)
        return type_error(vm, cat(str_of(c.name), " expected 1 argument, got ", number(args.positional)));
    Wrapper* w = vm.make<Wrapper>(c, c.instances);
    w->function = args[0];
    return Value::object(w);
}
Value get_func(Vm&, Value self)
{
    return cast<Wrapper>(self)->function;
}

Value super_make(Vm& vm, Value, const Args& args)
{
    if (args.positional == 0) return raise(vm, T.RuntimeError, "super(): no arguments");
    if (args.positional != 2 || args.keywords() != 0)
        return type_error(
            vm, "super() takes no argument or two: one that is not bound to an object gives nothing");
    if (!is(args[0], Kind::Class))
        return type_error(vm, cat("super() argument 1 must be a type, not ", type_name(args[0])));
    Class* after = cast<Class>(args[0]);
    Class* of = type_of(args[1]);
    if (!is_subclass(of, after)) {
        if (!is(args[1], Kind::Class) || !is_subclass(cast<Class>(args[1]), after))
            return type_error(vm, "super(type, obj): obj must be an instance or subtype of type");
        of = cast<Class>(args[1]);
    }
    Super* s = vm.make<Super>(T.super, Kind::Super);
    s->after = after;
    s->self = args[1];
    s->of = of;
    return Value::object(s);
}

constexpr NativeSpec PROPERTY[] = {{"getter", getter, "fget/", gas::NATIVE},
                                   {"setter", setter, "fset/", gas::NATIVE},
                                   {"deleter", deleter, "fdel/", gas::NATIVE}};
constexpr AttributeSpec PROPERTY_ATTRIBUTES[] = {{"fget", get_fget, nullptr},
                                                 {"fset", get_fset, nullptr},
                                                 {"fdel", get_fdel, nullptr},
                                                 {"__doc__", get_doc, nullptr}};
constexpr AttributeSpec WRAPPER[] = {{"__func__", get_func, nullptr}};

}  // namespace

void boot_functions()
{
    T.property.make = property_make;
    T.staticmethod.make = T.classmethod.make = wrapper_make;
    T.super.make = super_make;
    add_static(T.property, PROPERTY, PROPERTY_ATTRIBUTES);
    add_static(T.staticmethod, {}, WRAPPER);
    add_static(T.classmethod, {}, WRAPPER);
    for (Class* c : {&T.property, &T.staticmethod, &T.classmethod, &T.super})
        add_builtin(str_of(c->name), Value::object(c));
}

}  // namespace lariat::pvm
