"""Reads states with timers in every place as docs/state-layout.md describes them, and checks the invariants of that page."""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from state_reader import entries, overflow_root, read_config, read_state, Reader

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/model"), str(ROOT / "tests/state")]
from keccak import keccak256  # noqa: E402
from store_reader import read_store  # noqa: E402
from verify_proof import log_root  # noqa: E402

LARIAT = os.environ.get("LARIAT", str(ROOT / "build/lariat"))
RICH, POOR, ADA = "0x" + "11" * 20, "0x" + "22" * 20, "0x" + "aa" * 20
LONG = "long " * 60
FAR = [721 * 3600, 3_000_000, 2**40 + 5, 2**40 + 6, 2**64 - 1]


def steps(actor, *listed, **limits):
    return {"from": ADA, "as": actor, "steps": list(listed), "cycles_limit": 200000, **limits}


def schedule(height, payload="x", **more):
    return {"schedule": {"height": height, "payload": payload, **more}}


def config(**patch):
    return {"from": ADA, "system": {"update_config": patch}, "cycles_limit": 200}


TRACE = [
    {"genesis": {
        "accounts": [{"address": ADA, "balance": str(10**30)}], "system_deployers": [ADA],
        "config": {"gc_cycles_per_block": 200},
        "actors": [{"address": RICH, "balance": str(10**20), "owner": ADA, "handlers": {"handle_timer": [{"set": ["k", "v"]}]}},
                   {"address": POOR, "balance": "1", "handlers": {"handle_timer": []}}]}},
    {"block": {"txs": [
        steps(RICH, *[schedule(50, f"p{i}", label=f"a{i}") for i in range(70)], *[{"cancel": f"a{i}"} for i in range(3, 40)]),
        steps(RICH, schedule(60, LONG), schedule(60, "bid", max_fee_per_cycle="90", max_priority_fee_per_cycle="7"),
              *[schedule(str(far), f"far {far}") for far in FAR], schedule(60, "tier", priority_tier_hint="urgent", gas_limit=4321, handler="h"), {"set": ["key", "value"]}),
        steps(POOR, *[schedule(3, f"poor {i}") for i in range(12)]),
        steps(RICH, *[schedule(4, f"big {i}", gas_limit=500000) for i in range(4)], schedule(4, "soon late", expires_at=5),
              schedule(4, "late", gas_limit=500000, expires_at=5))]}},
    {"block": {"txs": [
        config(max_cycles_per_fire=400000),
        steps(RICH, *[{"schedule_at": {"timestamp_ms": t, "handler": "o", "payload": p, "gas_limit": 700}}
                      for t, p in (("+1000", "soon"), ("+1100", "same second"), ("+90000", "late"), ("+90000", LONG))]),
        {"from": ADA, "schedule_at": {"timestamp_ms": "+91000", "actor": RICH, "gas_limit": 800}},
        {"from": ADA, "transfer_control": True}]}},
    {"blocks": 2},
    {"block": {"txs": [config(lane_timer_cycles=450000), steps(RICH, *[schedule(7, f"wait {i}") for i in range(5)])]}},
    {"block": {"txs": [config(timers_paused=True)]}},
    {"blocks": 3}, {"rollback": 1}]


class StateLayout(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([LARIAT, "replay", "--state", folder, "-"], text=True, capture_output=True, check=False,
                                  input="".join(json.dumps(line) + "\n" for line in TRACE))
            assert done.returncode == 0, done.stderr
            results = [json.loads(line) for line in done.stdout.splitlines()]
            for r in (r for block in results for r in block.get("receipts", [])):
                assert r["status"] == "ok", r
            cls.last = results[-2]  # the last block is rolled back
            cls.store = read_store(folder)
            cls.contents = cls.store.contents()
            cls.state = read_state(cls.contents)

    def timers(self, where):
        return [t for t in self.state["timers"].values() if t["place"]["where"] == where]

    def test_the_pairs_give_the_root_of_the_last_block(self):
        root = log_root(self.store.operations, self.store.op_count, self.store.floor)
        self.assertEqual(self.last["state_root"], "0x" + root.hex())
        self.assertEqual(self.store.acknowledged_root, root)
        self.assertEqual(self.store.live_count, len(self.contents))

    def test_the_state_holds_timers_in_every_place_but_standing(self):
        for where in ("pending", "waiting", "parked", "dead"):
            self.assertTrue(self.timers(where), where)
        self.assertTrue(self.state["expired_blocks"])
        self.assertEqual(1, len(self.state["payloads"]))

    def test_records_and_lists_match_one_to_one(self):
        timers, counters = self.state["timers"], self.state["counters"][b""]
        self.assertEqual(counters["live"], len(timers))
        owned, at_height = {}, {}
        for owner in self.state["owners"]:
            owned.update(entries(self.state["owners"], self.state["owner_chunks"], owner))
        for height in self.state["heights"]:
            at_height.update(entries(self.state["heights"], self.state["height_chunks"], height))
        self.assertEqual({t["id"]: t["in_owner"] for t in timers.values()}, owned)
        self.assertEqual({t["id"]: t["place"]["at"] for t in self.timers("pending")}, at_height)
        for key, t in timers.items():
            self.assertEqual(keccak256(t["id"]), key)
            beside = [p for p in (t, t["queue"] and t["queue"]["with"]) if p and p["payload_at"]]
            for table in ("payloads", "second_payloads"):
                sizes = [p["payload_bytes"] for p in beside if p["payload_at"] == table]
                self.assertEqual(sizes, [len(v) for k, v in self.state[table].items() if k == key])
            if t["place"]["where"] == "pending":
                height = keccak256(t["height"].to_bytes(8, "big"))
                self.assertIn(t["id"], dict(entries(self.state["heights"], self.state["height_chunks"], height)))

    def test_a_height_names_itself_and_sums_up_its_timers(self):
        timers = {t["id"]: t for t in self.timers("pending")}
        for key, height in self.state["heights"].items():
            self.assertEqual(key, keccak256(height["height"].to_bytes(8, "big")))
            listed = [timers[i] for i, _ in entries(self.state["heights"], self.state["height_chunks"], key)]
            limits = [t["gas_limit"] for t in listed]
            self.assertEqual({height["height"]}, {t["height"] for t in listed})
            self.assertEqual((height["gas"], height["marks"]), (sum(x or 0 for x in limits), limits.count(None)))

    def test_the_calendar_names_its_bounds_and_the_heights_beyond_them(self):
        calendar = self.state["calendar"][b""]
        self.assertEqual((0, 3599, 721 * 3600 - 1), tuple(calendar[k] for k in ("ring_first", "ring_last", "queue_last")))
        beyond = sorted(h["height"] for h in self.state["heights"].values() if h["height"] > calendar["queue_last"])
        self.assertEqual(FAR, beyond)
        self.assertEqual((len(FAR), overflow_root(beyond)), (calendar["overflow_heights"], calendar["overflow_root"]))

    def test_ids_follow_from_owner_height_payload_and_nonce(self):
        pending = {t["id"]: t for t in self.timers("pending")}
        nonce = 69  # the 70th of its owner
        made = keccak256(bytes.fromhex(RICH[2:]) + (50).to_bytes(8, "big") + b"p69" + nonce.to_bytes(8, "big"))
        self.assertEqual(b"p69", pending[made]["payload"])
        self.assertGreater(self.state["owners"][bytes.fromhex(RICH[2:])]["nonce"], nonce)

    def test_operations_their_deposits_and_the_room_they_take(self):
        operations, accounts = self.state["operations"], self.state["accounts"]
        self.assertEqual(self.last["operations"], len(operations))
        self.assertEqual(operations.keys(), {o["id"] for o in operations.values()})
        self.assertEqual({o["id"] for o in operations.values() if o["payload_elsewhere"]}, set(self.state["operation_payloads"]))
        self.assertEqual([LONG.encode()], list(self.state["operation_payloads"].values()))
        for address, account in accounts.items():
            deposits = [o["deposit"] for o in operations.values() if o["account"] == address]
            self.assertEqual(account["locked"], sum(deposits))
        rich, ada = (accounts[bytes.fromhex(a[2:])] for a in (RICH, ADA))
        self.assertEqual((4, 0, 1, 5), (rich["operations"], rich["barrier"], ada["operations"], ada["barrier"]))
        last = max(operations.values(), key=lambda o: o["sequence"])
        self.assertEqual(("handle_timer", 800, bytes.fromhex(ADA[2:])), (last["handler"], last["gas_limit"], last["account"]))
        made = keccak256(last["account"] + last["timestamp_ms"].to_bytes(8, "big") + b"\x02" + bytes(8))
        self.assertEqual(made, last["id"])
        schedule = self.state["schedule"][b""]
        self.assertEqual((3, 5, 1003, 1400), tuple(schedule[k] for k in ("count", "next_sequence", "spent_second", "spent_gas")))

    def test_fields_of_records_stand_where_the_page_says(self):
        by_payload = {t["payload"]: t for t in self.state["timers"].values()}
        bid, tier = by_payload[b"bid"], by_payload[b"tier"]
        self.assertEqual((90, 7, None), (bid["max_fee_per_cycle"], bid["max_priority_fee_per_cycle"], bid["gas_limit"]))
        self.assertEqual((3, 4321, "h"), (tier["tier"], tier["gas_limit"], tier["handler"]))
        self.assertEqual([LONG.encode()], list(self.state["payloads"].values()))
        poor = [t for t in self.timers("dead") if t["owner"] == bytes.fromhex(POOR[2:])]
        self.assertTrue(poor)
        for t in poor:
            self.assertEqual((1, 1), (t["place"]["cause"], t["place"]["available"]))
            self.assertGreater(t["place"]["required"], 1)

    def test_sums_and_counters_agree_with_the_result_line(self):
        chain, counters = self.state["state"][b""], self.state["counters"][b""]
        self.assertEqual(chain["balances"], sum(a["balance"] for a in self.state["accounts"].values()))
        burned = chain["burned_cycle"] + chain["burned_cell"] + chain["burned_lane"]
        self.assertEqual(chain["genesis_supply"], chain["balances"] + chain["locked"] + burned)
        self.assertEqual(self.last["height"], chain["height"])
        self.assertEqual(self.last["totals"], {name: counters[name] for name in self.last["totals"]})
        self.assertEqual(self.last["live"], counters["live"])
        judged = counters["judged_height"]
        standing = [t for t in self.timers("waiting") + self.timers("parked") if t["expires_at"] >= judged]
        self.assertEqual(self.last["due_waiting"], len(standing))

    def test_arrivals_and_numbers_of_death_are_distinct_and_below_the_next(self):
        counters = self.state["counters"][b""]
        arrivals = [t["place"]["arrival"] for t in self.timers("waiting") + self.timers("parked")]
        deaths = [t["place"]["number"] for t in self.timers("dead")]
        deaths += [int.from_bytes(number, "big") for number in self.state["expired_blocks"]]
        for numbers, following in ((arrivals, counters["next_arrival"]), (deaths, counters["next_death"])):
            self.assertEqual(len(numbers), len(set(numbers)))
            self.assertLess(max(numbers), following)

    def test_storage_and_config_stand_under_their_actors(self):
        storage, system = self.state["storage"], bytes(19) + b"\x09"
        self.assertEqual(b"value", storage[bytes.fromhex(RICH[2:]) + b"key"])
        reader = Reader(storage[system + b"system:timer_config"])
        config_now = reader.end(read_config(reader))
        self.assertEqual((400000, 450000, 1), tuple(config_now[k] for k in ("max_cycles_per_fire", "lane_timer_cycles",
                                                                            "timers_paused")))
        self.assertEqual(2500, int.from_bytes(storage[system + b"system:cip1:priority_tier_multipliers.urgent"], "big"))

    def test_actors_point_to_their_code(self):
        for actor in self.state["actors"].values():
            source = self.state["code"][actor["code_hash"]]
            self.assertEqual(actor["code_hash"], keccak256(source))
            self.assertEqual(actor["entry_cycles"], len(source) // 4 if actor["kind"] == 0 else 0)


if __name__ == "__main__":
    unittest.main()
