# TimerConfig: fields, defaults, rules (docs/trace.md), derivation at genesis and patches.
from errors import HostError, TraceError
from state import U32, U64, U128

# name: (default, lowest, highest); what one field asks of another is in broken_rule
NUMBERS = {
    "auction_activation_height": (0, 0, U64),
    "max_ttl_blocks": (2_592_000, 1, 10 ** 9),
    "max_cycles_per_fire": (550_000, 0, U64),
    "max_cells_per_fire": (550_000, 1, U64),
    "max_timers_per_actor": (1_024, 1, U32),
    "max_timers_per_target": (65_536, 1, U32),
    "min_gas_limit_per_timer": (200, 1, U64),
    "max_payload_size": (1_048_576, 0, 1_048_576),
    "lane_timer_cycles": (2_000_000, 0, U64),
    "lane_timer_cells": (1_000_000, 0, 2 ** 40),
    "gc_cycles_per_block": (5_000_000, 200, U64),
    "due_intake_per_block": (65_536, 1, U32),
    "maintenance_moves_per_block": (65_536, 1, U32),
    "max_looks_per_block": (16_384, 1, U32),
    "max_misfits": (8, 1, U32),
    "ring_buffer_size": (4_096, 0, U32),
    "epoch_blocks": (3_600, 1, U32),
    "epoch_queue_len": (720, 1, U32),
    "timer_lane_fee_multiplier": (1_000, 0, 10_000),
    "max_cycles_per_fire_auction_phase": (250_000, 0, U64),
    "fairness_window_blocks": (1_000, 1, 100_000),
    "fairness_clip_min": (1_000, 1, 10_000),
    "fairness_clip_max": (2_000, 1, 10_000),
    "lane_basefee_gain_denominator": (1, 1, 1_000),
    "tier_economy": (800, 0, 100_000),
    "tier_standard": (1_000, 0, 100_000),
    "tier_fast": (1_500, 0, 100_000),
    "tier_urgent": (2_500, 0, 100_000),
    "gba_cycles_per_call": (25_000, 0, U64),
    "gba_cycles_per_block": (1_000_000, 0, U64),
    "w_age": (2 ** 96, 0, 2 ** 120 - 1),
    "w_bid": (1, 0, U64),
    "min_bid": (0, 0, U128),
    "max_bid": (U128, 0, U128),
    "max_fires_per_block": (4_096, 1, U32),
    "max_fires_per_target": (64, 1, U32),
    "max_watch_keys": (16, 1, 256),
    "max_watch_hits_per_block": (4_096, 1, U32),
    "max_modified_keys_per_block": (65_536, 1, U32),
    "max_matched_keys": (64, 1, 4_096),
    "max_watch_hits_per_actor": (512, 1, U32),
    "max_kept_keys_per_actor": (4_096, 1, 65_536),
    "sch_cycles_per_second": (2_000_000, 0, U64),
    "sch_cycles_per_block": (4_000_000, 0, U64),
    "sch_initiation_cycles": (1_000, 0, U64),
    "estimate_horizon": (3_600, 0, U32),
}
CHOICES = {"discipline": ("fifo", "globalbox"), "tie_break": ("spec", "fair", "outcome")}
FIXED = ("ring_buffer_size", "epoch_blocks", "epoch_queue_len")
AMOUNTS = ("w_age", "min_bid", "max_bid")  # u128: always printed as strings

# also under a storage key of their own: field -> the end of that key
SHOWN_ONE_BY_ONE = {
    **{name: name for name in ("max_cycles_per_fire_auction_phase", "fairness_window_blocks", "fairness_clip_min",
                               "fairness_clip_max")},
    **{"tier_" + tier: "priority_tier_multipliers." + tier for tier in ("economy", "standard", "fast", "urgent")}}

# field, and the field that must not be lower, in the order in which genesis derives them
AT_MOST = (
    ("epoch_blocks", "ring_buffer_size"),
    ("max_cells_per_fire", "lane_timer_cells"),
    ("max_cycles_per_fire", "lane_timer_cycles"),
    ("max_cycles_per_fire_auction_phase", "lane_timer_cycles"),
    ("min_gas_limit_per_timer", "max_cycles_per_fire"),
    ("min_gas_limit_per_timer", "max_cycles_per_fire_auction_phase"),
    ("gba_cycles_per_call", "gba_cycles_per_block"),
    ("sch_cycles_per_second", "sch_cycles_per_block"),
    ("fairness_clip_min", "fairness_clip_max"),
    ("min_bid", "max_bid"),
    ("max_watch_hits_per_actor", "max_watch_hits_per_block"),
)


def read_patch(patch):
    """Trace form to values: numbers may be decimal strings. Unknown fields are a trace error."""
    values = {}
    for name, value in patch.items():
        if name == "timers_paused":
            if not isinstance(value, bool):
                raise TraceError("timers_paused is not a bool")
        elif name in NUMBERS:
            if isinstance(value, str) and value.isdigit():
                value = int(value)
            if isinstance(value, bool) or not isinstance(value, int):
                raise TraceError("config field %s: not a number: %r" % (name, value))
        elif name not in CHOICES:
            raise TraceError("unknown config field " + name)
        values[name] = value
    return values


def broken_rule(config, cycle_capacity):
    for name, (_, lowest, highest) in NUMBERS.items():
        if not lowest <= config[name] <= highest:
            return "%s %d is not within %d to %d" % (name, config[name], lowest, highest)
    for name, allowed in CHOICES.items():
        if config[name] not in allowed:
            return "%s %r" % (name, config[name])
    for low, high in AT_MOST:
        if config[low] > config[high]:
            return "%s %d above %s %d" % (low, config[low], high, config[high])
    if config["lane_timer_cycles"] > cycle_capacity:
        return "lane_timer_cycles %d above the capacity %d" % (config["lane_timer_cycles"], cycle_capacity)
    return None


def genesis_config(patch, cycle_capacity):
    named = read_patch(patch)
    config = {name: default for name, (default, _, _) in NUMBERS.items()}
    config.update(discipline="fifo", tie_break="spec", timers_paused=False)
    config.update(named)
    if "lane_timer_cycles" not in named:
        config["lane_timer_cycles"] = min(config["lane_timer_cycles"], cycle_capacity)
    for low, high in AT_MOST:
        if low not in named:
            config[low] = min(config[low], config[high])
    reason = broken_rule(config, cycle_capacity)
    if reason:
        raise TraceError("genesis config: " + reason)
    return config


def modified_keys(before, after):
    """Storage keys of 0x09 that an update leaves with another value (GOV-2, WAT-2)."""
    if before == after:
        return
    actor = bytes(19) + b"\x09"
    yield actor, b"system:timer_config"
    for field, key in SHOWN_ONE_BY_ONE.items():
        if before[field] != after[field]:
            yield actor, b"system:cip1:" + key.encode()


def patched(config, patch, cycle_capacity):
    """GOV-3: the whole patch or nothing."""
    values = {**config, **patch}
    if any(name in FIXED for name in patch) or broken_rule(values, cycle_capacity):
        raise HostError("InvalidConfig")
    return values


def discipline_at(config, height):
    activation = config["auction_activation_height"]
    return "auction" if activation and height >= activation else config["discipline"]
