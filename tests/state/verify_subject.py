"""Verifies a proof as the query `proof` of a trace prints it, with nothing but a state root and Python's standard library.

It checks each claim as docs/proofs.md says, and that the subject needs these claims as docs/state-layout.md says. It
prints the result as JSON and exits with 0, or prints the reason and exits with 1."""
import argparse
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/model"), str(ROOT / "tests/docs"), str(Path(__file__).resolve().parent)]
from keccak import keccak256  # noqa: E402
from state_reader import read_chunk, read_height, read_operation, read_timer, read_watch_keys, Reader  # noqa: E402
from verify_proof import Refused, require, verify_absent, verify_value  # noqa: E402


def be64(number):
    return number.to_bytes(8, "big")


def from_hex(text):
    require(isinstance(text, str) and text.startswith("0x"), f"no bytes: {text!r}")
    try:
        return bytes.fromhex(text[2:])
    except ValueError as error:
        raise Refused(f"no bytes: {text!r}") from error


def decoded(read, value):
    try:
        reader = Reader(value)
        return reader.end(read(reader))
    except Exception as error:
        raise Refused(f"malformed value: {error}") from error


class Claims:
    """Each is taken once, in order, by its key."""

    def __init__(self, root, claims):
        self.root, self.left = root, list(claims)

    def value(self, key):
        require(bool(self.left), f"no claim of {key.hex()}")
        claim = self.left.pop(0)
        require(set(claim) == {"key", "value", "proof"}, "fields of a claim")
        require(from_hex(claim["key"]) == key, f"a claim of {claim['key']} instead of {key.hex()}")
        proof = from_hex(claim["proof"])
        if claim["value"] is None:
            verify_absent(self.root, proof, key)
            return None
        value = from_hex(claim["value"])
        verify_value(self.root, proof, key, value)
        return value


def timer(claims, wanted):
    identity = from_hex(wanted)
    place = keccak256(identity)
    value = claims.value(b"t" + place)
    if value is None:
        return None
    record = decoded(read_timer, value)
    require(record["id"] == identity, "record of another timer")
    if record["payload_at"]:
        table = {"payloads": b"p", "second_payloads": b"x"}[record["payload_at"]]
        record["payload"] = claims.value(table + place)
        require(record["payload"] is not None and len(record["payload"]) > 128, "no long payload")
    if record.get("watch_keys_elsewhere"):
        keys = claims.value(b"W" + place)
        require(keys is not None and len(keys) == record["watch_keys_bytes"], "no long watch keys")
        decoded(read_watch_keys, keys)
    return {"height": record["height"], "owner": "0x" + record["owner"].hex(), "payload": "0x" + record["payload"].hex(),
            "state": record["place"]["where"]}


def height(claims, wanted):
    prefix = b"h" + keccak256(be64(int(wanted)))
    value = claims.value(prefix)
    if value is None:
        return []
    found = decoded(read_height, value)
    require(found["height"] == int(wanted), "another height")
    head, ids = found["list"], []
    number, previous = head["first"], 0
    while number != head["tail"]:
        value = claims.value(prefix + be64(number))
        require(value is not None, "a chunk is absent")
        chunk = decoded(read_chunk, value)
        require(chunk["previous"] == previous < number, "links of a list")
        ids += chunk["ids"]
        number, previous = chunk["next"], number
    ids += head["ids"]
    require(len(ids) == head["count"] and previous == head["last"], "count of a list")
    return ["0x" + identity.hex() for identity in ids]


def storage(claims, wanted):
    actor, key = (from_hex(part) for part in wanted)
    require(len(actor) == 20, "an address has 20 bytes")
    value = claims.value(b"s" + actor + key)
    return None if value is None else "0x" + value.hex()


def operation(claims, wanted):
    identity = from_hex(wanted)
    require(len(identity) == 32, "an id has 32 bytes")
    value = claims.value(b"T" + identity)
    if value is None:
        return None
    record = decoded(read_operation, value)
    require(record["id"] == identity, "record of another operation")
    if record["payload_elsewhere"]:
        record["payload"] = claims.value(b"P" + identity)
        require(record["payload"] is not None and len(record["payload"]) > 128, "no long payload")
    return {"account": "0x" + record["account"].hex(), "timestamp_ms": record["timestamp_ms"],
            "payload": "0x" + record["payload"].hex(), "deposit": str(record["deposit"])}


SUBJECTS = {"timer": timer, "height": height, "storage": storage, "operation": operation}


def verify(proof, root):
    """What is proved; Refused when nothing is."""
    proof = proof.get("result", proof)
    require(set(proof) == {"subject", "claims"} and len(proof["subject"]) == 1, "no proof")
    ((kind, wanted),) = proof["subject"].items()
    require(kind in SUBJECTS, "unknown subject")
    claims = Claims(root, proof["claims"])
    result = SUBJECTS[kind](claims, wanted)
    require(not claims.left, "more claims than are needed")
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("proof", metavar="PROOF", help="a file, or - for standard input")
    parser.add_argument("root", metavar="ROOT", help="the state root, 0x and 64 digits")
    args = parser.parse_args()
    text = sys.stdin.read() if args.proof == "-" else Path(args.proof).read_text(encoding="utf-8")
    try:
        print(json.dumps(verify(json.loads(text), from_hex(args.root))))
    except Refused as refused:
        print(refused)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
