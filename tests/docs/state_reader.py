"""Reads a chain's state, its keys and values, as docs/state-layout.md describes it, and refuses every byte that the page does not
explain."""
from hashlib import sha256

CHUNK_IDS_MAX = 16
PLACES = ["pending", "waiting", "parked", "standing", "dead", "idle"]
CONFIG_FIELDS = [
    (1, "discipline"), (8, "auction_activation_height"), (1, "timers_paused"),
    (8, "max_ttl_blocks max_cycles_per_fire max_cells_per_fire"), (4, "max_timers_per_actor max_timers_per_target"),
    (8, "min_gas_limit_per_timer"), (4, "max_payload_size"), (8, "lane_timer_cycles lane_timer_cells gc_cycles_per_block"),
    (4, "due_intake_per_block maintenance_moves_per_block max_looks_per_block max_misfits ring_buffer_size epoch_blocks "
        "epoch_queue_len timer_lane_fee_multiplier"),
    (8, "max_cycles_per_fire_auction_phase"),
    (4, "fairness_window_blocks fairness_clip_min fairness_clip_max lane_basefee_gain_denominator"), (1, "tie_break"),
    (4, "tier_economy tier_standard tier_fast tier_urgent"), (8, "gba_cycles_per_call gba_cycles_per_block"), (16, "w_age"),
    (8, "w_bid"), (16, "min_bid max_bid"),
    (4, "max_fires_per_block max_fires_per_target max_watch_keys max_watch_hits_per_block max_modified_keys_per_block "
        "max_matched_keys max_watch_hits_per_actor max_kept_keys_per_actor"),
    (8, "sch_cycles_per_second sch_cycles_per_block sch_initiation_cycles"), (4, "estimate_horizon")]
COUNTERS = ("scheduled fired insufficient_funds expired cancelled governance live next_sequence next_arrival next_death "
            "next_deliver_seq intake_height judged_height era last_discipline reign next_watch clock_high clock_middle "
            "clock_low").split()


class Malformed(Exception):
    pass


def need(holds, what):
    if not holds:
        raise Malformed(what)


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def raw(self, size):
        need(self.at + size <= len(self.data), "too short")
        self.at += size
        return self.data[self.at - size:self.at]

    def uint(self, size):
        return int.from_bytes(self.raw(size), "big")

    def short(self, most):
        size = self.uint(1)
        need(size <= most, "a number of too many bytes")
        number = self.raw(size)
        need(number[:1] != b"\0", "a number with a leading zero")
        return int.from_bytes(number, "big")

    def bytes(self):
        return self.raw(self.uint(4))

    def short_bytes(self):
        return self.raw(self.short(4))

    def flag(self):
        value = self.uint(1)
        need(value <= 1, "a bool above 1")
        return value == 1

    def optional(self, size):
        return self.uint(size) if self.flag() else None

    def version(self, known=1):
        need(self.uint(1) == known, "another version")

    def end(self, value):
        need(self.at == len(self.data), "bytes left over")
        return value


def read_params(r):
    r.version(2)
    params = {"chain_id": r.bytes()}
    params.update((name, r.uint(16)) for name in ("cycle_basefee", "cell_basefee", "min_basefee"))
    params.update((name, r.uint(8)) for name in ("cycle_capacity", "cell_capacity", "cycle_target", "cell_target", "user_lane",
                                                 "system_lane"))
    params["system_deployers"] = [r.raw(20) for _ in range(r.uint(4))]
    return params


def read_chain_state(r):
    r.version()
    state = {"height": r.uint(8), "timestamp_ms": r.uint(8)}
    state.update((name, r.uint(16)) for name in ("cycle_basefee", "cell_basefee", "burned_cycle", "burned_cell", "burned_lane",
                                                 "genesis_supply", "balances", "locked"))
    return state


def read_counters(r):
    return {name: r.uint(8) for name in COUNTERS}


def read_account(r):
    return {"balance": r.uint(16), "nonce": r.uint(8), "locked": r.uint(16), "barrier": r.uint(8), "operations": r.uint(8)}


def read_operation(r):
    r.version()
    operation = {"id": r.raw(32), "account": r.raw(20), "target": r.raw(20), "timestamp_ms": r.uint(8), "sequence": r.uint(8)}
    operation["handler"], operation["payload_elsewhere"], operation["payload"] = r.bytes().decode(), r.flag(), r.bytes()
    operation["gas_limit"], operation["deposit"] = r.uint(8), r.uint(16)
    need(len(operation["payload"]) <= (0 if operation["payload_elsewhere"] else 128), "payload of an operation")
    return operation


def read_schedule(r):
    return {name: r.uint(8) for name in ("count", "next_sequence", "spent_second", "spent_gas")}


def read_actor(r):
    actor = {"owner": r.raw(20), "kind": r.uint(1), "code_hash": r.raw(32), "entry_cycles": r.uint(4), "removed": r.flag()}
    need(actor["kind"] <= 1, "kind of actor")
    return actor


def read_config(r):
    r.version(2)
    return {name: r.uint(size) for size, names in CONFIG_FIELDS for name in names.split()}


def read_place(r, where):
    need(where < len(PLACES) and where != 3, "place")
    place = {"where": PLACES[where]}
    if where == 0:
        place["at"] = r.short(8)
    elif where < 3:
        place["arrival"], place["era"] = r.short(8), r.short(8)
        if where == 2:
            place["gas"] = r.short(8)
    elif where == 4:
        place.update(cause=r.uint(1), number=r.short(8), required=r.short(16), available=r.short(16))
        need(place["cause"] <= 1, "cause of death")
    return place


def read_watch_keys(r):
    keys = [(r.raw(20), r.bytes()) for _ in range(r.uint(4))]
    need(keys and all(len(prefix) <= 128 for _, prefix in keys), "watch keys")
    return keys


def read_timer(r):
    r.version(4)
    where, marks = r.uint(1), r.uint(2)
    need(marks < 2048, "marks")

    def only_with(mark, read, otherwise=None):
        return read() if marks & mark else otherwise

    t = {"id": r.raw(32), "owner": r.raw(20), "kind": marks & 1}
    t["target"] = only_with(2, lambda: r.raw(20), t["owner"])
    need((t["target"] != t["owner"]) == bool(marks & 2), "the mark of another target")
    t["height"] = r.short(8)
    need(marks & 1 or not marks & 1024, "keys of a timer that is no watch")
    if t["kind"] == 1:
        t["watch_number"], t["hit_height"] = r.short(8), r.short(8)
        t["watch_keys_elsewhere"] = bool(marks & 1024)
        if t["watch_keys_elsewhere"]:
            t["watch_keys"], t["watch_keys_bytes"] = [], r.short(4)
            need(t["watch_keys_bytes"] > 128, "watch keys elsewhere")
        else:
            inner = Reader(r.bytes())
            need(len(inner.data) <= 128, "watch keys in the record")
            t["watch_keys"] = inner.end(read_watch_keys(inner))
    t.update(read_payload(r))
    t["handler"] = r.short_bytes().decode()
    t["fee_payer"] = only_with(4, lambda: r.raw(20), t["owner"])
    need((t["fee_payer"] != t["owner"]) == bool(marks & 4), "the mark of another payer")
    t["gas_limit"] = only_with(8, lambda: r.short(8))
    t["expires_at"] = r.short(8)
    t["max_fee_per_cycle"], t["max_priority_fee_per_cycle"] = (only_with(mark, lambda: r.short(16)) for mark in (16, 32))
    t["tier"] = only_with(64, lambda: r.uint(1))
    t["bid"], t["schedule_block"], t["sequence"] = r.short(16), r.short(8), r.short(8)
    t["fire_seq"], t["last_fire_height"] = r.short(4), r.short(8)
    t["client_nonce"] = only_with(128, lambda: r.short(8))
    need(marks & 256 or not marks & 512, "what was queued with, of none that is queued")
    t["queue"] = only_with(256, lambda: read_queue_place(r, marks & 512))
    t["place"], t["in_owner"] = read_place(r, where), r.short(8)
    need((t["tier"] or 0) <= 3, "timer record")
    with_ = t["queue"] and t["queue"]["with"]
    need(not with_ or not t["payload_at"] or t["payload_at"] != with_["payload_at"], "payloads under one key")
    return t


def read_payload(r):
    at = r.uint(1)
    need(at <= 2, "place of a payload")
    payload, size = (b"", r.short(4)) if at else (r.short_bytes(), 0)
    need(len(payload) <= 128 and (size > 128) == bool(at), "payload of a record")
    return {"payload_at": (None, "payloads", "second_payloads")[at], "payload": payload, "payload_bytes": size}


def read_queue_place(r, has_with):
    place = {"reign": r.short(8), "rank": r.uint(32), "bucket": r.uint(1), "cursor": r.short(4)}
    return {**place, "with": read_queued_with(r) if has_with else None}


def read_queued_with(r):
    return {"gas_limit": r.short(8) if r.flag() else None, "bid": r.short(16), **read_payload(r)}


def read_matched(r):
    return {"count": r.uint(4), "cut": r.flag()}


def read_matched_part(r):
    keys = []
    while r.at < len(r.data):
        keys.append(r.bytes())
    need(1 <= len(keys) <= 16, "a part of matched keys")
    return keys


def read_modified(r):
    keys = []
    while r.at < len(r.data):
        keys.append(r.bytes())
    need(keys and keys == sorted(set(keys)) and all(len(key) >= 20 for key in keys), "modified keys")
    return keys


def read_kept(r):
    kept = {"first_had": r.uint(8), "done": r.optional(8), "mark": r.flag(), "actor": r.raw(20), "key": r.raw(len(r.data) - r.at)}
    need(not (kept["mark"] and kept["key"]), "a mark with a key")
    return kept


def read_hash(r):
    return r.raw(32)


def read_ids(r, least):
    left = len(r.data) - r.at
    need(left % 32 == 0 and least <= left // 32 <= CHUNK_IDS_MAX, "ids")
    return [r.raw(32) for _ in range(left // 32)]


def read_head(r):
    form = r.uint(1)
    need(form <= 1, "form of a list")
    head = {name: r.uint(8) for name in ("count", "first", "last", "tail")} if form == 1 else {}
    head["ids"] = read_ids(r, 0)
    if form == 0:
        head.update(count=len(head["ids"]), first=1, last=0, tail=1)
    elif head["first"] == head["tail"]:
        need(head["tail"] > 1 and head["last"] == 0 and 0 < len(head["ids"]) == head["count"], "head of a list")
    else:
        need(0 < head["first"] <= head["last"] < head["tail"] and len(head["ids"]) < head["count"], "head of a list")
    return head


def read_height(r):
    height = {"height": r.uint(8), "gas": r.uint(16), "marks": r.uint(8), "list": read_head(r)}
    need(height["list"]["count"] >= max(1, height["marks"]), "head of a height")
    return height


def read_owner(r):
    return {"nonce": r.uint(8), "list": read_head(r)}


def read_chunk(r):
    return {"previous": r.uint(8), "next": r.uint(8), "ids": read_ids(r, 1)}


def read_calendar(r):
    calendar = {name: r.uint(8) for name in ("ring_first", "ring_last", "queue_last", "overflow_heights")}
    calendar["overflow_root"] = r.raw(32)
    return calendar


def read_u64(r):
    return r.uint(8)


def read_expired_block(r):
    return {"bound": r.uint(8), "era": r.uint(8)}


def read_ending(r):
    return {"all": r.flag(), "gas_cap": r.uint(8), "judged": r.uint(8)}


def read_rest(r):
    return r.raw(len(r.data))


def read_lane(r):
    r.version(2)
    lane = {"since": r.uint(8), "lane_basefee": r.uint(16), "median_priority": r.uint(16)}
    lane.update((name, r.uint(8)) for name in ("last_cycles", "next_place", "askings", "outcome_cycles",
                                               "epoch", "outcome_from"))
    return lane


def read_window_block(r):
    return {r.raw(20): r.uint(8) for _ in range(r.uint(4))}


def read_outcome(r):
    return {"outcome": r.uint(8), "waited": r.uint(16), "fires": r.uint(8), "cycles": r.uint(8),
            "epoch": r.uint(8)}


def read_agent(r):
    return {"named": r.raw(20) if r.flag() else None, "in_force": r.raw(20) if r.flag() else None,
            "place": r.uint(8), "since": r.uint(8), "answers_from": r.uint(8)}


def read_asking(r):
    return {"height": r.uint(8), "bid": (r.uint(16), r.uint(16)) if r.flag() else None}


def read_results(r):
    r.version()
    return {"height": r.uint(8), "root": r.raw(32)}


# (first byte, length of the key, or None for any) → table, reader of the value
TABLES = {(b"g", 1): ("params", read_params), (b"m", 1): ("state", read_chain_state), (b"k", 1): ("counters", read_counters),
          (b"a", 21): ("accounts", read_account), (b"c", 21): ("actors", read_actor), (b"C", 33): ("code", read_rest),
          (b"t", 33): ("timers", read_timer), (b"p", 33): ("payloads", read_rest),
          (b"W", 33): ("watch_keys", read_watch_keys),
          (b"h", 33): ("heights", read_height), (b"h", 41): ("height_chunks", read_chunk),
          (b"o", 21): ("owners", read_owner), (b"o", 29): ("owner_chunks", read_chunk), (b"q", 1): ("calendar", read_calendar),
          (b"T", 33): ("operations", read_operation), (b"P", 33): ("operation_payloads", read_rest),
          (b"S", 1): ("schedule", read_schedule), (b"R", 1): ("results", read_results),
          (b"d", 9): ("expired_blocks", read_expired_block), (b"v", 9): ("endings", read_ending), (b"s", None): ("storage", read_rest),
          (b"j", 49): ("client_nonces", read_hash), (b"N", 21): ("targets", read_u64), (b"x", 33): ("second_payloads", read_rest),
          (b"y", 33): ("matched", read_matched), (b"y", 37): ("matched_keys", read_matched_part),
          (b"u", 1): ("modified", read_modified), (b"K", 17): ("kept", read_kept),
          (b"l", 1): ("lane", read_lane), (b"w", 9): ("window", read_window_block), (b"O", 21): ("outcomes", read_outcome),
          (b"O", 9): ("epoch_cycles", read_u64),
          (b"b", 21): ("agents", read_agent), (b"q", 33): ("askings", read_asking),
          (b"H", None): ("handlers", read_rest)}


def read_state(contents):
    """Tables by name: what follows the first byte of a key, to its decoded value."""
    tables = {name: {} for name, _ in TABLES.values()}
    for key, value in contents.items():
        found = TABLES.get((key[:1], None if key[:1] in b"sH" else len(key)))
        need(found, f"a key that no table has: {key.hex()}")
        name, read = found
        reader = Reader(value)
        tables[name][key[1:]] = reader.end(read(reader))
    return tables


def entries(lists, chunks, key):
    """Ids of a list in order, with the number of the chunk of each."""
    if key not in lists:
        return []
    head = lists[key]["list"]
    out, number, previous = [], head["first"], 0
    while number != head["tail"]:
        chunk = chunks[key + number.to_bytes(8, "big")]
        need(chunk["previous"] == previous < number, "links of a list")
        out += [(timer, number) for timer in chunk["ids"]]
        number, previous = chunk["next"], number
    out += [(timer, number) for timer in head["ids"]]
    need(len(out) == head["count"] and previous == head["last"], "count of a list")
    return out


def overflow_root(heights):
    """Of ascending heights."""
    if len(heights) < 2:
        return sha256(b"\0" + heights[0].to_bytes(8, "big")).digest() if heights else bytes(32)
    bit = (heights[0] ^ heights[-1]).bit_length() - 1
    left = [h for h in heights if not h >> bit & 1]
    prefix = heights[0] >> (bit + 1) << (bit + 1)
    return sha256(b"\1" + bytes([bit]) + prefix.to_bytes(8, "big") + overflow_root(left)
                  + overflow_root(heights[len(left):])).digest()
