# The auction: a timer's bid, the order of the candidates, rounds of one, the lane base fee (AUC).
import agents
import fairness
from dispatch import Dispatch, Entry, look, run_batch
from fees import BASEFEE_CEILING


def bid_of(block, timer):
    """(max_fee, max_priority) of a timer in this block."""
    if timer.max_fee is not None:
        return timer.max_fee, timer.max_priority
    if timer.tier is not None:
        multiplier = block.config["tier_" + timer.tier]
        return 2 * block.lane_basefee, block.last_median_priority * multiplier // 1000
    return block.state.answers.get(timer.id, (2 * block.lane_basefee, block.last_median_priority))


def priority_of(block, timer):
    """The priority for each cycle, or None for a timer that is no candidate at this lane base fee."""
    max_fee, max_priority = bid_of(block, timer)
    return None if max_fee < block.lane_basefee else min(max_priority, max_fee - block.lane_basefee)


def run_auction(block):
    agents.ask(block)
    dispatch, misfits = Dispatch(block), set()
    while dispatch.may_start_round():
        entry = _look_out(dispatch, misfits)
        if entry is None:
            break
        run_batch(dispatch, [entry])


def _look_out(dispatch, misfits):
    """Best first until one is dispatched; what did not fit is not looked at again in this block."""
    block, state = dispatch.block, dispatch.block.state
    candidates = []
    for timer_id in state.waiting:
        priority = priority_of(block, state.timers[timer_id])
        if priority is not None and timer_id not in misfits:
            candidates.append((_order(block, state.timers[timer_id], priority), timer_id, priority))
    for _, timer_id, priority in sorted(candidates):
        if dispatch.looks_left == 0:
            return None
        timer = state.timers[timer_id]
        outcome = look(dispatch, timer, priority, block.weights.of(timer.owner))
        if isinstance(outcome, Entry):
            return outcome
        if outcome == "misfit":
            misfits.add(timer_id)
    return None


def _order(block, timer, priority):
    weight = block.weights.of(timer.owner)
    ties = {"spec": (), "fair": (-weight, block.state.due_height(timer)),
            "outcome": (-fairness.outcome_of(block.state, timer.owner),)}[block.config["tie_break"]]
    return (-priority * weight,) + ties + (timer.id,)


def lane_basefee_of(state, discipline, cycle_basefee):
    """Before activation and at the first auction block it reads as the cycle base fee (AUC-2)."""
    return state.lane_basefee if discipline == state.last_discipline == "auction" else cycle_basefee


def next_lane_basefee(old, used, lane, gain):
    if 2 * used > lane:
        return min(BASEFEE_CEILING, old + max(1, min(old * (2 * used - lane) // (lane * gain), old // 8)))
    if 2 * used < lane:
        return max(1, old - min(old * (lane - 2 * used) // (lane * gain), old // 8))
    return old


def close(block):
    """What the next block reads: the median priority of this one's fires, and the lane base fee."""
    state, config = block.state, block.config
    state.median_priority = fairness.lower_median(block.priorities)
    state.lane_basefee = block.lane_basefee
    if block.discipline == "auction" and not config["timers_paused"]:
        state.lane_basefee = next_lane_basefee(block.lane_basefee, block.used["lane"], config["lane_timer_cycles"],
                                               config["lane_basefee_gain_denominator"])
