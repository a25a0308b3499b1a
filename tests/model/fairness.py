# Fairness: fires in the window, the weight W of an owner, and the outcome O for tie-breaks (FAIR).

ONE = 2 ** 32  # weights are in units of 2^-32
OUTCOME_NEAR = 2 ** 20


def lower_median(values):
    values = sorted(values)
    return values[(len(values) - 1) // 2] if values else 0


class Weights:
    """W of every owner in one block: fires of heights h - window to h - 1, whatever happens in h."""

    def __init__(self, state, config, height):
        self.recent = {}
        for (fired_at, owner), count in state.fires.items():
            if fired_at >= height - config["fairness_window_blocks"]:
                self.recent[owner] = self.recent.get(owner, 0) + count
        self.median = lower_median(self.recent.values())
        self.low = config["fairness_clip_min"] * ONE // 1000
        self.high = config["fairness_clip_max"] * ONE // 1000

    def of(self, owner):
        ratio = (self.recent.get(owner, 0) * ONE) // max(1, self.median)
        return min(max(2 * ONE - ratio, self.low), self.high)


def slide(block):
    """What has left the window is gone: a longer one brings nothing back."""
    oldest = block.height - block.config["fairness_window_blocks"]
    block.state.fires = {key: count for key, count in block.state.fires.items() if key[0] >= oldest}


def forget(state):
    """The window is empty whenever the auction begins."""
    state.fires.clear()


def count_fire(block, timer, due_height, cycles):
    state, key = block.state, (block.height, timer.owner)
    state.fires[key] = state.fires.get(key, 0) + 1
    if block.config["tie_break"] == "outcome":
        delay, fires, used = state.epoch_outcomes.get(timer.owner, (0, 0, 0))
        state.epoch_outcomes[timer.owner] = (delay + block.height - due_height, fires + 1, used + cycles)


def outcome_of(state, owner):
    return state.outcomes.get(owner, ONE)


def begin_block(block):
    """O counts auction blocks under `outcome` alone, and moves where an epoch begins."""
    state = block.state
    if block.discipline != "auction" or block.config["tie_break"] != "outcome":
        state.outcomes.clear()
        state.epoch_outcomes.clear()
    elif block.height % block.config["epoch_blocks"] == 0:
        _close_epoch(state)


def _close_epoch(state):
    total = sum(cycles for _, _, cycles in state.epoch_outcomes.values())
    for owner in set(state.outcomes) | set(state.epoch_outcomes):
        old = outcome_of(state, owner)
        if owner in state.epoch_outcomes:
            delay, fires, cycles = state.epoch_outcomes[owner]
            score = ONE + delay * ONE // (delay + fires) - cycles * ONE // max(1, total)
            state.outcomes[owner] = min(max(old - old // 8 + score // 8, ONE // 2), 2 * ONE)
            continue
        step = abs(old - ONE) // 8
        moved = old - step if old > ONE else old + step
        if abs(moved - ONE) <= OUTCOME_NEAR:
            del state.outcomes[owner]
        else:
            state.outcomes[owner] = moved
    state.epoch_outcomes.clear()
