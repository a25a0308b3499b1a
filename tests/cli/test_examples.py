"""The actors of examples/ do what their first lines say, and strangers can neither drain nor spam them."""
import json
import unittest

from program import ROOT, json_lines, lariat, trace

EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
ADA, BOB, EVE = ("0x" + name.encode().hex() + 34 * "0" for name in ("ada", "bob", "eve"))  # ada deploys, eve attacks
MONEY = 10**9

# Eve's own actor: reaches a victim by every way that an actor has.
ATTACKER = """import json, pvm_host


class Attacker:
    def attack(self, payload):
        victim, handlers = payload[:20], json.loads(payload[20:])
        now = pvm_host.block_height()
        for handler in handlers:
            pvm_host.send_message(victim, json.dumps({"_handler": handler, "_payload": ""}).encode())
        pvm_host.send_message(victim, b"1")
        for n in range(3):
            pvm_host.set_timeout(victim, now + 1, bytes([48 + n]), gas_limit=100_000)
        pvm_host.set_state_watch(victim, [(victim, b"")], b"", gas_limit=100_000)
"""


def call(who, actor, handler, payload=""):
    return {"from": who, "call": {"actor": actor, "handler": handler, "payload": payload}}


def block(*txs):
    return {"block": {"txs": list(txs)}}


def address_of(source, who):
    """Where the source stands when somebody deploys it, and what handlers it has."""
    status, out, err = lariat("check", "/dev/stdin", "--from", who, "--json", stdin=source)
    if status != 0:
        raise AssertionError(err)
    return json.loads(out)["address"]


class OnAChain(unittest.TestCase):
    def deploy(self, name, funds=0, payload="", blocks=0):
        """Ada deploys an example in block 1 and funds it; gives its address and the lines of a trace."""
        source = (ROOT / "examples" / name).read_text(encoding="utf-8")
        actor = address_of(source, ADA)
        accounts = [{"address": a, "balance": str(MONEY)} for a in (ADA, BOB, EVE)]
        txs = [{"from": ADA, "deploy": {"python": source}, "payload": payload}]
        if funds:
            txs.append({"from": ADA, "transfer": {"to": actor, "amount": str(funds)}})
        return actor, [{"genesis": {"accounts": accounts}}, block(*txs), *([{"blocks": blocks}] if blocks else [])]

    def run_trace(self, lines):
        status, out, err = lariat("replay", "-", stdin=trace(*lines))
        self.assertEqual((0, ""), (status, err))
        return [line for line in json_lines(out) if "height" in line]

    def events(self, blocks, topic=None):
        return [bytes.fromhex(e["data"][2:]).decode() for b in blocks for e in b["events"]
                if e["name"] == "actor" and topic in (None, e["topic"])]

    def receipts(self, one_block):
        return [(r["status"], r.get("error")) for r in one_block["receipts"]]

    def balance(self, blocks, who, before=MONEY):
        """At the end; what it was before if no block changed it."""
        return int(([before] + [b["balances"][who] for b in blocks if who in b["balances"]])[-1])


class Examples(OnAChain):
    def test_each_is_accepted_and_can_be_deployed_and_nothing_in_it_is_warned_of(self):
        for path in EXAMPLES:
            with self.subTest(path.name):
                payload = {"escrow.py": ADA + BOB[2:]}.get(path.name, BOB)
                self.assertEqual([("ok", None)], self.receipts(self.run_trace(self.deploy(path.name, payload=payload)[1])[0]))
                status, out, _ = lariat("pvm", "check", "--strict", str(path))
                self.assertEqual((0, f"{path}: accepted, {path.stat().st_size} bytes\n"), (status, out))

    def test_the_counter_counts_a_call_and_ten_more_by_itself_and_the_caller_pays(self):
        actor, lines = self.deploy("counter.py")
        lines += [block(call(BOB, actor, "add")), {"blocks": 3}]
        blocks = self.run_trace(lines)
        self.assertEqual(["1", "11"], self.events(blocks))
        self.assertEqual([BOB], [f["payer"] for b in blocks for f in b["fired"]])

    def test_the_heartbeat_beats_every_ten_blocks_until_its_money_is_gone(self):
        _, lines = self.deploy("heartbeat.py", funds=1_100_000 + 3_000)
        blocks = self.run_trace([*lines, {"blocks": 50}])
        self.assertEqual([11, 21], [b["height"] for b in blocks if b["fired"]])
        self.assertEqual([(31, "insufficient_funds")], [(b["height"], e["exit"]) for b in blocks for e in b["exits"]
                                                        if e["exit"] != "fired"])

    def test_the_oracle_costs_only_those_who_ask_for_it(self):
        actor, lines = self.deploy("price_oracle.py")
        lines.append(block(call(ADA, actor, "admit", ADA + BOB[2:])))
        lines.append(block(call(BOB, actor, "report", "7"), call(ADA, actor, "report", "9"), call(BOB, actor, "report", "8")))
        lines += [{"blocks": 4}, block(call(EVE, actor, "renew")), block(call(ADA, actor, "report", "5")), {"blocks": 20}]
        blocks = self.run_trace(lines)
        fires = [(b["height"], f["payer"], f["status"]) for b in blocks for f in b["fired"]]
        self.assertEqual([(7, ADA, "ok"), (14, EVE, "ok")], fires)
        self.assertEqual(["9", "5"], self.events(blocks, "price"))  # bob's second report replaced his first

    def test_the_subscription_pays_until_it_cannot_and_its_owner_takes_the_rest(self):
        actor, lines = self.deploy("subscription.py", funds=1_500_000, payload=BOB)
        blocks = self.run_trace([*lines, {"blocks": 40}, block(call(ADA, actor, "close"))])
        paid = [int(amount) for amount in self.events(blocks, "paid")]
        self.assertEqual([250_000] * 3, paid[:3])
        self.assertTrue(0 < paid[3] < 250_000 and len(paid) == 4, paid)
        self.assertEqual(MONEY + sum(paid), self.balance(blocks, BOB))
        self.assertEqual(1, blocks[-1]["totals"]["insufficient_funds"])
        self.assertGreater(self.balance(blocks[:-1], actor), 560_000)  # the last refund, too little for another fire
        self.assertEqual(([("ok", None)], 0), (self.receipts(blocks[-1]), self.balance(blocks, actor)))

    def test_the_subscription_can_be_closed_while_it_runs(self):
        actor, lines = self.deploy("subscription.py", funds=5_000_000, payload=BOB)
        blocks = self.run_trace([*lines, {"blocks": 5}, block(call(ADA, actor, "close")), {"blocks": 10}])
        self.assertEqual((0, 0), (self.balance(blocks, actor), blocks[-1]["live"]))
        self.assertEqual(["250000"], self.events(blocks, "paid"))

    def test_the_auction_closes_if_there_was_a_bid(self):
        actor, lines = self.deploy("auction_close.py", funds=1_000_000)
        bids = [call(BOB, actor, "bid", "5"), call(ADA, actor, "bid", "4"), call(ADA, actor, "bid", "6")]
        with_bids = self.run_trace([*lines, block(*bids), {"blocks": 15}, block(call(BOB, actor, "bid", "7"))])
        self.assertEqual(["ok", "revert", "ok"], [r["status"] for r in with_bids[1]["receipts"]])
        self.assertEqual(["6"], self.events(with_bids, "sold"))
        self.assertEqual([("revert", "ValueError")], self.receipts(with_bids[-1]))
        without = self.run_trace([*lines, {"blocks": 15}])[-1]["totals"]
        self.assertEqual((0, 1), (without["fired"], without["expired"]))


class Switch(OnAChain):
    FUNDS = 3_000_000

    def test_it_waits_for_its_owner_alone_and_pays_all_but_a_thousandth_to_the_heir(self):
        actor, lines = self.deploy("dead_mans_switch.py", funds=self.FUNDS, payload=BOB)
        lines.append(block(call(BOB, actor, "check_in"), call(ADA, actor, "check_in")))
        blocks = self.run_trace([*lines, {"blocks": 20}])
        self.assertEqual([("revert", "Unauthorized"), ("ok", None)], self.receipts(blocks[1]))
        self.assertEqual([22], [b["height"] for b in blocks if b["fired"]])
        self.assertEqual(["ok", "ok"], [f["status"] for b in blocks for f in b["fired"]])
        left = self.balance(blocks, actor)
        fire, message = (int(f["charged"]) for b in blocks for f in b["fired"])  # the fire set the message's money aside
        self.assertLess(left, self.FUNDS // 1000)
        self.assertEqual(MONEY + self.FUNDS - fire, self.balance(blocks, BOB) + int(blocks[1]["receipts"][0]["fee"]))
        self.assertGreater(left + message, 8_000)  # all that is left is what the message did not use

    def test_the_heir_claims_the_rest_after_the_deadline_and_what_a_switch_without_money_got_later(self):
        for funds in (self.FUNDS, 500_000):  # the second cannot pay for its timer
            actor, lines = self.deploy("dead_mans_switch.py", funds=funds, payload=BOB)
            claims = block(call(EVE, actor, "claim"), call(ADA, actor, "claim"), call(BOB, actor, "claim"))
            blocks = self.run_trace([*lines, {"blocks": 19}, claims, {"blocks": 1}, claims])
            self.assertEqual([("revert", "PermissionError")] * 2 + [("revert", "ValueError")], self.receipts(blocks[20]))
            self.assertEqual([("revert", "PermissionError")] * 2 + [("ok", None)], self.receipts(blocks[22]))
            self.assertEqual(0, self.balance(blocks, actor))

    def test_an_owner_disarms_it_and_has_the_money_back(self):
        actor, lines = self.deploy("dead_mans_switch.py", funds=self.FUNDS, payload=BOB)
        lines += [block(call(EVE, actor, "disarm"), call(ADA, actor, "disarm")), {"blocks": 30}, block(call(BOB, actor, "claim"))]
        blocks = self.run_trace(lines)
        self.assertEqual([("revert", "Unauthorized"), ("ok", None)], self.receipts(blocks[1]))
        self.assertEqual((0, 1), (self.balance(blocks, actor), blocks[-1]["totals"]["cancelled"]))
        self.assertEqual([("revert", "ValueError")], self.receipts(blocks[-1]))

    def test_an_owner_whose_timer_could_not_be_paid_for_arms_it_again(self):
        actor, lines = self.deploy("dead_mans_switch.py", payload=BOB)
        fund = {"from": ADA, "transfer": {"to": actor, "amount": str(self.FUNDS)}}
        blocks = self.run_trace([*lines, {"blocks": 25}, block(fund, call(ADA, actor, "check_in")), {"blocks": 20}])
        self.assertEqual([("ok", None)] * 2, self.receipts(blocks[26]))
        self.assertEqual([47], [b["height"] for b in blocks if b["fired"]])


class Escrow(OnAChain):
    """Ada is the arbiter, bob the buyer, carl the seller."""
    CARL = "0x" + b"carl".hex() + 32 * "0"
    DEPOSIT = 5_000_000

    def deal(self):
        actor, lines = self.deploy("escrow.py", payload=BOB + self.CARL[2:])
        lines[0]["genesis"]["accounts"].append({"address": self.CARL, "balance": str(MONEY)})
        lines.append(block({"from": BOB, "transfer": {"to": actor, "amount": str(self.DEPOSIT)}}))
        return actor, lines

    def test_a_confirmed_deposit_is_the_sellers_to_the_last_unit_and_nobody_elses(self):
        actor, lines = self.deal()
        lines.append(block(call(self.CARL, actor, "claim"), call(BOB, actor, "claim"),
                           *[call(who, actor, "confirm") for who in (EVE, self.CARL, ADA, BOB)]))
        lines.append(block(*[call(who, actor, "claim") for who in (EVE, BOB, ADA, self.CARL)], call(ADA, actor, "cancel")))
        blocks = self.run_trace([*lines, {"blocks": 50}])
        refused = ("revert", "PermissionError")
        self.assertEqual([("revert", "ValueError")] * 2 + [refused] * 3 + [("ok", None)], self.receipts(blocks[2]))
        self.assertEqual([refused] * 3 + [("ok", None), ("revert", "ValueError")], self.receipts(blocks[3]))
        self.assertEqual([str(self.DEPOSIT)], self.events(blocks, "paid"))
        fees = sum(int(blocks[n]["receipts"][i]["fee"]) for n, i in ((2, 0), (2, 3), (3, 3)))
        self.assertEqual((0, MONEY + self.DEPOSIT - fees), (self.balance(blocks, actor), self.balance(blocks, self.CARL)))

    def test_at_the_deadline_the_deposit_goes_back_whole_at_the_arbiters_expense(self):
        actor, lines = self.deal()
        blocks = self.run_trace([*lines, {"blocks": 40}])
        self.assertEqual([(41, ADA, "ok")], [(b["height"], f["payer"], f["status"]) for b in blocks for f in b["fired"]])
        self.assertEqual(([str(self.DEPOSIT)], 0), (self.events(blocks, "paid"), self.balance(blocks, actor)))

    def test_a_deposit_that_the_timer_did_not_give_back_is_claimed_by_the_buyer_alone(self):
        actor, lines = self.deal()
        lines.append({"blocks": 38})
        late = block({"from": BOB, "transfer": {"to": actor, "amount": "777"}}, *[call(who, actor, "claim") for who in (self.CARL, EVE, BOB)])
        blocks = self.run_trace([*lines, {"blocks": 2}, late])
        self.assertEqual([("ok", None)] + [("revert", "PermissionError")] * 2 + [("ok", None)], self.receipts(blocks[-1]))
        self.assertEqual([str(self.DEPOSIT), "777"], self.events(blocks, "paid"))

    def test_the_arbiter_alone_cancels_a_deal(self):
        actor, lines = self.deal()
        lines.append(block(*[call(who, actor, "cancel") for who in (EVE, BOB, self.CARL, ADA)]))
        blocks = self.run_trace(lines)
        self.assertEqual([("revert", "Unauthorized")] * 3 + [("ok", None)], self.receipts(blocks[-1]))
        self.assertEqual(([str(self.DEPOSIT)], 0), (self.events(blocks, "paid"), self.balance(blocks, actor)))


class Attacked(OnAChain):
    """Eve calls every handler of every example, directly, by timestamp operations and through an actor of her own."""
    HANDLERS = ["handle_timer", "handle_message", "add", "admit", "report", "renew", "check_in", "disarm", "claim", "close",
                "bid", "confirm", "cancel", "check_positions", "rebalance", "deploy", "_pay", "_wait", "_arm", "_stop", "_count"]

    def attacked(self, name, payload):
        """The actor, and the blocks with the attack and without it."""
        actor, lines = self.deploy(name, funds=10_000_000, payload=payload)
        eves = self.eves = address_of(ATTACKER, EVE)
        place = block({"from": EVE, "deploy": {"python": ATTACKER}}, {"from": EVE, "transfer": {"to": eves, "amount": "50000000"}})
        tries = [call(EVE, actor, h, p) for h in self.HANDLERS for p in ("", "7", EVE)]
        later = [{"from": EVE, "schedule_at": {"timestamp_ms": "+1000", "actor": actor, "handler": h, "payload": "", "gas_limit": 50_000}}
                 for h in self.HANDLERS if not h.startswith("_") and h != "deploy"]
        through = {**call(EVE, eves, "attack", actor + json.dumps(self.HANDLERS).encode().hex()), "cycles_limit": 3_000_000,
                   "cells_limit": 500_000}
        quiet = [*lines, {"blocks": 64}]
        loud = [*lines, place, block(*tries), block(*later), block(through), {"blocks": 60}]
        return actor, self.run_trace(loud), self.run_trace(quiet)

    def spent(self, blocks, actor):
        """What the actor and its owner paid for fires."""
        return sum(int(f["charged"]) for b in blocks for f in b["fired"] if f["payer"] in (actor, ADA))

    def test_no_example_does_or_pays_anything_for_a_stranger(self):
        for name, payload in (("heartbeat.py", ""), ("subscription.py", BOB), ("dead_mans_switch.py", BOB), ("auction_close.py", ""),
                              ("escrow.py", BOB + ADA[2:]), ("price_oracle.py", "")):
            with self.subTest(name):
                actor, loud, quiet = self.attacked(name, payload)
                strangers = {"bid", "renew"}  # for everybody, at the caller's expense
                good = {self.HANDLERS[r["tx"] // 3] for r in loud[2]["receipts"] if r["status"] == "ok"}
                self.assertLessEqual(good, strangers)
                fired = {f["handler"] for b in loud for f in b["fired"] if f["actor"] == actor and f["owner"] != actor and f["status"] == "ok"}
                self.assertLessEqual(fired, strangers)
                if name != "auction_close.py":  # in which a bid makes the timer run
                    self.assertEqual(self.spent(quiet, actor), self.spent(loud, actor))
                    self.assertEqual(self.events(quiet), self.events(loud))
                    self.assertEqual(self.balance(quiet, actor, 0), self.balance(loud, actor, 0))
                reached = [f for b in loud for f in b["fired"] if f["actor"] == actor and f["owner"] in (EVE, self.eves)]
                self.assertEqual([("ok", None)], self.receipts(loud[4]))
                self.assertEqual({"height", "message", "timestamp"}, {f["kind"] for f in reached} - {"watch"})
                self.assertGreater(len(reached), 30)

    def test_a_stranger_who_counts_pays_for_it_and_adds_one_a_call(self):
        actor, lines = self.deploy("counter.py", funds=10_000_000)
        calls = [call(EVE, actor, h) for h in ("handle_timer", "add", "_count", "handle_timer")]
        blocks = self.run_trace([*lines, block(*calls), {"blocks": 3}])
        self.assertEqual([("revert", "Unauthorized"), ("ok", None), ("no_handler", None), ("revert", "Unauthorized")], self.receipts(blocks[1]))
        self.assertEqual((["1", "11"], 10_000_000), (self.events(blocks), self.balance(blocks, actor)))

    def test_bids_of_a_stranger_close_the_auction_once_and_not_early(self):
        actor, loud, _ = self.attacked("auction_close.py", "")
        self.assertEqual([13], [b["height"] for b in loud if any(e.get("topic") == "sold" for e in b["events"])])
        self.assertEqual(["7"], self.events(loud, "sold"))

    def test_the_oracle_publishes_what_admitted_reporters_say(self):
        actor, lines = self.deploy("price_oracle.py")
        spam = block(*[call(EVE, actor, "report", "1") for _ in range(50)])
        good = block(call(ADA, actor, "admit", BOB), call(BOB, actor, "report", "100"))
        huge = block(call(BOB, actor, "report", "9" * 31), call(BOB, actor, "report", "-1"))
        blocks = self.run_trace([*lines, spam, good, huge, {"blocks": 5}])
        self.assertEqual({("revert", "PermissionError")}, set(self.receipts(blocks[1])))
        self.assertEqual([("revert", "ValueError")] * 2, self.receipts(blocks[3]))
        self.assertEqual(["100"], self.events(blocks, "price"))


if __name__ == "__main__":
    unittest.main()
