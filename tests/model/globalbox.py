# The Globalbox: keys that are fixed when a fire is queued, materialising from the head (GBX).
from dispatch import Dispatch, Entry, look, run_batch

HIGHEST_SCORE = 2 ** 192 - 1


def price_of_bid(bid):
    """A bid is Q32.96: its whole units are paid for each cycle."""
    return bid >> 96


def enqueue(block):
    """What waits and is not queued enters the queue with a snapshot; what had a key in it keeps that."""
    state = block.state
    new = [i for i in state.waiting if i not in state.box]
    candidates = [_candidate(block, state.timers[i]) for i in new if i not in state.box_order]
    before = {}  # target -> candidates of it so far: the round-robin cursor
    for score, bucket, due_height, timer in sorted(candidates, key=lambda c: (-c[0], -c[1], c[2], c[3].id)):
        cursor = before.get(timer.target, 0)
        before[timer.target] = cursor + 1
        state.box_order[timer.id] = (state.clock - score, -bucket, cursor, due_height, timer.target, timer.id)
    for timer_id in new:
        state.box[timer_id] = state.timers[timer_id]


def _candidate(block, timer):
    due_height = block.state.due_height(timer)
    age = max(0, block.height - due_height)
    score = min(HIGHEST_SCORE, block.config["w_age"] * age + block.config["w_bid"] * timer.bid)
    return score, price_of_bid(timer.bid).bit_length(), due_height, timer


def run_globalbox(block):
    dispatch, fires = Dispatch(block), {}
    while dispatch.may_start_round():
        batch = _look_out(dispatch, fires)
        if not batch:
            break
        run_batch(dispatch, batch)


def _look_out(dispatch, fires):
    """Materialise from the head; `fires` counts by target over the whole block."""
    block, state, batch = dispatch.block, dispatch.block.state, []
    for timer_id in sorted(state.box, key=state.box_order.get):
        if dispatch.looks_left == 0 or sum(fires.values()) == block.config["max_fires_per_block"]:
            break
        queued = state.box[timer_id]
        if fires.get(queued.target, 0) == block.config["max_fires_per_target"]:
            continue
        outcome = look(dispatch, queued, price_of_bid(queued.bid))
        if outcome == "misfit":
            break
        if isinstance(outcome, Entry):
            outcome.sequence = block.next_seq()
            block.materialised.add(timer_id)
            fires[queued.target] = fires.get(queued.target, 0) + 1
            batch.append(outcome)
    return batch
