"""The homes that `lariat cluster init` makes: whose the tips are, and what would cost an operator money or the chain."""
import json
import subprocess
import tempfile
import unittest
from pathlib import Path

import net

PAYEES = ["0x" + f"{number:02x}" * 20 for number in (1, 2)]


@unittest.skipIf(net.why_not(), net.why_not())
class InitTest(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.place = Path(place.name)
        self.genesis = self.place / "genesis.json"
        self.genesis.write_text(json.dumps(net.genesis_of()))

    def init(self, *words, nodes=2):
        return subprocess.run([net.COMET, "init", "--dir", str(self.place / "homes"), "--nodes", str(nodes), *words], capture_output=True, text=True, check=False)

    def refused(self, *words, says, nodes=2):
        done = self.init(*words, nodes=nodes)
        self.assertEqual(2, done.returncode, done.stdout)
        self.assertIn(says, done.stderr)
        self.assertFalse((self.place / "homes").exists(), words)

    def state(self):
        return json.loads((self.place / "homes/n0/config/genesis.json").read_text())["app_state"]

    def test_CLU7_tips_go_to_the_payees_that_are_named(self):
        done = self.init("--genesis", str(self.genesis), "--payees", ",".join(PAYEES))
        self.assertEqual((0, ""), (done.returncode, done.stderr))
        self.assertEqual(PAYEES, [one["payee"] for one in self.state()["validators"]])

    def test_CLU7_without_payees_it_says_where_the_tips_go(self):
        done = self.init("--genesis", str(self.genesis))
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertIn("addresses that nobody has a key of", done.stderr)
        self.assertFalse(any("payee" in one for one in self.state()["validators"]))

    def test_what_would_cost_money_is_refused(self):
        self.refused("--genesis", str(self.genesis), "--payees", PAYEES[0], says="1 payees for 2 validators")
        self.refused("--genesis", str(self.genesis), "--payees", f"{PAYEES[0]},0x12", says='"0x12" is no address')
        self.genesis.write_text(json.dumps({**net.genesis_of(), "validators": []}))
        self.refused("--genesis", str(self.genesis), says="leave them out, and name payees with --payees")

    def test_play_money_stays_on_this_machine_unless_it_is_asked_for(self):
        self.refused("--addresses", "10.0.0.1,10.0.0.2", says="everybody knows the keys of the one with play money")
        self.assertEqual(0, self.init("--addresses", "10.0.0.1,10.0.0.2", "--play-money").returncode)

    def test_CLU25_CLU26_a_key_or_state_file_that_cannot_be_read_ends_with_2(self):
        self.assertEqual(0, self.init("--addresses", "127.0.0.1").returncode)
        home = self.place / "homes/n0"
        for path, says in ((home / "config/priv_validator_key.json", "Bring the file back from your copy"),
                           (home / "data/priv_validator_state.json", "never one of a backup")):
            whole = path.read_text()
            for text in (None, "{", '{"height": 7}'):
                path.unlink()
                if text is not None:
                    path.write_text(text)
                done = subprocess.run([net.COMET, "node", "--home", str(home)], capture_output=True, text=True, timeout=60, check=False)
                self.assertEqual(2, done.returncode, f"{path.name} with {text}: {done.stderr}")
                if text is not None or "key" in path.name:
                    self.assertIn(says, done.stderr)
                path.write_text(whole)


if __name__ == "__main__":
    unittest.main()
