// Setting and deleting of attributes.
#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

bool set_attr(Vm& vm, Value v, Str* name, Value value)
{
    const u16 features = v.is_object() ? v.as_object()->cls->features : 0;
    bool found = false;
    if (value.present() && (features & HAS_SETATTR) != 0)
        return call_special(vm, v, N.setattr, {Value::object(name), value}, found).present();
    if (value.absent() && (features & HAS_DELATTR) != 0)
        return call_special(vm, v, N.delattr, {Value::object(name)}, found).present();
    return set_attr_plain(vm, v, name, value);
}

namespace {

// `taken`: what the class has under the name says what setting does.
bool set_by_descriptor(Vm& vm, Value found, Value v, Value value, bool& taken)
{
    if (!may_describe(found) && !is(found, Kind::Property)) return false;
    const Value r = value.present() ? call_special(vm, found, N.set, {v, value}, taken)
                                    : call_special(vm, found, N.delete_, {v}, taken);
    if (!taken && may_describe(found)) {
        // It has the other of the two: then this one is missed, and nothing else is done.
        Str* other = value.present() ? N.delete_ : N.set;
        taken = lookup(vm, type_of(found), other).present();
        if (taken) raise(vm, T.AttributeError, (value.present() ? N.set : N.delete_)->view());
        return false;
    }
    if (taken) return r.present();
    taken = true;
    return property_set(vm, found, v, value);
}

bool set_class_attribute(Vm& vm, Class* cls, Str* name, Value value)
{
    if (cls->is_builtin)
        return type_error(vm, cat("cannot set '", name->view(), "' attribute of immutable type '",
                                  str_of(cls->name), "'"))
            .present();
    for (const Str* kept : {N.name, N.qualname, N.module, N.doc, N.bases})
        if (value.absent() && name == kept)
            return type_error(vm, cat("cannot delete '", name->view(), "' attribute of immutable type '",
                                      str_of(cls->name), "'"))
                .present();
    if (name == N.name || name == N.qualname) {
        if (!is_str(value))
            return type_error(vm, cat("can only assign string to ", str_of(cls->name), ".", name->view(),
                                      ", not '", type_name(value), "'"))
                .present();
        if (!class_name_fits(vm, value, name == N.qualname)) return false;
        (name == N.name ? cls->name : cls->qualname) = value;
        return true;
    }
    if (!cls->cls->is_builtin) {
        bool taken = false;
        const bool set = set_by_descriptor(vm, lookup(vm, cls->cls, name), Value::object(cls), value, taken);
        if (taken) return set;
    }
    if (name == N.dict_)
        return raise(vm, T.AttributeError, "attribute '__dict__' of 'type' objects is not writable")
            .present();
    if (name == N.mro || name == N.base) return raise(vm, T.AttributeError, "readonly attribute").present();
    // What the VM has derived from the class would no longer hold.
    for (const Str* fixed : {N.class_, N.bases})
        if (name == fixed)
            return type_error(vm, cat("cannot set '", name->view(), "' of a class after it was made"))
                .present();
    if (name == N.module && is_str(value)) {
        if (!class_name_fits(vm, value, true)) return false;
        cls->module = value;
    }
    const u16 feature = fixed_feature(name);
    if (feature != 0 && cls->flag != 0 && (value.absent() || (cls->features & feature) == 0))
        return type_error(vm, cat("cannot ", value.present() ? "set" : "delete", " '", name->view(),
                                  "' of class ", str_of(cls->name), ": others derive from it already"))
            .present();
    bool done = true;
    if (value.present()) {
        dict_set_name(vm, cls->dict, name, value);
        cls->features |= feature;
        says_later(vm, cls, name->view());
    } else {
        done = dict_delete_name(vm, cls->dict, name);
        if (feature != 0) feature_lost(vm, cls);
    }
    class_changed(vm);
    if (!done) no_attribute(vm, Value::object(cls), name);
    return done;
}

}  // namespace

bool set_attr_plain(Vm& vm, Value v, Str* name, Value value)
{
    if (is(v, Kind::Class)) return set_class_attribute(vm, cast<Class>(v), name, value);
    Class* cls = type_of(v);
    const Value found = lookup(vm, cls, name);
    if (is(found, Kind::Attribute)) {
        if (!applies(vm, cast<Attribute>(found), v)) return false;
        const AttributeSpec* spec = cast<Attribute>(found)->spec;
        if (spec->set == nullptr && is_plain_member(cast<Attribute>(found)))
            return raise(vm, T.AttributeError, "readonly attribute").present();
        if (spec->set == nullptr)
            return raise(
                       vm, T.AttributeError,
                       cat("attribute '", name->view(), "' of '", type_name(v), "' objects is not writable"))
                .present();
        return spec->set(vm, v, value);
    }
    if (is(found, Kind::Member)) return slot_set(vm, cast<Member>(found), v, value);
    bool taken = false;
    const bool set = set_by_descriptor(vm, found, v, value, taken);
    if (taken) return set;
    Dict** attributes = v.is_object() ? attributes_place(vm, v) : nullptr;
    if (becomes_method(v)) {
        bool known = false;
        const bool done = set_function_attribute(vm, cast<Function>(v), name, value, known);
        if (known) return done;
    }
    if (name == N.dict_ && found.absent()) return set_dict_of(vm, v, value);
    const bool closed = attributes == nullptr || cls == &T.object || (cls->features & NO_DICT) != 0;
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
    if (*attributes != nullptr && dict_delete_name(vm, *attributes, name)) return true;
    no_attribute(vm, v, name);
    return false;
}

}  // namespace lariat::pvm
