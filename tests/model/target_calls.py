# Host calls that name a target: timeouts with client nonces, state watches, cancel with a target (GBX-1, GBX-2, WAT-1).
import dataclasses

import timer_calls
from errors import HostError
from keccak import keccak256
from state import Timer

WATCH_KEY_CELLS = 32
WATCH_MARK = b"\x01"
LONGEST_PREFIX = 128


def set_timeout(run, call):
    run.meter.charge_cycles(timer_calls.CALL_CYCLES)
    run.refuse_if_read_only()
    block, state = run.block, run.state
    target, payload, client_nonce = call["target"], call.get("payload", b""), call.get("client_nonce")
    height = timer_calls.resolve(call["due_height"], block.height)
    known = _with_client_nonce(state, run.actor, target, client_nonce)
    _refuse(_target_refusals(state, target))
    _refuse(timer_calls.height_refusals(block, height))
    _refuse(_shared_refusals(block, call))
    if known is None:
        _refuse(_cap_refusals(block, run.actor, target))
    run.meter.charge_cells(len(payload) + timer_calls.INDEX_CELLS)
    if known is not None:
        state.timers[known.id] = dataclasses.replace(
            known, payload=payload, gas_limit=call.get("gas_limit"), bid=call.get("bid", 0),
            label=call.get("label", known.label))
        timer_calls.name(state, call, known.id)
        return
    nonce = state.take_nonce(run.actor)
    timer_id = keccak256(run.actor + height.to_bytes(8, "big") + payload + nonce.to_bytes(8, "big"))
    _add(run, call, Timer(
        id=timer_id, owner=run.actor, target=target, kind="height", height=height, payload=payload,
        client_nonce=client_nonce, **_common(run, call)))


def set_watch(run, call):
    """WAT-1: a watch on keys that begin with one of the prefixes."""
    run.meter.charge_cycles(timer_calls.CALL_CYCLES)
    run.refuse_if_read_only()
    block, state = run.block, run.state
    target, payload, keys = call["target"], call.get("payload", b""), tuple(call.get("keys", ()))
    _refuse(_target_refusals(state, target))
    if not keys:
        raise HostError("InvalidInput")
    if len(keys) > block.config["max_watch_keys"]:
        raise HostError("TooManyWatchKeys")
    if any(len(prefix) > LONGEST_PREFIX for _, prefix in keys):
        raise HostError("InvalidInput")
    _refuse(_shared_refusals(block, call))
    _refuse(timer_calls.expiry_refusals(block, call.get("expires_at")))
    _refuse(_cap_refusals(block, run.actor, target))
    run.meter.charge_cells(len(payload) + timer_calls.INDEX_CELLS + WATCH_KEY_CELLS * len(keys))
    nonce = state.take_nonce(run.actor)
    timer_id = keccak256(run.actor + target + WATCH_MARK + payload + nonce.to_bytes(8, "big"))
    _add(run, call, Timer(
        id=timer_id, owner=run.actor, target=target, kind="watch", height=None, payload=payload, keys=keys,
        **_common(run, call)))


def _common(run, call):
    latest = run.block.height + run.block.config["max_ttl_blocks"]
    return {"handler": "handle_timer", "payer": run.actor, "gas_limit": call.get("gas_limit"),
            "expires_at": timer_calls.resolve(call.get("expires_at", latest), run.block.height),
            "bid": call.get("bid", 0), "scheduled_at": run.block.height, "label": call.get("label")}


def _add(run, call, timer):
    run.state.add_timer(timer, "watch" if timer.kind == "watch" else "timeout")
    timer_calls.name(run.state, call, timer.id)


def _refuse(refusals):
    for name in refusals:
        raise HostError(name)


def _target_refusals(state, target):
    if target not in state.actors:
        yield "TargetNotFound"


def _shared_refusals(block, call):
    """What stands between the trigger and the expiry in both argument lists."""
    if len(call.get("payload", b"")) > block.config["max_payload_size"]:
        yield "PayloadTooLarge"
    yield from timer_calls.gas_refusals(block, call.get("gas_limit"))
    bid = call.get("bid")  # None is 0, whatever min_bid
    if bid is not None and not block.config["min_bid"] <= bid <= block.config["max_bid"]:
        yield "BidOutOfRange"


def _cap_refusals(block, owner, target):
    state = block.state
    if len(state.timers_of(owner)) >= block.config["max_timers_per_actor"]:
        yield "QuotaExceeded"
    others = [t for t in state.timers.values() if t.target == target != t.owner]
    if owner != target and len(others) >= block.config["max_timers_per_target"]:
        yield "QuotaExceeded"


def _with_client_nonce(state, owner, target, client_nonce):
    """GBX-2: while it lives, the timer that this owner gave this nonce for this target."""
    mine = [t for t in state.timers.values() if (t.owner, t.target, t.client_nonce) == (owner, target, client_nonce)]
    return mine[0] if mine and client_nonce is not None else None


def cancel_with_target(run, argument):
    """False, which a script does not see, for whatever cannot be cancelled; another's is an error."""
    run.meter.charge_cycles(timer_calls.CALL_CYCLES)
    run.refuse_if_read_only()
    target, wanted = argument
    timer_id = run.state.labels.get(wanted) if isinstance(wanted, str) else wanted
    timer = run.state.timers.get(timer_id)
    if timer is None or timer.target != target or timer_id in run.block.materialised:
        return
    if timer.owner != run.actor:
        raise HostError("Unauthorized")
    run.state.leave(timer_id, "cancelled")
