"""Tests of lariat verify and of a verifier in Python: a proof holds under the root of its block and under no other."""
import copy
import json
import sys
import tempfile
import unittest
from pathlib import Path

from program import ROOT, json_lines, lariat, trace

sys.path.insert(0, str(ROOT / "tests/state"))
from verify_subject import Refused, verify  # noqa: E402

ADA, ACTOR = "0x" + "a1" * 20, "0x" + "b2" * 20
LISTED = 80
SCHEDULES = [{"schedule": {"height": 50, "payload": f"p{i}", "label": f"a{i}"}} for i in range(LISTED)]
CANCELS = [{"cancel": f"a{i}"} for i in range(20, 66)]
HISTORY = trace(
    {"genesis": {"accounts": [{"address": ADA, "balance": str(10**12)}],
                 "actors": [{"address": ACTOR, "balance": str(10**12), "handlers": {"handle_timer": []}}]}},
    {"block": {"txs": [{"from": ADA, "as": ACTOR, "cycles_limit": 200000, "steps": steps} for steps in (
        SCHEDULES, CANCELS + [{"schedule": {"height": 3, "payload": "", "label": "gone"}}, {"set": ["key", "value"]},
                              {"schedule": {"height": 60, "payload": "long " * 60, "label": "long"}},
                              *({"watch": {"target": ACTOR, "keys": [[ACTOR, f"key {i} "] for i in range(n)], "label": f"watch of {n}"}}
                                for n in (1, 9)),
                              *({"schedule_at": {"timestamp_ms": t, "payload": p, "label": label}}
                                for t, p, label in ((9000000, "ring", "op"), (9000001, "ring " * 60, "long op"), (1001001, "", "ran")))])]}},
    {"blocks": 3})
SUBJECTS = ({"timer": "a3"}, {"timer": "long"}, {"timer": "gone"}, {"height": 50}, {"height": 51}, {"storage": [ACTOR, "key"]},
            {"storage": [ACTOR, "none"]}, {"operation": "op"}, {"operation": "long op"}, {"operation": "ran"},
            {"timer": "watch of 1"}, {"timer": "watch of 9"})
ROWS = ({"receipt": 0}, {"receipt": 1}, {"receipt": 2}, {"fire": 0}, {"fire": 1}, {"fire": 2**53})


def history(*more):
    """The root of the last block, and the answers to the queries."""
    status, out, err = lariat("replay", "-", stdin=HISTORY + trace(*more))
    assert status == 0, err
    lines = json_lines(out)
    return next(line["state_root"] for line in reversed(lines) if "state_root" in line), [x for x in lines if "query" in x]


class Verify(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.root, lines = history(*[{"query": q} for s in SUBJECTS for q in (s, {"proof": s})])
        cls.plain, cls.proofs = [x["result"] for x in lines[::2]], [x["result"] for x in lines[1::2]]
        cls.lines = lines[1::2]

    def check(self, proof, root=None):
        """Exit status of the command; the other verifier must agree."""
        root = root or self.root
        status, out, err = lariat("verify", "-", root, stdin=json.dumps(proof))
        try:
            verify(copy.deepcopy(proof), bytes.fromhex(root[2:]))
            agreed = 0
        except Refused:
            agreed = 1
        self.assertEqual(agreed, status, err)
        self.assertEqual(status == 0, out.startswith("proved: "), out)
        self.assertEqual(status == 1, "not proved: " in err, err)
        return status

    def test_TMR8_every_proof_holds_and_says_what_the_plain_query_says(self):
        for subject, plain, proof in zip(SUBJECTS, self.plain, self.proofs):
            self.assertEqual(0, self.check(proof), subject)
            status, out, err = lariat("verify", "--json", "-", self.root, stdin=json.dumps(proof))
            self.assertEqual((0, ""), (status, err))
            (answer,) = json_lines(out)
            if isinstance(plain, dict):
                plain = {key: value for key, value in plain.items() if key != "label"}
            self.assertEqual({"proved": True, "subject": proof["subject"], "result": plain}, answer)

    def test_TMR8_the_list_is_proved_in_order_and_complete(self):
        self.assertEqual(LISTED - len(CANCELS), len(self.plain[3]))
        out = lariat("verify", "-", self.root, stdin=json.dumps(self.proofs[3]))[1]
        self.assertEqual(self.plain[3], [line.strip() for line in out.splitlines()[1:]])
        self.assertEqual(self.plain[3], verify(self.proofs[3], bytes.fromhex(self.root[2:])))

    def test_an_operation_at_a_timestamp_is_proved_with_its_payload_and_its_end_too(self):
        op, long_op, ran = self.proofs[7:10]
        found = verify(op, bytes.fromhex(self.root[2:]))
        self.assertEqual({"account": ACTOR, "timestamp_ms": 9000000, "payload": "0x" + b"ring".hex(), "deposit": self.plain[7]["deposit"]}, found)
        self.assertEqual("0x" + (b"ring " * 60).hex(), verify(long_op, bytes.fromhex(self.root[2:]))["payload"])
        self.assertEqual([1, 2, 1], [len(p["claims"]) for p in (op, long_op, ran)])
        self.assertIsNone(verify(ran, bytes.fromhex(self.root[2:])))
        self.assertIn("is not scheduled", lariat("verify", "-", self.root, stdin=json.dumps(ran))[1])
        self.assertIn("9000001 ms", lariat("verify", "-", self.root, stdin=json.dumps(long_op))[1])

    def test_TMR8_another_root_proves_nothing(self):
        later = history({"blocks": 1})[0]
        for proof in self.proofs:
            self.assertEqual(1, self.check(proof, later))
            self.assertEqual(1, self.check(proof, "0x" + "00" * 32))

    def test_TMR8_a_changed_claim_a_missing_one_and_one_too_many_prove_nothing(self):
        for proof in self.proofs:
            for i, claim in enumerate(proof["claims"]):
                for field, text in claim.items():
                    bad = copy.deepcopy(proof)
                    bad["claims"][i][field] = "0x" if text is None else None if field == "value" else text[:-1] + "0f"[text[-1] != "f"]
                    self.assertEqual(1, self.check(bad), (i, field))
                for change in (lambda c, i=i: c.pop(i), lambda c, i=i: c.insert(i, c[i])):
                    bad = copy.deepcopy(proof)
                    change(bad["claims"])
                    self.assertEqual(1, self.check(bad), i)
        bad = copy.deepcopy(self.proofs[3])
        bad["claims"][1:3] = reversed(bad["claims"][1:3])
        self.assertEqual(1, self.check(bad))

    def test_TMR8_the_claims_of_one_subject_prove_no_other(self):
        for proof in self.proofs:
            for other in self.proofs:
                if other is not proof:
                    self.assertEqual(1, self.check({"subject": other["subject"], "claims": proof["claims"]}))

    def test_the_printed_line_is_taken_too_unless_its_query_asks_for_something_else(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "line.json"
            for line in self.lines:
                path.write_text(json.dumps(line), encoding="utf-8")
                self.assertEqual(0, lariat("verify", str(path), self.root)[0])
        line = dict(self.lines[3], query={"proof": {"height": 51}})
        status, out, err = lariat("verify", "-", self.root, stdin=json.dumps(line))
        self.assertEqual((2, ""), (status, out))
        self.assertIn("another subject", err)

    def test_TMR8_receipts_and_fires_of_the_last_block_are_proved_and_that_there_is_no_other(self):
        block = {"block": {"txs": [
            {"from": ADA, "as": ACTOR, "steps": [{"send": {"to": ACTOR, "handler": "none", "gas": 100, "cells": 0}}], "hash": "0x" + "5e" * 32},
            {"from": ADA, "as": ACTOR, "steps": [{"fail": "no"}]}, {"from": ADA, "transfer": {"to": ACTOR, "amount": "1"}, "nonce": 99}]}}
        status, out, err = lariat("replay", "-", stdin=HISTORY + trace({"block": {"txs": [
            {"from": ADA, "as": ACTOR, "steps": [{"schedule": {"height": 6, "payload": "p"}}]}]}}, block, *({"query": {"proof": s}} for s in ROWS)))
        self.assertEqual(0, status, err)
        lines = json_lines(out)
        last = next(line for line in reversed(lines) if "state_root" in line)
        self.assertEqual((3, 2), (len(last["receipts"]), len(last["fired"])))
        shown = {"receipt": last["receipts"], "fire": last["fired"]}
        for subject, line in zip(ROWS, lines[-len(ROWS):]):
            proof = line["result"]
            self.assertEqual(0, self.check(proof, last["state_root"]), subject)
            ((name, place),) = subject.items()
            rows = shown[name]
            row = rows[place] if place < len(rows) else None
            status, out, err = lariat("verify", "--json", "-", last["state_root"], stdin=json.dumps(line))
            self.assertEqual((0, ""), (status, err))
            (answer,) = json_lines(out)
            self.assertEqual({"height": 6, "count": len(rows), name: row}, answer["result"])
            again = verify(proof, bytes.fromhex(last["state_root"][2:]))[name]
            for key in ("hash", "seq", "deliver_id", "cycles", "fee", "actor", "handler", "charged", "cause"):
                if row and key in row:
                    self.assertEqual(row[key], again[key], key)
            for change in self.changes_of(proof["inclusion"]):
                bad = copy.deepcopy(proof)
                change(bad["inclusion"])
                self.assertEqual(1, self.check(bad, last["state_root"]), subject)
            bad = copy.deepcopy(proof)
            del bad["inclusion"]
            self.assertEqual(1, self.check(bad, last["state_root"]))
            self.assertEqual(1, self.check(proof, lines[0]["state_root"]))
            for other in ROWS:
                if other != subject and (row or other.get("receipt", other.get("fire")) < 2):
                    self.assertEqual(1, self.check({**proof, "subject": other}, last["state_root"]), (subject, other))

    @staticmethod
    def changes_of(inclusion):
        """Each turns one digit of one part, or takes a part away or adds one."""
        turned = lambda text: text[:-1] + "0f"[text[-1] != "f"]
        for i in range(5):
            yield lambda c, i=i: c["lists"][i].update(count=c["lists"][i]["count"] + 1)
            yield lambda c, i=i: c["lists"][i].update(root=turned(c["lists"][i]["root"]))
        for i in range(len(inclusion["path"])):
            yield lambda c, i=i: c["path"].__setitem__(i, turned(c["path"][i]))
            yield lambda c, i=i: c["path"].pop(i)
        yield lambda c: c["path"].append("0x" + "00" * 32)
        yield lambda c: c.update(leaf="0x00" if c["leaf"] is None else None)
        if inclusion["leaf"]:
            yield lambda c: c.update(leaf=turned(c["leaf"]))

    def test_a_receipt_that_no_block_at_hand_has_is_refused(self):
        for more in ([{"rollback": 1}], [{"rollback": 4}]):
            status, _, err = lariat("replay", "-", stdin=HISTORY + trace(*more, {"query": {"proof": {"receipt": 0}}}))
            self.assertEqual(2, status)
            self.assertIn("not at hand", err)

    def test_what_is_no_proof_no_root_or_no_file_ends_with_2(self):
        proof = json.dumps(self.proofs[0])
        for arguments, stdin, named in (
                (["-", self.root], "{", "standard input"), (["-", self.root], "[]", "proof"), (["-", self.root], "", "standard input"),
                (["-", self.root], proof.replace('"claims"', '"clams"'), "cla"), (["-", "0x12"], proof, "ROOT"),
                (["-", self.root[:-1] + "g"], proof, "ROOT"), (["none.json", self.root], "", "none.json"), (["-"], proof, "ROOT"),
                ([], "", "PROOF"), ([str(ROOT), self.root], "", "cannot read")):
            status, out, err = lariat("verify", *arguments, stdin=stdin)
            self.assertEqual((2, ""), (status, out), arguments)
            self.assertIn(named, err, arguments)

    def test_a_query_for_a_proof_of_nothing_is_refused(self):
        for subject in ({}, {"height": 1, "timer": "a3"}, {"nope": 1}, {"timer": "nobody"}, {"storage": [ACTOR]}, {"operation": "nobody"},
                        {"operation": 1}, 5):
            status, _, err = lariat("replay", "-", stdin=HISTORY + trace({"query": {"proof": subject}}))
            self.assertEqual(2, status, subject)
            self.assertIn("line 4", err)


if __name__ == "__main__":
    unittest.main()
