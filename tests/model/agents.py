# Bidding agents: the queue of owners, whose turn it is, what a call answers and costs (GBA).
import executions
from bids import CONTEXT_FIELDS
from fees import Meter
from timer_calls import HIGHEST_FEE

TURN_CYCLES = 200        # a turn of an owner that cannot pay, and the least of any beyond the first of a block
TURNS_AS_USED = 512
NO_CELL_LIMIT = 2 ** 64  # an agent keeps nothing, so its cells are not metered
REASONS = {"revert": "error"}  # other statuses are their own reasons


def prices_itself(timer):
    """With fee caps or a tier no agent is asked."""
    return timer.max_fee is not None or timer.tier is not None


def _askable(state, owner):
    """The owner's waiting timers that an agent prices, by arrival."""
    mine = [i for i in state.waiting if state.timers[i].owner == owner and not prices_itself(state.timers[i])]
    return sorted(mine, key=state.waiting.get)


def leave_queue(block):
    """Before intake: an owner without such a timer has left, and joins at the tail when one arrives."""
    state = block.state
    state.agent_queue = [owner for owner in state.agent_queue if _askable(state, owner)]


def join_queue(block):
    """After intake and hits: several at once by the arrival of their oldest timer. In a block that asks, once what
    set_gba named has taken effect, so that owners with an old and with a new agent join as one group."""
    state = block.state
    new = [owner for owner in state.agents_in_force if owner not in state.agent_queue and _askable(state, owner)]
    state.agent_queue += sorted(new, key=lambda owner: state.waiting[_askable(state, owner)[0]])


def forget_queue(state):
    """A change of discipline; the answers went when everything stood."""
    state.agent_queue.clear()
    state.agents_in_force = dict(state.agents)


def _take_effect(block):
    """set_gba counts from here: a cleared or replaced agent's answers are forgotten."""
    state = block.state
    for owner, agent in state.agents_in_force.items():
        if state.agents.get(owner) != agent:
            for timer_id in _askable(state, owner):
                state.answers.pop(timer_id, None)
    state.agents_in_force = dict(state.agents)
    state.agent_queue = [owner for owner in state.agent_queue if owner in state.agents]
    join_queue(block)


def ask(block):
    """Owners take turns while a whole call has room in the budget."""
    _take_effect(block)
    state, config = block.state, block.config
    turns = 0
    while block.used["gba"] + config["gba_cycles_per_call"] <= config["gba_cycles_per_block"]:
        turn = _next_turn(block)
        if turn is None:
            return
        owner, timer_id = turn
        state.agent_queue.remove(owner)
        state.agent_queue.append(owner)
        state.asked[timer_id] = block.height
        state.answers.pop(timer_id, None)
        turns += 1
        _ask_one(block, owner, state.timers[timer_id], TURN_CYCLES if turns > TURNS_AS_USED else 0)


def _next_turn(block):
    """The first owner with a timer not asked in this block, and its timer asked longest ago."""
    state = block.state
    for owner in state.agent_queue:
        due = [i for i in _askable(state, owner) if state.asked.get(i) != block.height]
        if due:
            return owner, min(due, key=lambda i: (state.asked.get(i, -1), state.waiting[i]))
    return None


def _ask_one(block, owner, timer, least):
    state, limit = block.state, block.config["gba_cycles_per_call"]
    if state.balance(owner) < limit * block.cycle_basefee:
        block.used["gba"] += TURN_CYCLES
        return
    meter, answer = Meter(limit, NO_CELL_LIMIT), []
    status, _ = executions.attempt(state, meter, lambda: answer.append(executions.ask_agent(
        block, state.agents[owner], owner, meter, context_of(block, timer))))
    block.used["gba"] += max(meter.cycles, least)
    fee = meter.cycles * block.cycle_basefee
    state.debit(owner, fee)
    block.burn("cycle", fee)
    reason = REASONS.get(status, status) if status != "ok" else _unacceptable(block, timer, answer[0])
    if reason is None:
        state.answers[timer.id] = answer[0]
    else:
        state.emit("GbaFailed", actor="0x" + owner.hex(), timer_id="0x" + timer.id.hex(), reason=reason)


def _unacceptable(block, timer, answer):
    if answer is None:
        return "bad_type"
    max_fee, max_priority = answer
    if max_fee > HIGHEST_FEE or max_priority > HIGHEST_FEE:
        return "fee_too_high"
    if max_priority > max_fee:
        return "priority_above_fee"
    if max_fee >= block.lane_basefee:
        purse = block.fire_purse(timer, min(max_priority, max_fee - block.lane_basefee))
        if block.state.balance(timer.payer) < purse.cost(block.gas_limit(timer), block.config["max_cells_per_fire"]):
            return "payer_too_poor"
    return None


def context_of(block, timer):
    """GBA-4, in the order of the fields' names."""
    state = block.state
    return dict(zip(CONTEXT_FIELDS, (
        state.due_height(timer), block.height, block.cycle_basefee, block.cell_basefee, block.lane_basefee,
        state.last_cycle_usage, block.last_median_priority, state.balance(timer.owner))))
