# Host calls that schedule, cancel and extend timers and send messages (API).
import dataclasses

from envelope import handler_named_by
from errors import HostError
from keccak import keccak256
from state import U64, Message, Timer

CALL_CYCLES = 200
INDEX_CELLS = 96
SEND_CYCLES = 80
LONGEST_HANDLER = 256
HIGHEST_FEE = 10 ** 27
TIERS = ("economy", "standard", "fast", "urgent")


def resolve(value, current):
    """A height as the trace gives it: absolute, or ("+", n)."""
    return current + value[1] if isinstance(value, tuple) else value


def handler_refusals(name):
    length = len(name.encode("utf-8"))
    if length == 0:
        yield "InvalidInput"
    if length > LONGEST_HANDLER:
        yield "HandlerNameTooLong"


def handler_for(call, payload, default):
    if "handler" in call:
        return call["handler"]
    named = handler_named_by(payload)
    return named[0] if named else default


def schedule(run, call):
    run.meter.charge_cycles(CALL_CYCLES)
    run.refuse_if_read_only()
    block, state, now = run.block, run.state, run.block.height
    for refusal in refusals(block, run.actor, call, run.sender if run.direct else None):
        raise HostError(refusal)
    height, payload = resolve(call["height"], now), call.get("payload", b"")
    handler = handler_for(call, payload, "handle_timer")
    expires_at = resolve(call.get("expires_at", now + block.config["max_ttl_blocks"]), now)
    max_fee, max_priority, stated = fee_caps(block, call)
    run.meter.charge_cells(len(payload) + INDEX_CELLS)

    nonce = state.take_nonce(run.actor)
    timer_id = keccak256(run.actor + height.to_bytes(8, "big") + payload + nonce.to_bytes(8, "big"))
    timer = Timer(
        id=timer_id, owner=run.actor, target=run.actor, kind="height", height=height, payload=payload,
        handler=handler, payer=call.get("fee_payer", run.actor), gas_limit=call.get("gas_limit"),
        expires_at=expires_at, scheduled_at=now, label=call.get("label"), max_fee=max_fee, max_priority=max_priority,
        tier=None if max_fee is not None else call.get("priority_tier_hint"))
    state.add_timer(timer, "timer")
    name(state, call, timer_id)
    if stated is not None:
        state.emit("TimerPriorityClampedAtSchedule", timer_id="0x" + timer_id.hex(),
                   stated=str(stated), clamped=str(max_priority))
    if "bid" in call:
        state.emit("TimerArgIgnored", timer_id="0x" + timer_id.hex(), argument="bid")


def refusals(block, actor, call, sender):
    """Errors for which `schedule` refuses a call, in the order of the checks; sender: who may pay beside the actor."""
    state, config = block.state, block.config
    height, payload = resolve(call["height"], block.height), call.get("payload", b"")
    yield from height_refusals(block, height)
    if len(payload) > config["max_payload_size"]:
        yield "PayloadTooLarge"
    yield from handler_refusals(handler_for(call, payload, "handle_timer"))
    payer = call.get("fee_payer")
    if payer is not None and (int.from_bytes(payer, "big") <= 0x0F or payer not in (actor, sender)):
        yield "InvalidInput"
    yield from gas_refusals(block, call.get("gas_limit"))
    yield from expiry_refusals(block, call.get("expires_at"))
    yield from _fee_argument_refusals(call)
    if "bid" in call and block.discipline == "auction":
        yield "TimerArgDeprecated"
    if len(state.timers_of(actor)) >= config["max_timers_per_actor"]:
        yield "QuotaExceeded"
    max_fee, _, _ = fee_caps(block, call)
    if max_fee is not None and max_fee < block.lane_basefee:
        yield "TimerRejectedBelowBasefee"


def height_refusals(block, height):
    if height > U64:
        yield "InvalidInput"
    if height <= block.height:
        yield "HeightNotInFuture"


def gas_refusals(block, gas_limit):
    if gas_limit is not None and gas_limit > block.gas_cap:
        yield "GasLimitTooHigh"
    if gas_limit is not None and gas_limit < block.config["min_gas_limit_per_timer"]:
        yield "GasLimitTooLow"


def expiry_refusals(block, expires_at):
    latest = block.height + block.config["max_ttl_blocks"]
    expires_at = resolve(latest if expires_at is None else expires_at, block.height)
    if expires_at > latest:
        yield "ExpiresAtTooFar"
    if expires_at <= block.height:
        yield "ExpiresAtInPast"


def _fee_argument_refusals(call):
    for name in ("max_fee_per_cycle", "max_priority_fee_per_cycle"):
        if call.get(name, 0) > HIGHEST_FEE:
            yield "InvalidInput"
    if "priority_tier_hint" in call:
        both = "max_fee_per_cycle" in call and "max_priority_fee_per_cycle" in call
        if both or call["priority_tier_hint"] not in TIERS:
            yield "InvalidInput"


def fee_caps(block, call):
    """The caps that the record keeps, and the stated priority if it is clamped. With one of the
    two the other is filled in: 2L, or the last median priority."""
    if "max_fee_per_cycle" not in call and "max_priority_fee_per_cycle" not in call:
        return None, None, None
    max_fee = call.get("max_fee_per_cycle", 2 * block.lane_basefee)
    priority = call.get("max_priority_fee_per_cycle", block.last_median_priority)
    highest = max(0, max_fee - block.lane_basefee)
    return max_fee, min(priority, highest), priority if priority > highest else None


def name(state, call, timer_id):
    """A label names the latest timer that was given it."""
    if "label" in call:
        state.labels[call["label"]] = timer_id


def named_timer(state, wanted):
    """The live timer that a step's ID means."""
    timer_id = state.labels.get(wanted) if isinstance(wanted, str) else wanted
    if timer_id not in state.timers:
        raise HostError("TimerNotFound")
    return state.timers[timer_id]


def cancel(run, wanted):
    run.meter.charge_cycles(CALL_CYCLES)
    run.refuse_if_read_only()
    timer = named_timer(run.state, wanted)
    if timer.id in run.block.materialised:
        raise HostError("TimerNotFound")
    if timer.owner != run.actor:
        raise HostError("Unauthorized")
    run.state.leave(timer.id, "cancelled")


def extend(run, argument):
    run.meter.charge_cycles(CALL_CYCLES)
    run.refuse_if_read_only()
    wanted, expires_at = argument
    extend_timer(run.block, wanted, resolve(expires_at, run.block.height), run.actor)


def extend_timer(block, wanted, expires_at, owner):
    """API-4, LIF-9, LIF-10; owner None is governance. Returns the timer as it is now."""
    state, now = block.state, block.height
    timer = named_timer(state, wanted)
    if expires_at <= now:
        raise HostError("ExpiresAtInPast")
    if owner is not None and timer.owner != owner:
        raise HostError("Unauthorized")
    if state.is_dead(timer.id) or (state.taken_in(timer.id) and now > timer.expires_at):
        raise HostError("TimerExpired")
    clamped = min(expires_at, now + block.config["max_ttl_blocks"])
    state.timers[timer.id] = dataclasses.replace(timer, expires_at=clamped)
    return state.timers[timer.id]


def send(run, call):
    run.meter.charge_cycles(SEND_CYCLES)
    run.refuse_if_read_only()
    payload = call.get("payload", b"")
    handler = handler_for(call, payload, "handle_message")
    for refusal in handler_refusals(handler):
        raise HostError(refusal)
    cycles, cells = call.get("gas", 50_000), call.get("cells", 10_000)
    run.meter.charge_cells(len(payload))
    run.meter.set_aside(cycles, cells)
    run.state.messages.append(Message(run.actor, call["to"], handler, cycles, cells, run.purse, run.state.cause))


def set_gba(run, agent):
    """API-17; None clears. In force when agents are next asked; outside the auction, where nobody is, at once."""
    run.meter.charge_cycles(CALL_CYCLES)
    run.refuse_if_read_only()
    if agent is None:
        run.state.agents.pop(run.actor, None)
    elif agent not in run.state.actors:
        raise HostError("ActorNotFound")
    else:
        run.state.agents[run.actor] = agent
    if run.block.discipline != "auction":
        run.state.agents_in_force = dict(run.state.agents)
