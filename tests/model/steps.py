# Scripted handlers: reading steps, and running them against the host (docs/trace.md, STEP).
import json
from dataclasses import dataclass
from typing import Optional

import bids
import estimate
import operations
import readers
import target_calls
import timer_calls
from errors import Failed, HostError, OutOfCycles, Returned, TraceError

TRANSFER_CYCLES = 5_000
STORAGE_KEY_BYTES = 1_024
SCHEDULE = {"height": readers.height, "payload": readers.data, "handler": readers.text,
            "fee_payer": readers.address, "gas_limit": readers.number, "expires_at": readers.height,
            "max_fee_per_cycle": readers.amount, "max_priority_fee_per_cycle": readers.amount,
            "priority_tier_hint": readers.text, "bid": readers.amount, "label": readers.text}
TIMEOUT = {"target": readers.address, "due_height": readers.height, "payload": readers.data,
           "gas_limit": readers.number, "bid": readers.amount, "client_nonce": readers.number, "label": readers.text}
WATCH = {"target": readers.address, "keys": lambda v: [_read_key(entry) for entry in readers.items(v, None, "keys")],
         "payload": readers.data, "gas_limit": readers.number, "bid": readers.amount, "expires_at": readers.height,
         "label": readers.text}
SCHEDULE_AT = {"timestamp_ms": readers.height, "handler": readers.text, "payload": readers.data,
               "gas_limit": readers.number, "label": readers.text}
SEND = {"to": readers.address, "handler": readers.text, "payload": readers.data,
        "gas": readers.number, "cells": readers.number}


@dataclass(frozen=True)
class Step:
    kind: str
    argument: object
    error: Optional[str] = None


def _read_log(value):
    if isinstance(value, list):
        what, key = readers.pair(value, "log")
        if what != "get":
            raise TraceError("unknown log %r" % (value,))
        return "get", readers.data(key)
    if value not in ("context", "gas_left", "balance"):
        raise TraceError("unknown log %r" % (value,))
    return value, None


def _read_cancel(value):
    """An id, or (target, id)."""
    if isinstance(value, list):
        target, wanted = readers.pair(value, "cancel")
        return readers.address(target), readers.timer_id(wanted)
    return readers.timer_id(value)


def _read_key(value):
    actor, prefix = readers.pair(value, "watch key")
    return readers.address(actor), readers.data(prefix)


def _two(first, second):
    def read(value):
        a, b = readers.pair(value, "step")
        return first(a), second(b)
    return read


def _read_loop(value):
    if value is not True:
        raise TraceError("loop is not true")
    return value


READ = {
    "schedule": lambda v: readers.fields(v, SCHEDULE, "schedule", ["height"]),
    "cancel": _read_cancel,
    "set_timeout": lambda v: readers.fields(v, TIMEOUT, "set_timeout", ["target", "due_height"]),
    "watch": lambda v: readers.fields(v, WATCH, "watch", ["target"]),
    "schedule_at": lambda v: readers.fields(v, SCHEDULE_AT, "schedule_at", ["timestamp_ms"]),
    "drop": readers.timer_id,
    "extend": _two(readers.timer_id, readers.height),
    "set": _two(readers.data, readers.data),
    "delete": readers.data,
    "transfer": _two(readers.address, readers.amount),
    "emit": _two(readers.text, readers.data),
    "send": lambda v: readers.fields(v, SEND, "send", ["to"]),
    "burn": readers.number,
    "burn_cells": readers.number,
    "loop": _read_loop,
    "fail": readers.text,
    "return": readers.data,
    "return_bid": bids.read_bid,
    "set_gba": lambda v: None if v is None else readers.address(v),
    "estimate": lambda v: readers.fields(v, SCHEDULE, "estimate", ["height"]),
    "repeat": _two(readers.number, lambda v: read_steps(v)),
    "if_nth": _two(readers.number, lambda v: read_steps(v)),
    "log": _read_log,
}


def read_steps(value):
    if not isinstance(value, list):
        raise TraceError("steps are not a list: %r" % (value,))
    return [_read_step(entry) for entry in value]


def _read_step(value):
    if not isinstance(value, dict):
        raise TraceError("step is not an object: %r" % (value,))
    kinds = [name for name in value if name != "error"]
    if len(kinds) != 1:
        raise TraceError("a step has one name: %r" % (value,))
    kind = kinds[0]
    if kind not in READ:
        raise TraceError("unknown step %r" % kind)
    error = readers.text(value["error"]) if "error" in value else None
    return Step(kind, READ[kind](value[kind]), error)


@dataclass
class Execution:
    """One handler at work. `direct`: called by a user transaction, whose sender may pay (API-8)."""
    block: object
    actor: bytes
    sender: bytes
    meter: object
    purse: object
    direct: bool = False
    origin: Optional[dict] = None  # what the context of a fire or an operation has beside the usual
    count: int = 0        # which started execution of (actor, handler) this is; 0 under `as`
    bid_context: Optional[dict] = None  # of an agent call, which is read-only
    bid: Optional[tuple] = None         # what it answered: (max_fee, max_priority)

    @property
    def state(self):
        return self.block.state

    def refuse_if_read_only(self):
        if self.bid_context is not None:
            raise HostError("ReadOnly")


def run_steps(execution, steps):
    for step in steps:
        execution.meter.charge_cycles(1)
        if step.error is None:
            RUN[step.kind](execution, step.argument)
            continue
        try:
            RUN[step.kind](execution, step.argument)
        except HostError as refusal:
            if refusal.name == step.error:
                continue
        except (Failed, Returned):
            pass
        raise Failed("ExpectedErrorMissing")


def _check_key(key):
    if len(key) > STORAGE_KEY_BYTES:
        raise HostError("InvalidInput")


def _set(run, argument):
    key, value = argument
    run.meter.charge_cycles(200)
    run.refuse_if_read_only()
    _check_key(key)
    run.meter.charge_cells(len(key) + len(value))
    run.state.storage[run.actor, key] = value


def _delete(run, key):
    run.meter.charge_cycles(200)
    run.refuse_if_read_only()
    _check_key(key)
    run.state.storage.pop((run.actor, key), None)


def _transfer(run, argument):
    run.meter.charge_cycles(TRANSFER_CYCLES)
    run.refuse_if_read_only()
    move_money(run.state, run.meter, run.actor, *argument)


def move_money(state, meter, source, target, money):
    """What is left of a transfer once its cycles are paid."""
    if state.balance(source) < money:
        raise HostError("InsufficientBalance")
    meter.charge_cells(500)
    state.debit(source, money)
    state.credit(target, money)


def _emit(run, argument):
    topic, value = argument
    run.meter.charge_cycles(50)
    run.refuse_if_read_only()
    run.meter.charge_cells(len(topic.encode("utf-8")) + len(value))
    _actor_event(run, topic, value)


def _actor_event(run, topic, value):
    run.state.emit("actor", actor="0x" + run.actor.hex(), topic=topic, data="0x" + value.hex())


def _burn(run, cycles):
    run.meter.charge_cycles(cycles)


def _burn_cells(run, cells):
    run.meter.charge_cells(cells)


def _loop(run, _):
    raise OutOfCycles()


def _fail(run, message):
    raise Failed(message)


def _return(run, value):
    run.meter.charge_cells(len(value))
    raise Returned()


def _return_bid(run, bid):
    if run.bid_context is not None:
        run.bid = bids.evaluate(bid, run.bid_context)
    raise Returned()


def _repeat(run, argument):
    times, steps = argument
    for _ in range(times if steps else 0):
        run_steps(run, steps)


def _if_nth(run, argument):
    wanted, steps = argument
    if run.count == wanted and wanted > 0:
        run_steps(run, steps)


def _log(run, argument):
    what, key = argument
    run.refuse_if_read_only()  # it emits
    if what == "get":
        value = run.state.storage.get((run.actor, key), b"")
    elif what == "gas_left":
        value = str(run.meter.cycles_left).encode()
    elif what == "balance":
        value = str(run.state.balance(run.actor)).encode()
    else:
        value = json.dumps(_context(run), sort_keys=True, separators=(",", ":")).encode()
    _actor_event(run, "log", value)


def _context(run):
    known = {"actor": "0x" + run.actor.hex(), "height": run.block.height,
             "sender": "0x" + run.sender.hex(), "timestamp_ms": run.block.timestamp_ms}
    return {**known, **(run.origin or {})}


def _schedule_at(run, call):
    run.meter.charge_cycles(timer_calls.CALL_CYCLES)
    run.refuse_if_read_only()
    operations.schedule(run.block, run.actor, run.actor, call, run.meter)


def _drop(run, wanted):
    run.meter.charge_cycles(timer_calls.CALL_CYCLES)
    run.refuse_if_read_only()
    operations.drop(run.state, run.actor, wanted)


def _cancel(run, argument):
    if isinstance(argument, tuple):
        target_calls.cancel_with_target(run, argument)
    else:
        timer_calls.cancel(run, argument)


RUN = {"schedule": timer_calls.schedule, "cancel": _cancel, "extend": timer_calls.extend, "send": timer_calls.send,
       "set_timeout": target_calls.set_timeout, "watch": target_calls.set_watch, "schedule_at": _schedule_at,
       "drop": _drop, "set_gba": timer_calls.set_gba, "estimate": estimate.estimate_call, "return_bid": _return_bid,
       "set": _set, "delete": _delete, "transfer": _transfer, "emit": _emit, "burn": _burn, "burn_cells": _burn_cells,
       "loop": _loop, "fail": _fail, "return": _return, "repeat": _repeat, "if_nth": _if_nth, "log": _log}
