// Attribute access. What a program may see of the VM's own objects is an allow-list: nothing leads from a
// value to code, frames, globals or the list of all classes.
#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

Value lookup(Vm& vm, Class* cls, Str* name)
{
    const u64 key = (reinterpret_cast<u64>(cls) >> 4) ^ (reinterpret_cast<u64>(name) >> 3);
    LookupCache& line = vm.cache[key & (Vm::CACHE_SLOTS - 1)];
    if (line.cls == cls && line.name == name && line.epoch == vm.epoch) {
        vm.charge(line.price);
        return line.found;
    }
    Value found;
    u32 at = 0;
    for (; at < cls->mro_count; ++at) {
        found = dict_get_name(vm, cls->mro[at]->dict, name);
        if (found.present()) break;
    }
    const u64 price = at / 4 * gas::ATTRIBUTE_HOP;  // the same whether the cache knew it or not
    line = {cls, name, found, vm.epoch, price};
    vm.charge(price);
    return found;
}

namespace {

Dict** attributes_of(Value v)
{
    Object* o = v.as_object();
    switch (o->kind) {
        case Kind::Instance:
            return &static_cast<Instance*>(o)->attributes;
        case Kind::Exception:
            return &static_cast<Exception*>(o)->attributes;
        case Kind::Function:
            return &static_cast<Function*>(o)->attributes;
        case Kind::List:
            return o->cls->is_builtin ? nullptr : &static_cast<List*>(o)->attributes;
        case Kind::Dict:
        case Kind::Set:
            return o->cls->is_builtin ? nullptr : &static_cast<Dict*>(o)->attributes;
        default:
            return nullptr;
    }
}

Value no_attribute(Vm& vm, Value v, Str* name)
{
    if (is(v, Kind::Class))
        return raise(
            vm, T.AttributeError,
            cat("type object '", str_of(cast<Class>(v)->name), "' has no attribute '", name->view(), "'"));
    if (is(v, Kind::Module))
        return raise(
            vm, T.AttributeError,
            cat("module '", str_of(cast<Module>(v)->name), "' has no attribute '", name->view(), "'"));
    return raise(vm, T.AttributeError,
                 cat("'", type_name(v), "' object has no attribute '", name->view(), "'"));
}

bool is_data_descriptor(Vm& vm, Value found)
{
    if (is(found, Kind::Property) || is(found, Kind::Attribute)) return true;
    if (!is(found, Kind::Instance)) return false;
    return lookup(vm, type_of(found), N.set).present() || lookup(vm, type_of(found), N.delete_).present();
}

Value class_attribute(Vm& vm, Class* cls, Str* name)
{
    const Value found = lookup(vm, cls, name);
    if (found.present()) {
        switch (found.is_object() ? found.as_object()->kind : Kind::Immediate) {
            case Kind::StaticMethod:
                return cast<Wrapper>(found)->function;
            case Kind::ClassMethod:
            case Kind::Instance:
                return bind(vm, found, ABSENT, cls);
            default:
                if (name == N.doc || name == N.module) break;
                return found;
        }
    }
    if (name == N.name) return cls->name;
    if (name == N.qualname) return cls->qualname;
    if (name == N.module) return cls->module;
    if (name == N.doc) {
        const Value doc = dict_get_name(vm, cls->dict, N.doc);
        return doc.present() ? doc : NONE;
    }
    if (name == N.class_) return Value::object(&T.type);
    if (found.present()) return found;
    return ABSENT;
}

Value function_attribute(Function* f, Str* name)
{
    if (name == N.name) return f->name;
    if (name == N.qualname) return f->qualname;
    if (name == N.doc) return f->doc;
    if (name == N.module) return Value::object(find_static_name("__main__"));
    return ABSENT;
}

// ABSENT without an exception: there is none.
Value plain(Vm& vm, Value v, Str* name)
{
    if (is(v, Kind::Class)) return class_attribute(vm, cast<Class>(v), name);
    if (is(v, Kind::Module)) {
        if (name == N.name) return cast<Module>(v)->name;
        const Value found = dict_get_name(vm, cast<Module>(v)->dict, name);
        return found.present() || !(name == N.doc) ? found : NONE;
    }
    if (is(v, Kind::Super)) {
        const Super* s = cast<Super>(v);
        u32 i = 0;
        while (i < s->of->mro_count && s->of->mro[i] != s->after) ++i;
        for (++i; i < s->of->mro_count; ++i) {
            vm.charge(gas::ATTRIBUTE_HOP);
            const Value found = dict_get_name(vm, s->of->mro[i]->dict, name);
            if (found.absent()) continue;
            return bind(vm, found,
                        is(s->self, Kind::Class) && cast<Class>(s->self) == s->of ? ABSENT : s->self, s->of);
        }
        return ABSENT;
    }
    Class* cls = type_of(v);
    const Value found = lookup(vm, cls, name);
    if (found.present() && is_data_descriptor(vm, found)) return bind(vm, found, v, cls);
    if (v.is_object()) {
        Dict** attributes = attributes_of(v);
        if (attributes != nullptr && *attributes != nullptr) {
            const Value own = dict_get_name(vm, *attributes, name);
            if (own.present()) return own;
        }
        if (v.as_object()->kind == Kind::Function) {
            const Value own = function_attribute(cast<Function>(v), name);
            if (own.present()) return own;
        }
        if (v.as_object()->kind == Kind::BoundMethod && !(name == N.class_)) {
            const BoundMethod* m = cast<BoundMethod>(v);
            if (name->view() == "__self__") return m->self;
            if (is(m->function, Kind::Function)) return plain(vm, m->function, name);
            if (is(m->function, Kind::Native) && (name == N.name || name == N.qualname))
                return Value::object(find_static_name(cast<Native>(m->function)->spec->name));
        }
        if (v.as_object()->kind == Kind::Native && (name == N.name || name == N.qualname))
            return new_str(vm, cast<Native>(v)->spec->name);
        if (v.as_object()->kind == Kind::Generator && (name == N.name || name == N.qualname))
            return cast<Generator>(v)->name;
    }
    if (found.present()) return bind(vm, found, v, cls);
    if (name == N.class_) return Value::object(cls);
    if (name == N.doc) return NONE;
    return ABSENT;
}

}  // namespace

Value bind(Vm& vm, Value found, Value self, Class* cls)
{
    if (!found.is_object()) return found;
    switch (found.as_object()->kind) {
        case Kind::Function: {
            if (self.absent()) return found;
            break;
        }
        case Kind::Native:
            if (self.absent() || found.as_object()->cls != &T.descriptor) return found;
            break;
        case Kind::StaticMethod:
            return cast<Wrapper>(found)->function;
        case Kind::ClassMethod: {
            BoundMethod* m = vm.make<BoundMethod>(T.method, Kind::BoundMethod);
            m->function = cast<Wrapper>(found)->function;
            m->self = Value::object(cls);
            return Value::object(m);
        }
        case Kind::Property:
            if (self.absent()) return found;
            if (cast<Property>(found)->get == NONE)
                return raise(vm, T.AttributeError,
                             cat("property of '", type_name(self), "' object has no getter"));
            return call(vm, cast<Property>(found)->get, {self});
        case Kind::Attribute:
            return self.absent() ? found : cast<Attribute>(found)->spec->get(vm, self);
        case Kind::Instance: {
            const Value get = lookup(vm, type_of(found), N.get);
            if (get.absent()) return found;
            return call(vm, bind(vm, get, found, type_of(found)),
                        {self.absent() ? NONE : self, Value::object(cls)});
        }
        default:
            return found;
    }
    BoundMethod* m = vm.make<BoundMethod>(T.method, Kind::BoundMethod);
    m->function = found;
    m->self = self;
    return Value::object(m);
}

Value get_attr_plain(Vm& vm, Value v, Str* name, bool raises)
{
    const Value r = plain(vm, v, name);
    if (r.absent() && !pending(vm) && raises) return no_attribute(vm, v, name);
    return r;
}

Value get_attr(Vm& vm, Value v, Str* name)
{
    const u8 features = v.is_object() ? v.as_object()->cls->features : 0;
    if ((features & (HAS_GETATTRIBUTE | HAS_GETATTR)) == 0) return get_attr_plain(vm, v, name, true);
    Value r;
    bool found = false;
    if ((features & HAS_GETATTRIBUTE) != 0)
        r = call_special(vm, v, N.getattribute, {Value::object(name)}, found);
    else
        r = get_attr_plain(vm, v, name, true);
    if (r.present() || (features & HAS_GETATTR) == 0 || !pending_is(vm, T.AttributeError)) return r;
    vm.pending = ABSENT;
    return call_special(vm, v, N.getattr, {Value::object(name)}, found);
}

Value find_attr(Vm& vm, Value v, Str* name)
{
    const u8 features = v.is_object() ? v.as_object()->cls->features : 0;
    if ((features & (HAS_GETATTRIBUTE | HAS_GETATTR)) == 0) {
        const Value r = get_attr_plain(vm, v, name, false);
        if (r.present() || !pending_is(vm, T.AttributeError)) return r;
        vm.pending = ABSENT;
        return ABSENT;
    }
    const Value r = get_attr(vm, v, name);
    if (r.absent() && pending_is(vm, T.AttributeError)) vm.pending = ABSENT;
    return r;
}

bool load_method(Vm& vm, Value v, Str* name, Value& function, Value& self)
{
    if (v.is_object() && v.as_object()->kind != Kind::Class && v.as_object()->kind != Kind::Module &&
        v.as_object()->kind != Kind::Super &&
        (v.as_object()->cls->features & (HAS_GETATTRIBUTE | HAS_GETATTR)) == 0) {
        const Value found = lookup(vm, v.as_object()->cls, name);
        if (is(found, Kind::Function) ||
            (is(found, Kind::Native) && found.as_object()->cls == &T.descriptor)) {
            Dict** attributes = attributes_of(v);
            const Value own = attributes != nullptr && *attributes != nullptr
                                  ? dict_get_name(vm, *attributes, name)
                                  : ABSENT;
            function = own.present() ? own : found;
            self = own.present() ? ABSENT : v;
            return true;
        }
    }
    function = get_attr(vm, v, name);
    self = ABSENT;
    return function.present();
}

bool set_attr(Vm& vm, Value v, Str* name, Value value)
{
    const u8 features = v.is_object() ? v.as_object()->cls->features : 0;
    bool found = false;
    if (value.present() && (features & HAS_SETATTR) != 0)
        return call_special(vm, v, N.setattr, {Value::object(name), value}, found).present();
    if (value.absent() && (features & HAS_DELATTR) != 0)
        return call_special(vm, v, N.delattr, {Value::object(name)}, found).present();
    return set_attr_plain(vm, v, name, value);
}

namespace {

bool set_class_attribute(Vm& vm, Class* cls, Str* name, Value value)
{
    if (cls->is_builtin)
        return type_error(vm, cat("cannot set '", name->view(), "' attribute of immutable type '",
                                  str_of(cls->name), "'"))
            .present();
    if (value.present() && (name == N.name || name == N.qualname)) {
        if (!is_str(value))
            return type_error(vm, cat("can only assign string to ", str_of(cls->name), ".", name->view()))
                .present();
        (name == N.name ? cls->name : cls->qualname) = value;
        return true;
    }
    // What the VM has derived from the class would no longer hold.
    for (const Str* fixed : {N.getattribute, N.getattr, N.setattr, N.delattr, N.new_, N.init, N.class_})
        if (name == fixed)
            return type_error(vm, cat("cannot set '", name->view(), "' of a class after it was made"))
                .present();
    class_changed(vm);
    if (value.present()) {
        dict_set_name(vm, cls->dict, name, value);
        return true;
    }
    const int was = dict_delete(vm, cls->dict, Value::object(name));
    if (was == 0) no_attribute(vm, Value::object(cls), name);
    return was == 1;
}

bool set_property(Vm& vm, Value found, Value v, Str* name, Value value)
{
    const Property* p = cast<Property>(found);
    const Value function = value.present() ? p->set : p->del;
    if (function == NONE) {
        const std::string_view what = value.present() ? "setter" : "deleter";
        return raise(vm, T.AttributeError,
                     cat("property '", name->view(), "' of '", str_of(type_of(v)->qualname),
                         "' object has no ", what))
            .present();
    }
    return (value.present() ? call(vm, function, {v, value}) : call(vm, function, {v})).present();
}

}  // namespace

bool set_attr_plain(Vm& vm, Value v, Str* name, Value value)
{
    if (is(v, Kind::Class)) return set_class_attribute(vm, cast<Class>(v), name, value);
    Class* cls = type_of(v);
    const Value found = lookup(vm, cls, name);
    if (is(found, Kind::Property)) return set_property(vm, found, v, name, value);
    if (is(found, Kind::Attribute)) {
        const AttributeSpec* spec = cast<Attribute>(found)->spec;
        if (spec->set == nullptr)
            return raise(
                       vm, T.AttributeError,
                       cat("attribute '", name->view(), "' of '", type_name(v), "' objects is not writable"))
                .present();
        return spec->set(vm, v, value);
    }
    if (is(found, Kind::Instance)) {
        bool has = false;
        const Value r = value.present() ? call_special(vm, found, N.set, {v, value}, has)
                                        : call_special(vm, found, N.delete_, {v}, has);
        if (has) return r.present();
    }
    Dict** attributes = v.is_object() ? attributes_of(v) : nullptr;
    if (is(v, Kind::Function) && (name == N.name || name == N.qualname || name == N.doc) && value.present()) {
        Function* f = cast<Function>(v);
        (name == N.name ? f->name : name == N.qualname ? f->qualname : f->doc) = value;
        return true;
    }
    bool closed = attributes == nullptr;
    if (!closed && cls->slots != nullptr) {
        const int allowed = found.present() ? 0 : set_has(vm, cls->slots, Value::object(name));
        if (allowed < 0) return false;
        closed = allowed == 0;
    }
    if (closed || name == N.class_ || name == N.dict_) {
        if (found.present() && closed)
            return raise(vm, T.AttributeError,
                         cat("'", type_name(v), "' object attribute '", name->view(), "' is read-only"))
                .present();
        no_attribute(vm, v, name);
        return false;
    }
    if (value.present()) {
        if (*attributes == nullptr) *attributes = new_dict(vm);
        dict_set_name(vm, *attributes, name, value);
        return true;
    }
    const int was = *attributes == nullptr ? 0 : dict_delete(vm, *attributes, Value::object(name));
    if (was == 0 && cls->slots != nullptr)
        raise(vm, T.AttributeError, name->view());
    else if (was == 0)
        no_attribute(vm, v, name);
    return was == 1;
}

Value special_method(Vm& vm, Value v, Str* name)
{
    if (!v.is_object() || v.as_object()->cls->is_builtin) return ABSENT;
    Class* cls = v.as_object()->cls;
    const Value found = lookup(vm, cls, name);
    if (!found.is_object() || (is(found, Kind::Native) && found.as_object()->cls == &T.descriptor))
        return ABSENT;
    return bind(vm, found, v, cls);
}

Value call_special(Vm& vm, Value self, Str* name, std::initializer_list<Value> args, bool& found)
{
    found = false;
    if (!self.is_object() || self.as_object()->cls->is_builtin) return ABSENT;
    Class* cls = self.as_object()->cls;
    const Value method = lookup(vm, cls, name);
    // Natives are what the builtin base does anyway.
    if (method.absent() || (is(method, Kind::Native) && method.as_object()->cls == &T.descriptor))
        return ABSENT;
    found = true;
    Value values[4];
    u32 n = 0;
    for (const Value a : args) values[n++] = a;
    if (is(method, Kind::Function))
        return call_function(vm, cast<Function>(method), self, Args{values, n, nullptr});
    const Value bound = bind(vm, method, self, cls);
    return bound.absent() ? ABSENT : call(vm, bound, Args{values, n, nullptr});
}

}  // namespace lariat::pvm
