"""SIGINT and SIGTERM, resuming after them, and progress on a terminal: with real signals and terminals."""
import json
import os
import pty
import re
import select
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from program import LARIAT, json_lines, lariat, trace

ADA = "0x" + "a1" * 20
GENESIS = {"genesis": {"chain_id": "one", "accounts": [{"address": ADA, "balance": "100000000"}]}}
SECONDS_MAX = 60


def heights(text):
    return [line["height"] for line in json_lines(text)]


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.state = str(self.folder / "state")

    def file(self, name, text):
        (self.folder / name).write_text(text, encoding="utf-8")
        return str(self.folder / name)

    def started(self, *arguments, **how):
        # Whoever runs the tests in the background may ignore SIGINT, and a program that ignores it inherits that.
        how = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE,
               "preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL), **how}
        process = subprocess.Popen([LARIAT, *arguments], text=True, **how)
        self.addCleanup(self.ended, process)
        return process


    @staticmethod
    def rest(process):
        """Like communicate(), which would lose what readline() has buffered."""
        process.stdin.close()
        out, err = process.stdout.read(), process.stderr.read()
        process.wait(timeout=SECONDS_MAX)
        return out, err

    @staticmethod
    def ended(process):
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream and not stream.closed:
                stream.close()


class Signals(Folder):
    def test_the_first_signal_ends_the_block_and_its_line_then_the_command_with_0(self):
        path = self.file("long.jsonl", trace(GENESIS, {"blocks": 10**9}))
        for number in (signal.SIGINT, signal.SIGTERM):
            state = self.state + number.name
            process = self.started("replay", path, "--state", state, "--fields", "height")
            first = process.stdout.readline()
            process.send_signal(number)
            out, err = self.rest(process)
            self.assertEqual(0, process.returncode, err)
            self.assertTrue(out.endswith("}\n") or out == "")
            last = heights(first + out)[-1]
            self.assertEqual(list(range(1, last + 1)), heights(first + out))
            self.assertEqual(f"lariat replay: stopped by a signal at height {last}; to go on: lariat replay {path} --state {state} "
                             "--resume\n", err)
            stats = json.loads(lariat("db", "stats", state, "--json")[1])
            self.assertEqual(last, stats["height"])

    def test_a_signal_ends_a_command_that_waits_for_input(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            process = self.started("replay", "-", "--fields", "height")
            process.stdin.write('{"blocks": 1}\n{"blo')
            process.stdin.flush()
            self.assertEqual('{"height":1}\n', process.stdout.readline())
            process.send_signal(number)
            self.assertEqual(0, process.wait(timeout=SECONDS_MAX))
            self.assertEqual("lariat replay: stopped by a signal at height 1; nothing is kept without --state\n", process.stderr.read())

    def test_a_signal_ends_the_demo_after_its_block_with_0_and_the_sums(self):
        process = self.started("demo", "--json", "--blocks", "20000")
        first = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        out, err = self.rest(process)
        self.assertEqual((0, "lariat demo: stopped by a signal; the sums are of the blocks so far\n"), (process.returncode, err))
        lines = json_lines(first + out)
        self.assertEqual(list(range(1, len(lines))), [line["height"] for line in lines[:-1]])
        self.assertEqual(len(lines) - 1, lines[-1]["summary"]["blocks"])

    def test_the_second_signal_ends_the_command_at_once_with_130(self):
        # A pipe that nobody reads is full after some lines: the command waits inside a block's line.
        path = self.file("long.jsonl", trace(GENESIS, {"blocks": 10**9}))
        process = self.started("replay", path)
        process.stdout.readline()
        deadline = time.monotonic() + SECONDS_MAX
        while not self.waits_to_write(process.pid) and time.monotonic() < deadline:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        time.sleep(0.3)
        self.assertIsNone(process.poll())  # the first signal lets the line be finished
        process.send_signal(signal.SIGTERM)
        self.assertEqual(130, process.wait(timeout=SECONDS_MAX))

    def test_a_command_that_applies_no_blocks_ends_at_the_first_signal_with_130(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            for arguments in (["check", "-"], ["verify", "-", "0x" + "00" * 32], ["pvm", "check", "-"]):
                process = self.started(*arguments)
                deadline = time.monotonic() + SECONDS_MAX
                while not self.reads_its_input(process.pid) and time.monotonic() < deadline:
                    time.sleep(0.01)
                process.send_signal(number)
                self.assertEqual(130, process.wait(timeout=SECONDS_MAX), arguments)

    @staticmethod
    def reads_its_input(pid):
        """Is the process in read(0, ...)?"""
        return Path(f"/proc/{pid}/syscall").read_text(encoding="ascii").split()[:2] == ["0", "0x0"]

    @staticmethod
    def waits_to_write(pid):
        state = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()[0]
        if state != "S":
            return False
        time.sleep(0.1)
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()[0] == "S"

    def test_a_signal_that_was_ignored_at_the_start_stays_ignored(self):
        process = self.started("replay", "-", "--fields", "height", preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
        process.stdin.write('{"blocks": 1}\n')
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        process.stdin.write('{"blocks": 1}\n')
        out, err = self.rest(process)
        self.assertEqual((0, '{"height":2}\n', ""), (process.returncode, out, err))

    def test_each_line_is_written_when_its_block_is_done(self):
        process = self.started("replay", "-", "--fields", "height")
        for height in range(1, 4):
            process.stdin.write('{"blocks": 1}\n')
            process.stdin.flush()
            self.assertTrue(select.select([process.stdout], [], [], SECONDS_MAX)[0])
            self.assertEqual(f'{{"height":{height}}}\n', process.stdout.readline())
        process.stdin.close()
        self.assertEqual(0, process.wait(timeout=SECONDS_MAX))


class Resume(Folder):

    def test_a_replay_goes_on_at_the_height_of_its_state_and_gives_the_same_lines(self):
        lines = trace(GENESIS, {"block": {}}, {"blocks": 3}, {"query": {"account": ADA}}, {"restart": True}, {"blocks": 4},
                      {"assert": {"height": 8}})
        whole = lariat("replay", "-", stdin=lines)[1].splitlines()
        for height in (1, 3, 4, 7, 8):
            state = f"{self.state}{height}"
            begun = lariat("replay", "-", "--state", state, stdin=trace(GENESIS, {"blocks": height}))
            self.assertEqual(0, begun[0])
            status, out, err = lariat("replay", "-", "--state", state, "--resume", stdin=lines)
            self.assertEqual(0, status, err)
            self.assertEqual(f"lariat replay: {state}: the chain is at height {height}: skipping as many blocks of the trace\n", err)
            rest = [line for line in whole if json.loads(line).get("height", height + (height <= 4)) > height]
            self.assertEqual(rest, out.splitlines())

    def test_a_replay_that_a_signal_stopped_goes_on_to_the_same_end(self):
        path = self.file("long.jsonl", trace(GENESIS, {"blocks": 600}))
        process = self.started("replay", path, "--state", self.state)
        first = process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        begun = first + self.rest(process)[0]
        self.assertLess(len(begun.splitlines()), 600)
        status, rest, err = lariat("replay", path, "--state", self.state, "--resume")
        self.assertEqual(0, status, err)
        self.assertEqual(lariat("replay", path)[1], begun + rest)

    def test_a_state_that_is_not_there_yet_starts_at_the_first_block(self):
        lines = trace(GENESIS, {"blocks": 2})
        self.assertEqual((0, lariat("replay", "-", stdin=lines)[1], ""),
                         lariat("replay", "-", "--state", self.state, "--resume", stdin=lines))

    def refused(self, lines, says):
        status, out, err = lariat("replay", "-", "--state", self.state, "--resume", stdin=lines)
        self.assertEqual((2, ""), (status, out))
        self.assertIn(says, err)

    def test_what_cannot_be_resumed_is_refused(self):
        self.assertEqual(0, lariat("replay", "-", "--state", self.state, stdin=trace(GENESIS, {"blocks": 5}))[0])
        for blocks, counted in ((4, "4 blocks"), (1, "1 block"), (0, "0 blocks")):
            self.refused(trace(GENESIS, {"blocks": blocks}),
                         f"{self.state}: the chain is at height 5, but standard input has only {counted}: "
                         "--resume needs the trace that made this chain, from its first block\n")
        self.refused("", "the trace is empty")
        self.refused(trace(GENESIS, {"blocks": 3}, {"rollback": 1}, {"blocks": 9}), "line 3: a rollback before height 5")
        self.refused(trace({"genesis": {"chain_id": "two"}}, {"blocks": 9}), 'holds the chain "one", but the genesis of the trace makes the chain "two"')

    def test_resuming_needs_a_state(self):
        status, _, err = lariat("replay", "-", "--resume", stdin="")
        self.assertEqual(2, status)
        self.assertIn("--state", err)


class Terminal(Folder):
    def on_a_terminal(self, *arguments, term="xterm", stdout=subprocess.PIPE):
        """(status, standard output, what the terminal behind standard error got)"""
        leader, follower = pty.openpty()
        process = subprocess.Popen([LARIAT, *arguments], stdout=stdout, stderr=follower, env={**os.environ, "TERM": term}, text=True)
        os.close(follower)
        out = process.communicate(timeout=SECONDS_MAX)[0]
        shown = b""
        while True:
            try:
                piece = os.read(leader, 65536)
            except OSError:
                break
            if not piece:
                break
            shown += piece
        os.close(leader)
        return process.returncode, out, shown.decode()

    def test_progress_is_shown_on_a_terminal_and_erased(self):
        path = self.file("t.jsonl", trace(GENESIS, {"blocks": 20}))
        status, out, shown = self.on_a_terminal("replay", path, "--fields", "height")
        self.assertEqual((0, list(range(1, 21))), (status, heights(out)))
        self.assertRegex(shown, re.compile(r"^\rblock \d+, 100 % of the trace read\x1b\[K", re.S))
        self.assertTrue(shown.endswith("\r\x1b[K"), repr(shown))

    def test_no_progress_with_quiet_or_on_a_dumb_terminal_or_into_a_pipe(self):
        path = self.file("t.jsonl", trace(GENESIS, {"blocks": 20}))
        self.assertEqual("", self.on_a_terminal("replay", path, "--quiet")[2])
        self.assertEqual("", self.on_a_terminal("replay", path, term="dumb")[2])
        self.assertEqual("", lariat("replay", path)[2])

    def test_a_snapshot_is_not_written_to_a_terminal(self):
        self.assertEqual(0, lariat("replay", "-", "--state", self.state, stdin=trace(GENESIS, {"blocks": 1}))[0])
        leader, follower = pty.openpty()
        done = subprocess.run([LARIAT, "db", "export", self.state, "-"], stdout=follower, stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual(2, done.returncode)
        self.assertIn("standard output is a terminal", done.stderr)
        self.assertFalse(select.select([leader], [], [], 0)[0])
        os.close(follower)
        os.close(leader)

    def test_a_dumb_terminal_gets_no_escape_sequences(self):
        for term, escapes in (("xterm", True), ("dumb", False)):
            leader, follower = pty.openpty()
            process = subprocess.Popen([LARIAT, "demo", "--blocks", "3", "--speed", "50"], stdout=follower, stderr=subprocess.DEVNULL,
                                       env={**{k: v for k, v in os.environ.items() if k != "NO_COLOR"}, "TERM": term})
            os.close(follower)
            shown = b""
            try:
                while piece := os.read(leader, 65536):
                    shown += piece
            except OSError:
                pass
            self.assertEqual(0, process.wait(timeout=SECONDS_MAX))
            os.close(leader)
            self.assertIn(b"block", shown)
            self.assertEqual(escapes, b"\x1b" in shown, term)


class RunningChain(Folder):
    def test_stats_of_a_running_chain_show_its_height_and_change_nothing(self):
        process = self.started("replay", "-", "--state", self.state, "--fields", "height")
        for height in range(1, 4):
            process.stdin.write((trace(GENESIS) if height == 1 else "") + '{"blocks": 1}\n')
            process.stdin.flush()
            process.stdout.readline()
            before = {p.name: p.stat().st_mtime_ns for p in Path(self.state).iterdir()}
            status, out, err = lariat("db", "stats", self.state, "--json")
            self.assertEqual((0, ""), (status, err))
            facts = json.loads(out)
            self.assertEqual((height, True), (facts["height"], facts["open_in_another_process"]))
            self.assertGreater(facts["disk_bytes"], 0)
            self.assertEqual(before, {p.name: p.stat().st_mtime_ns for p in Path(self.state).iterdir()})
        process.stdin.close()
        self.assertEqual(0, process.wait(timeout=SECONDS_MAX))
        self.assertEqual(3, json.loads(lariat("db", "stats", self.state, "--json")[1])["height"])
        self.assertRegex(lariat("db", "stats", self.state)[1], r"(?m)^height +3$")


if __name__ == "__main__":
    unittest.main()
