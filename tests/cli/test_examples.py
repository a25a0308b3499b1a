"""The actors of examples/ do what their first lines say."""
import unittest

from program import ROOT, json_lines, lariat, trace

EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
ADA, BOB = "0x616461" + 34 * "0", "0x626f62" + 34 * "0"
MONEY = 10**9


def call(who, actor, handler, payload=""):
    return {"from": who, "call": {"actor": actor, "handler": handler, "payload": payload}}


class Examples(unittest.TestCase):
    def deploy(self, name, funds=0, payload=""):
        """Ada deploys an example in block 1 and funds it; gives its address and the lines of a trace."""
        path = ROOT / "examples" / name
        status, out, err = lariat("check", str(path), "--from", ADA, "--json")
        self.assertEqual((0, ""), (status, err))
        actor = json_lines(out)[0]["address"]
        accounts = [{"address": a, "balance": str(MONEY)} for a in (ADA, BOB)]
        txs = [{"from": ADA, "deploy": {"python": path.read_text(encoding="utf-8")}, "payload": payload}]
        if funds:
            txs.append({"from": ADA, "transfer": {"to": actor, "amount": str(funds)}})
        return actor, [{"genesis": {"accounts": accounts}}, {"block": {"txs": txs}}]

    def run_trace(self, lines):
        status, out, err = lariat("replay", "-", stdin=trace(*lines))
        self.assertEqual((0, ""), (status, err))
        return json_lines(out)

    def test_each_is_accepted_and_can_be_deployed(self):
        for path in EXAMPLES:
            with self.subTest(path.name):
                self.assertEqual("ok", self.run_trace(self.deploy(path.name)[1])[0]["receipts"][0]["status"])

    def test_the_counter_counts_a_call_and_ten_more_by_itself(self):
        actor, lines = self.deploy("counter.py", funds=2_000_000)
        lines += [{"block": {"txs": [call(ADA, actor, "add")]}}, {"blocks": 3}]
        events = [bytes.fromhex(e["data"][2:]) for block in self.run_trace(lines) for e in block["events"]]
        self.assertEqual([b"1", b"11"], events)

    def test_the_heartbeat_beats_every_ten_blocks_until_its_money_is_gone(self):
        _, lines = self.deploy("heartbeat.py", funds=1_100_000 + 2_000)
        blocks = self.run_trace([*lines, {"blocks": 50}])
        self.assertEqual([11, 21], [b["height"] for b in blocks if b["fired"]])
        self.assertEqual([(31, "insufficient_funds")], [(b["height"], e["exit"]) for b in blocks for e in b["exits"]
                                                        if e["exit"] != "fired"])

    def test_the_oracle_costs_only_those_who_ask_for_it(self):
        actor, lines = self.deploy("price_oracle.py")
        lines.append({"block": {"txs": [call(BOB, actor, "report", n) for n in ("7", "9", "8")]}})
        lines += [{"blocks": 5}, {"block": {"txs": [call(BOB, actor, "renew", "2")]}}, {"blocks": 20}]
        fires = [(b["height"], f["payer"], f["status"]) for b in self.run_trace(lines) for f in b["fired"]]
        self.assertEqual([(7, ADA, "ok"), (14, BOB, "ok"), (20, BOB, "ok")], fires)

    def test_the_subscription_pays_until_it_cannot(self):
        _, lines = self.deploy("subscription.py", funds=1_500_000, payload=BOB)
        blocks = self.run_trace([*lines, {"blocks": 40}])
        paid = [int(bytes.fromhex(e["data"][2:])) for b in blocks for e in b["events"] if e.get("topic") == "paid"]
        self.assertEqual([250_000] * 3, paid[:3])
        self.assertTrue(0 < paid[3] < 250_000 and len(paid) == 4, paid)
        received = [b["balances"][BOB] for b in blocks if BOB in b["balances"]]
        self.assertEqual(MONEY + sum(paid), int(received[-1]))
        self.assertEqual(1, blocks[-1]["totals"]["insufficient_funds"])

    def test_the_auction_closes_if_there_was_a_bid(self):
        actor, lines = self.deploy("auction_close.py", funds=1_000_000)
        bids = [call(BOB, actor, "bid", "5"), call(ADA, actor, "bid", "4"), call(ADA, actor, "bid", "6")]
        with_bids = self.run_trace([*lines, {"block": {"txs": bids}}, {"blocks": 15}])
        self.assertEqual(["ok", "revert", "ok"], [r["status"] for r in with_bids[1]["receipts"]])
        self.assertEqual(["0x36"], [e["data"] for b in with_bids for e in b["events"] if e.get("topic") == "sold"])
        without = self.run_trace([*lines, {"blocks": 15}])[-1]["totals"]
        self.assertEqual((0, 1), (without["fired"], without["expired"]))

    def test_the_switch_waits_for_its_owner_alone(self):
        actor, lines = self.deploy("dead_mans_switch.py", funds=3_000_000, payload=BOB)
        lines.append({"block": {"txs": [call(BOB, actor, "check_in"), call(ADA, actor, "check_in")]}})
        blocks = self.run_trace([*lines, {"blocks": 20}])
        self.assertEqual([("revert", "PermissionError"), ("ok", None)],
                         [(r["status"], r.get("error")) for r in blocks[1]["receipts"]])
        self.assertEqual([22], [b["height"] for b in blocks if b["fired"]])
        self.assertGreater(int(blocks[-1]["balances"][BOB]), MONEY + 1_800_000)


if __name__ == "__main__":
    unittest.main()
