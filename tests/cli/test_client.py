"""Commands that talk to a node: what they print, how they end, what they do."""
import json
import re
import socket
import threading
import time
import unittest

from client import COLUMNS, ESCAPES, LARIAT, Client, Node, Terminal, environment, on_terminal, run

HASH = r"0x[0-9a-f]{64}"
NOWHERE = "0x" + "12" * 20
DEV_1 = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8"


class Commands(Client):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.actor = cls.deployed()

    def test_NODE41_each_exit_status_arises(self):
        self.ends(0, "call", self.actor, "add")
        self.ends(1, "call", self.actor, "fail", says="ValueError: on purpose")
        self.ends(1, "send", self.actor, "fail", says="Nothing was sent")
        self.ends(1, "send", self.actor, "fail", "--cycles-limit", "50000", "--cells-limit", "100")
        self.ends(1, "timer", "estimate", self.actor, "1", "--json")
        self.ends(2, "call", "nobody", "add", says="the name of a key")
        self.ends(2, "transfer", "dev:1", "a lot", says="AMOUNT must be an amount")
        self.ends(2, "transfer", "dev:10", "1", says="dev:0 … dev:9")
        self.ends(2, "timer", "show", "0x12", says="an id is")
        self.ends(2, "deploy", "none.py", says="cannot read none.py")
        self.ends(2, "block", "--node", "ftp://x", says="http://HOST:PORT")
        self.ends(2, "block", "--timeout", "0", says="--timeout must be")
        self.ends(2, "send", self.actor, "add", "--from", NOWHERE, says="--from must name a key")
        self.ends(2, "send", self.actor, "add", "--from", "0x" + "ab" * 32, says="no key is taken from the command line")
        self.ends(4, "tx", "show", "0x" + "12" * 32, says="not_found")
        self.ends(4, "block", "99999999", says="height_not_reached")
        self.ends(4, "actor", "show", NOWHERE, says="lariat actor show: not_found: ")
        with socket.socket() as closed:
            closed.bind(("127.0.0.1", 0))
            self.ends(3, "block", "--node", f"http://127.0.0.1:{closed.getsockname()[1]}", says="cannot reach a node at http://127.0.0.1:")

    def test_NODE41_a_trial_that_the_chain_would_not_run_is_a_refusal(self):
        self.ends(4, "transfer", "dev:1", "99999999999999999", says="insufficient_balance")
        self.ends(4, "transfer", "dev:1", "5", "--cycles-limit", "999999999", says="limit_too_high")

    def test_NODE41_no_answer_in_time_is_3(self):
        with socket.create_server(("127.0.0.1", 0)) as silent:
            self.ends(3, "block", "--timeout", "1", "--node", f"http://127.0.0.1:{silent.getsockname()[1]}", says="no answer within 1 s")

    def test_NODE41_a_known_hash_is_always_printed(self):
        refused = self.ends(4, "transfer", "dev:1", "1", "--nonce", "0", says="nonce_too_low")
        self.assertRegex(refused.err, "transaction " + HASH)
        with Node("--dev", "--mine", "manual") as node:
            late = run("transfer", "dev:1", "1", "--timeout", "1", env=environment(node, self.folder))
            self.assertEqual(3, late.status, late)
            self.assertRegex(late.err, f"still pending after 1 s[^\0]*transaction {HASH}|transaction {HASH}[^\0]*still pending after 1 s")
            known = re.search(HASH, late.err).group()
            self.assertEqual("pending", node.good(f"/v1/transactions/{known}")["status"])
            node.mine()
            waited = run("tx", "wait", known[:14], env=environment(node, self.folder))
            self.assertEqual(0, waited.status, waited)
            self.assertIn(known, waited.out)

    def test_NODE41_a_dropped_transaction_is_4_with_its_reason(self):
        with Node("--dev", "--mine", "manual") as node:
            env = environment(node, self.folder)
            first = run("transfer", "dev:1", "1", "--no-wait", "--json", env=env).json
            self.assertEqual("pending", first["status"])
            second = run("transfer", "dev:1", "2", "--nonce", "0", "--tip-per-cycle", "9", "--no-wait", env=env)
            self.assertEqual(0, second.status, second)
            waited = run("tx", "wait", first["hash"], env=env)
            self.assertEqual(4, waited.status, waited)
            self.assertIn("lariat tx wait: replaced: ", waited.err)

    def test_call_keeps_nothing_and_send_does(self):
        before = self.good("actor", "storage", self.actor, "--json").json["items"]
        self.assertRegex(self.good("call", self.actor, "add").out, r"^\d+\n$")
        self.assertEqual(before, self.good("actor", "storage", self.actor, "--json").json["items"])
        sent = self.good("send", self.actor, "add")
        self.assertRegex(sent.out, f"transaction +{HASH}\n")
        self.assertIn("ok, in block ", sent.out)
        self.assertNotEqual(before, self.good("actor", "storage", self.actor, "--json").json["items"])
        self.assertEqual(self.good("actor", "storage", self.actor, "count").out, self.good("events", "--topic", "count", "--limit", "1")
                         .out.splitlines()[1].split()[-1] + "\n")

    def test_call_shows_what_fires_in_the_blocks_after_it(self):
        said = self.good("call", self.actor, "later", "2", "--blocks", "4").out
        self.assertRegex(said, r"\n +\d+ +0x[0-9a-f]+ +handle_timer +ok ")

    def test_json_is_the_answer_of_the_api(self):
        for arguments, path in ((["block", "1"], "/v1/blocks/1"), (["actor", "show", self.actor], f"/v1/actors/{self.actor}"),
                                (["account", "show", "dev:1"], f"/v1/accounts/{DEV_1}"), (["fees"], "/v1/fees"),
                                (["tx", "list", "--limit", "2"], "/v1/transactions?limit=2"),
                                (["proof", "height", "5"], "/v1/proofs/height/5")):
            for _ in range(20):  # a block may come between the two
                wanted, got = self.node.good(path), self.good(*arguments, "--json").json
                if wanted == got:
                    break
            self.assertEqual(wanted, got, arguments)

    def test_each_command_that_only_reads_ends_well(self):
        sent = self.good("send", self.actor, "later", "50", "--json").json
        timer = sent["scheduled"][0]["id"]
        operation = self.good("op", "schedule", "+100000000", self.actor, "add", "--json").json["scheduled"][0]["id"]
        for arguments, shows in ((["account", "show", "dev:0"], "balance"), (["actor", "show", self.actor], "handlers"),
                                 (["actor", "code", self.actor], "class Counter"), (["actor", "storage", self.actor], "KEY"),
                                 (["actor", "storage", self.actor, "--prefix", "nothing"], "Nothing is stored."),
                                 (["tx", "show", sent["hash"][:12]], sent["hash"]), (["tx", "list"], "call later"),
                                 (["tx", "list", "--sender", "dev:9"], "There is no transaction."), (["timer", "list"], timer),
                                 (["timer", "list", "--owner", self.actor, "--state", "pending"], timer), (["timer", "show", timer], "fee payer"),
                                 (["timer", "why", timer[:12]], "It is not due yet"), (["timer", "next"], "handle_timer"),
                                 (["timer", "estimate", self.actor, "+10"], "costs at most"), (["timer", "queue"], ""),
                                 (["watch", "list"], "There is no such watch."), (["op", "list"], operation), (["op", "list", self.actor], ""),
                                 (["op", "room", "+1000"], "UTC"), (["block"], "state root"), (["block", "0"], "height"), (["events"], "count"),
                                 (["fees"], "base fee"), (["proof", "timer", timer], "claims"), (["proof", "operation", operation], "claims"),
                                 (["proof", "storage", self.actor, "count"], "claims"), (["dev", "accounts"], "dev:9")):
            done = self.good(*arguments)
            self.assertIn(shows, done.out, arguments)
            self.assertEqual("", done.err, arguments)

    def test_governance_extends_and_cancels_timers_and_changes_the_config(self):
        timer = self.good("send", self.actor, "later", "200", "--json").json["scheduled"][0]["id"]
        self.good("gov", "extend", timer, "5000")
        self.assertEqual(5000, self.good("timer", "show", timer, "--json").json["expires_at"])
        self.good("gov", "config", "max_timers_per_actor=77", "tie_break=fair")
        self.assertEqual((77, "fair"), tuple(self.node.good("/v1/config")["config"][key] for key in ("max_timers_per_actor", "tie_break")))
        self.good("gov", "cancel", timer[:10])
        self.assertIn("Governance cancelled it in block", self.good("timer", "why", timer).out)
        self.good("control", "transfer")

    def test_operations_are_scheduled_and_dropped(self):
        operation = self.good("op", "schedule", "+50000000", self.actor, "add", "--json").json["scheduled"][0]["id"]
        self.assertIn("dropped", self.good("op", "drop", operation[:12]).out)

    def test_a_raw_transaction_is_decoded_and_posted(self):
        raw = "0x" + self.signed({"transfer": {"to": DEV_1, "amount": "5"}}).hex()
        decoded = self.good("tx", "decode", raw)
        for part in (f"to {DEV_1}", "good", "lariat-dev"):
            self.assertIn(part, decoded.out)
        self.assertEqual("5", self.good("tx", "decode", raw, "--json").json["transfer"]["amount"])
        (self.folder / "raw").write_text(raw + "\n", encoding="utf-8")
        self.assertIn("ok, in block", self.good("tx", "post", "@raw").out)
        self.ends(2, "tx", "decode", raw[:-2], says="tx_malformed: truncated")
        self.ends(4, "tx", "post", raw[:20], says="tx_malformed")

    def signed(self, tx):
        import wire
        key = wire.DEV_KEYS[2]
        return wire.signed({"nonce": self.node.nonce(wire.address_of(key)), **tx}, key)

    def test_amounts_are_base_units_or_cby(self):
        for amount, units in (("7", "7"), ("2cby", "2000000000"), ("1.5cby", "1500000000"), ("0.000000001cby", "1")):
            self.assertEqual(units, self.good("transfer", NOWHERE, amount, "--json").json["transfer"]["amount"], amount)
        for amount in ("-1", "1.5", "1e9", "1.0000000001cby", "cby", "01", ".5cby"):
            self.ends(2, "transfer", "--", NOWHERE, amount)

    def test_actors_and_ids_may_be_shortened(self):
        self.assertEqual(self.actor, self.good("actor", "show", self.actor[:10], "--json").json["address"])
        self.ends(2, "actor", "show", "0x" + "12" * 4, says="no actor's address begins with")
        self.ends(2, "timer", "why", "0x" + "12" * 4, says="nothing here has an id that begins with")

    def test_words_that_are_no_utf8_are_refused(self):
        done = self.run_("call", self.actor, b"\xff\xfe")
        self.assertEqual(2, done.status, done)
        self.assertIn("HANDLER is not UTF-8", done.err)

    def test_a_problem_in_json_stands_on_standard_error(self):
        done = self.ends(4, "block", "99999999", "--json")
        self.assertEqual(("", "height_not_reached"), (done.out, json.loads(done.err)["code"]))


class OnATerminal(Client):
    def test_screens_fit_80_columns_and_have_colours_only_there(self):
        actor = self.deployed()
        timer = self.good("send", actor, "later", "3", "--json").json["scheduled"][0]["id"]
        self.good("send", actor, "later", "500")
        for arguments in (["send", actor, "add"], ["timer", "list"], ["timer", "next"], ["timer", "why", timer], ["timer", "show", timer],
                          ["tx", "list"], ["events"], ["block"], ["fees"], ["account", "show", "dev:0"], ["actor", "show", actor],
                          ["actor", "storage", actor], ["op", "list"], ["dev", "accounts"], ["dev", "mine"],
                          ["follow", "--from-height", "1", "--until-height", "3"]):
            status, shown = on_terminal(*arguments, env=self.env)
            self.assertEqual(0, status, (arguments, shown))
            for line in shown.replace("\r\n", "\n").split("\n"):
                self.assertLessEqual(len(ESCAPES.sub("", line.split("\r")[-1])), COLUMNS, (arguments, line))
            quiet = on_terminal(*arguments, env={**self.env, "NO_COLOR": "1"})[1]
            self.assertNotRegex(quiet, r"\x1b\[\d+m", arguments)
        self.assertIn("\x1b[32m", on_terminal("send", actor, "add", env=self.env)[1])
        self.assertNotIn("\x1b", self.good("send", actor, "add").out)

    def test_waiting_shows_a_line_of_progress(self):
        with Node("--dev", "--mine", "manual") as node:
            terminal = Terminal(LARIAT, "transfer", "dev:1", "1", env=environment(node, self.folder))
            terminal.read("waiting for 0x")
            terminal.read(": pending, 1 s")
            node.mine()
            self.assertEqual(0, terminal.status(), terminal.seen)
            self.assertIn("ok, in block 1", terminal.seen)


class Follow(Client):
    def test_it_shows_blocks_fires_exits_and_events_in_their_order(self):
        actor = self.deployed()
        sent = self.good("send", actor, "later", "2", "--json").json
        self.good("dev", "mine", "blocks=3")
        height, timer = sent["height"], sent["scheduled"][0]["id"]
        said = self.good("follow", "--from-height", str(height), "--until-height", str(height + 3)).out.splitlines()
        kinds = [line.split()[0] for line in said]
        self.assertEqual(["block", "block", "block", "fire", "exit", "event", "block"], kinds, said)
        self.assertIn(timer[:12], said[3])
        rows = [json.loads(line) for line in self.good("follow", "fires", "--owner", actor, "--from-height", "1", "--until-height",
                                                       str(height + 3), "--json").out.splitlines()]
        self.assertEqual([("fires", timer)], [(row["id"], row["item"]["id"]) for row in rows])

    def test_what_cannot_be_followed_is_named(self):
        self.ends(2, "follow", "nonsense", says='there is no topic "nonsense"')
        self.ends(2, "follow", "--owner", "dev:0", says="filters are those of one topic")
        self.ends(4, "follow", "fires", "--kind", "nonsense", says="bad_parameter")

    def test_NODE36_NODE37_cut_off_and_reverted_it_tells_each_block_once(self):
        data = self.folder / "data"
        node = Node("--dev", "--data", str(data), "--mine", "manual").start()
        lines, env = [], environment(node, self.folder)
        terminal = Terminal(LARIAT, "follow", "blocks", "--from-height", "1", "--until-height", "60", "--json", env=env)
        reader = threading.Thread(target=terminal.read)
        reader.start()
        try:
            for turn in range(4):
                node.mine(blocks=10)
                if turn == 0:  # a first connection that fails ends the command
                    node.until(lambda: '"height":10,' in terminal.seen)
                if turn == 2:
                    snapshot = node.post("/v1/dev/snapshot", {}).json["id"]
                    node.mine(blocks=5)
                    node.until(lambda: '"height":35,' in terminal.seen)
                    node.post("/v1/dev/revert", {"id": snapshot})
                    node.until(lambda: '{"revert":30}' in terminal.seen)
                node.kill()
                node = Node("--dev", "--data", str(data), "--mine", "manual", port=node.port).start()
                time.sleep(0.2)
            node.mine(blocks=20)
            reader.join(30)
        finally:
            node.stop()
        for line in terminal.seen.splitlines():
            if line.startswith("{"):
                lines.append(json.loads(line))
        told, expected = [], []
        for line in lines:
            told.append(("revert", line["revert"]) if "revert" in line else line["height"])
        expected = [*range(1, 36), ("revert", 30), *range(31, 61)]
        self.assertEqual(expected, told)
        self.assertEqual(0, terminal.status())


if __name__ == "__main__":
    unittest.main()
