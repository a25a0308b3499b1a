// What classes, functions and objects say of themselves: __dict__, __mro__, __defaults__ and their like. An
// allow-list: none of it leads to code, frames, globals or the classes derived from one.
#include "pvm/objects/code.hpp"
#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

namespace {

Value order_of(Vm& vm, const Class* cls)
{
    vm.charge(cls->mro_count * gas::ITEM);
    Tuple* out = new_tuple_room(vm, cls->mro_count);
    for (u32 i = 0; i < cls->mro_count; ++i) out->items[i] = Value::object(cls->mro[i]);
    return Value::object(out);
}

// The first base whose instances are laid out as the class's are.
Value base_of(Vm& vm, const Class* cls)
{
    vm.charge(gas::beyond(cls->bases->size, gas::WALK_FREE));
    if (cls->bases->size == 0) return NONE;
    for (const Value b : cls->bases->view())
        if (cast<Class>(b)->instances == cls->instances && cls->instances != Kind::Instance) return b;
    // The layout of what it inherits, which is that of the first base that has it.
    Value first = cls->bases->items[0];
    for (const Value b : cls->bases->view()) {
        const Class *next = cast<Class>(b)->layout, *layout = cast<Class>(first)->layout;
        if (next == nullptr || next == layout) continue;
        if (layout != nullptr) vm.charge(subclass_price(next, layout));
        if (layout == nullptr || is_subclass(next, layout)) first = b;
    }
    return first;
}

// A program sees a class's own table through a proxy; of a builtin class, whose table has another shape, a
// copy.
Value table_of(Vm& vm, Class* cls)
{
    if (!cls->is_builtin) return new_proxy(vm, cls->dict);
    vm.charge(cls->dict->used * gas::DICT);
    Dict* copy = new_dict(vm);
    for (u32 i = 0; i < cls->dict->used; ++i)
        dict_set_name(vm, copy, cast<Str>(cls->dict->entries[i].key), cls->dict->entries[i].value);
    return new_proxy(vm, copy);
}

// Its own, never a base's. A class without any has an empty dict of them from now on.
Value annotations_of(Vm& vm, Class* cls)
{
    const Value own = dict_get_name(vm, cls->dict, N.annotations);
    if (own.present() || cls->is_builtin) return own;
    const Value made = Value::object(new_dict(vm));
    dict_set_name(vm, cls->dict, N.annotations, made);
    class_changed(vm);
    return made;
}

// What type itself answers before the class is asked.
Value type_attribute(Vm& vm, Class* cls, const Str* name)
{
    if (name == N.annotations) return annotations_of(vm, cls);
    if (name == N.name) return cls->name;  // also where its body says another, which is for its instances
    if (name == N.mro) return order_of(vm, cls);
    if (name == N.bases) return Value::object(cls->bases);
    if (name == N.base) return base_of(vm, cls);
    if (name == N.dict_) return table_of(vm, cls);
    if (name == N.class_) return Value::object(cls->cls);
    return ABSENT;
}

// Of the class's own class, where that is a program's.
Value meta_attribute(Vm& vm, Class* cls, Str* name, bool data_only)
{
    if (cls->cls->is_builtin && data_only) return ABSENT;
    const Value found = lookup(vm, cls->cls, name);
    if (found.absent()) return ABSENT;
    if (is_data_descriptor(vm, found) != data_only) return ABSENT;
    return bind(vm, found, Value::object(cls), cls->cls);
}

}  // namespace

Value class_attribute(Vm& vm, Class* cls, Str* name)
{
    Value found = type_attribute(vm, cls, name);
    if (found.absent()) found = meta_attribute(vm, cls, name, true);
    if (found.present() || pending(vm)) return found;
    found = lookup(vm, cls, name);
    if (is(found, Kind::StaticMethod)) return cast<Wrapper>(found)->function;
    if (is(found, Kind::ClassMethod) || is(found, Kind::Property) || may_describe(found))
        return bind(vm, found, ABSENT, cls);
    if (found.present() && !(name == N.doc || name == N.module)) return found;
    if (name == N.qualname) return cls->qualname;
    if (name == N.module) {
        const Value own = dict_get_name(vm, cls->dict, N.module);
        return own.present() ? own : cls->module;
    }
    if (name == N.doc) {
        const Value doc = dict_get_name(vm, cls->dict, N.doc);
        return doc.present() ? doc : NONE;
    }
    if (found.present()) return found;
    return meta_attribute(vm, cls, name, false);
}

namespace {

// Made when they are first asked for: a function that nobody asks costs nothing more for them.
Value function_annotations(Vm& vm, Function* f)
{
    if (f->annotations == nullptr) {
        vm.charge(f->code->annotations.size() * gas::DICT);
        f->annotations = new_dict(vm);
        for (const auto& [name, text] : f->code->annotations) dict_set_name(vm, f->annotations, name, text);
    }
    return Value::object(f->annotations);
}

}  // namespace

Value function_attribute(Vm& vm, Function* f, Str* name)
{
    if (name == N.name) return f->name;
    if (name == N.qualname) return f->qualname;
    if (name == N.doc) return f->doc;
    if (!becomes_method(Value::object(f)))  // the module that it has in CPython is a part of what is imported
        return name == N.module ? new_str(vm, cat("_", f->code->owner->module_name)) : ABSENT;
    if (name == N.module) return f->module.present() ? f->module : new_str(vm, f->code->owner->module_name);
    if (name == N.annotations) return function_annotations(vm, f);
    if (name == N.defaults) return f->defaults == nullptr ? NONE : Value::object(f->defaults);
    if (name == N.kwdefaults) return f->kw_defaults == nullptr ? NONE : Value::object(f->kw_defaults);
    if (name == N.dict_) {
        if (f->attributes == nullptr) f->attributes = new_dict(vm);
        return Value::object(f->attributes);
    }
    return ABSENT;
}

bool set_function_attribute(Vm& vm, Function* f, Str* name, Value value, bool& known)
{
    known = true;
    if (name == N.name || name == N.qualname) {
        if (value.absent() || !is_str(value))
            return type_error(vm, cat(name->view(), " must be set to a string object")).present();
        (name == N.name ? f->name : f->qualname) = value;
        return true;
    }
    if (name == N.doc) {
        f->doc = value.absent() ? NONE : value;
        return true;
    }
    if (name == N.module) {
        f->module = value.absent() ? NONE : value;
        return true;
    }
    const bool none = value.absent() || value == NONE;
    if (name == N.annotations) {
        if (!none && !is_dict(value))
            return type_error(vm, "__annotations__ must be set to a dict object").present();
        f->annotations = none ? new_dict(vm) : cast<Dict>(value);
        return true;
    }
    if (name == N.defaults) {
        if (!none && !is(value, Kind::Tuple))
            return type_error(vm, "__defaults__ must be set to a tuple object").present();
        f->defaults = none ? nullptr : cast<Tuple>(value);
        return true;
    }
    if (name == N.kwdefaults) {
        if (!none && !is_dict(value))
            return type_error(vm, "__kwdefaults__ must be set to a dict object").present();
        f->kw_defaults = none ? nullptr : cast<Dict>(value);
        return true;
    }
    known = false;
    return true;
}

Value native_name(Vm& vm, const Native* n, bool qualified)
{
    if (qualified && is_method(n) && n->self.present())
        return new_str(vm, cat(str_of(cast<Class>(n->self)->name), ".", n->spec->name));
    return new_str(vm, n->spec->name);
}

namespace {

// With what its function says of itself, as if that had been copied when it was made.
Value dict_of_wrapper(Vm& vm, Wrapper* w)
{
    if (w->flag == SHARED) return ABSENT;
    if (w->attributes == nullptr) w->attributes = new_dict(vm);
    for (Str* name : {N.module, N.name, N.qualname, N.doc, N.annotations}) {
        if (dict_get_name(vm, w->attributes, name).present()) continue;
        const Value said = said_by_wrapped(vm, w->function, name);
        if (pending(vm)) return ABSENT;
        if (said.present()) dict_set_name(vm, w->attributes, name, said);
    }
    return Value::object(w->attributes);
}

}  // namespace

Value dict_of(Vm& vm, Value v)
{
    if (is(v, Kind::StaticMethod) || is(v, Kind::ClassMethod)) return dict_of_wrapper(vm, cast<Wrapper>(v));
    if (!v.is_object() || (exact(v) && !is(v, Kind::Exception))) return ABSENT;
    Dict** attributes = (type_of(v)->features & NO_DICT) != 0 ? nullptr : attributes_place(vm, v);
    if (attributes == nullptr) return ABSENT;
    if (*attributes == nullptr) *attributes = new_dict(vm);
    return Value::object(*attributes);
}

bool set_dict_of(Vm& vm, Value v, Value dict)
{
    if (!becomes_method(v) && dict_of(vm, v).absent())
        return !pending(vm) && no_attribute(vm, v, N.dict_).present();
    if (dict.absent()) return type_error(vm, "cannot delete __dict__").present();
    if (!is_dict(dict))
        return type_error(vm, cat("__dict__ must be set to a dictionary, not a '", type_name(dict), "'"))
            .present();
    *attributes_place(vm, v) = cast<Dict>(dict);
    return true;
}

}  // namespace lariat::pvm
