"""Compares the files of a chain that keeps modified keys with docs/state-layout.md (watches, modified keys)."""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/state"), str(ROOT / "tests/docs"), str(ROOT / "tests/model")]
from keccak import keccak256  # noqa: E402
from state_reader import read_state  # noqa: E402
from store_reader import read_store  # noqa: E402

LARIAT = os.environ.get("LARIAT", str(ROOT / "build/lariat"))
ADA = "0x" + "aa" * 20
A, B, C = ("0x" + byte * 20 for byte in ("11", "22", "33"))


def steps(actor, *listed):
    return {"from": ADA, "as": actor, "steps": list(listed), "cycles_limit": 200000}


def sets(actor, *keys):
    return steps(actor, *({"set": [key, "1"]} for key in keys))


def watch(*keys):
    return {"watch": {"target": A, "keys": list(keys)}}


LONG = [[C, "p" * 128], [A, "z"]]
HISTORY = [
    {"genesis": {"accounts": [{"address": ADA, "balance": str(10**30)}],
                 "config": {"max_watch_hits_per_block": 1, "max_kept_keys_per_actor": 3},
                 "actors": [{"address": a, "balance": str(10**20), "handlers": {"handle_timer": [{"set": ["late", "v"]}]}} for a in (A, B, C)]}},
    {"block": {"txs": [steps(A, watch([A, "k"]), watch([A, ""]), watch([B, "b"]), watch(*LONG))]}},
    # The only hit is A's k1 on the first watch. B has too many keys, C one too few.
    {"block": {"txs": [sets(A, "k1", "k2"), sets(B, "b1", "b2", "b3", "b4"), sets(C, "p" * 128 + "c")]}}]


class WatchLayout(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([LARIAT, "replay", "--state", folder, "-"], text=True, capture_output=True, check=False,
                                  input="".join(json.dumps(line) + "\n" for line in HISTORY))
            assert done.returncode == 0, done.stderr
            cls.last = json.loads(done.stdout.splitlines()[-1])
            cls.state = read_state(read_store(folder).contents())

    def test_keys_of_more_than_128_bytes_stand_beside_the_record(self):
        watches = {key: t for key, t in self.state["timers"].items() if t["kind"] == 1}
        self.assertEqual(4, len(watches))
        for key, t in watches.items():
            self.assertEqual(key, keccak256(t["id"]))
            self.assertEqual(t["watch_keys_elsewhere"], key in self.state["watch_keys"])
        (elsewhere,) = self.state["watch_keys"].values()
        self.assertEqual([(bytes.fromhex(actor[2:]), prefix.encode()) for actor, prefix in LONG], elsewhere)
        (record,) = (t for t in watches.values() if t["watch_keys_elsewhere"])
        self.assertEqual(record["watch_keys_bytes"], 4 + sum(20 + 4 + len(prefix) for _, prefix in elsewhere))

    def test_kept_keys_stand_by_actor_in_the_order_of_their_turns(self):
        first, second = (t["watch_number"] for t in sorted((t for t in self.state["timers"].values() if t["kind"] == 1),
                                                           key=lambda t: t["watch_number"])[:2])
        self.assertLess(first, second)
        kept = {(int.from_bytes(at[:8], "big"), int.from_bytes(at[8:], "big")): k for at, k in self.state["kept"].items()}
        self.assertEqual([(1, 0), (1, 1), (2, 0), (3, 0)], sorted(kept))
        actors = [bytes.fromhex(a[2:]) for a in (A, A, B, C)]
        self.assertEqual(actors, [kept[at]["actor"] for at in sorted(kept)])
        self.assertEqual([b"k1", b"k2", b"", b"p" * 128 + b"c"], [kept[at]["key"] for at in sorted(kept)])
        self.assertEqual([first, None, None, None], [kept[at]["done"] for at in sorted(kept)])
        self.assertEqual([False, False, True, False], [kept[at]["mark"] for at in sorted(kept)])
        self.assertEqual({2}, {k["first_had"] for k in kept.values()})

    def test_the_keys_that_the_end_of_the_block_modified_are_those_of_watched_actors(self):
        self.assertEqual(1, len(self.last["fired"]))
        self.assertEqual([[bytes.fromhex(A[2:]) + b"late"]], list(self.state["modified"].values()))


if __name__ == "__main__":
    unittest.main()
