// int | None: classes that stand for any of them, as isinstance and annotations take them.
#include <algorithm>

#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

namespace {

/// The classes of one side; None stands for itself.
std::span<const Value> members(const Value& v)
{
    return is(v, Kind::Union) ? cast<Union>(v)->view() : std::span(&v, 1);
}

bool has(std::span<const Value> classes, Value cls)
{
    return std::ranges::find(classes, cls) != classes.end();
}

/// None among the members is shown as it was given, and given out as its class.
Value get_args(Vm& vm, Value self)
{
    Tuple* out = new_tuple(vm, cast<Union>(self)->view());
    vm.charge(out->size * gas::ITEM);
    std::replace(out->items, out->items + out->size, NONE, Value::object(&T.none));
    return Value::object(out);
}
Value get_parameters(Vm&, Value)
{
    return Value::object(EMPTY_TUPLE);
}

constexpr AttributeSpec ATTRIBUTES[] = {{"__args__", get_args, nullptr},
                                        {"__parameters__", get_parameters, nullptr}};

}  // namespace

Value unite(Vm& vm, Value a, Value b)
{
    const auto may = [](Value v) { return is(v, Kind::Class) || is(v, Kind::Union) || v == NONE; };
    if (!may(a) || !may(b) || (a == NONE && b == NONE)) return NOT_IMPLEMENTED;
    const Value none = Value::object(&T.none);
    vm.charge(u64{members(a).size()} * members(b).size() / 2);
    std::vector<Value> all;
    for (const Value side : {a, b}) {
        const std::size_t before = all.size();
        for (Value cls : members(side)) {
            if (cls == none) cls = NONE;
            if (!has(std::span(all).first(before), cls)) all.push_back(cls);
        }
    }
    if (all.size() == 1) return all[0] == NONE ? none : all[0];
    Union* u = vm.make<Union>(T.union_type, Kind::Union, all.size() * sizeof(Value));
    u->size = static_cast<u32>(all.size());
    std::ranges::copy(all, u->classes);
    return Value::object(u);
}

bool unions_equal(Vm& vm, const Union* a, const Union* b)
{
    if (a->size != b->size) return false;
    vm.charge(u64{a->size} * b->size / 2);
    return std::ranges::all_of(a->view(), [&](Value cls) { return has(b->view(), cls); });
}

void boot_unions()
{
    T.union_type.make = nullptr;
    T.union_type.module = Value::object(static_name("types"));
    qualify_in_messages(&T.union_type, "types");
    add_static(T.union_type, {}, ATTRIBUTES);
}

}  // namespace lariat::pvm
