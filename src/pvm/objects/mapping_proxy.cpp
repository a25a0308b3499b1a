// mappingproxy: a dict that may be looked at and not changed. What __dict__ of a class and a view's mapping
// give.
#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

namespace {

Dict* me(Value self)
{
    return cast<DictView>(self)->dict;
}

Value get(Vm& vm, Value self, const Args& a)
{
    const Value v = dict_get(vm, me(self), a[0]);
    return v.present() || pending(vm) ? v : a[1].present() ? a[1] : NONE;
}
Value keys(Vm& vm, Value self, const Args&)
{
    return new_view(vm, me(self), ViewKind::Keys);
}
Value values(Vm& vm, Value self, const Args&)
{
    return new_view(vm, me(self), ViewKind::Values);
}
Value items(Vm& vm, Value self, const Args&)
{
    return new_view(vm, me(self), ViewKind::Items);
}
Value copy(Vm& vm, Value self, const Args&)
{
    Dict* d = new_dict(vm);
    return dict_copy_into(vm, d, me(self)) ? Value::object(d) : ABSENT;
}
Value get_mapping(Vm& vm, Value self)
{
    return new_proxy(vm, me(self));
}

Value make(Vm& vm, Value, const Args& args)
{
    if (args.positional != 1 || args.keywords() != 0)
        return type_error(vm, "mappingproxy() takes one argument, a dict");
    if (!is_dict(args[0]))
        return type_error(vm, cat("mappingproxy() argument must be a mapping, not ", type_name(args[0])));
    return new_proxy(vm, cast<Dict>(args[0]));
}

constexpr NativeSpec METHODS[] = {
    {"get", get, "key,default=/", gas::DICT}, {"keys", keys, "", gas::NATIVE},
    {"values", values, "", gas::NATIVE},      {"items", items, "", gas::NATIVE},
    {"copy", copy, "", gas::DICT_BASE},
};
constexpr AttributeSpec VIEW[] = {{"mapping", get_mapping, nullptr}};

}  // namespace

Value new_proxy(Vm& vm, Dict* d)
{
    DictView* p = vm.make<DictView>(T.mappingproxy, Kind::Proxy);
    p->dict = d;
    return Value::object(p);
}

// No program is given the table of a class itself, which it could change unseen by what remembers lookups: a
// method of a program's class gets a copy.
Value behind_proxy(Vm& vm, Value proxy, Value other)
{
    Dict* d = me(proxy);
    if (is(other, Kind::Proxy)) other = Value::object(me(other));
    if (d->flag != TABLE_OF_A_CLASS || exact(other)) return Value::object(d);
    Dict* copied = new_dict(vm);
    return dict_copy_into(vm, copied, d) ? Value::object(copied) : ABSENT;
}

void boot_mapping_proxy()
{
    T.mappingproxy.make = make;
    add_static(T.mappingproxy, METHODS);
    for (Class* c : {&T.dict_keys, &T.dict_values, &T.dict_items}) add_static(*c, {}, VIEW);
}

}  // namespace lariat::pvm
