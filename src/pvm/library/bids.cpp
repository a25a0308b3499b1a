// The classes come from library/python/cowboy_fees.py.
#include "pvm/library/bids.hpp"

#include "pvm/library/modules.hpp"

namespace lariat::pvm {

namespace {

constexpr std::string_view MODULE = "cowboy_fees";
constexpr u64 OWN_CYCLES = 100'000;  ///< more than the library's own code takes

/// Runs the library's own code without the program paying for it.
template <class Run>
Value free_of_charge(Vm& vm, const Run& run)
{
    Meter own{OWN_CYCLES, 0};
    std::swap(own, vm.meter);
    const bool halted_before = vm.halted.has_value();
    try {
        const Value out = run();
        std::swap(own, vm.meter);
        if (vm.halted && !halted_before) vm.stop_meter();  // the program's, too
        return out;
    } catch (...) {
        std::swap(own, vm.meter);
        throw;
    }
}

bool is_negative(Value v)
{
    return v.is_small() ? v.as_small() < 0 : cast<Int>(v)->flag != 0;
}

/// An integer from 0 on; more than 128 bits settle at the highest value.
std::optional<u128> read_fee(Vm& vm, Value object, std::string_view name)
{
    const Value v = get_attr(vm, object, new_str_object(vm, name));
    if (v.absent() || !is_int(v) || v.is_bool() || is_negative(v)) return std::nullopt;
    return to_u128(v).value_or(U128_MAX);
}

}  // namespace

Value fee_class(Vm& vm, std::string_view name)
{
    return free_of_charge(vm, [&]() -> Value {
        const Value module = import_module(vm, new_str_object(vm, MODULE));
        if (module.absent()) return ABSENT;
        return get_attr(vm, module, new_str_object(vm, name));
    });
}

Value new_bid_context(Vm& vm, const BidContext& c)
{
    const Value cls = fee_class(vm, "GBAContext");
    if (cls.absent()) return ABSENT;
    if (!is(cls, Kind::Class)) return type_error(vm, "GBAContext is no class any more");
    return free_of_charge(vm, [&]() -> Value {
        // Its attributes are set as they are: what a program did to the class, a property with a setter,
        // must not run here, where nobody pays.
        const Value context = make_instance(vm, cast<Class>(cls), Args{nullptr, 0, nullptr});
        if (context.absent()) return ABSENT;
        Dict** const attributes = attributes_place(vm, context);
        if (attributes == nullptr) return type_error(vm, "GBAContext keeps no attributes any more");
        if (*attributes == nullptr) *attributes = new_dict(vm);
        const auto set = [&](std::string_view name, Value value) {
            dict_set_name(vm, *attributes, new_str_object(vm, name), value);
        };
        set("trigger_block_height", int_of_u64(vm, c.trigger_block_height));
        set("current_block_height", int_of_u64(vm, c.current_block_height));
        set("basefee_cycle", int_of_u128(vm, c.basefee_cycle));
        set("basefee_cell", int_of_u128(vm, c.basefee_cell));
        set("basefee_lane_timer", int_of_u128(vm, c.basefee_lane_timer));
        set("last_block_cycle_usage", int_of_u64(vm, c.last_block_cycle_usage));
        set("previous_block_p50_priority_tip_per_cycle",
            int_of_u128(vm, c.previous_block_p50_priority_tip_per_cycle));
        set("owner_actor_balance", int_of_u128(vm, c.owner_actor_balance));
        return context;
    });
}

std::optional<BidOffer> read_bid(Vm& vm, Value returned)
{
    const Value cls = fee_class(vm, "TxFeeParams");
    if (!is(cls, Kind::Class) || !is_instance(returned, *cast<Class>(cls))) return std::nullopt;
    const auto max_fee = read_fee(vm, returned, "max_fee_per_cycle");
    if (!max_fee) return std::nullopt;
    const auto max_priority = read_fee(vm, returned, "max_priority_fee_per_cycle");
    if (!max_priority) return std::nullopt;
    for (const std::string_view cells : {"max_fee_per_cell", "max_priority_fee_per_cell"})
        if (!read_fee(vm, returned, cells)) return std::nullopt;
    return BidOffer{*max_fee, *max_priority};
}

}  // namespace lariat::pvm
