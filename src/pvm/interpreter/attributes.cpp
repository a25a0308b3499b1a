// Attribute access. What a program may see of the VM's own objects is an allow-list: nothing leads from a
// value to code, frames, globals or the list of all classes.
#include <utility>

#include "pvm/objects/aliases.hpp"

namespace lariat::pvm {

Value lookup_uncached(Vm& vm, Class* cls, Str* name, LookupCache& line)
{
    if (name->hash == 0) str_hash(vm, name);
    // What is left when it cannot be paid does not depend on the cache either: it is paid in one go.
    const u64 left = std::exchange(vm.meter.cycles_left, ~u64{0});
    Value found;
    u32 at = 0;
    u64 passed = 0;  // entries of tables that are too small for an index
    for (; at < cls->mro_count; ++at) {
        Dict* table = cls->mro[at]->dict;
        found = dict_get_name(vm, table, name);
        if (found.present()) break;
        if (table->index == nullptr) passed += table->used;
    }
    // The same whether the cache knew it or not, which depends on addresses: the slots looked at are in it.
    const u64 probes = ~u64{0} - std::exchange(vm.meter.cycles_left, left);
    const u64 price = gas::hops(at) + gas::entries(passed) + probes;
    line = {cls, name, found, vm.epoch, price, at < cls->mro_count && !cls->mro[at]->is_builtin};
    vm.charge(price);
    return found;
}

Dict** attributes_of(Value v)
{
    Object* o = v.as_object();
    switch (o->kind) {
        case Kind::Int:
        case Kind::Str:
        case Kind::Bytes:
        case Kind::Tuple:
        case Kind::ByteArray:
        case Kind::Property:
        case Kind::Iterator:
            return o->cls->is_builtin ? nullptr : trailing_attributes(o);
        case Kind::Instance:
            return &static_cast<Instance*>(o)->attributes;
        case Kind::Exception:
            return &static_cast<Exception*>(o)->attributes;
        case Kind::Function:
            return o->cls == &T.function ? &static_cast<Function*>(o)->attributes : nullptr;
        case Kind::StaticMethod:
        case Kind::ClassMethod:
            return o->flag == SHARED ? nullptr : &static_cast<Wrapper*>(o)->attributes;
        case Kind::List:
            return o->cls->is_builtin ? nullptr : &static_cast<List*>(o)->attributes;
        case Kind::Dict:
        case Kind::Set:
        case Kind::FrozenSet:
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
    if (is(found, Kind::Property) || is(found, Kind::Attribute) || is(found, Kind::Member)) return true;
    if (!may_describe(found) || lookup(vm, type_of(found), N.get).absent()) return false;
    return lookup(vm, type_of(found), N.set).present() || lookup(vm, type_of(found), N.delete_).present();
}

namespace {

// Where `after` stands in the order of `of`, which has it.
u32 place_in_order(Vm& vm, const Class* of, const Class* after)
{
    if (of->one_line) return of->mro_count - after->mro_count;
    u32 i = 0;
    while (i < of->mro_count && of->mro[i] != after) ++i;
    vm.charge(gas::order(i));
    return i;
}

Value super_attribute(Vm& vm, const Super* s, Str* name)
{
    const u32 first = place_in_order(vm, s->of, s->after) + 1;
    for (u32 i = first; i < s->of->mro_count; ++i) {
        vm.charge((i - first < gas::ORDER_CLASSES ? 1 : 2) * gas::ATTRIBUTE_HOP);
        Dict* table = s->of->mro[i]->dict;
        const Value found = dict_get_name(vm, table, name);
        if (found.absent()) {
            if (table->index == nullptr) vm.charge(table->used / gas::ENTRIES);
            continue;
        }
        const bool of_class = is(s->self, Kind::Class) && cast<Class>(s->self) == s->of;
        return bind(vm, found, of_class ? ABSENT : s->self, s->of);
    }
    return ABSENT;
}

// What a static method or a class method says of itself is what its function says.
bool wrapper_shows(const Str* name)
{
    return name == N.name || name == N.qualname || name == N.doc || name == N.module || name == N.annotations;
}

// ABSENT without an exception: there is none.
Value plain(Vm& vm, Value v, Str* name)
{
    if (is(v, Kind::Class)) return class_attribute(vm, cast<Class>(v), name);
    if (is(v, Kind::Module)) {
        if (name == N.name) return cast<Module>(v)->name;
        const Value found = dict_get_name(vm, cast<Module>(v)->dict, name);
        if (found.absent() && !(name == N.doc)) return late_attribute(vm, v, name);
        return found.present() ? found : NONE;
    }
    if (is(v, Kind::Super)) {
        if (name == N.class_) return Value::object(&T.super);
        const Value inherited = super_attribute(vm, cast<Super>(v), name);
        if (inherited.present() || pending(vm)) return inherited;
        const Value own = lookup(vm, &T.super, name);  // of the super object itself
        return is(own, Kind::Attribute) ? bind(vm, own, v, &T.super) : ABSENT;
    }
    Class* cls = type_of(v);
    const Value found = lookup(vm, cls, name);
    if (found.present() && is_data_descriptor(vm, found)) return bind(vm, found, v, cls);
    if (v.is_object()) {
        if (Dict* attributes = own_attributes(v)) {
            const Value own = dict_get_name(vm, attributes, name);
            if (own.present()) return own;
        }
        if (v.as_object()->kind == Kind::Function) {
            const Value own = function_attribute(vm, cast<Function>(v), name);
            if (own.present()) return own;
        }
        if (v.as_object()->kind == Kind::BoundMethod && !(name == N.class_)) {
            const BoundMethod* m = cast<BoundMethod>(v);
            if (name == N.self_) return m->self;
            if (name == N.call) return v;
            if (name == N.func) return m->function;
            if (is(m->function, Kind::Function)) return plain(vm, m->function, name);
            if (is(m->function, Kind::Native) && (name == N.name || name == N.qualname))
                return native_name(vm, cast<Native>(m->function), name == N.qualname);
        }
        if (v.as_object()->kind == Kind::Native && (name == N.name || name == N.qualname))
            return native_name(vm, cast<Native>(v), name == N.qualname);
        if (is(v, Kind::StaticMethod) || is(v, Kind::ClassMethod))
            if (wrapper_shows(name)) return said_by_wrapped(vm, cast<Wrapper>(v)->function, name);
    }
    if (name == N.dict_ && found.absent()) return dict_of(vm, v);
    if (found.present()) return bind(vm, found, v, cls);
    if (name == N.class_) return Value::object(cls);
    if (name == N.doc) return NONE;
    if (name == N.call && (is(v, Kind::Function) || is(v, Kind::Native))) return v;
    if (name == N.module && is(v, Kind::Native) && !is_method(cast<Native>(v))) return T.object.module;
    return name == N.module && !exact(v) ? cls->module : ABSENT;
}

}  // namespace

namespace {

Value described(Vm& vm, Value found, Value self, Class* cls)
{
    const Value get = lookup(vm, type_of(found), N.get);
    if (get.absent()) return found;
    const Value instance = self.absent() ? NONE : self;
    if (becomes_method(get))
        return call(vm, bind(vm, get, found, type_of(found)), {instance, Value::object(cls)});
    return call(vm, get, {found, instance, Value::object(cls)});  // what it is, is not bound
}

}  // namespace

Value bind(Vm& vm, Value found, Value self, Class* cls)
{
    if (!found.is_object()) return found;
    switch (found.as_object()->kind) {
        case Kind::Function:
            if (self.absent() || !becomes_method(found)) return found;
            break;
        case Kind::Native:
            if (self.absent() || !is_method(cast<Native>(found))) return found;
            if (!applies(vm, cast<Native>(found), self)) return ABSENT;
            break;
        case Kind::StaticMethod:
            return cast<Wrapper>(found)->function;
        case Kind::ClassMethod: {
            const Value function = cast<Wrapper>(found)->function;
            if (is(function, Kind::Property) ||
                (may_describe(function) && lookup(vm, type_of(function), N.get).present()))
                return bind(vm, function, Value::object(cls), cls);
            BoundMethod* m = vm.make<BoundMethod>(T.method, Kind::BoundMethod);
            m->function = function;
            m->self = Value::object(cls);
            return Value::object(m);
        }
        case Kind::Property: {
            bool own = false;
            const Value r =
                call_special(vm, found, N.get, {self.absent() ? NONE : self, Value::object(cls)}, own);
            return own ? r : property_get(vm, found, self);
        }
        case Kind::Attribute:
            if (self.absent()) return found;
            return applies(vm, cast<Attribute>(found), self) ? cast<Attribute>(found)->spec->get(vm, self)
                                                             : ABSENT;
        case Kind::Member:
            return self.absent() ? found : slot_get(vm, cast<Member>(found), self);
        default:
            return may_describe(found) ? described(vm, found, self, cls) : found;
    }
    Class& type = !is(found, Kind::Native)           ? T.method
                  : is_operator(cast<Native>(found)) ? T.method_wrapper
                                                     : T.native;
    BoundMethod* m = vm.make<BoundMethod>(type, Kind::BoundMethod);
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

namespace {

Value get_attr_unnoted(Vm& vm, Value v, Str* name)
{
    const u16 features = v.is_object() ? v.as_object()->cls->features : 0;
    if ((features & (HAS_GETATTRIBUTE | HAS_GETATTR)) == 0) return get_attr_plain(vm, v, name, true);
    if (is(v, Kind::GenericAlias)) return alias_attribute(vm, v, name);
    // Looked up first: what runs now may take it away from the class.
    const Value fallback = (features & HAS_GETATTR) != 0 ? lookup(vm, v.as_object()->cls, N.getattr) : ABSENT;
    Value r;
    bool found = false;
    if ((features & HAS_GETATTRIBUTE) != 0)
        r = call_special(vm, v, N.getattribute, {Value::object(name)}, found);
    else
        r = get_attr_plain(vm, v, name, true);
    if (r.present() || fallback.absent() || !pending_is(vm, T.AttributeError)) return r;
    vm.pending = ABSENT;
    return call_found(vm, fallback, v, {Value::object(name)});
}

}  // namespace

Value get_attr(Vm& vm, Value v, Str* name)
{
    const Value r = get_attr_unnoted(vm, v, name);
    if (r.absent() && pending_is(vm, T.AttributeError)) note_name(vm, Value::object(name), v);
    return r;
}

Value find_attr(Vm& vm, Value v, Str* name)
{
    const u16 features = v.is_object() ? v.as_object()->cls->features : 0;
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

Str* name_given(Vm& vm, Value v)
{
    if (!is_str(v)) {
        type_error(vm, cat("attribute name must be string, not '", type_name(v), "'"));
        return nullptr;
    }
    str_hash(vm, cast<Str>(v));
    vm.charge(str_of(v).size());
    Str* known = find_static_name(str_of(v));
    return known != nullptr ? known : cast<Str>(v);
}

bool load_method(Vm& vm, Value v, Str* name, Value& function, Value& self)
{
    if (v.is_object() && v.as_object()->kind != Kind::Class && v.as_object()->kind != Kind::Module &&
        v.as_object()->kind != Kind::Super &&
        (v.as_object()->cls->features & (HAS_GETATTRIBUTE | HAS_GETATTR)) == 0) {
        const Value found = lookup(vm, v.as_object()->cls, name);
        if (becomes_method(found) || (is(found, Kind::Native) && is_method(cast<Native>(found)))) {
            Dict* attributes = own_attributes(v);
            const Value own = attributes != nullptr ? dict_get_name(vm, attributes, name) : ABSENT;
            function = own.present() ? own : found;
            self = own.present() ? ABSENT : v;
            return true;
        }
    }
    function = get_attr(vm, v, name);
    self = ABSENT;
    return function.present();
}

namespace {

/// Calling a function of Python has its price. What stands for one may have none: an operator's method, an
/// object whose class has a __call__ that is one in its turn, a native method of an object that asks a hook.
void pay_for_hook(Vm& vm, Value found)
{
    if (is(found, Kind::StaticMethod) || is(found, Kind::ClassMethod))
        found = cast<Wrapper>(found)->function;  // which is what is called
    if (is(found, Kind::BoundMethod)) found = cast<BoundMethod>(found)->function;
    if (!is(found, Kind::Function)) vm.charge(gas::HOOK);
}

/// A hook is called at once: what of a builtin class stands for it complains as when it is called.
bool fits_hook(Vm& vm, Value found, Value self)
{
    return !is(found, Kind::Native) || !is_method(cast<Native>(found)) ||
           called_on_its_own(vm, cast<Native>(found), self);
}

}  // namespace

Value special_method(Vm& vm, Value v, Str* name)
{
    if (!v.is_object() || v.as_object()->cls->is_builtin) return ABSENT;
    Class* cls = v.as_object()->cls;
    bool own = false;
    const Value found = lookup(vm, cls, name, &own);
    if (!own || !found.is_object()) return ABSENT;
    pay_for_hook(vm, found);
    return fits_hook(vm, found, v) ? bind(vm, found, v, cls) : ABSENT;
}

Value call_found(Vm& vm, Value method, Value self, std::initializer_list<Value> args)
{
    Value values[4];
    u32 n = 0;
    for (const Value a : args) values[n++] = a;
    if (becomes_method(method))
        return call_function(vm, cast<Function>(method), self, Args{values, n, nullptr});
    pay_for_hook(vm, method);
    if (!fits_hook(vm, method, self)) return ABSENT;
    // Binding what is a descriptor may ask its class for __get__, which may be that descriptor.
    return nested<Value>(vm, ABSENT, TOO_DEEP, [&] {
        const Value bound = bind(vm, method, self, self.as_object()->cls);
        return bound.absent() ? ABSENT : call(vm, bound, Args{values, n, nullptr});
    });
}

}  // namespace lariat::pvm
