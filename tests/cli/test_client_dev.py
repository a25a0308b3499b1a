"""lariat dev: every verb of a dev chain from the command line, and random sequences of them."""
import os
import unittest

from client import Client, Node, environment, run

DEV_1 = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8"
NOBODY = "0x" + "77" * 20


class Verbs(Client):
    FLAGS = ("--dev", "--clock", "step", "--mine", "manual")

    @classmethod
    def deployed(cls, salt="", balance="1cby"):
        answer = cls.good("deploy", "counter.py", "--salt", salt, "--no-wait", "--json").json
        cls.node.mine()
        actor = cls.good("tx", "show", answer["hash"], "--json").json["receipt"]["address"]
        cls.good("transfer", actor, balance, "--no-wait")
        cls.node.mine()
        return actor

    def later(self, actor, blocks):
        sent = self.good("send", actor, "later", str(blocks), "--no-wait", "--json").json
        self.node.mine()
        return self.good("tx", "show", sent["hash"], "--json").json["scheduled"][0]["id"]

    def height(self):
        return self.good("block", "--json").json["height"]

    def test_mine_counts_blocks_goes_to_a_height_and_until_a_timer_fires(self):
        actor = self.deployed("mine")
        before = self.height()
        self.assertIn("mined", self.good("dev", "mine").out)
        self.good("dev", "mine", "4")
        self.assertEqual(before + 5, self.height())
        self.good("dev", "mine", f"until_height={before + 8}")
        self.assertEqual(before + 8, self.height())
        timer = self.later(actor, 30)
        self.assertIn("It is not due yet", self.good("timer", "why", timer).out)
        self.assertTrue(self.good("dev", "mine", f"until_timer={timer[:12]}", "--json").json["reached"])
        self.assertIn("It has fired in block", self.good("timer", "why", timer).out)
        other = self.later(actor, 30)
        self.ends(1, "dev", "mine", f"until_timer={other}", "max_blocks=3")
        self.ends(4, "dev", "mine", "blocks=0", says="bad_request")
        self.ends(4, "dev", "mine", "many", says="bad_request")
        self.ends(2, "dev", "mine", "blocks=1", "3", says="until_height=H or until_timer=ID")
        self.ends(2, "dev", "mine", "blocks=1", "blocks=2", says="given twice")

    def test_time_set_fire_pause_send(self):
        actor = self.deployed("time")
        before = self.good("block", "--json").json["timestamp_ms"]
        self.good("dev", "time", "advance_ms=5000000")
        self.good("dev", "mine")
        self.assertLessEqual(before + 5_000_000, self.good("block", "--json").json["timestamp_ms"])
        self.ends(4, "dev", "time", "next_timestamp_ms=1", says="time_not_later")
        self.good("dev", "set", f'fund={{"{NOBODY}": "123456789"}}', f'storage=[["{actor}", "greeting", "hello"]]')
        self.good("dev", "mine")
        self.assertEqual("123456789", self.good("account", "show", NOBODY, "--json").json["balance"])
        self.assertEqual("hello", self.good("actor", "storage", actor, "greeting").out.strip())
        timer = self.later(actor, 500)
        self.good("dev", "fire", timer[:12])
        self.good("dev", "pause")
        self.good("dev", "mine")
        self.assertIn("timers_paused", self.good("timer", "why", timer).out)
        self.good("dev", "resume")
        self.good("dev", "mine", "blocks=2")
        self.assertIn("It has fired", self.good("timer", "why", timer).out)
        sent = self.good("dev", "send", f'tx={{"from": "{NOBODY}", "transfer": {{"to": "{DEV_1}", "amount": "1"}}}}', "--no-wait", "--json").json
        self.assertEqual(NOBODY, sent["from"])
        self.good("dev", "mining", "mode=auto")
        self.good("transfer", "dev:1", "1")
        self.assertEqual("manual", self.good("dev", "mining", "mode=manual", "--json").json["mode"])

    def test_snapshot_revert_reset_dump_and_load(self):
        actor = self.deployed("snapshot")
        snapshot = self.good("dev", "snapshot", "--json").json
        root = self.good("block", "--json").json["state_root"]
        self.later(actor, 5)
        self.good("dev", "revert", snapshot["id"])
        self.assertEqual((snapshot["height"], root), tuple(self.good("block", "--json").json[key] for key in ("height", "state_root")))
        self.good("dev", "dump", "chain.dump")
        self.good("dev", "mine", "blocks=3")
        self.good("dev", "load", "chain.dump")
        self.assertEqual(root, self.good("block", "--json").json["state_root"])
        self.assertEqual(["chain.dump"], [name for name in os.listdir(self.folder) if "dump" in name])
        self.ends(4, "dev", "load", "counter.py", says="bad_request")
        self.ends(2, "dev", "dump", "none/chain.dump", says="cannot write none/chain.dump")
        self.good("dev", "reset")
        self.assertEqual(0, self.height())
        self.ends(4, "dev", "revert", f"id={snapshot['id']}", says="not_found")

    def test_why_names_the_payer_that_runs_dry_and_what_to_do(self):
        actor = self.deployed("dry", balance="1000")
        timer = self.later(actor, 1)
        said = " ".join(self.good("timer", "why", timer).out.split())
        self.assertIn(f"Its fee payer {actor} has 1,000 and needs", said)
        self.assertIn("Give the payer money before", said)
        snapshot = self.good("dev", "snapshot", "--json").json["id"]
        self.good("dev", "mine")
        self.assertIn("could not pay for its fire", " ".join(self.good("timer", "why", timer).out.split()))
        self.good("dev", "revert", f"id={snapshot}")
        self.good("dev", "set", f'fund={{"{actor}": "1000000000"}}')
        self.good("dev", "mine")
        self.assertIn("It has fired", self.good("timer", "why", timer).out)

    def test_NODE45_a_token_is_taken_from_the_environment_alone(self):
        token = "a-token-of-some-length"
        with Node("--dev", env={"LARIAT_TOKEN": token}) as node:
            env = environment(node, self.folder)
            self.assertIn("unauthorized", run("dev", "mine", env=env).err)
            self.assertEqual(0, run("dev", "mine", env={**env, "LARIAT_TOKEN": token}).status)
            wrong = run("dev", "mine", env={**env, "LARIAT_TOKEN": "another-token-as-long"})
            self.assertEqual(4, wrong.status)
            self.assertNotIn("another-token", wrong.out + wrong.err)


if __name__ == "__main__":
    unittest.main()
