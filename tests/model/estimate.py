# estimate_timer: when a timer would find room, what it would cost at most, why it would be refused (API-16).
import timer_calls
from state import U64


def estimate_call(run, call):
    """As a step it shows nothing but its cost."""
    run.meter.charge_cycles(timer_calls.CALL_CYCLES)
    estimate(run.block, run.actor, call, run.sender if run.direct else None)


def estimate(block, actor, call, sender):
    """`block` is the one in which a call would be made; only prices, config and state are read of it."""
    gas_limit = call.get("gas_limit")
    gas_limit = block.gas_cap if gas_limit is None else gas_limit
    priority = _priority(block, call) if block.discipline == "auction" else 0
    purse = block.fire_purse_of(actor, priority)
    return {"height": _first_with_room(block, timer_calls.resolve(call["height"], block.height), gas_limit),
            "cost": str(purse.cost(gas_limit, block.config["max_cells_per_fire"])),
            "refused": list(timer_calls.refusals(block, actor, call, sender))}


def _priority(block, call):
    """Of a timer with these arguments, if it were looked at now; no agent has been asked for it."""
    lane_basefee, median = block.lane_basefee, block.last_median_priority
    if "max_fee_per_cycle" in call or "max_priority_fee_per_cycle" in call:
        max_fee, max_priority, _ = timer_calls.fee_caps(block, call)
    else:
        tier = call.get("priority_tier_hint")
        multiplier = block.config["tier_" + tier] if tier in timer_calls.TIERS else 1000
        max_fee, max_priority = 2 * lane_basefee, median * multiplier // 1000
    return max(0, min(max_priority, max_fee - lane_basefee))


def _first_with_room(block, asked, gas_limit):
    lane, taken = block.config["lane_timer_cycles"], {}
    for timer in block.state.timers.values():
        if timer.kind == "height":
            taken[timer.height] = taken.get(timer.height, 0) + block.gas_limit(timer)
    if gas_limit > lane or asked > U64:
        return None
    height = asked
    while height in taken and taken[height] + gas_limit > lane:
        height += 1
    return height if height <= min(asked + block.config["estimate_horizon"], U64) else None
