// _classes: what library modules written in Python do with classes that programs may not. No program imports
// it.
#include "pvm/library/modules.hpp"
#include "pvm/objects/class_making.hpp"
#include "pvm/objects/code.hpp"

namespace lariat::pvm {

namespace {

Class* class_of(Vm& vm, Value v)
{
    if (is(v, Kind::Class) && !cast<Class>(v)->is_builtin) return cast<Class>(v);
    type_error(vm,
               cat("expected a class of a program, not ", is(v, Kind::Class) ? "a builtin" : type_name(v)));
    return nullptr;
}

Str* name_of(Vm& vm, Value v)
{
    if (is_str(v)) {  // the one that the VM knows, as name_given, at no price where it is short
        vm.charge(gas::beyond(str_of(v).size(), gas::NAME_FREE));
        Str* known = find_static_name(str_of(v));
        return known != nullptr ? known : cast<Str>(v);
    }
    type_error(vm, cat("attribute name must be string, not '", type_name(v), "'"));
    return nullptr;
}

// own(cls, name, default): what the class itself defines; own(cls, None, None): all of it, as pairs.
Value own(Vm& vm, Value, const Args& a)
{
    if (!is(a[0], Kind::Class)) return type_error(vm, cat("expected a class, not ", type_name(a[0])));
    Dict* dict = cast<Class>(a[0])->dict;
    if (!(a[1] == NONE)) {
        vm.charge(gas::DICT);
        Str* name = name_of(vm, a[1]);
        if (name == nullptr) return ABSENT;
        const Value found = dict_get_name(vm, dict, name);  // as a builtin's table wants to be asked
        return found.present() ? found : a[2];
    }
    List* pairs = new_list(vm, {});
    for (u32 i = 0; i < dict->used; ++i) {
        vm.charge(gas::ITEM);
        if (dict->entries[i].key.absent()) continue;
        const Value pair[] = {dict->entries[i].key, dict->entries[i].value};
        list_append(vm, pairs, Value::object(new_tuple(vm, pair)));
    }
    return Value::object(pairs);
}

Value mro(Vm& vm, Value, const Args& a)
{
    if (!is(a[0], Kind::Class)) return type_error(vm, cat("expected a class, not ", type_name(a[0])));
    const Class* cls = cast<Class>(a[0]);
    vm.charge(cls->mro_count * gas::ITEM);
    Tuple* out = new_tuple_room(vm, cls->mro_count);
    for (u32 i = 0; i < cls->mro_count; ++i) out->items[i] = Value::object(cls->mro[i]);
    return Value::object(out);
}

// define(cls, name, value): methods too that change how the VM treats the class.
Value define_in(Vm& vm, Value, const Args& a)
{
    Class* cls = class_of(vm, a[0]);
    Str* name = name_of(vm, a[1]);
    if (cls == nullptr || name == nullptr) return ABSENT;
    vm.charge(gas::DICT);
    return none_or_absent(class_define(vm, cls, name, a[2]));
}

// rebuilt(cls, slots, dropped): the class again with __slots__, without the attributes dropped.
// rebuilt(name, bases, body): a class as a class statement makes it.
Value rebuilt(Vm& vm, Value, const Args& a)
{
    Dict* body = new_dict(vm);
    if (is_str(a[0])) {
        if (!is(a[1], Kind::Tuple))
            return type_error(vm, cat("bases must be a tuple, not ", type_name(a[1])));
        if (!dict_update(vm, body, a[2])) return ABSENT;
        return build_class(vm, cast<Str>(a[0]), a[1], Value::object(body), nullptr);
    }
    const Class* cls = class_of(vm, a[0]);
    if (cls == nullptr || !dict_update(vm, body, Value::object(cls->dict))) return ABSENT;
    const bool ok = for_each(vm, a[2], [&](Value name) {
        vm.charge(gas::DICT);
        return dict_delete(vm, body, name) >= 0;
    });
    if (!ok) return ABSENT;
    dict_set_name(vm, body, N.slots, a[1]);
    dict_set_name(vm, body, N.qualname, cls->qualname);
    Dict* keywords = nullptr;
    if (cls->cls != &T.type) {
        keywords = new_dict(vm);
        dict_set_name(vm, keywords, N.metaclass, Value::object(cls->cls));
    }
    return build_class(vm, cast<Str>(cls->name), Value::object(cls->bases), Value::object(body), keywords);
}

// assign(obj, name, value), unassign(obj, name): as object.__setattr__ and object.__delattr__ do.
Value assign(Vm& vm, Value, const Args& a)
{
    Str* name = name_of(vm, a[1]);
    return none_or_absent(name != nullptr && set_attr_plain(vm, a[0], name, a[2]));
}
Value unassign(Vm& vm, Value, const Args& a)
{
    Str* name = name_of(vm, a[1]);
    return none_or_absent(name != nullptr && set_attr_plain(vm, a[0], name, ABSENT));
}

// named(function, name, default): what the name means to a function of the program outside of itself. What
// library modules call their own is theirs.
Value named(Vm& vm, Value, const Args& a)
{
    Str* name = name_of(vm, a[1]);
    if (name == nullptr) return ABSENT;
    const Value f = is(a[0], Kind::BoundMethod) ? cast<BoundMethod>(a[0])->function : a[0];
    Value found;
    if (is(f, Kind::Function) && cast<Function>(f)->code->owner->module_name == "__main__") {
        if (const auto slot = cast<Function>(f)->code->owner->global_slot(name->view()))
            found = cast<Function>(f)->globals[*slot];
    }
    if (found.absent()) found = builtin(name->view());
    return found.present() ? found : a[2];
}

// A cache asks for the hash of its key once: hash_of(key), then look(dict, key, hash, default),
// keep(dict, key, hash, value) and drop(dict, key, hash).
Value hash_of(Vm& vm, Value, const Args& a)
{
    u64 hash = 0;
    return hash_value(vm, a[0], hash) ? int_of(vm, static_cast<i64>(hash)) : ABSENT;
}
Entry hashed(const Args& a)
{
    return {a[1], ABSENT, static_cast<u64>(*to_i64(a[2]))};
}
Value look(Vm& vm, Value, const Args& a)
{
    const Value found = dict_get(vm, cast<Dict>(a[0]), hashed(a));
    return found.present() || pending(vm) ? found : a[3];
}
Value keep(Vm& vm, Value, const Args& a)
{
    return none_or_absent(dict_set(vm, cast<Dict>(a[0]), hashed(a), a[3]));
}
Value drop(Vm& vm, Value, const Args& a)
{
    return none_or_absent(dict_delete(vm, cast<Dict>(a[0]), hashed(a)) >= 0);
}

constexpr NativeSpec FUNCTIONS[] = {
    {"own", own, "cls,name,default/", gas::NATIVE},        {"mro", mro, "cls/", gas::NATIVE},
    {"define", define_in, "cls,name,value/", gas::NATIVE}, {"rebuilt", rebuilt, "a,b,c/", gas::NATIVE},
    {"assign", assign, "obj,name,value/", gas::NATIVE},    {"unassign", unassign, "obj,name/", gas::NATIVE},
    {"named", named, "function,name,default/", gas::DICT}, {"hash_of", hash_of, "key/", 1},
    {"look", look, "dict,key,hash,default/", gas::DICT},   {"keep", keep, "dict,key,hash,value/", gas::DICT},
    {"drop", drop, "dict,key,hash/", gas::DICT},
};

}  // namespace

const NativeModule CLASSES_MODULE{"_classes", FUNCTIONS, nullptr, {}};

}  // namespace lariat::pvm
