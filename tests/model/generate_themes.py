# Themes of random traces: each changes ranges and weights so that one part of the chain is tested often.
from generate_feature_themes import FEATURE_THEMES
from generate_features import value_of

# name of a TimerConfig field: (lowest, highest)
RANGES = {
    "lane_timer_cycles": (200, 3000), "max_cycles_per_fire": (250, 1800), "due_intake_per_block": (1, 5),
    "max_looks_per_block": (1, 6), "max_misfits": (1, 4), "gc_cycles_per_block": (200, 1000),
    "lane_timer_cells": (50, 1500), "max_cells_per_fire": (80, 800), "max_ttl_blocks": (1, 12),
    "max_timers_per_actor": (1, 12), "min_gas_limit_per_timer": (1, 250), "max_payload_size": (60, 120),
    "timer_lane_fee_multiplier": (0, 3000), "maintenance_moves_per_block": (1, 3),
}

# What a theme may say, each replacing what is usual:
#   steps          weights of the steps in a handler       range       as RANGES
#   gas            explicit gas limits                     heights     how far ahead
#   payers         how often a handler names a fee payer   longest     steps in a handler
#   send_gas, send_cells  what messages take along         direct      how often a transaction runs such steps
#   rich           nobody runs out                         still       base fees that do not move
#   labels         for each actor                          caught      share of cancels that expect TimerNotFound
#   system         weights of config, cancel, extend, pause
#   changes        weight of system instructions among transactions
# What themes beyond FIFO may say is in generate_feature_themes.py.
FIFO_THEMES = {
    "mixed": {},
    "cancels": {
        "steps": {"cancel": 10, "extend": 1},
        "range": {"lane_timer_cycles": (920, 1100), "max_cycles_per_fire": (450, 500), "max_ttl_blocks": (6, 12),
                  "max_looks_per_block": (4, 12), "due_intake_per_block": (3, 6), "max_cells_per_fire": (80, 200),
                  "max_timers_per_actor": (6, 12)},
        "gas": [300, 450, 450], "heights": [2], "rich": True, "system": [1, 2, 2, 0.5], "longest": 1,
        "labels": 3, "caught": 0.1},
    "parking": {
        "steps": {"log": 3, "burn": 3, "extend": 1, "cancel": 1, "schedule": 1},
        "range": {"lane_timer_cycles": (900, 2000), "max_cycles_per_fire": (650, 800), "max_ttl_blocks": (8, 20),
                  "due_intake_per_block": (1, 2), "max_looks_per_block": (3, 8), "max_misfits": (1, 4),
                  "max_timers_per_actor": (8, 16), "min_gas_limit_per_timer": (1, 100)},
        "gas": [200, 300, 300, 450, 500, 600], "heights": [1, 2, 3, 4], "rich": True, "system": [10, 1, 2, 2],
        "changes": 12},
    "cells": {
        "steps": {"burn_cells": 6, "set": 3, "emit": 3, "schedule": 3, "cancel": 1},
        "range": {"lane_timer_cycles": (1500, 3000), "max_cycles_per_fire": (400, 800), "max_ttl_blocks": (6, 12),
                  "lane_timer_cells": (80, 250), "max_cells_per_fire": (60, 80), "due_intake_per_block": (3, 6),
                  "max_looks_per_block": (4, 12), "max_timers_per_actor": (6, 12)},
        "gas": [211, 300, 450], "heights": [2, 2, 2, 3], "rich": True, "system": [1, 1, 1, 1]},
    "lane": {
        "steps": {"burn": 4, "log": 2, "schedule": 3, "if_nth": 1, "loop": 1},
        "range": {"lane_timer_cycles": (900, 1500), "max_cycles_per_fire": (800, 900), "max_ttl_blocks": (6, 14),
                  "max_looks_per_block": (4, 16), "max_misfits": (2, 3), "due_intake_per_block": (4, 8),
                  "max_timers_per_actor": (6, 16), "max_cells_per_fire": (80, 200)},
        "gas": [100, 100, 150, 211, 700, 800, 800], "heights": [1, 2, 2, 2], "rich": True, "system": [2, 1, 1, 1]},
    "messages": {
        "steps": {"send": 8, "schedule": 5, "cancel": 1, "burn": 1, "transfer": 1, "fail": .5, "log": 1},
        "range": {"lane_timer_cycles": (2500, 3000), "max_cycles_per_fire": (1500, 2400), "max_ttl_blocks": (6, 12),
                  "max_cells_per_fire": (500, 800), "lane_timer_cells": (800, 1500), "due_intake_per_block": (3, 6)},
        "gas": [1200, 1500], "payers": 0.8, "direct": 0.8,
        "heights": [1, 2, 3], "rich": True, "system": [1, 1, 1, 1], "longest": 3,
        "send_gas": [300, 500, 800], "send_cells": [0, 100, 250, 250]},
    "poor": {
        "steps": {"transfer": 4, "schedule": 4, "log": 3, "burn": 1},
        "range": {"lane_timer_cycles": (2500, 3000), "max_cycles_per_fire": (450, 450), "max_ttl_blocks": (6, 12),
                  "max_cells_per_fire": (100, 100), "due_intake_per_block": (3, 6), "max_looks_per_block": (4, 8),
                  "min_gas_limit_per_timer": (100, 100), "timer_lane_fee_multiplier": (1000, 1000)},
        "gas": [450, 449, 350, 250], "heights": [1, 1, 2], "still": True, "system": [0, 1, 1, 1]},
}


THEMES = {**FIFO_THEMES, **FEATURE_THEMES}


def config_value(rng, theme, name, ranges):
    """Small enough that every budget is met often; together some values break a rule."""
    return value_of(rng, name, THEMES[theme].get("range", {}).get(name, ranges[name]))
