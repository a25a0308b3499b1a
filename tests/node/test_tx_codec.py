"""Transactions from outside: the codec against an independent encoder and signer (NODE-17, NODE-18, NODE-19)."""
import json
import os
import random
import subprocess
import unittest
from pathlib import Path

import wire
from wire import cbor, head

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build/dev/tests/node_tx_answer"
VECTORS = next(ROOT.parent.glob("*/spec/node-vectors.json"), None)  # where they lie beside this repository
KEY = wire.DEV_KEYS[0]
ACTOR = "0x" + "aa" * 20
SEEDS = 300


def answers(raws):
    done = subprocess.run([PROGRAM], input="".join("0x" + raw.hex() + "\n" for raw in raws), capture_output=True, text=True,
                          check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def answer(raw):
    return answers([raw])[0]


def call(**more):
    return {"call": {"actor": ACTOR, "handler": "add", "payload": "0x35"}, "nonce": 0, **more}


def outcome(raw):
    said = answer(raw)
    return said.get("reason", said.get("code", "good"))


def with_body(body, seal=None):
    """The whole transaction around these bytes of a body, signed unless a seal is given."""
    return head(4, 3) + cbor(1) + body + cbor(wire.sign(wire.digest_of(body), KEY) if seal is None else seal)


def fields(**changed):
    """BODY as a map in Python, with numbers of fields replaced: f3=…; None leaves one out."""
    kind, args = wire.arguments(call())
    out = {0: "t", 1: 0, 2: wire.KINDS[kind], 3: args, 4: 5, 5: 5, 6: b"\x01", 7: b"\x01", 8: b"", 9: b""}
    for name, value in changed.items():
        out[int(name[1:])] = value
    return {key: value for key, value in out.items() if value is not Ellipsis}


def random_tx(rng):
    def blob(most):
        return "0x" + rng.randbytes(rng.choice([0, 1, 23, 24, 255, 256, most])).hex()

    def number():
        return rng.choice([0, 1, 23, 24, 255, 256, 65535, 65536, 2**32 - 1, 2**32, 2**64 - 1])

    def text():
        return rng.choice(["", "add", "ä" * 12, "x" * 300, "\u0000", "𐍈"])

    address, ident = "0x" + rng.randbytes(20).hex(), "0x" + rng.randbytes(32).hex()
    amount = str(rng.choice([0, 1, 255, 256, 2**64, 2**128 - 1]))
    at = {"timestamp_ms": number(), "actor": address, "payload": blob(300)}
    if rng.random() < 0.5:
        at["handler"] = text()
    if rng.random() < 0.5:
        at["gas_limit"] = number()
    tx = rng.choice([
        {"call": {"actor": address, "handler": text(), "payload": blob(3000)}}, {"transfer": {"to": address, "amount": amount}},
        {"deploy": {"python": text()}, "salt": blob(40), "payload": blob(40)}, {"remove_actor": address}, {"schedule_at": at},
        {"drop": ident}, {"transfer_control": True}, {"system": {"cancel_timer": ident}},
        {"system": {"extend_timer": [ident, number()]}},
        {"system": {"update_config": {"max_ttl_blocks": number(), "w_age": amount, "timers_paused": rng.random() < 0.5,
                                      "tie_break": rng.choice(["spec", "fair"])}}}])
    tx.update({"nonce": number(), "cycles_limit": number(), "cells_limit": number(), "max_fee_per_cycle": amount,
               "max_fee_per_cell": amount, "tip_per_cycle": amount, "tip_per_cell": amount})
    if rng.random() < 0.5:
        tx["valid_until"] = number()
    return tx


class Codec(unittest.TestCase):
    @unittest.skipUnless(VECTORS, "the golden vectors are not beside this repository")
    def test_NODE17_golden_vectors_hold(self):
        vectors = json.loads(VECTORS.read_text())
        for vector, said in zip(vectors["valid"], answers([bytes.fromhex(v["raw"][2:]) for v in vectors["valid"]])):
            for key in ("hash", "digest", "from"):
                self.assertEqual(said[key], vector[key], vector["name"])
            self.assertEqual(said["again"], vector["raw"], vector["name"])
            mine = wire.signed(vector["json"], vector["key"], vector["chain_id"])
            self.assertEqual("0x" + mine.hex(), vector["raw"], vector["name"])
        for vector, said in zip(vectors["refused"], answers([bytes.fromhex(v["raw"][2:]) for v in vectors["refused"]])):
            if vector["code"] != "wrong_chain":
                self.assertEqual((said.get("code"), said.get("reason")), (vector["code"], vector.get("reason")), vector["name"])

    def test_NODE17_what_another_encoder_writes_is_read_and_written_again_alike(self):
        rng = random.Random(17)
        txs = [random_tx(rng) for _ in range(SEEDS)]
        keys = [rng.randbytes(32).hex() for _ in range(SEEDS)]
        raws = [wire.signed(tx, "0x" + key, "chain ü") for tx, key in zip(txs, keys)]
        for tx, key, raw, said in zip(txs, keys, raws, answers(raws)):
            self.assertEqual(said.get("again"), "0x" + raw.hex(), f"{tx} {said}")
            self.assertEqual(said["from"], wire.address_of("0x" + key))
            self.assertEqual(said["hash"], wire.hash_of(raw))

    def test_NODE17_a_transaction_cut_anywhere_is_truncated(self):
        raw = wire.signed(call(valid_until=70000), KEY)
        for said in answers([raw[:n] for n in range(len(raw))]):
            self.assertEqual(said.get("reason"), "truncated", said)

    def test_NODE17_changing_a_byte_gives_no_second_transaction_of_the_sender(self):
        raw = wire.signed(call(), KEY)
        sender = wire.address_of(KEY)
        rng = random.Random(5)
        changed = [raw[:i] + bytes([raw[i] ^ (1 << rng.randrange(8))]) + raw[i + 1:] for i in range(len(raw))]
        for other, said in zip(changed, answers(changed)):
            self.assertNotEqual(said.get("from"), sender, other.hex())

    def test_NODE17_reasons_stand_in_their_order(self):
        cases = [
            ("unknown_version", head(4, 3) + cbor(2) + cbor(fields(f11=0, f2=99)) + cbor(b"x" * 65)),
            ("wrong_type", head(4, 2) + cbor(2) + cbor(fields())),
            ("wrong_type", cbor({})),
            ("wrong_type", head(4, 3) + cbor(1) + cbor([]) + cbor(b"x" * 65)),
            ("unknown_field", with_body(cbor(fields(f11=0, f1=...)))),
            ("unknown_field", with_body(cbor({**fields(), "a": 0}))),
            ("missing_field", with_body(cbor(fields(f9=..., f1="no number")))),
            ("wrong_type", with_body(cbor(fields(f1="no number", f2=99)))),
            ("unknown_kind", with_body(cbor(fields(f2=7, f3="no array")))),
            ("wrong_type", with_body(cbor(fields(f3="no array")))),
            ("wrong_type", with_body(cbor(fields(f3=[b"short", "add", b""])))),
            ("wrong_type", with_body(cbor(fields(f6=b"\x00\x01")))),
            ("wrong_type", with_body(cbor(fields(f6=b"\x01" * 17)))),
            ("wrong_type", with_body(cbor(fields(f10=None)))),
            ("trailing", with_body(cbor(fields(f2=99))) + b"\x00"),
            ("not_canonical", with_body(b"\xaa\x00\x61t\x01\x18\x00" + cbor(fields())[5:])),
            ("truncated", b""),
            ("truncated", b"\x83\x01\xaa\x00\x7b" + b"\xff" * 8),
            ("not_canonical", head(4, 3) + b"\xf9\x3c\x00"),
            ("not_canonical", b"\xf7"),
            ("not_canonical", b"\xc2\x41\x01"),
            ("truncated", b"\x81" * 100_000),
            ("wrong_type", b"\x81" * 100_000 + b"\x00"),
            ("not_utf8", with_body(cbor(fields()).replace(b"\x63add", b"\x63a\xffd"))),
        ]
        for wanted, raw in cases:
            self.assertEqual(outcome(raw), wanted, raw[:80].hex())

    def test_NODE18_only_the_key_makes_an_acceptable_signature(self):
        body = wire.body(call(), "t")
        good = wire.sign(wire.digest_of(body), KEY)
        self.assertEqual(outcome(with_body(body, good)), "good")
        r, s, v = good[:32], int.from_bytes(good[32:64], "big"), good[64]
        mirror = r + (wire.ORDER - s).to_bytes(32, "big") + bytes([1 - v])
        zero, order = bytes(32), wire.ORDER.to_bytes(32, "big")
        for seal in (mirror, r + good[32:64] + b"\x02", r + good[32:64] + b"\x1b", zero + good[32:], r + zero + good[64:],
                     order + good[32:], r + order + good[64:], bytes(20)):
            self.assertEqual(outcome(with_body(body, seal)), "bad_signature", seal.hex())
        for seal in (good[:64], good + b"\x00", bytes(21), "text", None):
            self.assertEqual(outcome(with_body(body, seal if seal is not None else 5)), "wrong_type", seal)


if __name__ == "__main__":
    os.environ.setdefault("PYTHONDONTWRITEBYTECODE", "1")
    unittest.main()
