"""Tests of lariat db: check, stats, compact, export and import; damage is reported; reading commands change nothing."""
import fcntl
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from program import LARIAT, json_lines, lariat, trace

ADA, ACTOR = "0x" + "a1" * 20, "0x" + "b2" * 20
GENESIS = {"genesis": {"accounts": [{"address": ADA, "balance": str(10**12)}],
                       "actors": [{"address": ACTOR, "balance": str(10**12), "handlers": {"handle_timer": []}}]}}


def sets(block, words=100):
    steps = [{"set": [f"k{i}", f"{block} " * words]} for i in range(20)]
    limits = {"cycles_limit": 200000, "cells_limit": 20 * words * 8}
    return {"block": {"txs": [{"from": ADA, "as": ACTOR, **limits, "steps": steps}]}}


def contents(folder):
    return {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in Path(folder).iterdir() if path.is_file()}


class Db(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.made = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.made.cleanup)
        path = cls.made.name + "/state"
        status, out, err = lariat("replay", "--state", path, "--quiet", "-",
                                  stdin=trace(GENESIS, *[sets(n) for n in range(60)], {"query": {"config": True}}, {"blocks": 1}))
        assert status == 0, err
        cls.root = json_lines(out)[-1]["state_root"]

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.state = str(self.folder / "state")
        shutil.copytree(self.made.name + "/state", self.state)

    def facts(self, *arguments, status=0):
        got, out, err = lariat("db", *arguments, "--json")
        self.assertEqual(status, got, err)
        (facts,) = json_lines(out)
        return facts

    def go_on(self, state):
        status, out, err = lariat("replay", "--state", state, "--quiet", "-", stdin=trace(sets(99), sets(100)))
        self.assertEqual(0, status, err)
        return json_lines(out)[-1]["state_root"]

    def test_a_good_state_is_good_and_stays_as_it_is_to_the_byte(self):
        before = contents(self.state)
        facts = self.facts("check", self.state)
        self.assertEqual((True, 62, self.root, "same", []),
                         tuple(facts[k] for k in ("good", "version", "root", "checkpoint", "next_opening")))
        status, out, err = lariat("db", "check", self.state)
        self.assertEqual((0, ""), (status, err))
        self.assertIn(self.root, out)
        self.assertEqual(self.root, self.facts("stats", self.state)["root"])
        self.assertEqual(self.root, self.facts("export", self.state, str(self.folder / "x"))["root"])
        self.assertEqual(before, contents(self.state))

    def test_every_damaged_place_of_the_log_is_found_and_named(self):
        for log in Path(self.state).glob("log.*"):
            good = log.read_bytes()
            for at in [0, 20, 70, 150, *range(200, len(good), len(good) // 15), len(good) - 1]:
                log.write_bytes(good[:at] + bytes([good[at] ^ 0x20]) + good[at + 1:])
                status, out, err = lariat("db", "check", self.state)
                self.assertEqual((74, ""), (status, out), at)
                self.assertRegex(err, r"/log\.[0-9a-f]{16} at \d+: ", at)
                self.assertEqual(False, self.facts("check", self.state, status=74)["good"])
            log.write_bytes(good[:-100])
            self.assertEqual(74, lariat("db", "check", self.state)[0])
            log.write_bytes(good)
        self.assertEqual(0, lariat("db", "check", self.state)[0])
        log = max(Path(self.state).glob("log.*"))
        log.unlink()
        status, _, err = lariat("db", "check", self.state)
        self.assertEqual(74, status)
        self.assertIn("version 62 had been committed", err)

    def test_a_torn_commit_is_no_damage_and_is_left_to_the_next_opening(self):
        log = max(Path(self.state).glob("log.*"))
        with log.open("ab") as file:
            file.write(b"torn" * 30)
        before = contents(self.state)
        facts = self.facts("check", self.state)
        self.assertEqual((True, self.root, 1), (facts["good"], facts["root"], len(facts["next_opening"])))
        self.assertIn(log.name, facts["next_opening"][0])
        self.assertIn("the next opening will cut", lariat("db", "check", self.state)[1])
        self.assertEqual(before, contents(self.state))

    def test_a_damaged_checkpoint_is_told_and_harms_nothing(self):
        index = Path(self.state) / "index"
        index.write_bytes(index.read_bytes()[:-1])
        self.assertIn("not used", self.facts("check", self.state)["checkpoint"])
        index.unlink()
        self.assertEqual("none", self.facts("check", self.state)["checkpoint"])
        self.assertEqual(self.root, self.facts("stats", self.state)["root"])

    def test_stats_weigh_the_state(self):
        facts = self.facts("stats", self.state)
        self.assertEqual(sum(path.stat().st_size for path in Path(self.state).iterdir() if path.is_file()), facts["disk_bytes"])
        self.assertLessEqual(facts["live_bytes"], facts["window_bytes"])
        self.assertLessEqual(facts["window_bytes"], facts["log_bytes"])
        self.assertEqual(62, facts["rollback_depth"])
        self.assertAlmostEqual(facts["disk_bytes"] / facts["keys"], facts["disk_bytes_per_key"], delta=0.06)
        out = lariat("db", "stats", self.state)[1]
        for key in facts:
            self.assertIn(key.replace("_", " "), out)

    def test_compacting_frees_the_files_of_old_versions_and_keeps_the_state(self):
        lines = trace(*[sets(n, 6000) for n in range(100, 300)])  # more than the log's window may weigh
        self.assertEqual(0, lariat("replay", "--state", self.state, "--quiet", "-", stdin=lines)[0])
        twin = str(self.folder / "twin")
        shutil.copytree(self.state, twin)
        before, facts = self.facts("stats", self.state), self.facts("compact", self.state)
        after = self.facts("stats", self.state)
        self.assertLess(after["disk_bytes"], before["disk_bytes"] / 2)
        self.assertEqual([before["log_bytes"], after["log_bytes"]], [facts["log_bytes_before"], facts["log_bytes_after"]])
        self.assertEqual([before["root"]] * 2, [after["root"], facts["root"]])
        self.assertEqual((after["rollback_depth"], "same"),
                         (facts["rollback_depth_after"], self.facts("check", self.state)["checkpoint"]))
        self.assertEqual(self.go_on(twin), self.go_on(self.state))

    def test_an_export_is_the_same_from_every_copy_and_imports_into_a_state_that_goes_on_alike(self):
        one, two, three = (str(self.folder / name) for name in ("one", "two", "three"))
        facts = self.facts("export", self.state, one)
        self.assertEqual((62, self.root, Path(one).stat().st_size), tuple(facts[k] for k in ("version", "root", "bytes")))
        copy = str(self.folder / "copy")
        self.assertEqual(facts, self.facts("import", one, copy, "--root", self.root))
        self.assertEqual((True, self.root), tuple(self.facts("check", copy)[k] for k in ("good", "root")))
        self.facts("export", copy, two)
        self.assertEqual(Path(one).read_bytes(), Path(two).read_bytes())
        with open(three, "wb") as file:
            subprocess.run([LARIAT, "db", "export", copy, "-"], stdout=file, check=True)
        self.assertEqual(Path(one).read_bytes(), Path(three).read_bytes())
        self.assertEqual(self.go_on(self.state), self.go_on(copy))

    def test_an_export_does_not_replace_a_pipe_or_a_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            pipe, inner = folder + "/pipe", folder + "/inner"
            os.mkfifo(pipe)
            os.mkdir(inner)
            for target in (pipe, inner):
                status, _, err = lariat("db", "export", self.made.name + "/state", target)
                self.assertEqual(2, status, err)
                self.assertIn("no regular file", err)
            self.assertEqual(["inner", "pipe"], sorted(os.listdir(folder)))
            self.assertTrue(Path(pipe).is_fifo())

    def test_an_import_that_is_refused_leaves_nothing(self):
        good, bad, into = str(self.folder / "good"), self.folder / "bad", self.folder / "into"
        self.facts("export", self.state, good)
        data = Path(good).read_bytes()
        for at in range(0, len(data), len(data) // 9):
            bad.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1:])
            status, out, err = lariat("db", "import", str(bad), str(into))
            self.assertEqual((1, "", False), (status, out, into.exists()), at)
            self.assertIn(str(bad), err)
        status, _, err = lariat("db", "import", good, str(into), "--root", "0x" + "00" * 32)
        self.assertEqual((1, False), (status, into.exists()))
        self.assertEqual(f"lariat db: {good}: expected the state root 0x{'00' * 32}, but the snapshot has {self.root}\n", err)
        status, _, err = lariat("db", "import", __file__, str(into))
        self.assertEqual((1, False), (status, into.exists()))
        self.assertEqual(f"lariat db: {__file__}: the file is not a snapshot (lariat db export writes one)\n", err)
        into.mkdir()
        bad.write_bytes(data[:-1])
        self.assertEqual(1, lariat("db", "import", str(bad), str(into))[0])
        self.assertEqual(["lock"], os.listdir(into))
        self.assertEqual(0, lariat("db", "import", good, str(into))[0])

    def test_what_cannot_be_taken_ends_with_2_and_is_named(self):
        empty = self.folder / "empty"
        empty.mkdir()
        for command in ("check", "stats", "compact"):
            for path, named in ((str(self.folder / "none"), "none"), (str(empty), "holds no state"), (__file__, "test_db.py")):
                status, out, err = lariat("db", command, path)
                self.assertEqual((2, ""), (status, out), (command, path))
                self.assertIn(named, err)
            self.assertEqual(2, lariat("db", command)[0])
        self.assertEqual([], os.listdir(empty))
        self.assertFalse((self.folder / "none").exists())
        for arguments, named in ((["export", self.state, str(self.folder / "no/x")], "no/x"), (["export", self.state], "FILE"),
                                 (["export", self.state, "-", "--json"], "--json"), (["import", "none", "x"], "none"),
                                 (["import", str(self.folder), str(empty)], "directory"), ([], "command is missing"),
                                 (["import", __file__, self.state], "not empty"), (["nope"], "nope"),
                                 (["import", __file__, str(empty), "--root", "0x12"], "--root")):
            status, out, err = lariat("db", *arguments)
            self.assertEqual((2, ""), (status, out), arguments)
            self.assertIn(named, err, arguments)

    def test_a_state_that_a_chain_has_open_is_left_alone(self):
        with open(self.state + "/lock", "rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            for arguments in (["check", self.state], ["compact", self.state],
                              ["export", self.state, str(self.folder / "x")]):
                status, _, err = lariat("db", *arguments)
                self.assertEqual(2, status, arguments)
                self.assertIn("already open", err)

    def test_progress_is_shown_when_it_is_asked_for(self):
        self.assertEqual("", lariat("db", "check", self.state)[2])
        self.assertRegex(lariat("db", "check", self.state, "--progress")[2], r"checking every record: 100 %\n")


if __name__ == "__main__":
    unittest.main()
