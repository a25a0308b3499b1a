# FIFO: waiting timers by arrival, in batches that the lane can hold (LANE-1, LANE-2).
from dispatch import Dispatch, Entry, look, run_batch
from end_of_block import by_arrival


def run_fifo(block):
    dispatch = Dispatch(block)
    while dispatch.may_start_round():
        batch = _look_out(dispatch)
        if not batch:
            break
        run_batch(dispatch, batch)


def _look_out(dispatch):
    state, batch, misfits = dispatch.block.state, [], 0
    for timer_id in by_arrival(state.waiting):
        if dispatch.looks_left == 0 or misfits == dispatch.block.config["max_misfits"]:
            break
        outcome = look(dispatch, state.timers[timer_id])
        misfits = misfits + 1 if outcome == "misfit" else 0
        if isinstance(outcome, Entry):
            batch.append(outcome)
    return batch
