// Classes of programs: making them, their method resolution order, making their instances.
#include <algorithm>

#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

Class* type_of(Value v) noexcept
{
    if (v.is_small()) return &T.int_;
    if (v.is_object()) return v.as_object()->cls;
    if (v.is_bool()) return &T.bool_;
    if (v == NONE) return &T.none;
    return v == ELLIPSIS ? &T.ellipsis : &T.not_implemented;
}

std::string_view type_name(Value v) noexcept
{
    return str_of(type_of(v)->name);
}

bool is_subclass(const Class* c, const Class* of) noexcept
{
    for (u32 i = 0; i < c->mro_count; ++i)
        if (c->mro[i] == of) return true;
    return false;
}

bool is_instance(Value v, const Class& c) noexcept
{
    return is_subclass(type_of(v), &c);
}

namespace {

int class_check(Vm& vm, Class* cls, Value classes, std::string_view who, u32 depth)
{
    if (is(classes, Kind::Class)) {
        vm.charge(cls->mro_count / 4);
        return is_subclass(cls, cast<Class>(classes));
    }
    if (is(classes, Kind::Tuple) && depth < 32) {
        for (const Value c : cast<Tuple>(classes)->view()) {
            vm.charge(gas::ITEM);
            const int r = class_check(vm, cls, c, who, depth + 1);
            if (r != 0) return r;
        }
        return 0;
    }
    type_error(vm, cat(who, who == "isinstance() arg 2 must be a type" ? ", a tuple of types, or a union"
                                                                       : " or tuple of classes"));
    return -1;
}

}  // namespace

int instance_check(Vm& vm, Value v, Value classes)
{
    return class_check(vm, type_of(v), classes, "isinstance() arg 2 must be a type", 0);
}

int subclass_check(Vm& vm, Value cls, Value classes)
{
    if (!is(cls, Kind::Class)) {
        type_error(vm, "issubclass() arg 1 must be a class");
        return -1;
    }
    const int r = class_check(vm, cast<Class>(cls), classes, "isinstance() arg 2 must be a type", 0);
    if (r < 0) {
        vm.pending = ABSENT;
        type_error(vm, "issubclass() arg 2 must be a class, a tuple of classes, or a union");
    }
    return r;
}

void class_changed(Vm& vm)
{
    ++vm.epoch;
}

namespace {

// C3: merges the orders of the bases and the bases themselves.
bool linearize(Vm& vm, Class* cls, Tuple* bases)
{
    u64 total = 1;
    std::vector<std::vector<Class*>> lists;
    for (const Value b : bases->view()) {
        const Class* base = cast<Class>(b);
        total += base->mro_count;
        lists.emplace_back(base->mro, base->mro + base->mro_count);
    }
    vm.charge(total * (bases->size + 1));
    std::vector<Class*> own;
    for (const Value b : bases->view()) own.push_back(cast<Class>(b));
    lists.push_back(own);
    std::vector<Class*> out{cls};
    for (;;) {
        bool left = false;
        Class* next = nullptr;
        for (const auto& list : lists) {
            if (list.empty()) continue;
            left = true;
            const bool later = std::any_of(lists.begin(), lists.end(), [&](const auto& other) {
                return other.size() > 1 && std::find(other.begin() + 1, other.end(), list[0]) != other.end();
            });
            if (later) continue;
            next = list[0];
            break;
        }
        if (!left) break;
        vm.charge(lists.size());
        if (next == nullptr) {
            // Named are the heads that block each other, as CPython lists them.
            std::string names;
            std::vector<Class*> heads;
            for (const auto& list : lists)
                if (!list.empty() && std::find(heads.begin(), heads.end(), list[0]) == heads.end())
                    heads.push_back(list[0]);
            for (const Class* c : heads) names += (names.empty() ? "" : ", ") + std::string(str_of(c->name));
            return type_error(
                       vm, cat("Cannot create a consistent method resolution\norder (MRO) for bases ", names))
                .present();
        }
        out.push_back(next);
        for (auto& list : lists)
            if (!list.empty() && list[0] == next) list.erase(list.begin());
    }
    cls->mro = static_cast<Class**>(vm.arena.take(out.size() * sizeof(Class*)));
    cls->mro_count = static_cast<u32>(out.size());
    std::copy(out.begin(), out.end(), cls->mro);
    return true;
}

u8 features_of(Vm& vm, const Class* cls)
{
    u8 features = 0;
    const std::pair<Str*, Feature> wanted[] = {{N.getattribute, HAS_GETATTRIBUTE},
                                               {N.getattr, HAS_GETATTR},
                                               {N.setattr, HAS_SETATTR},
                                               {N.delattr, HAS_DELATTR},
                                               {N.new_, HAS_NEW},
                                               {N.init, HAS_INIT},
                                               {N.eq, HAS_EQ},
                                               {N.hash, HAS_HASH}};
    for (u32 i = 0; i < cls->mro_count; ++i) {
        if (cls->mro[i]->is_builtin) continue;
        for (const auto& [name, feature] : wanted)
            if (dict_get_name(vm, cls->mro[i]->dict, name).present()) features |= feature;
    }
    return features;
}

}  // namespace

Value build_class(Vm& vm, Str* name, Value bases_value, Dict* ns, Dict* keywords)
{
    Tuple* bases = cast<Tuple>(bases_value);
    if (bases->size == 0) {
        const Value object = Value::object(&T.object);
        bases = new_tuple(vm, {&object, 1});
    }
    Kind kind = Kind::Instance;
    const Class* solid = nullptr;
    for (u32 i = 0; i < bases->size; ++i) {
        const Value b = bases->items[i];
        if (!is(b, Kind::Class))
            return type_error(vm, cat("bases must be types; '", type_name(b), "' object is not a class"));
        const Class* base = cast<Class>(b);
        if (base->is_builtin && !base->may_derive)
            return type_error(vm, cat("type '", str_of(base->name), "' is not an acceptable base type"));
        for (u32 k = 0; k < i; ++k)
            if (bases->items[k] == b) return type_error(vm, cat("duplicate base class ", str_of(base->name)));
        if (base->instances == Kind::Instance) continue;
        if (solid != nullptr && solid->instances != base->instances)
            return type_error(vm, "multiple bases have instance lay-out conflict");
        solid = base;
        kind = base->instances;
    }
    Class* cls = vm.make<Class>(T.type, Kind::Class);
    cls->name = Value::object(name);
    cls->bases = bases;
    cls->instances = kind;
    cls->is_builtin = false;
    cls->may_derive = true;
    cls->make = solid != nullptr ? solid->make : T.object.make;
    const Value qualname = dict_get_name(vm, ns, N.qualname);
    cls->qualname = qualname.present() && is_str(qualname) ? qualname : cls->name;
    const Value module = dict_get_name(vm, ns, N.module);
    cls->module = module.present() && is_str(module) ? module : Value::object(static_name("__main__"));
    dict_delete(vm, ns, Value::object(N.qualname));
    if (dict_get_name(vm, ns, N.eq).present() && dict_get_name(vm, ns, N.hash).absent())
        dict_set_name(vm, ns, N.hash, NONE);
    cls->dict = ns;
    if (!linearize(vm, cls, bases) || !read_slots(vm, cls)) return ABSENT;
    cls->features = features_of(vm, cls);
    class_changed(vm);
    const Value result = Value::object(cls);
    const Value cell = dict_get_name(vm, ns, N.class_cell);
    if (cell.present()) {
        cast<Cell>(cell)->value = result;
        dict_delete(vm, ns, Value::object(N.class_cell));
    }
    for (u32 i = 0; i < ns->used; ++i) {
        const Entry e = ns->entries[i];
        if (e.key.absent()) continue;
        vm.charge(gas::ITEM);
        bool found = false;
        if (is(e.value, Kind::Instance)) {
            const Value r = call_special(vm, e.value, N.set_name, {result, e.key}, found);
            if (found && r.absent()) return ABSENT;
        }
        if ((e.key == Value::object(N.init_subclass) || str_of(e.key) == "__class_getitem__") &&
            is(e.value, Kind::Function)) {
            Wrapper* w = vm.make<Wrapper>(T.classmethod, Kind::ClassMethod);
            w->function = e.value;
            ns->entries[i].value = Value::object(w);
        }
    }
    // __init_subclass__ of the next class in the order
    for (u32 i = 1; i < cls->mro_count; ++i) {
        if (cls->mro[i]->is_builtin) continue;
        const Value hook = dict_get_name(vm, cls->mro[i]->dict, N.init_subclass);
        if (hook.absent()) continue;
        const Value bound = bind(vm, hook, result, cls);
        if (bound.absent()) return ABSENT;
        Tuple* names = new_tuple_room(vm, keywords == nullptr ? 0 : keywords->size);
        std::vector<Value> values;
        for (u32 k = 0; keywords != nullptr && k < keywords->used; ++k) {
            if (keywords->entries[k].key.absent()) continue;
            names->items[values.size()] = keywords->entries[k].key;
            values.push_back(keywords->entries[k].value);
        }
        if (call(vm, bound, Args{values.data(), 0, names}).absent()) return ABSENT;
        return result;
    }
    if (keywords != nullptr && keywords->size != 0)
        return type_error(vm, cat(str_of(cls->name), ".__init_subclass__() takes no keyword arguments"));
    return result;
}

Value instantiate(Vm& vm, Class* cls, const Args& args)
{
    Value made;
    if ((cls->features & HAS_NEW) != 0) {
        const Value method = lookup(vm, cls, N.new_);
        const Value function = is(method, Kind::StaticMethod) ? cast<Wrapper>(method)->function : method;
        const u32 total = args.positional + args.keywords();
        std::vector<Value> values{Value::object(cls)};
        values.insert(values.end(), args.values, args.values + total);
        made = call(vm, function, Args{values.data(), args.positional + 1, args.names});
        if (made.absent() || !is_instance(made, *cls)) return made;
    } else {
        if (cls->make == nullptr)
            return type_error(vm, cat("cannot create '", str_of(cls->name), "' instances"));
        made = cls->make(vm, Value::object(cls), args);
        if (made.absent()) return ABSENT;
    }
    if ((cls->features & HAS_INIT) == 0) return made;
    const Value init = lookup(vm, type_of(made), N.init);
    const Value r = is(init, Kind::Function) ? call_function(vm, cast<Function>(init), made, args)
                                             : call(vm, bind(vm, init, made, cls), args);
    if (r.absent()) return ABSENT;
    if (!(r == NONE)) return type_error(vm, cat("__init__() should return None, not '", type_name(r), "'"));
    return made;
}

namespace {

Value object_make(Vm& vm, Value cls, const Args& args)
{
    Class& c = *cast<Class>(cls);
    if ((c.features & (HAS_INIT | HAS_NEW)) == 0 && args.positional + args.keywords() != 0)
        return type_error(vm, cat(str_of(c.name), "() takes no arguments"));
    Instance* o = vm.make<Instance>(c, Kind::Instance);
    o->attributes = nullptr;
    return Value::object(o);
}

Value object_new(Vm& vm, Value, const Args& args)
{
    if (args.positional == 0 || !is(args[0], Kind::Class))
        return type_error(vm, "object.__new__(X): X is not a type object");
    Class* cls = cast<Class>(args[0]);
    if (cls->make == nullptr || cls->is_builtin)
        return type_error(vm, cat("object.__new__(", str_of(cls->name), ") is not available"));
    if (cls->instances != Kind::Instance)
        return cls->make(vm, args[0], Args{args.values + 1, args.positional - 1, args.names});
    if (args.positional + args.keywords() > 1 && (cls->features & HAS_NEW) != 0 &&
        (cls->features & HAS_INIT) == 0)
        return type_error(vm, "object.__new__() takes exactly one argument (the type to instantiate)");
    return object_make(vm, args[0], Args{nullptr, 0, nullptr});
}

Value object_init(Vm&, Value, const Args&)
{
    return NONE;
}
Value object_init_subclass(Vm&, Value, const Args&)
{
    return NONE;
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
Value object_ne(Vm& vm, Value self, const Args& a)
{
    const int same = equals(vm, self, a[0]);
    return same < 0 ? ABSENT : Value::boolean(same == 0);
}
Value object_hash(Vm& vm, Value self, const Args&)
{
    return vm.arena.holds(self.as_object()) ? int_of_u64(vm, vm.arena.offset(self.as_object()) / 8)
                                            : Value::small(0);
}
bool attribute_name(Vm& vm, Value v)
{
    if (is_str(v)) return true;
    return type_error(vm, cat("attribute name must be string, not '", type_name(v), "'")).present();
}
Value object_setattr(Vm& vm, Value self, const Args& a)
{
    if (!attribute_name(vm, a[0])) return ABSENT;
    return none_or_absent(set_attr_plain(vm, self, cast<Str>(a[0]), a[1]));
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
    if (!attribute_name(vm, a[0])) return ABSENT;
    return get_attr_plain(vm, self, cast<Str>(a[0]), true);
}
Value object_format(Vm& vm, Value self, const Args& a)
{
    if (!is_str(a[0])) return type_error(vm, "__format__() argument must be str");
    if (!str_of(a[0]).empty())
        return type_error(vm, cat("unsupported format string passed to ", type_name(self), ".__format__"));
    return str_value(vm, self);
}

Value type_make(Vm& vm, Value, const Args& args)
{
    if (args.positional == 1 && args.keywords() == 0) return Value::object(type_of(args[0]));
    if (args.positional == 3)
        return type_error(vm, "not built yet: type() with 3 arguments: use a class statement");
    return type_error(vm, "type() takes 1 or 3 arguments");
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
};
constexpr NativeSpec OBJECT_NEW = {"__new__", object_new, "...", gas::NATIVE};
constexpr NativeSpec OBJECT_INIT_SUBCLASS = {"__init_subclass__", object_init_subclass, "", gas::NATIVE};

}  // namespace

void boot_classes()
{
    T.object.make = object_make;
    T.type.make = type_make;
    add_static(T.object, OBJECT);
    add_static_value(T.object, "__new__", static_native(OBJECT_NEW, &T.native));
    add_static_value(T.object, "__init_subclass__", static_native(OBJECT_INIT_SUBCLASS, &T.native));
    add_builtin("object", Value::object(&T.object));
    add_builtin("type", Value::object(&T.type));
}

}  // namespace lariat::pvm
