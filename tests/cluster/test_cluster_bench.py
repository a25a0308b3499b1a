"""The benchmark of the cluster with tiny numbers: each side can be measured, and what would spoil the figures is noticed."""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import net

BENCH = str(Path(net.COMET).parent / "lariat-comet-bench")
SIDES = ("lariat", "kvstore-signed", "kvstore")
CLIENTS, EACH = 4, 400


@unittest.skipUnless(os.access(BENCH, os.X_OK), f"{BENCH} is not there: tools/build_cluster.sh --bench builds it")
class Bench(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.place = Path(place.name)
        self.load = self.place / "load"
        signed = self.bench("sign", "--clients", CLIENTS, "--each", EACH)
        self.assertEqual((CLIENTS, CLIENTS * EACH), (signed["clients"], signed["transactions"]))

    def bench(self, *words, status=0):
        """What is reported; of a run that fails what it says."""
        done = subprocess.run([BENCH, *map(str, words), "--load", str(self.load)], capture_output=True, text=True, timeout=120, check=False)
        self.assertEqual(status, done.returncode, done.stderr)
        return json.loads(done.stdout) if status == 0 else done.stderr

    def run_side(self, side, status=0, client="unlocked", home=None, seconds=3):
        home = home or self.place / f"home-{side}-{client}"
        return self.bench("run", "--side", side, "--home", home, "--clients", CLIENTS, "--window", 8, "--goroutines", 2, "--seconds", seconds, "--warm", 0.2, "--client", client,
                          status=status)

    def test_CLU33_each_side_is_measured_with_the_same_load(self):
        found = {(side, client): self.run_side(side, client=client) for side, client in [*((side, "unlocked") for side in SIDES), ("kvstore", "comet")]}
        for one in found.values():
            self.assertEqual(CLIENTS * 8, one["in_flight"])
            self.assertGreater(min(one["transactions"], one["tx_per_second"], one["cpu_us_per_tx"], one["cores_busy"], one["memory_mb"]), 0)
            self.assertLessEqual(one["transactions"], one["blocks"] * CLIENTS * 8)
        self.assertEqual(1, len({one["tx_bytes"] for one in found.values()}))
        self.assertEqual({"kvstore-signed"}, {one["side"] for one in found.values() if one.get("check_us")})

    def test_CLU33_whoever_is_no_account_is_refused_where_signatures_count(self):
        path = self.load / "genesis.json"
        genesis = json.loads(path.read_text(encoding="utf-8"))
        del genesis["accounts"][0]
        path.write_text(json.dumps(genesis), encoding="utf-8")
        for side in SIDES[:2]:
            self.assertIn("client 0, transaction 0 was refused", self.run_side(side, status=1))
        self.run_side("kvstore")

    def test_a_signature_of_something_else_is_noticed(self):
        path = self.load / "pairs"
        pairs = bytearray(path.read_bytes())
        at = pairs.index(b"=")
        pairs[at + 1] ^= 1
        path.write_bytes(pairs)
        self.assertIn("client 0, transaction 0 is not signed by its key", self.run_side("kvstore-signed", status=1))

    def test_a_run_that_needs_more_than_was_signed_fails(self):
        self.load = self.place / "short"
        self.bench("sign", "--clients", CLIENTS, "--each", 12)
        self.assertIn("sign more", self.run_side("kvstore", status=1, seconds=20))  # it ends as soon as one has nothing to send

    def test_folders_that_are_there_are_left_alone(self):
        self.bench("sign", status=1)
        self.run_side("kvstore", status=1, home=self.load)
        self.assertEqual(["genesis.json", "pairs", "transfers"], sorted(path.name for path in self.load.iterdir()))

    def test_a_wrong_command_line_is_refused(self):
        for words in (["run", "--home", self.place / "x"], ["run", "--home", self.place / "x", "--side", "other"], ["sign", "--each", 0], ["sign", "more"], ["other"],
                      ["run", "--home", self.place / "x", "--side", "kvstore", "--seconds", 0]):
            self.bench(*words, status=2)
        for words in ([], ["sign"], ["run"]):
            self.assertEqual(0, subprocess.run([BENCH, *words, "--help"], capture_output=True, check=False).returncode)


class Runner(unittest.TestCase):
    @unittest.skipUnless(os.access(BENCH, os.X_OK), f"{BENCH} is not there: tools/build_cluster.sh --bench builds it")
    def test_CLU33_one_round(self):
        done = subprocess.run([sys.executable, str(net.ROOT / "tools/run_cluster_bench.py"), "--program", BENCH, "--rounds", "1", "--seconds", "3", "--warm", "0.5", "--json"],
                              capture_output=True, text=True, check=False)
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertEqual([{*SIDES, "kvstore-signed-unlocked"}], [set(one) for one in json.loads(done.stdout)["rounds"]])


if __name__ == "__main__":
    unittest.main()
