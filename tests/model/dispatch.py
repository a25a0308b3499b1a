# Dispatch: looks, rounds, batches, and the running of a fire (LANE, FEE-8).
from dataclasses import dataclass
from typing import Optional

import executions
import fairness
from fees import Meter, Purse, settle
from state import U64, Dead
from watch_hits import matched


@dataclass
class Entry:
    """A pre-charged fire waiting for its turn in the batch."""
    timer_id: bytes
    gas_limit: int
    purse: Purse
    max_cost: int
    tip: int                        # for each cycle: the priority, or a bid's whole units
    weight: Optional[int]           # auction only
    sequence: Optional[int] = None  # given when it was materialised: Globalbox only


class Dispatch:
    """What a block's rounds share."""

    def __init__(self, block):
        self.block = block
        self.lane_left = min(block.config["lane_timer_cycles"], U64 - block.used["cycles"])
        self.tips_reserved = 0  # of batch entries that have not started

    @property
    def looks_left(self):
        return self.block.config["max_looks_per_block"] - self.block.used["looks"]

    def cells_used_up(self):
        block = self.block
        return block.used["lane_cells"] >= block.config["lane_timer_cells"] \
            or not block.has_room(0, block.config["max_cells_per_fire"])

    def may_start_round(self):
        enough = self.lane_left >= self.block.config["min_gas_limit_per_timer"]
        return self.looks_left > 0 and enough and not self.cells_used_up()


def look(dispatch, timer, tip=0, weight=None):
    """One look: "parked", "misfit", "dead", or the Entry that was pre-charged."""
    block, state = dispatch.block, dispatch.block.state
    block.used["looks"] += 1
    gas_limit = block.gas_limit(timer)
    if gas_limit > block.gas_cap:
        state.parked[timer.id] = state.stop_waiting(timer.id)
        state.emit("TimerUnfittable", timer_id="0x" + timer.id.hex(), gas_limit=gas_limit, cap=block.gas_cap)
        return "parked"
    if gas_limit > dispatch.lane_left:
        return "misfit"
    purse = block.fire_purse(timer, tip)
    max_cost = purse.cost(gas_limit, block.config["max_cells_per_fire"])
    available = state.balance(timer.payer)
    if available < max_cost:
        state.leave_due_set(timer.id)
        state.dead.append(Dead(timer.id, "insufficient_funds", {
            "fee_payer": "0x" + timer.payer.hex(), "required": str(max_cost), "available": str(available)}))
        return "dead"
    if not block.has_room(0, 0, dispatch.tips_reserved + tip * gas_limit):
        return "misfit"
    # The entry keeps its place among what waits until it starts: it may be extended or cancelled.
    state.debit(timer.payer, max_cost)
    dispatch.lane_left -= gas_limit
    dispatch.tips_reserved += tip * gas_limit
    return Entry(timer.id, gas_limit, purse, max_cost, tip, weight)


def _give_back(dispatch, entry):
    dispatch.block.state.credit(entry.purse.payer, entry.max_cost)
    dispatch.lane_left += entry.gas_limit
    dispatch.tips_reserved -= entry.tip * entry.gas_limit


def run_batch(dispatch, batch):
    state = dispatch.block.state
    queue = list(batch)
    while queue:
        if dispatch.cells_used_up():
            for entry in queue:
                dispatch.block.materialised.discard(entry.timer_id)
                _give_back(dispatch, entry)
            return
        entry = queue.pop(0)
        dispatch.tips_reserved -= entry.tip * entry.gas_limit
        used = run_fire(dispatch.block, entry)
        dispatch.lane_left += entry.gas_limit - used
        for cancelled in [e for e in queue if e.timer_id not in state.timers]:
            _give_back(dispatch, cancelled)
            queue.remove(cancelled)


def delivery_cycles(timer):
    """A watch paid the cells of its payload once and delivers it again and again: long ones are paid for."""
    return len(timer.payload) // 64 if timer.kind == "watch" and len(timer.payload) > 4096 else 0


def run_fire(block, entry):
    """Run one pre-charged fire; returns the cycles it used."""
    state = block.state
    timer = state.timers[entry.timer_id]
    due_height, hit = state.due_height(timer), state.hits.get(timer.id)
    keys = {} if hit is None else {"keys": matched(hit)}
    block.materialised.discard(timer.id)
    sequence = block.next_seq() if entry.sequence is None else entry.sequence
    state.cause = {"seq": sequence}
    state.start_fire(timer)
    meter = Meter(entry.gas_limit, block.config["max_cells_per_fire"])
    trigger = {"kind": timer.kind, "due_height": due_height}
    trigger.update({"matched_keys": keys["keys"]} if keys else {})
    origin = {"timer_id": "0x" + timer.id.hex(), "fire_seq": timer.fire_seq, "due_height": due_height,
              "trigger": trigger}

    def deliver():
        meter.charge_cycles(delivery_cycles(timer))
        executions.enter(block, timer.target, timer.handler, timer.owner, meter, entry.purse, origin=origin)

    status, error = executions.attempt(state, meter, deliver)
    state.cause = None
    charged, tip = settle(block, entry.purse, meter, entry.max_cost)
    block.use(meter)
    block.used["lane"] += meter.cycles
    block.used["lane_cells"] += meter.cells
    bid = {}
    if block.discipline == "auction":
        bid = {"priority": str(entry.tip), "weight": entry.weight}
        block.priorities.append(entry.tip)
        fairness.count_fire(block, timer, due_height, meter.cycles)
    block.fired.append({
        "seq": sequence, "kind": timer.kind, "id": "0x" + timer.id.hex(),
        **({"label": timer.label} if timer.label is not None else {}),
        "actor": "0x" + timer.target.hex(), "owner": "0x" + timer.owner.hex(), "handler": timer.handler,
        "payer": "0x" + timer.payer.hex(), "fire_seq": timer.fire_seq, "cause": None,
        **outcome(status, error, meter, charged, tip), **bid, **keys})
    return meter.cycles


def outcome(status, error, meter, charged, tip):
    return {"status": status, **({"error": error} if error is not None else {}), "cycles": meter.cycles,
            "cells": meter.cells, "charged": str(charged), "tip": str(tip)}
