# Running one execution in an overlay: entering a handler, and what a failure leaves behind.
from errors import Failed, HostError, OutOfCells, OutOfCycles, Returned
from steps import Execution, run_steps

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


def enter(block, actor, handler, sender, meter, purse, direct=False, timer=None, internal=False):
    """Call a handler by name. `internal` is for `deploy`, which nobody else may call."""
    meter.charge_cycles(ENTER_CYCLES)
    state = block.state
    if actor not in state.actors:
        raise Ended("no_actor")
    forbidden = handler.startswith("_") or handler in NEVER_FROM_OUTSIDE
    handlers = state.actors[actor].handlers
    if handler not in handlers or (forbidden and not internal):
        raise Ended("no_handler")
    count = state.handler_counts.get((actor, handler), 0) + 1
    state.handler_counts[actor, handler] = count
    _run(Execution(block, actor, sender, meter, purse, direct, timer, count), handlers[handler])


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
