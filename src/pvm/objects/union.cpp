// int | None: classes that stand for any of them, as isinstance and annotations take them.
#include <algorithm>

#include "pvm/objects/aliases.hpp"

namespace lariat::pvm {

namespace {

/// The classes of one side; None stands for itself.
std::span<const Value> members(const Value& v)
{
    return is(v, Kind::Union) ? cast<Union>(v)->view() : std::span(&v, 1);
}

/// Of aliases one that is equal will do; -1: pending.
int has(Vm& vm, std::span<const Value> classes, Value cls)
{
    if (std::ranges::find(classes, cls) != classes.end()) return 1;
    if (!is(cls, Kind::GenericAlias)) return 0;
    for (const Value other : classes)
        if (is(other, Kind::GenericAlias))
            if (const int same = equals(vm, other, cls); same != 0) return same;
    return 0;
}

/// None among the members is shown as it was given, and given out as its class.
Tuple* arguments(Vm& vm, Value self)
{
    Tuple* out = new_tuple(vm, cast<Union>(self)->view());
    vm.charge(out->size * gas::ITEM);
    std::replace(out->items, out->items + out->size, NONE, Value::object(&T.none));
    return out;
}
Value get_args(Vm& vm, Value self)
{
    return Value::object(arguments(vm, self));
}
Value get_parameters(Vm& vm, Value self)
{
    return type_parameters(vm, arguments(vm, self));
}

constexpr AttributeSpec ATTRIBUTES[] = {{"__args__", get_args, nullptr},
                                        {"__parameters__", get_parameters, nullptr}};

}  // namespace

Value unite(Vm& vm, Value a, Value b)
{
    const auto may = [](Value v) {
        return is(v, Kind::Class) || is(v, Kind::Union) || is(v, Kind::GenericAlias) || v == NONE;
    };
    if (!may(a) || !may(b) || (a == NONE && b == NONE)) return NOT_IMPLEMENTED;
    const Value none = Value::object(&T.none);
    vm.charge(u64{members(a).size()} * members(b).size() / 2);
    std::vector<Value> all;
    for (const Value side : {a, b}) {
        const std::size_t before = all.size();
        for (Value cls : members(side)) {
            if (cls == none) cls = NONE;
            const int known = has(vm, std::span(all).first(before), cls);
            if (known < 0) return ABSENT;
            if (known == 0) all.push_back(cls);
        }
    }
    if (all.size() == 1) return all[0] == NONE ? none : all[0];
    Union* u = vm.make<Union>(T.union_type, Kind::Union, all.size() * sizeof(Value));
    u->size = static_cast<u32>(all.size());
    std::ranges::copy(all, u->classes);
    return Value::object(u);
}

int unions_equal(Vm& vm, const Union* a, const Union* b)
{
    if (a->size != b->size) return 0;
    vm.charge(u64{a->size} * b->size / 2);
    for (const Value cls : a->view())
        if (const int known = has(vm, b->view(), cls); known != 1) return known;
    return 1;
}

void boot_unions()
{
    T.union_type.make = nullptr;
    T.union_type.module = Value::object(static_name("types"));
    qualify_in_messages(&T.union_type, "types");
    add_static(T.union_type, {}, ATTRIBUTES);
}

}  // namespace lariat::pvm
