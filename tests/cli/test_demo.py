"""lariat demo: the same chain every time, and the same as a replay of the trace that it prints."""
import os
import pty
import re
import subprocess
import unittest

from program import LARIAT, json_lines, lariat, trace

COST_ENDS_AT = 96  # column


def demo(*arguments):
    status, out, err = lariat("demo", *arguments)
    if status != 0 or err:
        raise AssertionError(f"lariat demo {' '.join(arguments)} ended with {status}: {err}")
    return out


class Demo(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.people = demo()
        *cls.blocks, last = json_lines(demo("--json"))
        cls.summary = last["summary"]

    def test_everything_in_it_succeeds(self):
        for block in self.blocks:
            for row in block["receipts"] + block["fired"]:
                self.assertEqual("ok", row["status"], f"block {block['height']}: {row}")

    def test_it_shows_each_fate_of_a_timer(self):
        exits = self.summary["exits"]
        self.assertEqual((1, 1, 2, 0), tuple(exits[k] for k in ("insufficient_funds", "expired", "cancelled", "governance")))
        self.assertEqual(exits["fired"], self.summary["fires"]["ok"])
        self.assertGreaterEqual(self.summary["live"], 1)
        self.assertEqual(self.blocks[-1]["totals"]["scheduled"], sum(exits.values()) + self.summary["live"])

    def test_the_heartbeat_sets_itself_again_and_the_deployer_pays_for_the_oracle(self):
        for block in (11, 21, 31):
            self.assertRegex(self.people, rf"(?m)^ +{block}  heartbeat +wakes up: beat \d; sets a timer for block {block + 10} ")
        self.assertRegex(self.people, r"(?m)^ +\d+  oracle +wakes up: price 102; otto pays +[\d,]+$")
        self.assertRegex(self.people, r"subscription +timer for block 22 ends: insufficient funds, 570,000 needed")
        self.assertRegex(self.people, r"auction 2 +timer for block 15 ends: expired, it was good until block 11")
        self.assertRegex(self.people, r"switch +timer for block 29 ends: cancelled")

    def test_the_state_root_is_the_same_every_time_and_in_a_replay_of_its_trace(self):
        again = json_lines(demo("--json"))
        self.assertEqual(self.blocks + [{"summary": self.summary}], again)
        status, out, err = lariat("replay", "-", stdin=demo("--trace"))
        self.assertEqual((0, ""), (status, err))
        self.assertEqual(self.blocks, json_lines(out))
        self.assertEqual(self.blocks[-1]["state_root"], self.summary["state_root"])
        self.assertIn(self.summary["state_root"], self.people)

    def test_restarting_between_its_blocks_changes_nothing(self):
        lines = []
        for line in json_lines(demo("--trace")):
            lines += [{"blocks": 1}, {"restart": True}] * line["blocks"] if "blocks" in line else [line, {"restart": True}]
        status, out, _ = lariat("replay", "-", "--quiet", "--fields", "state_root", stdin=trace(*lines))
        self.assertEqual((0, [{"state_root": self.summary["state_root"]}]), (status, json_lines(out)))

    def test_blocks_makes_it_shorter_or_longer(self):
        for n in (1, 7, 60):
            *blocks, last = json_lines(demo("--json", "--blocks", str(n)))
            self.assertEqual((n, n), (len(blocks), last["summary"]["blocks"]))
            replayed = json_lines(lariat("replay", "-", "--quiet", stdin=demo("--trace", "--blocks", str(n)))[1])
            self.assertEqual(last["summary"]["state_root"], replayed[0]["state_root"])
            shorter = min(n, len(self.blocks))
            self.assertEqual(self.blocks[:shorter], blocks[:shorter])

    def on_a_terminal(self, *arguments, **env):
        master, slave = pty.openpty()
        with subprocess.Popen([LARIAT, "demo", "--speed", "1000", *arguments], stdin=subprocess.DEVNULL, stdout=slave,
                              env={"PATH": os.environ["PATH"], **env}) as process:
            os.close(slave)
            said = b""
            try:
                while some := os.read(master, 65536):
                    said += some
            except OSError:  # how the other end of a terminal says that it is gone
                pass
            os.close(master)
        self.assertEqual(0, process.returncode)
        return said.decode().replace("\r\n", "\n")

    def test_on_a_terminal_it_has_colours_and_the_number_of_the_next_block(self):
        said = self.on_a_terminal()
        self.assertIn("block 32 ...\r\033[K", said)
        self.assertIn("\033[32m", said)
        plain = re.sub(r"block \d+ \.\.\.\r|\033\[\d*[mK]", "", said)
        self.assertEqual(self.people, plain)

    def test_a_terminal_can_do_without_colours_and_without_waiting(self):
        self.assertNotIn("\033[32m", self.on_a_terminal(NO_COLOR="1"))
        self.assertNotIn("...", self.on_a_terminal("--no-wait"))

    def test_piped_it_is_plain_text_and_the_sums_are_those_of_its_lines(self):
        self.assertNotIn("\033", self.people)
        self.assertNotIn("\r", self.people)
        table = [line for line in self.people.split("\n\n")[1].splitlines()[1:] if len(line) == COST_ENDS_AT]
        costs = [int(line[-10:].replace(",", "")) for line in table if line[-10:].strip().replace(",", "").isdigit()]
        burned = sum(int(n) for n in self.summary["burned"].values())
        self.assertEqual(burned + int(self.summary["tips"]), sum(costs))


if __name__ == "__main__":
    unittest.main()
