# What each feature adds to a random trace: steps, config fields with ranges, kinds of transactions, queries.

FEATURES = ("fifo", "auction", "globalbox", "watch", "operations")

# feature: weights of the steps that it adds to every handler
STEPS = {
    "auction": {"set_gba": .6, "estimate": .4},
    "globalbox": {"set_timeout": 2.5, "cancel_with_target": 1.5},
    "watch": {"watch": 1.5, "set": 3},
    "operations": {"schedule_at": 2, "drop": 1},
}
# feature: weights of the calls that a transaction makes with care, beside "schedule": 1
CAREFUL = {
    "auction": {"set_gba": .3},
    "globalbox": {"set_timeout": .9},
    "watch": {"watch": .5, "set": .5},
    "operations": {"schedule_at": .5},
}
# feature: weights of transaction kinds
TRANSACTIONS = {
    "operations": {"schedule_at": 4, "drop": 2, "transfer_control": .7},
}
QUERIES = {"auction": ["weight", "estimate"], "operations": ["scheduled_until"]}

# feature: name of a TimerConfig field: (lowest, highest) or a list of values; named at genesis, changed by governance
RANGES = {
    "auction": {
        "max_cycles_per_fire_auction_phase": (200, 900), "fairness_window_blocks": (1, 6),
        "fairness_clip_min": (300, 1000), "fairness_clip_max": (1000, 3000), "lane_basefee_gain_denominator": (1, 9),
        "tie_break": ["spec", "fair", "outcome"], "tier_economy": (0, 1000), "tier_fast": (1000, 4000),
        "gba_cycles_per_call": [9, 25, 60, 260, 300], "gba_cycles_per_block": (60, 900), "estimate_horizon": (0, 4)},
    "globalbox": {
        "w_age": [0, 1, 2 ** 95, 2 ** 96, 2 ** 97, 2 ** 120 - 1], "w_bid": [0, 1, 1, 1, 2, 2 ** 40, 2 ** 64 - 1],
        "min_bid": [0, 0, 0, 2 ** 95], "max_bid": [2 ** 128 - 1, 2 ** 100, 2 ** 98],
        "max_fires_per_block": (1, 6), "max_fires_per_target": (1, 4), "max_timers_per_target": (1, 12)},
    "watch": {
        "max_watch_keys": (1, 4), "max_watch_hits_per_block": (1, 5), "max_modified_keys_per_block": (1, 4),
        "max_matched_keys": (1, 3), "max_timers_per_target": (1, 12), "max_watch_hits_per_actor": (1, 3),
        "max_kept_keys_per_actor": (1, 4)},
    "operations": {
        "sch_cycles_per_second": (300, 1500), "sch_cycles_per_block": (200, 2500), "sch_initiation_cycles": (0, 50)},
}
# Only at genesis. Outcomes and epochs move every few blocks.
FIXED = {"epoch_blocks": (2, 6), "ring_buffer_size": (6, 9), "epoch_queue_len": (1, 3)}
STRINGS = ("w_age", "min_bid", "max_bid")  # amounts, as text


def value_of(rng, name, choices):
    if isinstance(choices, list):
        value = rng.choice(choices)
    else:
        value = rng.choice([choices[0], choices[1], rng.randint(*choices), rng.randint(*choices)])
    is_text = name in STRINGS or (isinstance(value, int) and value > 2 ** 53)
    return str(value) if is_text else value


class Features:
    """Those that a trace may use; `fifo` is always among them."""

    def __init__(self, names):
        unknown = set(names) - set(FEATURES) - {"all"}
        if unknown:
            raise ValueError("unknown feature: " + ", ".join(sorted(unknown)))
        self.names = [name for name in FEATURES if name in names or "all" in names or name == "fifo"]

    def merged(self, table):
        result = {}
        for name in self.names:
            for key, value in table.get(name, {}).items():
                result[key] = max(value, result[key]) if key in result and table is not RANGES else value
        return result

    def queries(self):
        return [query for name in self.names for query in QUERIES.get(name, [])]

    def has(self, name):
        return name in self.names

    def themes(self, themes):
        """Themes that need nothing else; once there is more than FIFO, mostly those that need it."""
        allowed = {name: theme for name, theme in themes.items() if set(theme.get("needs", ())) <= set(self.names)}
        if len(self.names) == 1:
            return sorted(allowed)
        special = sorted(name for name, theme in allowed.items() if "needs" in theme)
        return special * 3 + sorted(set(allowed) - set(special))
