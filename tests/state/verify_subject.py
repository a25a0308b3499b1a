"""Verifies a proof as the query `proof` of a trace prints it, with nothing but a state root and Python's standard library.

It checks each claim as docs/proofs.md says, and that the subject needs these claims as docs/state-layout.md says. It
prints the result as JSON and exits with 0, or prints the reason and exits with 1."""
import argparse
import json
import sys
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/model"), str(ROOT / "tests/docs"), str(Path(__file__).resolve().parent)]
from keccak import keccak256  # noqa: E402
from state_reader import read_chunk, read_height, read_operation, read_results, read_timer, read_watch_keys, Reader  # noqa: E402
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


def read_cause(r):
    kind = r.uint(1)
    require(kind <= 2, "a cause of another kind")
    return None if kind == 0 else {("tx", "seq")[kind - 1]: r.uint(8)}


def read_receipt(r):
    row = {"hash": "0x" + r.raw(32).hex(), "status": r.uint(1), "error": r.bytes().decode()}
    row["reason"] = r.optional(1)
    row["address"] = "0x" + r.raw(20).hex() if r.flag() else None
    row.update(cycles=r.uint(8), cells=r.uint(8), fee=str(r.uint(16)))
    require(row["status"] <= 8 and (row["reason"] or 0) <= 9, "numbers of a receipt")
    require(row["status"] == 1 or not row["error"], "an error without a revert")
    return row


def read_fire(r):
    row = {"seq": r.uint(8), "deliver_id": "0x" + r.raw(32).hex(), "kind": r.uint(1)}
    row["id"] = "0x" + r.raw(32).hex() if r.flag() else None
    row.update(actor="0x" + r.raw(20).hex(), owner="0x" + r.raw(20).hex(), handler=r.bytes().decode(),
               payer="0x" + r.raw(20).hex(), fire_seq=r.optional(4), status=r.uint(1), error=r.bytes().decode(),
               cycles=r.uint(8), cells=r.uint(8), charged=str(r.uint(16)), tip=str(r.uint(16)))
    row["terms"] = (r.uint(16), r.uint(8)) if r.flag() else None
    row["keys"] = [r.bytes() for _ in range(r.uint(4))] if r.flag() else None
    row["cause"] = read_cause(r)
    require(row["kind"] <= 3 and row["status"] <= 6, "numbers of a fire")
    require(row["status"] == 1 or not row["error"], "an error without a revert")
    return row


def hashed(*parts):
    return sha256(b"".join(parts)).digest()


def digest(text):
    out = from_hex(text)
    require(len(out) == 32, "a hash has 32 bytes")
    return out


def result_row(claims, place, inclusion, number, read, name):
    """The row at a place of list `number`, or that there is none."""
    require(inclusion is not None and set(inclusion) == {"lists", "leaf", "path"}, "no inclusion")
    value = claims.value(b"R")
    require(value is not None, "no block yet")
    record = decoded(read_results, value)
    lists = inclusion["lists"]
    require(len(lists) == 5 and all(set(entry) == {"count", "root"} for entry in lists), "five lists")
    counts, roots = [int(entry["count"]) for entry in lists], [digest(entry["root"]) for entry in lists]
    require(all(0 <= count < 2**64 for count in counts), "a count")
    sums = b"".join(be64(count) + root for count, root in zip(counts, roots))
    require(hashed(b"\x08", sums) == record["root"], "the results' root")
    place, count, path = int(place), counts[number], [digest(text) for text in inclusion["path"]]
    found = {"height": record["height"], "count": count, name: None}
    if place >= count:
        require(inclusion["leaf"] is None and not path, "a row beyond the count")
        return found
    require(inclusion["leaf"] is not None, "no row")
    leaf = from_hex(inclusion["leaf"])
    node, width = hashed(b"\x06", bytes([number]), leaf), count
    while width > 1:
        if place ^ 1 < width:
            require(bool(path), "the path ends")
            pair = (node, path.pop(0)) if place % 2 == 0 else (path.pop(0), node)
            node = hashed(b"\x07", *pair)
        place, width = place // 2, (width + 1) // 2
    require(not path and node == roots[number], "the root of the list")
    return {**found, name: decoded(read, leaf)}


def receipt(claims, place, inclusion):
    return result_row(claims, place, inclusion, 1, read_receipt, "receipt")


def fire(claims, place, inclusion):
    return result_row(claims, place, inclusion, 2, read_fire, "fire")


SUBJECTS = {"timer": timer, "height": height, "storage": storage, "operation": operation}
ROWS = {"receipt": receipt, "fire": fire}


def verify(proof, root):
    """What is proved; Refused when nothing is."""
    proof = proof.get("result", proof)
    require(set(proof) - {"inclusion"} == {"subject", "claims"} and len(proof["subject"]) == 1, "no proof")
    ((kind, wanted),) = proof["subject"].items()
    require(kind in SUBJECTS or kind in ROWS, "unknown subject")
    require(kind in ROWS or "inclusion" not in proof, "an inclusion that nothing needs")
    claims = Claims(root, proof["claims"])
    result = ROWS[kind](claims, wanted, proof.get("inclusion")) if kind in ROWS else SUBJECTS[kind](claims, wanted)
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
