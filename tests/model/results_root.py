# The root over the results of a block, from its result line, as docs/state-layout.md describes it.
from hashlib import sha256

STATUSES = ("ok", "revert", "out_of_cycles", "out_of_cells", "out_of_memory", "no_handler", "no_actor", "invalid",
            "block_full")
REASONS = ("sender_unknown", "nonce_too_low", "nonce_gap", "limit_too_high", "tx_expired", "fee_too_low",
           "insufficient_balance", "lane_full", "cells_full", "sums_full")
KINDS = ("timestamp", "height", "watch", "message")
EXITS = ("fired", "insufficient_funds", "expired", "cancelled", "governance", "executed", "dropped", "blocked")
FAILURES = ("error", "out_of_cycles", "out_of_memory", "no_handler", "no_actor", "bad_type", "fee_too_high",
            "priority_above_fee", "payer_too_poor")
HEX, TEXT, NUMBER, AMOUNT, FAILURE, CONFIG, DATA = "hex", "text", "number", "amount", "failure", "config", "data"
EVENTS = (
    ("TimerExpired", (("timer_id", HEX), ("expires_at", NUMBER), ("current_height", NUMBER))),
    ("TimerCancelledInsufficientFunds", (("timer_id", HEX), ("fee_payer", HEX), ("required", AMOUNT),
                                         ("available", AMOUNT))),
    ("timer.cancelled_by_governance", (("timer_id", HEX),)),
    ("timer.extended_by_governance", (("timer_id", HEX), ("expires_at", NUMBER))),
    ("timer_config.updated", (("config", CONFIG),)),
    ("TimerPriorityClampedAtSchedule", (("timer_id", HEX), ("stated", AMOUNT), ("clamped", AMOUNT))),
    ("TimerArgIgnored", (("timer_id", HEX), ("argument", TEXT))),
    ("TimerUnfittable", (("timer_id", HEX), ("gas_limit", NUMBER), ("cap", NUMBER))),
    ("GbaFailed", (("actor", HEX), ("timer_id", HEX), ("reason", FAILURE))),
    ("actor", (("actor", HEX), ("topic", TEXT), ("data", DATA))),
)
CONFIG_VERSION = 2
NAMES = {"discipline": ("fifo", "globalbox"), "tie_break": ("spec", "fair", "outcome")}
CONFIG_WIDTHS = (
    (1, "discipline"), (8, "auction_activation_height"), (1, "timers_paused"), (8, "max_ttl_blocks"),
    (8, "max_cycles_per_fire"), (8, "max_cells_per_fire"), (4, "max_timers_per_actor"), (4, "max_timers_per_target"),
    (8, "min_gas_limit_per_timer"), (4, "max_payload_size"), (8, "lane_timer_cycles"), (8, "lane_timer_cells"),
    (8, "gc_cycles_per_block"), (4, "due_intake_per_block"), (4, "maintenance_moves_per_block"),
    (4, "max_looks_per_block"), (4, "max_misfits"), (4, "ring_buffer_size"), (4, "epoch_blocks"),
    (4, "epoch_queue_len"), (4, "timer_lane_fee_multiplier"), (8, "max_cycles_per_fire_auction_phase"),
    (4, "fairness_window_blocks"), (4, "fairness_clip_min"), (4, "fairness_clip_max"),
    (4, "lane_basefee_gain_denominator"), (1, "tie_break"), (4, "tier_economy"), (4, "tier_standard"),
    (4, "tier_fast"), (4, "tier_urgent"), (8, "gba_cycles_per_call"), (8, "gba_cycles_per_block"), (16, "w_age"),
    (8, "w_bid"), (16, "min_bid"), (16, "max_bid"), (4, "max_fires_per_block"), (4, "max_fires_per_target"),
    (4, "max_watch_keys"), (4, "max_watch_hits_per_block"), (4, "max_modified_keys_per_block"),
    (4, "max_matched_keys"), (4, "max_watch_hits_per_actor"), (4, "max_kept_keys_per_actor"),
    (8, "sch_cycles_per_second"), (8, "sch_cycles_per_block"), (8, "sch_initiation_cycles"), (4, "estimate_horizon"))


def uint(value, size):
    return int(value).to_bytes(size, "big")


def sized(data):
    return uint(len(data), 4) + data


def plain(value):
    return bytes.fromhex(value[2:])


def optional(value, encode):
    return b"\0" if value is None else b"\1" + encode(value)


def cause(value):
    if value is None:
        return b"\0"
    return b"\1" + uint(value["tx"], 8) if "tx" in value else b"\2" + uint(value["seq"], 8)


def receipt(row):
    return b"".join((
        plain(row["hash"]), uint(STATUSES.index(row["status"]), 1), sized(row.get("error", "").encode()),
        optional(row.get("reason"), lambda reason: uint(REASONS.index(reason), 1)),
        optional(row.get("address"), plain), uint(row["cycles"], 8), uint(row["cells"], 8), uint(row["fee"], 16)))


def fire(row):
    terms = None if "priority" not in row else uint(row["priority"], 16) + uint(row["weight"], 8)
    return b"".join((
        uint(row["seq"], 8), plain(row["deliver_id"]), uint(KINDS.index(row["kind"]), 1),
        optional(row.get("id"), plain), plain(row["actor"]), plain(row["owner"]), sized(row["handler"].encode()),
        plain(row["payer"]), optional(row.get("fire_seq"), lambda number: uint(number, 4)),
        uint(STATUSES.index(row["status"]), 1), sized(row.get("error", "").encode()), uint(row["cycles"], 8),
        uint(row["cells"], 8), uint(row["charged"], 16), uint(row["tip"], 16), optional(terms, bytes),
        optional(row.get("keys"), lambda keys: uint(len(keys), 4) + b"".join(sized(plain(key)) for key in keys)),
        cause(row["cause"])))


def exit_(row):
    return plain(row["id"]) + uint(EXITS.index(row["exit"]), 1) + cause(row["cause"])


def config(fields):
    out = uint(CONFIG_VERSION, 1)
    for size, name in CONFIG_WIDTHS:
        value = fields[name]
        out += uint(NAMES[name].index(value) if name in NAMES else value, size)
    return out


FIELDS = {HEX: plain, TEXT: lambda v: sized(v.encode()), NUMBER: lambda v: uint(v, 8), AMOUNT: lambda v: uint(v, 16),
          FAILURE: lambda v: uint(FAILURES.index(v), 1), CONFIG: config, DATA: lambda v: sized(plain(v))}


def event(row):
    number = [name for name, _ in EVENTS].index(row["name"])
    return uint(number, 1) + b"".join(FIELDS[kind](row[name]) for name, kind in EVENTS[number][1]) + cause(row["cause"])


def hashed(*parts):
    return sha256(b"".join(parts)).digest()


def tree(number, leaves):
    """The root of a list."""
    nodes = [hashed(b"\6", uint(number, 1), leaf) for leaf in leaves]
    while len(nodes) > 1:
        pairs = [nodes[i:i + 2] for i in range(0, len(nodes), 2)]
        nodes = [hashed(b"\7", *pair) if len(pair) == 2 else pair[0] for pair in pairs]
    return nodes[0] if nodes else bytes(32)


def of_line(line):
    """Of a result line that has every row, the hashes of transactions and the ids of deliveries."""
    lists = ([plain(row["hash"]) for row in line["receipts"]], [receipt(row) for row in line["receipts"]],
             [fire(row) for row in line["fired"]], [exit_(row) for row in line["exits"]],
             [event(row) for row in line["events"]])
    return "0x" + hashed(b"\x08", *(uint(len(leaves), 8) + tree(number, leaves)
                                    for number, leaves in enumerate(lists))).hex()
