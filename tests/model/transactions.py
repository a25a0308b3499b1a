# Transactions: reading them, admitting them, their kinds, their receipts (BLK-2, FEE-3).
import json

import config as timer_config
import executions
import operations
import readers
import timer_calls
import transaction_hash
import validators
from errors import HostError, NotBuilt, TraceError
from fees import Meter, Purse, settle
from keccak import keccak256
from state import Actor
from steps import SCHEDULE_AT, TRANSFER_CYCLES, move_money, read_steps

LIMITS = {"cycles_limit": readers.number, "cells_limit": readers.number,
          "max_fee_per_cycle": readers.amount, "max_fee_per_cell": readers.amount,
          "tip_per_cycle": readers.amount, "tip_per_cell": readers.amount}
DEFAULT_LIMITS = {"cycles_limit": 500_000, "cells_limit": 50_000,
                  "max_fee_per_cycle": 10 ** 24, "max_fee_per_cell": 10 ** 24,
                  "tip_per_cycle": 0, "tip_per_cell": 0}
OUTSIDE = {"hash": readers.hash32, "nonce": readers.number, "valid_until": readers.number}
FLAT_CYCLES = 200


def source_of(handlers):
    return json.dumps(handlers, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode("utf-8")


def read_handlers(value):
    if not isinstance(value, dict):
        raise TraceError("handlers are not an object")
    return {name: read_steps(steps) for name, steps in value.items()}


def _read_deploy(value):
    if isinstance(value, dict) and "python" in value:
        raise NotBuilt("python actors")
    readers.fields(value, {"handlers": lambda v: v}, "deploy", ["handlers"])
    return read_handlers(value["handlers"]), source_of(value["handlers"])


def _read_system(value):
    if not isinstance(value, dict) or len(value) != 1:
        raise TraceError("system has one instruction: %r" % (value,))
    kind, argument = next(iter(value.items()))
    if kind == "cancel_timer":
        return kind, readers.timer_id(argument)
    if kind == "extend_timer":
        wanted, height = readers.pair(argument, kind)
        return kind, (readers.timer_id(wanted), readers.number(height))
    if kind == "update_config" and isinstance(argument, dict):
        return kind, timer_config.read_patch(argument)
    if kind == "set_validator":
        return kind, validators.read_change(argument)
    if kind == "plan_version":
        return kind, tuple(readers.number(v) for v in readers.pair(argument, kind))
    raise TraceError("unknown system instruction %r" % kind)


def _read_true(value):
    if value is not True:
        raise TraceError("transfer_control is not true")
    return value


CALL = {"actor": readers.address, "handler": readers.text, "payload": readers.data}
TRANSFER = {"to": readers.address, "amount": readers.amount}
KINDS = {
    "call": lambda v: readers.fields(v, CALL, "call", ["actor", "handler"]),
    "as": readers.address,
    "transfer": lambda v: readers.fields(v, TRANSFER, "transfer", ["to", "amount"]),
    "deploy": _read_deploy,
    "remove_actor": readers.address,
    "system": _read_system,
    "schedule_at": lambda v: readers.fields(v, {"actor": readers.address, **SCHEDULE_AT}, "schedule_at",
                                            ["timestamp_ms", "actor"]),
    "drop": readers.timer_id,
    "transfer_control": _read_true,
}
EXTRA = {"as": {"steps": read_steps}, "deploy": {"salt": readers.data, "payload": readers.data}}


def read_transaction(value):
    if not isinstance(value, dict):
        raise TraceError("transaction is not an object")
    kinds = [name for name in KINDS if name in value]
    if len(kinds) != 1:
        raise TraceError("a transaction has one kind: %r" % sorted(value))
    kind = kinds[0]
    known = {"from": readers.address, kind: KINDS[kind], **EXTRA.get(kind, {}), **OUTSIDE, **LIMITS}
    needed = ["from", "steps"] if kind == "as" else ["from"]
    return {**DEFAULT_LIMITS, **readers.fields(value, known, "transaction", needed), "kind": kind,
            "steps_source": source_of(value.get("steps"))}


def run_transactions(block, transactions):
    for transaction in transactions:
        block.state.cause = {"tx": len(block.receipts)}
        receipt = {"tx": len(block.receipts), **_run_one(block, transaction)}
        if "hash" in transaction:
            receipt["hash"] = "0x" + transaction["hash"].hex()
        block.state.cause = None
        block.receipts.append(receipt)


def _refused(status, reason):
    return {"hash": "0x" + bytes(32).hex(), "status": status, "reason": reason, "cycles": 0, "cells": 0, "fee": "0"}


def _run_one(block, transaction):
    state, fees, sender = block.state, block.fees, transaction["from"]
    _check_labels(state, transaction)
    cycles_limit, cells_limit = transaction["cycles_limit"], transaction["cells_limit"]
    if sender not in state.balances:
        return _refused("invalid", "sender_unknown")
    nonce = state.nonces.get(sender, 0)
    if transaction.get("nonce", nonce) != nonce:
        return _refused("invalid", "nonce_too_low" if transaction["nonce"] < nonce else "nonce_gap")
    if cycles_limit > fees["cycle_capacity"] or cells_limit > fees["cell_capacity"]:
        return _refused("invalid", "limit_too_high")
    if block.height > transaction.get("valid_until", block.height):
        return _refused("invalid", "tx_expired")
    lane = "system" if transaction["kind"] == "system" else "user"
    if cycles_limit > fees[lane + "_lane"] - block.lane_cycles[lane]:
        return _refused("block_full", "lane_full")
    if cells_limit > fees["cell_capacity"] - block.used["cells"]:
        return _refused("block_full", "cells_full")
    if not block.has_room(cycles_limit, cells_limit):
        return _refused("block_full", "sums_full")
    purse = _priced(block, transaction)
    if purse is None:
        return _refused("invalid", "fee_too_low")
    precharged = purse.cost(cycles_limit, cells_limit)
    if state.balance(sender) < precharged:
        return _refused("invalid", "insufficient_balance")
    if not block.has_room(cycles_limit, cells_limit, purse.tip(cycles_limit, cells_limit)):
        return _refused("block_full", "sums_full")
    state.nonces[sender] = state.nonces.get(sender, 0) + 1
    state.debit(sender, precharged)
    meter = Meter(cycles_limit, cells_limit)
    deployed = []
    status, error = executions.attempt(state, meter, lambda: deployed.append(RUN[transaction["kind"]](
        block, transaction, sender, meter, purse)))
    charged, _ = settle(block, purse, meter, precharged)
    block.lane_cycles[lane] += meter.cycles
    block.use(meter)
    address = {"address": "0x" + deployed[0].hex()} if deployed and deployed[0] else {}
    return {"hash": "0x" + (transaction.get("hash") or transaction_hash.of(block.chain_id, transaction, nonce)).hex(),
            "status": status, **({"error": error} if error is not None else {}), **address,
            "cycles": meter.cycles, "cells": meter.cells, "fee": str(charged)}


def _priced(block, transaction):
    state = block.state
    cycle_room = transaction["max_fee_per_cycle"] - state.cycle_basefee
    cell_room = transaction["max_fee_per_cell"] - state.cell_basefee
    if cycle_room < 0 or cell_room < 0:
        return None
    return Purse(transaction["from"], state.cycle_basefee, state.cell_basefee,
                 min(transaction["tip_per_cycle"], cycle_room), min(transaction["tip_per_cell"], cell_room))


def _check_labels(state, transaction):
    """Outside steps an unknown label is a trace error."""
    kind = transaction["kind"]
    if kind == "system" and transaction["system"][0] in ("cancel_timer", "extend_timer"):
        wanted = transaction["system"][1]
        wanted = wanted[0] if isinstance(wanted, tuple) else wanted
    elif kind == "drop":
        wanted = transaction["drop"]
    else:
        return
    if isinstance(wanted, str) and wanted not in state.labels:
        raise TraceError("unknown label %r" % wanted)


def _call(block, transaction, sender, meter, purse):
    call = transaction["call"]
    meter.charge_cells(len(call.get("payload", b"")))
    executions.enter(block, call["actor"], call["handler"], sender, meter, purse, direct=True)


def _as(block, transaction, sender, meter, purse):
    executions.run_as(block, transaction["as"], transaction["steps"], sender, meter, purse)


def _transfer(block, transaction, sender, meter, _purse):
    meter.charge_cycles(TRANSFER_CYCLES)
    move_money(block.state, meter, sender, transaction["transfer"]["to"], transaction["transfer"]["amount"])


def _deploy(block, transaction, sender, meter, purse):
    handlers, source = transaction["deploy"]
    meter.charge_cells(len(source) + len(transaction.get("payload", b"")))
    meter.charge_cycles(FLAT_CYCLES)
    address = keccak256(sender + transaction.get("salt", b"") + keccak256(source))[12:]
    state = block.state
    if address in state.actors or address in state.removed_actors:
        raise HostError("InvalidInput")
    state.actors[address] = Actor(sender, handlers)
    if "deploy" in handlers:
        executions.enter(block, address, "deploy", sender, meter, purse, direct=True, internal=True)
    return address


def _remove_actor(block, transaction, sender, meter, _purse):
    meter.charge_cycles(FLAT_CYCLES)
    state, address = block.state, transaction["remove_actor"]
    if address not in state.actors:
        raise HostError("ActorNotFound")
    if state.actors[address].owner != sender:
        raise HostError("Unauthorized")
    del state.actors[address]
    state.removed_actors.add(address)
    balance = state.balance(address)
    if balance:
        state.debit(address, balance)
        state.credit(sender, balance)


def _system(block, transaction, sender, meter, _purse):
    meter.charge_cycles(FLAT_CYCLES)
    if sender not in block.system_deployers:
        raise HostError("Unauthorized")
    state, (kind, argument) = block.state, transaction["system"]
    if kind == "update_config":
        before = state.config
        state.config = timer_config.patched(before, argument, block.fees["cycle_capacity"])
        state.modified.update(timer_config.modified_keys(before, state.config))
        state.emit("timer_config.updated", config=dict(state.config))
    elif kind == "extend_timer":
        timer = timer_calls.extend_timer(block, argument[0], argument[1], None)
        state.emit("timer.extended_by_governance", timer_id="0x" + timer.id.hex(), expires_at=timer.expires_at)
    elif kind == "set_validator":
        validators.set_validator(block, argument)
    elif kind == "plan_version":
        validators.plan_version(block, *argument)
    else:
        timer_id = state.labels[argument] if isinstance(argument, str) else argument
        if timer_id in state.timers:
            state.leave(timer_id, "governance")
            state.emit("timer.cancelled_by_governance", timer_id="0x" + timer_id.hex())


def _schedule_at(block, transaction, sender, meter, _purse):
    meter.charge_cycles(FLAT_CYCLES)
    call = transaction["schedule_at"]
    operations.schedule(block, sender, call["actor"], call, meter)


def _drop(block, transaction, sender, meter, _purse):
    meter.charge_cycles(FLAT_CYCLES)
    operations.drop(block.state, sender, transaction["drop"])


def _transfer_control(block, _transaction, sender, meter, _purse):
    meter.charge_cycles(FLAT_CYCLES)
    operations.transfer_control(block.state, sender)


RUN = {"call": _call, "as": _as, "transfer": _transfer, "deploy": _deploy,
       "remove_actor": _remove_actor, "system": _system, "schedule_at": _schedule_at, "drop": _drop,
       "transfer_control": _transfer_control}
