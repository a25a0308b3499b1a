"""Foreign states and hostile input files: each is refused in words, with the exit status that says what is wrong."""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from program import LARIAT, lariat, trace

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / folder) for folder in ("state", "docs")]
from snapshot_file import Snapshot  # noqa: E402
from state_reader import Reader, read_timer  # noqa: E402

DIFFERENT, REFUSED, DAMAGED = 1, 2, 74


def short(number):
    digits = number.to_bytes((number.bit_length() + 7) // 8, "big")
    return bytes([len(digits)]) + digits


class InputFiles(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def file(self, name, text):
        path = self.folder / name
        path.write_bytes(text.encode())
        return str(path)

    def replay(self, text, *arguments):
        status, _, err = lariat("replay", "--quiet", *arguments, self.file("trace", text))
        self.assertNotIn("json.exception", err)
        self.assertLess(len(err), 1000)
        return status, err

    def test_an_expected_line_of_100000_nested_lists_is_a_difference_that_names_the_line(self):
        for opened, closed in ("[", "]"), ('{"a":', "}"):
            nested = '{"height":' + opened * 100_000 + "1" + closed * 100_000 + "}\n"
            status, err = self.replay(trace({"genesis": {}}, {"block": {}}), "--expect", self.file("expected", nested))
            self.assertEqual(DIFFERENT, status)
            self.assertIn("line 1: nested deeper than 64 levels", err)

    def test_an_expected_line_that_is_no_json_is_named_without_the_parsers_own_name(self):
        for text in '{"height":1', '{"height":1}\0x', "\xff{", '{"height":1e999}', '{"height":1,"height":1}':
            status, err = self.replay(trace({"genesis": {}}, {"block": {}}), "--expect", self.file("expected", text + "\n"))
            self.assertEqual(DIFFERENT, status, err)
            self.assertIn("expected: line 1: ", err)

    def test_text_behind_a_nul_byte_of_a_line_is_refused(self):
        status, err = self.replay('{"blocks":1}\0 and anything\n')
        self.assertEqual(REFUSED, status)
        self.assertIn("line 1: malformed JSON: byte 13 is NUL", err)

    def test_a_line_a_script_and_a_query_nested_100000_deep_are_refused(self):
        deep = "[" * 100_000 + "]" * 100_000
        for line in (deep, '{"genesis":{"actors":[{"address":"0x' + "a1" * 20 + '","handlers":{"go":' + deep + "}}]}}",
                     '{"query":{"height":' + deep + "}}", '{"assert":{"height":' + deep + "}}"):
            status, err = self.replay(line + "\n")
            self.assertEqual(REFUSED, status)
            self.assertIn("line 1: nested deeper than 64 levels", err)

    def test_a_proof_nested_100000_deep_or_with_a_nul_byte_is_refused(self):
        for text in "[" * 100_000, '{"subject":{}}\0':
            status, _, err = lariat("verify", self.file("proof", text), "0x" + "00" * 32)
            self.assertEqual(REFUSED, status, err)
            self.assertNotIn("json.exception", err)


ADA, ACTOR = "0x" + "a1" * 20, "0x" + "b2" * 20
GENESIS = {"genesis": {"accounts": [{"address": ADA, "balance": str(10**12)}],
                       "actors": [{"address": ACTOR, "balance": str(10**12), "handlers": {"handle_timer": []}}]}}
STEPS = [*[{"schedule": {"height": 90, "payload": "x"}} for _ in range(20)],
         *[{"schedule": {"height": 2, "payload": "", "gas_limit": 1500}} for _ in range(3)],
         {"schedule_at": {"timestamp_ms": "+90000", "handler": "handle_timer", "payload": "p", "gas_limit": 700}}]
BLOCK = {"block": {"txs": [{"from": ADA, "as": ACTOR, "cycles_limit": 100000, "steps": STEPS}]}}


class MalformedStates(unittest.TestCase):
    """States that are well-formed to the store and not to the chain."""

    @classmethod
    def setUpClass(cls):
        cls.made = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.made.cleanup)
        folder = Path(cls.made.name)
        genesis = json.loads(json.dumps(GENESIS))
        genesis["genesis"]["config"] = {"timers_paused": True}
        status, _, err = lariat("replay", "--quiet", "--state", str(folder / "state"), "-", stdin=trace(genesis, BLOCK, {"blocks": 2}))
        assert status == 0, err
        status, _, err = lariat("db", "export", str(folder / "state"), str(folder / "snapshot"))
        assert status == 0, err
        cls.snapshot = (folder / "snapshot").read_bytes()

    def imported(self, change):
        """A folder with the state that `change` made of the good one."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        snapshot, state = Snapshot(self.snapshot), folder.name + "/state"
        change(snapshot)
        (Path(folder.name) / "snapshot").write_bytes(snapshot.data())
        status, _, err = lariat("db", "import", folder.name + "/snapshot", state)
        self.assertEqual(0, status, err)
        return state

    def refused(self, change, *words):
        state = self.imported(change)
        status, _, err = lariat("db", "check", state)
        self.assertEqual(DAMAGED, status, err)
        for word in words:
            self.assertIn(word, err)
        return state

    def refused_by_all(self, change, *words):
        state = self.refused(change, *words)
        status, _, err = lariat("replay", "--state", state, "-", stdin=trace({"blocks": 1}))
        self.assertEqual(DAMAGED, status, err)
        for word in words:
            self.assertIn(word, err)

    def test_a_snapshot_that_was_not_changed_is_good(self):
        state = self.imported(lambda snapshot: None)
        self.assertEqual(0, lariat("db", "check", state)[0])
        self.assertEqual(0, lariat("replay", "--state", state, "-", stdin=trace({"blocks": 1}))[0])

    def cut(self, key):
        def change(snapshot):
            snapshot.last(key)[2] = snapshot.last(key)[2][:-1]
        return change

    def test_an_account_record_one_byte_short_is_named_by_its_key(self):
        for key in Snapshot(self.snapshot).keys(b"a"):
            self.refused(self.cut(key), "key 0x" + key.hex(), "the account is malformed")

    def test_numbers_of_operations_one_byte_short_are_named_by_their_key_by_every_command(self):
        self.refused_by_all(self.cut(b"S"), "key 0x53", "the numbers of operations are malformed")

    def test_each_value_of_the_chain_one_byte_short_is_named_by_its_key(self):
        for table in b"gmktohTq":
            for key in Snapshot(self.snapshot).keys(bytes([table])):
                self.refused(self.cut(key), "key 0x" + key.hex())

    def test_two_timers_with_one_arrival_are_refused_with_the_key(self):
        def change(snapshot):
            waiting = [o for key in snapshot.keys(b"t") if (o := snapshot.last(key))[2][1] == 1]
            self.assertGreater(len(waiting), 1)
            first, second = (read_timer(Reader(record[2])) for record in waiting[:2])

            def end(arrival):
                return b"".join(short(n) for n in (arrival, first["place"]["era"], first["in_owner"]))
            own = end(first["place"]["arrival"])
            self.assertTrue(waiting[0][2].endswith(own))
            waiting[0][2] = waiting[0][2][:-len(own)] + end(second["place"]["arrival"])
        self.refused_by_all(change, "key 0x74", "another timer has the arrival")

    def test_versions_shifted_by_1000_are_noticed(self):
        self.refused_by_all(lambda snapshot: snapshot.shift(1000), "key 0x6d", "the height is 3", "the files say 1004")

    def test_a_key_of_no_table_is_named(self):
        def change(snapshot):
            for operation in (o for _, some in snapshot.commits for o in some if o[1] == b"S"):
                operation[1] = b"Z"
        self.refused(change, "key 0x5a", "no table of a chain has such a key")


class ForeignFiles(unittest.TestCase):
    """Names, kinds and sizes of files that no store leaves."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.state = folder.name + "/state"
        status, _, err = lariat("replay", "--quiet", "--state", self.state, "-", stdin=trace({"genesis": {}}, {"blocks": 2}))
        self.assertEqual(0, status, err)

    def refused(self, *words):
        for arguments in (("db", "check", self.state), ("db", "stats", self.state), ("replay", "--state", self.state, "-")):
            status, _, err = lariat(*arguments, stdin=trace({"blocks": 1}))
            self.assertGreater(status, 0, arguments)
            self.assertIn(status, (REFUSED, DAMAGED), err)
            for word in words:
                self.assertIn(word, err)

    def test_a_log_file_of_a_far_offset_is_refused(self):
        Path(self.state, "log.7fffffff00000000").write_text("abc")
        self.refused("log.7fffffff00000000 at 0: ")

    def test_a_pipe_as_lock_is_refused_and_not_waited_for(self):
        Path(self.state, "lock").unlink()
        os.mkfifo(self.state + "/lock")
        self.refused("/lock at 0: ", "not a regular file")

    def test_a_pipe_as_any_other_file_is_refused(self):
        for name in "log.0000000000000000", "committed", "index":
            os.rename(self.state + "/" + name, self.state + "/kept")
            os.mkfifo(self.state + "/" + name)
            self.refused(f"/{name} at 0: ", "not a regular file")
            os.rename(self.state + "/kept", self.state + "/" + name)

    def test_a_sparse_log_of_a_terabyte_is_refused_and_not_read(self):
        os.truncate(self.state + "/log.0000000000000000", 2**40)
        self.refused("log.0000000000000000 at ", "bytes follow that are not of the log")

    def test_a_log_cut_while_it_is_open_ends_the_command_with_74_and_the_file(self):
        with subprocess.Popen([LARIAT, "replay", "--state", self.state, "-"], stdin=subprocess.PIPE,
                              stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:
            running.stdin.write(trace({"query": {"config": True}}))
            running.stdin.flush()
            running.stdout.readline()  # the state is open now
            os.truncate(self.state + "/log.0000000000000000", 0)
            _, err = running.communicate(trace({"query": {"account": "0x" + "09" * 20}}, {"blocks": 1}), timeout=60)
            self.assertEqual(DAMAGED, running.returncode, err)
            self.assertIn("log.0000000000000000 at ", err)
            self.assertIn("the file was cut while it was open", err)


if __name__ == "__main__":
    unittest.main()
