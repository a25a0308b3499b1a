// property, staticmethod, classmethod and super.
#include "pvm/objects/code.hpp"
#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

Value said_by_wrapped(Vm& vm, Value function, Str* name)
{
    if (is(function, Kind::StaticMethod) || is(function, Kind::ClassMethod) || is(function, Kind::Property))
        vm.charge(gas::NATIVE);
    return nested(vm, ABSENT, TOO_DEEP, [&] { return find_attr(vm, function, name); });
}

namespace {

// Without a text of its own a property says what its getter says; flag remembers where it came from. One of a
// program's class keeps it as an attribute, which hides the text of the class.
bool take_doc(Vm& vm, Property* p)
{
    if (!(p->doc == NONE) || p->get == NONE) return true;
    const Value doc = is(p->get, Kind::Function) ? cast<Function>(p->get)->doc : find_attr(vm, p->get, N.doc);
    if (doc.absent()) return !pending(vm);
    p->flag = 1;
    if (p->cls->is_builtin) {
        p->doc = doc;
        return true;
    }
    Dict** attributes = attributes_place(vm, Value::object(p));
    if (*attributes == nullptr) *attributes = new_dict(vm);
    dict_set_name(vm, *attributes, N.doc, doc);
    return true;
}

Property* new_property(Vm& vm, Class& cls)
{
    Property* p = vm.make<Property>(cls, Kind::Property, cls.is_builtin ? 0 : sizeof(Dict*));
    p->get = p->set = p->del = p->doc = NONE;
    p->flag = 0;
    p->name = ABSENT;
    if (!cls.is_builtin) *trailing_attributes(p) = nullptr;
    return p;
}

bool fill(Vm& vm, Property* p, const Args& args)
{
    Value parts[4] = {NONE, NONE, NONE, NONE};
    if (const u32 given = args.positional + args.keywords(); given > 4)
        return type_error(vm, cat("property() takes at most 4 arguments (", number(given), " given)"))
            .present();
    for (u32 i = 0; i < args.positional; ++i) parts[i] = args[i];
    constexpr std::string_view NAMES[] = {"fget", "fset", "fdel", "doc"};
    for (u32 k = 0; k < args.keywords(); ++k) {
        u32 i = 0;
        while (i < 4 && NAMES[i] != str_of(args.names->items[k])) ++i;
        if (i == 4)
            return type_error(vm, cat("'", str_of(args.names->items[k]),
                                      "' is an invalid keyword argument for property()"))
                .present();
        parts[i] = args[args.positional + k];
    }
    p->get = parts[0];
    p->set = parts[1];
    p->del = parts[2];
    p->doc = parts[3];
    p->flag = 0;
    return take_doc(vm, p);
}

Value property_make(Vm& vm, Value cls, const Args& args)
{
    Class& c = *cast<Class>(cls);
    Property* p = new_property(vm, c);
    if ((c.features & HAS_INIT) == 0 && !fill(vm, p, args)) return ABSENT;
    return Value::object(p);
}
Value property_init(Vm& vm, Value self, const Args& args)
{
    return fill(vm, cast<Property>(self), args) ? NONE : ABSENT;
}
Value with(Vm& vm, Value self, const Args& a, u32 which)
{
    const Property* from = cast<Property>(self);
    const Value get = which == 0 ? a[0] : from->get, set = which == 1 ? a[0] : from->set,
                del = which == 2 ? a[0] : from->del;
    const Value doc = from->flag == 1 && !(get == NONE) ? NONE : from->doc;
    if (!from->cls->is_builtin) {
        const Value made = call(vm, Value::object(from->cls), {get, set, del, doc});
        if (is(made, Kind::Property)) cast<Property>(made)->name = from->name;
        return made;
    }
    Property* p = new_property(vm, T.property);
    p->get = get;
    p->set = set;
    p->del = del;
    p->doc = which == 0 && from->flag == 1 ? NONE : from->doc;
    p->flag = from->flag;
    p->name = from->name;
    return take_doc(vm, p) ? Value::object(p) : ABSENT;
}
Value get_method(Vm& vm, Value self, const Args& a)
{
    return property_get(vm, self, a[0] == NONE ? ABSENT : a[0]);
}
Value set_method(Vm& vm, Value self, const Args& a)
{
    return none_or_absent(property_set(vm, self, a[0], a[1]));
}
Value delete_method(Vm& vm, Value self, const Args& a)
{
    return none_or_absent(property_set(vm, self, a[0], ABSENT));
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
Value set_name_method(Vm&, Value self, const Args& a)
{
    cast<Property>(self)->name = a[1];
    return NONE;
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

Value get_doc(Vm& vm, Value self)
{
    Property* p = cast<Property>(self);
    Dict* attributes = p->cls->is_builtin ? nullptr : own_attributes(self);
    const Value own = attributes == nullptr ? ABSENT : dict_get_name(vm, attributes, N.doc);
    return own.present() ? own : p->cls->is_builtin ? p->doc : NONE;
}

bool set_doc(Vm& vm, Value self, Value doc)
{
    Property* p = cast<Property>(self);
    p->flag = 0;
    if (doc.absent()) doc = NONE;
    if (p->cls->is_builtin) {
        p->doc = doc;
        return true;
    }
    Dict** attributes = attributes_place(vm, self);
    if (*attributes == nullptr) *attributes = new_dict(vm);
    dict_set_name(vm, *attributes, N.doc, doc);
    return true;
}

// 1, 0, or -1: pending.
int says_abstract(Vm& vm, Value function)
{
    const Value said = function == NONE ? ABSENT : said_by_wrapped(vm, function, N.is_abstract);
    return said.present() ? truth(vm, said) : pending(vm) ? -1 : 0;
}
Value property_is_abstract(Vm& vm, Value self)
{
    int abstract = 0;
    for (const Value function :
         {cast<Property>(self)->get, cast<Property>(self)->set, cast<Property>(self)->del})
        if (abstract == 0) abstract = says_abstract(vm, function);
    return abstract < 0 ? ABSENT : Value::boolean(abstract == 1);
}
Value wrapper_is_abstract(Vm& vm, Value self)
{
    const int abstract = says_abstract(vm, cast<Wrapper>(self)->function);
    return abstract < 0 ? ABSENT : Value::boolean(abstract == 1);
}

Value wrapper_make(Vm& vm, Value cls, const Args& args)
{
    Class& c = *cast<Class>(cls);
    if (args.keywords() != 0) return type_error(vm, cat(str_of(c.name), "() takes no keyword arguments"));
    if (args.positional != 1)
        return type_error(vm, cat(str_of(c.name), " expected 1 argument, got ", number(args.positional)));
    Wrapper* w = vm.make<Wrapper>(c, c.instances);
    w->function = args[0];
    w->attributes = nullptr;
    return Value::object(w);
}
Value get_func(Vm&, Value self)
{
    return cast<Wrapper>(self)->function;
}

Value super_make(Vm& vm, Value, const Args& args)
{
    if (args.positional == 0) {
        const bool method = vm.frame != nullptr && vm.frame->code->positional > 0;
        return raise(vm, T.RuntimeError,
                     method ? "super(): __class__ cell not found" : "super(): no arguments");
    }
    if (args.keywords() != 0) return type_error(vm, "super() takes no keyword arguments");
    if (args.positional > 2)
        return type_error(vm, cat("super() expected at most 2 arguments, got ", number(args.positional)));
    if (args.positional == 1 && is(args[0], Kind::Class))
        return type_error(
            vm, "super() takes no argument or two: one that is not bound to an object gives nothing");
    if (!is(args[0], Kind::Class))
        return type_error(vm, cat("super() argument 1 must be a type, not ", type_name(args[0])));
    Class* after = cast<Class>(args[0]);
    Class* of = type_of(args[1]);
    vm.charge(subclass_price(of, after));
    if (!is_subclass(of, after)) {
        if (is(args[1], Kind::Class)) vm.charge(subclass_price(cast<Class>(args[1]), after));
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

Value super_class(Vm&, Value self)
{
    return Value::object(cast<Super>(self)->after);
}
Value super_self(Vm&, Value self)
{
    return cast<Super>(self)->self;
}
Value super_self_class(Vm&, Value self)
{
    return Value::object(cast<Super>(self)->of);
}

// Of what becomes a method when it is found in a class.
Value bound_get(Vm& vm, Value self, const Args& a)
{
    const bool unbound = a[0] == NONE;
    const Value owner = a[1].absent() || a[1] == NONE ? ABSENT : a[1];
    if (unbound && owner.absent()) return type_error(vm, "__get__(None, None) is invalid");
    if (owner.present() && !is(owner, Kind::Class))
        return type_error(vm, cat("__get__() owner must be a class, not '", type_name(owner), "'"));
    Class* cls = owner.present() ? cast<Class>(owner) : type_of(a[0]);
    return bind(vm, self, unbound ? ABSENT : a[0], cls);
}

// Of what a builtin class has: its methods, operators and attributes.
Value method_owner(Vm&, Value self)
{
    return cast<Native>(self)->self;
}
Value attribute_owner(Vm&, Value self)
{
    return Value::object(cast<Attribute>(self)->owner);
}
Value attribute_name(Vm& vm, Value self)
{
    return new_str(vm, cast<Attribute>(self)->spec->name);
}
Value attribute_qualname(Vm& vm, Value self)
{
    const Attribute* a = cast<Attribute>(self);
    return new_str(vm, cat(str_of(a->owner->qualname), ".", a->spec->name));
}

constexpr AttributeSpec METHOD[] = {{"__objclass__", method_owner, nullptr}};
constexpr AttributeSpec ATTRIBUTE[] = {{"__objclass__", attribute_owner, nullptr},
                                       {"__name__", attribute_name, nullptr},
                                       {"__qualname__", attribute_qualname, nullptr}};
constexpr NativeSpec BOUND[] = {{"__get__", bound_get, "instance,owner=/", gas::NATIVE}};
constexpr NativeSpec PROPERTY[] = {
    {"getter", getter, "fget/", gas::NATIVE},       {"setter", setter, "fset/", gas::NATIVE},
    {"deleter", deleter, "fdel/", gas::NATIVE},     {"__init__", property_init, "...", gas::NATIVE},
    {"__get__", get_method, "instance,owner=/", 1}, {"__set__", set_method, "instance,value/", 1},
    {"__delete__", delete_method, "instance/", 1},  {"__set_name__", set_name_method, "owner,name/", 1}};
constexpr AttributeSpec PROPERTY_ATTRIBUTES[] = {{"fget", get_fget, nullptr},
                                                 {"fset", get_fset, nullptr},
                                                 {"fdel", get_fdel, nullptr},
                                                 {"__doc__", get_doc, set_doc},
                                                 {"__isabstractmethod__", property_is_abstract, nullptr}};
constexpr AttributeSpec WRAPPER[] = {{"__func__", get_func, nullptr},
                                     {"__wrapped__", get_func, nullptr},
                                     {"__isabstractmethod__", wrapper_is_abstract, nullptr}};
constexpr AttributeSpec SUPER[] = {{"__thisclass__", super_class, nullptr},
                                   {"__self__", super_self, nullptr},
                                   {"__self_class__", super_self_class, nullptr}};

Value lacks(Vm& vm, const Property* p, Value v, std::string_view what)
{
    std::string name;
    if (p->name.present() && !repr_to(vm, p->name, name)) return ABSENT;
    return raise(vm, T.AttributeError,
                 cat("property ", name, name.empty() ? "" : " ", "of '", str_of(type_of(v)->qualname),
                     "' object has no ", what));
}

}  // namespace

Value property_get(Vm& vm, Value property, Value v)
{
    const Property* p = cast<Property>(property);
    if (v.absent()) return property;
    if (p->get == NONE) return lacks(vm, p, v, "getter");
    return call(vm, p->get, {v});
}

bool property_set(Vm& vm, Value property, Value v, Value value)
{
    const Property* p = cast<Property>(property);
    const Value function = value.present() ? p->set : p->del;
    if (function == NONE) return lacks(vm, p, v, value.present() ? "setter" : "deleter").present();
    return (value.present() ? call(vm, function, {v, value}) : call(vm, function, {v})).present();
}

void boot_functions()
{
    T.property.make = property_make;
    T.staticmethod.make = T.classmethod.make = wrapper_make;
    T.super.make = super_make;
    add_static(T.property, PROPERTY, PROPERTY_ATTRIBUTES);
    add_static(T.staticmethod, BOUND, WRAPPER);
    add_static(T.classmethod, BOUND, WRAPPER);
    add_static(T.super, {}, SUPER);
    for (Class* c : {&T.function, &T.descriptor, &T.wrapper_descriptor, &T.attribute, &T.member})
        add_static(*c, BOUND);
    for (Class* c : {&T.descriptor, &T.wrapper_descriptor}) add_static(*c, {}, METHOD);
    add_static(T.attribute, {}, ATTRIBUTE);
    for (Class* c : {&T.property, &T.staticmethod, &T.classmethod, &T.super})
        add_builtin(str_of(c->name), Value::object(c));
}

}  // namespace lariat::pvm
