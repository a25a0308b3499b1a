# Running one execution in an overlay: entering a handler, and what a failure leaves behind.
from errors import Failed, HostError, OutOfCells, OutOfCycles, Returned
from steps import Execution, run_steps
from watch_hits import note_changes

ENTER_CYCLES = 10
NEVER_FROM_OUTSIDE = ("deploy", "getGasBid")


class Ended(Exception):
    """The execution ends with this status without having run a step."""

    def __init__(self, status):
        super().__init__(status)
        self.status = status


def attempt(state, meter, body):
    """Run body; undo everything if it fails. Returns (status, error or None)."""
    saved = state.snapshot()
    try:
        body()
        note_changes(state, saved.storage)
        return "ok", None
    except HostError as refusal:
        status, error, out_of = "revert", refusal.name, None
    except Failed as failure:
        status, error, out_of = "revert", failure.text, None
    except OutOfCycles:
        status, error, out_of = "out_of_cycles", None, "cycles"
    except OutOfCells:
        status, error, out_of = "out_of_cells", None, "cells"
    except Ended as end:
        status, error, out_of = end.status, None, None
    state.restore(saved)
    meter.fail(out_of)
    return status, error


def enter(block, actor, handler, sender, meter, purse, direct=False, origin=None, internal=False):
    """Call a handler by name. `internal` is for `deploy`, which nobody else may call."""
    execution = Execution(block, actor, sender, meter, purse, direct, origin)
    _run(execution, _steps_of(execution, handler, internal))


def ask_agent(block, agent, owner, meter, context):
    """A read-only call of getGasBid; returns what it bids, or None if it ends without a bid."""
    execution = Execution(block, agent, owner, meter, None, bid_context=context)
    _run(execution, _steps_of(execution, "getGasBid", internal=True))
    return execution.bid


def _steps_of(execution, handler, internal):
    """The handler that is started now, which is counted; 10 cycles, found or not."""
    execution.meter.charge_cycles(ENTER_CYCLES)
    state, actor = execution.state, execution.actor
    if actor not in state.actors:
        raise Ended("no_actor")
    forbidden = handler.startswith("_") or handler in NEVER_FROM_OUTSIDE
    handlers = state.actors[actor].handlers
    if handler not in handlers or (forbidden and not internal):
        raise Ended("no_handler")
    execution.count = state.handler_counts[actor, handler] = state.handler_counts.get((actor, handler), 0) + 1
    return handlers[handler]


def run_as(block, actor, steps, sender, meter, purse):
    """A transaction's own steps as the handler of an actor."""
    meter.charge_cycles(ENTER_CYCLES)
    if actor not in block.state.actors:
        raise Ended("no_actor")
    _run(Execution(block, actor, sender, meter, purse, direct=True), steps)


def _run(execution, steps):
    try:
        run_steps(execution, steps)
    except Returned:
        pass
