# Themes beyond FIFO. `needs`: the features without which a theme is not taken; other names as in generate_themes.py.
#   disciplines, activation   what genesis may choose; activation is relative to block 1, None for never
#   fees        weights of no fee argument, both caps, max_fee, priority, tier
#   agents      how likely an actor has getGasBid; asked: share of transactions that set an agent
#   careful     weights of the calls that transactions make with care
#   phases      weight of a change of discipline among system instructions
#   client_nonces  share of timeouts with one
#   patches     config fields that governance changes most
#   wide        fee caps are spread far above and below the lane base fee
#   patient     timers live as long as they may
#   few actors  two of them
#   epochs      bounds of epoch_blocks
#   blocks      least height of the trace
#   quiet       a height, and the share of the blocks above it that are empty
#   calls       bounds of the calls of a transaction, whose limits then suffice

AUCTION_THEMES = {
    "bids": {
        "needs": ["auction"], "activation": [0, 0, 1, 3], "agents": 0.2, "rich": True, "heights": [1, 2, 2, 2, 3],
        "fees": [2, 8, 2, 2, 3],
        "range": {"lane_timer_cycles": (600, 1500), "max_cycles_per_fire": (450, 600), "max_looks_per_block": (3, 12),
                  "max_cycles_per_fire_auction_phase": (300, 450), "due_intake_per_block": (4, 12),
                  "max_timers_per_actor": (8, 16), "max_ttl_blocks": (6, 14), "max_cells_per_fire": (80, 200)},
        "gas": [100, 211, 300, 450], "system": [2, 1, 1, 1]},
    "ties": {
        "needs": ["auction"], "activation": [0, 2], "agents": 0.1, "rich": True, "heights": [1, 2, 2],
        "fees": [8, 2, 0, 0, 1], "fixed": True,
        "range": {"lane_timer_cycles": (450, 900), "max_cycles_per_fire": (300, 450), "max_looks_per_block": (4, 12),
                  "max_cycles_per_fire_auction_phase": (300, 450), "due_intake_per_block": (6, 12),
                  "max_timers_per_actor": (10, 20), "max_ttl_blocks": (8, 20), "max_cells_per_fire": (80, 120),
                  "fairness_window_blocks": (1, 9), "tie_break": ["fair", "outcome", "outcome"]},
        "gas": [211, 250, 300], "steps": {"log": 1, "burn": 3, "schedule": 1}, "system": [4, 0, 1, .5],
        "patches": ["fairness_window_blocks", "fairness_window_blocks", "tie_break", "fairness_clip_max"]},
    "agents": {
        "needs": ["auction"], "activation": [0, 0, 0, 2], "agents": 0.9, "rich": True, "fees": [9, 1, 0, 0, 1],
        "careful": {"schedule": 2, "set_gba": 1}, "heights": [1, 2, 2],
        "range": {"lane_timer_cycles": (300, 700), "max_cycles_per_fire": (300, 450), "max_looks_per_block": (4, 12),
                  "max_cycles_per_fire_auction_phase": (300, 450), "due_intake_per_block": (4, 12),
                  "max_timers_per_actor": (8, 16), "max_ttl_blocks": (8, 20), "max_cells_per_fire": (80, 120),
                  "gba_cycles_per_call": [25, 60, 260], "gba_cycles_per_block": (60, 700)},
        "gas": [211, 250, 300], "steps": {"log": 1, "burn": 3, "set_gba": 1, "schedule": 1}, "system": [2, 1, 1, 1]},
    "asked again": {
        "needs": ["auction"], "activation": [0, 0, 3], "agents": 1, "rich": True, "fees": [19, 1, 0, 0, 1],
        "careful": {"schedule": 4, "set_gba": 1}, "heights": [1, 2, 2],
        "range": {"lane_timer_cycles": (300, 450), "max_cycles_per_fire": (300, 300), "max_looks_per_block": (2, 12),
                  "max_cycles_per_fire_auction_phase": (250, 300), "due_intake_per_block": (6, 12),
                  "max_timers_per_actor": (10, 20), "max_ttl_blocks": (10, 30), "max_cells_per_fire": (80, 120),
                  "gba_cycles_per_call": [25, 40, 260], "gba_cycles_per_block": (40, 600)},
        "gas": [211, 250, 300], "steps": {"log": 1, "burn": 3}, "system": [1, 0, 1, 1], "phases": 1},
    "poor agents": {
        "needs": ["auction"], "activation": [0], "agents": 0.9, "fees": [9, 1, 0, 0, 1], "still": True,
        "careful": {"schedule": 2, "set_gba": 1}, "heights": [1, 1, 2], "payers": 0.6,
        "range": {"lane_timer_cycles": (900, 1500), "max_cycles_per_fire": (450, 450), "max_looks_per_block": (4, 12),
                  "max_cycles_per_fire_auction_phase": (450, 450), "due_intake_per_block": (4, 8),
                  "max_cells_per_fire": (100, 100), "gba_cycles_per_call": (20, 500),
                  "gba_cycles_per_block": (500, 900), "timer_lane_fee_multiplier": (0, 1000)},
        "gas": [211, 250, 300, 349], "steps": {"transfer": 3, "burn": 2, "set_gba": 1, "schedule": 2},
        "system": [1, 1, 1, 1]},
    # Owners with more bids of their own than an owner shows at once, under a lane base fee that wanders.
    "many bids": {
        "needs": ["auction"], "activation": [0], "agents": 0.3, "rich": True, "fees": [1, 12, 1, 1, 1], "wide": True,
        "careful": {"schedule": 12, "set_gba": 0.3}, "heights": [1, 1, 2], "few actors": True, "patient": True,
        "calls": (5, 9),
        "range": {"lane_timer_cycles": (300, 450), "max_cycles_per_fire": (300, 300), "max_looks_per_block": (2, 6),
                  "max_cycles_per_fire_auction_phase": (250, 300), "due_intake_per_block": (20, 40),
                  "max_timers_per_actor": (40, 90), "max_ttl_blocks": (60, 200), "max_cells_per_fire": (60, 80),
                  "fairness_window_blocks": (1, 5), "tie_break": ["spec", "fair", "outcome"]},
        "gas": [211, 250], "steps": {"log": 1, "burn": 3}, "system": [1, 0, 0, .5], "patches": ["tie_break"]},
    # Many timers wait for an agent's answers, and agents are named, cleared and named again.
    "renames": {
        "needs": ["auction"], "activation": [0], "agents": 1, "rich": True, "fees": [30, 1, 0, 0, 1], "wide": True,
        "careful": {"schedule": 6, "set_gba": 1}, "heights": [1, 1, 2], "few actors": True, "patient": True,
        "calls": (5, 9),
        "range": {"lane_timer_cycles": (300, 450), "max_cycles_per_fire": (300, 300), "max_looks_per_block": (2, 6),
                  "max_cycles_per_fire_auction_phase": (250, 300), "due_intake_per_block": (20, 40),
                  "max_timers_per_actor": (40, 90), "max_ttl_blocks": (60, 200), "max_cells_per_fire": (60, 80),
                  "gba_cycles_per_call": [25, 40], "gba_cycles_per_block": (200, 900)},
        "gas": [211, 250], "steps": {"log": 1, "burn": 3}, "system": [1, 0, .5, 1], "phases": .5},
    # Outcomes over so many epochs that owners which rest are forgotten.
    "epochs": {
        "needs": ["auction"], "activation": [0], "agents": 0.1, "rich": True, "fees": [8, 1, 0, 0, 1], "fixed": True,
        "epochs": (1, 1), "heights": [1, 2, 2], "blocks": 100, "quiet": (25, 0.94),
        "range": {"lane_timer_cycles": (450, 900), "max_cycles_per_fire": (300, 450), "max_looks_per_block": (4, 12),
                  "max_cycles_per_fire_auction_phase": (300, 450), "due_intake_per_block": (6, 12),
                  "max_timers_per_actor": (10, 20), "max_ttl_blocks": (60, 200), "max_cells_per_fire": (80, 120),
                  "fairness_window_blocks": (1, 9), "tie_break": ["outcome"]},
        "gas": [211, 250, 300], "steps": {"log": 1, "burn": 3}, "system": [1, 0, 1, .5], "phases": .1},
    "phases": {
        "needs": ["auction"], "activation": [None, 0, 2, 4], "agents": 0.7, "rich": True, "phases": 6, "changes": 8,
        "heights": [1, 2, 2, 3], "fees": [5, 3, 1, 1, 2],
        "range": {"lane_timer_cycles": (600, 1200), "max_cycles_per_fire": (500, 600), "max_looks_per_block": (2, 8),
                  "max_cycles_per_fire_auction_phase": (250, 400), "due_intake_per_block": (1, 5),
                  "max_timers_per_actor": (8, 16), "max_ttl_blocks": (6, 20), "max_cells_per_fire": (80, 200)},
        "gas": [250, 300, 450, 500], "system": [1, 1, 1, 1.5]},
}

GLOBALBOX_THEMES = {
    "queue": {
        "needs": ["globalbox"], "disciplines": ["globalbox"], "rich": True, "heights": [1, 2, 2, 3],
        "range": {"lane_timer_cycles": (900, 2000), "max_cycles_per_fire": (450, 600), "max_looks_per_block": (3, 12),
                  "due_intake_per_block": (4, 12), "max_timers_per_actor": (8, 16), "max_ttl_blocks": (8, 20),
                  "max_cells_per_fire": (80, 200), "max_fires_per_block": (1, 4), "max_fires_per_target": (1, 3),
                  "w_age": [0, 2 ** 96, 2 ** 96, 2 ** 97]},
        "gas": [211, 250, 300, 450], "careful": {"set_timeout": 4, "schedule": 1}, "system": [3, 1, 1, 1],
        "patches": ["w_age", "w_bid", "due_intake_per_block", "max_fires_per_block"]},
    "clients": {
        "needs": ["globalbox"], "disciplines": ["globalbox", "globalbox", "fifo"], "rich": True,
        "client_nonces": 0.8, "heights": [1, 2, 3], "careful": {"set_timeout": 5, "schedule": 1},
        "steps": {"set_timeout": 4, "cancel_with_target": 4, "burn": 2, "log": 1, "extend": 1},
        "range": {"lane_timer_cycles": (600, 1500), "max_cycles_per_fire": (450, 600), "max_looks_per_block": (3, 12),
                  "due_intake_per_block": (2, 6), "max_timers_per_actor": (4, 8), "max_ttl_blocks": (5, 12),
                  "max_cells_per_fire": (80, 200), "max_fires_per_block": (1, 4), "max_timers_per_target": (2, 6)},
        "gas": [211, 250, 300, 450, 500], "system": [8, 1, 1, 1], "changes": 8, "phases": 1},
    "cells of the box": {
        "needs": ["globalbox"], "disciplines": ["globalbox"], "rich": True, "heights": [2, 2, 3],
        "steps": {"burn_cells": 6, "cancel": 2, "cancel_with_target": 2, "set_timeout": 1},
        "range": {"lane_timer_cycles": (1500, 3000), "max_cycles_per_fire": (400, 600), "lane_timer_cells": (80, 250),
                  "max_cells_per_fire": (60, 80), "due_intake_per_block": (4, 8), "max_looks_per_block": (6, 12),
                  "max_ttl_blocks": (6, 12), "max_timers_per_actor": (8, 16), "max_fires_per_block": (3, 6),
                  "max_fires_per_target": (3, 6)},
        "gas": [211, 300], "careful": {"set_timeout": 3, "schedule": 1}, "system": [1, 1, 1, 1]},
    "materialised": {
        "needs": ["globalbox"], "disciplines": ["globalbox"], "rich": True, "heights": [2, 2, 3], "labels": 2,
        "steps": {"cancel_with_target": 4, "cancel": 2, "extend": 1}, "longest": 2, "caught": 0.8,
        "range": {"lane_timer_cycles": (900, 2500), "max_cycles_per_fire": (450, 500), "max_looks_per_block": (6, 12),
                  "due_intake_per_block": (4, 8), "max_timers_per_actor": (8, 16), "max_ttl_blocks": (6, 12),
                  "max_cells_per_fire": (80, 200), "max_fires_per_block": (3, 6), "max_fires_per_target": (2, 4)},
        "gas": [300, 450], "careful": {"set_timeout": 4, "schedule": 1}, "system": [1, 1, 1, 1]},
    "switches": {
        "needs": ["globalbox"], "disciplines": ["globalbox", "fifo"], "rich": True, "heights": [1, 2, 2, 3],
        "phases": 6, "changes": 8, "activation": [None, None, 3],
        "range": {"lane_timer_cycles": (450, 900), "max_cycles_per_fire": (450, 450), "max_looks_per_block": (1, 4),
                  "due_intake_per_block": (2, 5), "max_timers_per_actor": (8, 16), "max_ttl_blocks": (6, 20),
                  "max_cells_per_fire": (80, 200), "max_fires_per_block": (1, 3)},
        "gas": [211, 300, 450], "careful": {"set_timeout": 2, "schedule": 1}, "system": [2, 1, 1, 1.5]},
}

WATCH_THEMES = {
    "watching": {
        "needs": ["watch"], "rich": True, "careful": {"watch": 3, "set": 3, "schedule": 1}, "heights": [1, 2, 3],
        "steps": {"set": 8, "delete": 2, "burn": 1, "watch": .5, "cancel": 1, "extend": 1, "send": .5, "log": 2,
                  "schedule": 1, "fail": .3},
        "range": {"lane_timer_cycles": (1200, 3000), "max_cycles_per_fire": (700, 900), "max_looks_per_block": (3, 12),
                  "due_intake_per_block": (2, 6), "max_timers_per_actor": (8, 16), "max_timers_per_target": (8, 20),
                  "max_ttl_blocks": (8, 20), "max_cells_per_fire": (150, 300), "gc_cycles_per_block": (400, 2000)},
        "gas": [450, 600, 700], "system": [2, 1, 1, 1]},
    "watched too much": {
        "needs": ["watch"], "rich": True, "careful": {"watch": 3, "set": 4}, "heights": [2],
        "steps": {"set": 8, "delete": 2, "cancel": .5, "watch": .3}, "direct": 0.6,
        "range": {"lane_timer_cycles": (900, 2500), "max_cycles_per_fire": (450, 700), "max_looks_per_block": (6, 12),
                  "max_watch_hits_per_block": (1, 3), "max_modified_keys_per_block": (1, 2),
                  "max_timers_per_actor": (8, 16), "max_timers_per_target": (8, 20), "max_watch_keys": (2, 4),
                  "max_ttl_blocks": (10, 20), "max_cells_per_fire": (80, 200)},
        "gas": [300, 450], "system": [2, 1, 1, 2]},
    "kept keys": {
        "needs": ["watch"], "rich": True, "careful": {"watch": 2, "set": 8}, "heights": [2], "direct": 0.3,
        "keys": ["", "k", "ka", "kab", "kb", "l", "la", "m", "n"], "longest": 6,
        "steps": {"set": 12, "delete": 1, "watch": .3, "cancel": .3, "extend": .3},
        "range": {"lane_timer_cycles": (900, 4000), "max_cycles_per_fire": (450, 900), "max_looks_per_block": (3, 12),
                  "max_watch_hits_per_block": (1, 6), "max_watch_hits_per_actor": (1, 2),
                  "max_modified_keys_per_block": (2, 12), "max_kept_keys_per_actor": (1, 4), "max_matched_keys": (1, 6),
                  "max_timers_per_actor": (8, 16), "max_timers_per_target": (8, 20), "max_watch_keys": (2, 4),
                  "max_ttl_blocks": (10, 30), "max_cells_per_fire": (80, 300)},
        "gas": [300, 450, 800], "system": [1, 1, 1, 2],
        "patches": ["max_watch_hits_per_block", "max_watch_hits_per_actor", "max_kept_keys_per_actor",
                    "max_modified_keys_per_block"]},
}

OPERATION_THEMES = {
    "seconds": {
        "needs": ["operations"], "rich": True, "careful": {"schedule_at": 3, "schedule": 1},
        "steps": {"schedule_at": 3, "drop": 2, "burn": 2, "log": 2, "emit": 1, "send": 1, "schedule": 1},
        "range": {"max_cycles_per_fire": (600, 900), "sch_cycles_per_second": (700, 1500),
                  "sch_cycles_per_block": (600, 2000), "max_cells_per_fire": (200, 400),
                  "lane_timer_cycles": (1200, 2500)},
        "gas": [211, 300, 450, 600], "transactions": {"schedule_at": 8, "drop": 3, "transfer_control": .5},
        "system": [5, 1, 1, 2], "patches": ["sch_cycles_per_block", "sch_cycles_per_second"]},
    "control": {
        "needs": ["operations"], "careful": {"schedule_at": 2, "schedule": 1},
        "steps": {"schedule_at": 2, "transfer": 3, "drop": 1, "burn": 2, "loop": .5, "burn_cells": 2},
        "range": {"max_cycles_per_fire": (450, 700), "sch_cycles_per_second": (700, 1500),
                  "sch_cycles_per_block": (150, 900), "max_cells_per_fire": (100, 200),
                  "lane_timer_cycles": (900, 2000)},
        "gas": [211, 300, 450], "transactions": {"schedule_at": 8, "drop": 2, "transfer_control": 3},
        "system": [6, 1, 1, 1], "patches": ["sch_cycles_per_block", "sch_cycles_per_second"]},
    "broke": {
        "needs": ["operations"], "still": True, "careful": {"schedule_at": 3, "schedule": 1},
        "steps": {"transfer": 4, "schedule_at": 2, "burn": 2, "log": 1, "drop": 1},
        "range": {"max_cycles_per_fire": (450, 450), "max_cells_per_fire": (100, 100),
                  "lane_timer_cycles": (900, 2000), "sch_initiation_cycles": (0, 200)},
        "gas": [211, 300, 450], "transactions": {"schedule_at": 6, "drop": 1, "transfer_control": .5},
        "system": [0, 1, 1, 1]},
}

TOGETHER_THEMES = {
    "watches under all disciplines": {
        "needs": ["watch", "auction", "globalbox"], "rich": True, "careful": {"watch": 2, "set": 2, "set_timeout": 1},
        "disciplines": ["fifo", "globalbox"], "activation": [None, 0, 3], "phases": 5, "changes": 6, "agents": 0.8,
        "steps": {"set": 8, "delete": 1, "burn": 1, "cancel": .5, "extend": .5, "set_gba": .5, "log": 1},
        "range": {"lane_timer_cycles": (600, 1500), "max_cycles_per_fire": (450, 700), "max_looks_per_block": (4, 12),
                  "max_cycles_per_fire_auction_phase": (300, 450), "due_intake_per_block": (1, 6),
                  "max_timers_per_actor": (8, 16), "max_timers_per_target": (8, 20), "max_ttl_blocks": (8, 20),
                  "max_cells_per_fire": (80, 200), "gba_cycles_per_call": (20, 60), "max_fires_per_block": (2, 6)},
        "gas": [250, 300, 450], "system": [2, 1, 1, 1]},
    "everything": {
        "needs": ["watch", "auction", "globalbox", "operations"], "disciplines": ["fifo", "globalbox"],
        "activation": [None, 0, 2, 5], "phases": 3, "changes": 5, "agents": 0.7, "heights": [1, 2, 2, 3]},
}

FEATURE_THEMES = {**AUCTION_THEMES, **GLOBALBOX_THEMES, **WATCH_THEMES, **OPERATION_THEMES, **TOGETHER_THEMES}
