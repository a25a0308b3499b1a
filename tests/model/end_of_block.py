# End of block before and after dispatch: the dead, expiry, intake (LANE-3, CAL-9).
from state import Dead

REMOVAL_CYCLES = 200


def collect_dead(block):
    """A helping of GC: from the head of the dead list while a removal fits the budget."""
    state, budget = block.state, block.config["gc_cycles_per_block"]
    while state.dead and block.used["gc"] + REMOVAL_CYCLES <= budget:
        entry = state.dead[0]
        block.used["gc"] += REMOVAL_CYCLES
        state.leave(entry.id, entry.exit)
        if entry.exit == "expired":
            state.emit("TimerExpired", timer_id="0x" + entry.id.hex(), current_height=block.height, **entry.values)
        else:
            state.emit("TimerCancelledInsufficientFunds", timer_id="0x" + entry.id.hex(), **entry.values)


def die_expired(state, timer):
    state.leave_due_set(timer.id)
    state.dead.append(Dead(timer.id, "expired", {"expires_at": timer.expires_at}))


def expire_waiting(block):
    """Step 2: what waits or is parked, in order of arrival, then idle watches in order of creation.
    What stands is judged at intake."""
    state = block.state
    idle = [timer.id for timer in state.timers.values() if state.idle(timer)]
    for timer_id in by_arrival({**state.waiting, **state.parked}) + idle:
        if state.timers[timer_id].expires_at < block.height:
            die_expired(state, state.timers[timer_id])


def by_arrival(arrivals):
    return sorted(arrivals, key=arrivals.get)


def unpark(block):
    """LANE-5: parked timers that fit the cap again stand, to be taken before any height."""
    state = block.state
    for timer_id in by_arrival(state.parked):
        if block.gas_limit(state.timers[timer_id]) <= block.gas_cap:
            state.standing[timer_id] = state.parked.pop(timer_id)


def take_in(block):
    """Step 3: what stands, then heights, lowest first, each in insertion order."""
    state, bound = block.state, block.config["due_intake_per_block"]
    if not block.config["timers_paused"]:
        unpark(block)
    taken = {"live": 0, "expired": 0}
    for timer_id in _intake_order(block):
        timer = state.timers[timer_id]
        sort = "expired" if block.height > timer.expires_at else "live"
        if taken[sort] == bound:
            break
        taken[sort] += 1
        state.leave_height(timer)
        arrival = state.standing.pop(timer_id, None)
        if sort == "expired":
            die_expired(state, timer)
        elif arrival is not None:
            state.waiting[timer_id] = arrival
        else:
            state.arrive(timer_id)
    block.used["intake"] = sum(taken.values())


def _intake_order(block):
    state = block.state
    order = by_arrival(state.standing)
    for height in sorted(h for h in state.heights if h <= block.height):
        order += state.heights[height]
    return order


def stand_all(state):
    """A change of discipline: everything waiting and parked stands again, keeping its arrival."""
    state.box_order.clear()
    state.standing.update(state.parked)
    state.parked.clear()
    for timer_id in list(state.waiting):
        state.standing[timer_id] = state.stop_waiting(timer_id)
