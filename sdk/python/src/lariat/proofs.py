"""Verifies proofs with nothing but a state root: docs/proofs.md and docs/state-layout.md of lariat describe every byte."""
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any

from lariat import _records as records
from lariat._hex import keccak256, sized, to_bytes, to_hex
from lariat.errors import ProofError

_NOTHING = bytes(32)


def _require(holds: bool, reason: str) -> None:
    if not holds:
        raise ProofError(reason)


def _digest(*parts: bytes) -> bytes:
    return sha256(b"".join(parts)).digest()


def _u64(number: int) -> bytes:
    return number.to_bytes(8, "big")


class _Proof:
    """The fields of one proof, read in order, and the five things that make the root."""

    def __init__(self, data: bytes, kind: int) -> None:
        self._data, self._at = data, 0
        _require(self.number(1) == 1, "the proof is not of version 1")
        _require(self.number(1) == kind, "the proof is of another kind")
        self.op_count, self.floor, self.live_count = self.number(6), self.number(6), self.number(6)
        _require(self.floor <= self.op_count, "the floor is above the end")

    def raw(self, size: int) -> bytes:
        _require(size <= len(self._data) - self._at, "the proof is cut short")
        self._at += size
        return self._data[self._at - size:self._at]

    def number(self, size: int) -> int:
        return int.from_bytes(self.raw(size), "big")

    def sized(self) -> bytes:
        return self.raw(self.number(4))

    def finish(self, root: bytes, op_root: bytes, key_root: bytes) -> None:
        _require(self._at == len(self._data), "the proof has bytes left over")
        found = _digest(b"\x03", _u64(self.op_count), _u64(self.floor), _u64(self.live_count), op_root, key_root)
        _require(found == root, "the proof leads to another root")

    def _join(self, node: bytes, at: int) -> bytes:
        sibling = self.raw(32)
        return _digest(b"\x01", sibling, node) if at & 1 else _digest(b"\x01", node, sibling)

    def way_up(self, op: int, key: bytes, value: bytes) -> bytes:
        """From an operation to the root of the tree of operations."""
        _require(self.floor <= op < self.op_count, "the operation is outside of the window")
        node = _digest(b"\x00", _u64(op), b"\x01", len(key).to_bytes(4, "big"), key, value)
        bits, at = self.raw(32), op
        for level in range(8):
            if (at ^ 1) << level < self.op_count:
                node = self._join(node, at)
            at //= 2
        node = _digest(b"\x02", _u64(at), bits, node)
        first, last = self.floor // 256, (self.op_count - 1) // 256
        while first != last:
            if first <= at ^ 1 <= last:
                node = self._join(node, at)
            at, first, last = at // 2, first // 2, last // 2
        _require(bits[op % 256 // 8] >> op % 8 & 1 == 1, "the operation is not active")
        return node


def _path(key: bytes) -> int:
    return int.from_bytes(_digest(key)[:8], "big")


def verify_value(root: bytes, proof: bytes, key: bytes, value: bytes) -> None:
    """The state under this root has this key with this value; else ProofError."""
    p = _Proof(proof, 1)
    key_root = p.raw(32)
    p.finish(root, p.way_up(p.number(6), key, value), key_root)


def verify_absent(root: bytes, proof: bytes, key: bytes) -> None:
    """The state under this root has no such key; else ProofError."""
    p = _Proof(proof, 2)
    op_root, path, depth, count = p.raw(32), _path(key), p.number(1), p.number(4)
    _require(depth <= 64 and (count <= 16 or depth == 64) and 8 * count <= len(proof), "an impossible bucket")
    bucket = [p.number(8) for _ in range(count)]
    _require(bucket == sorted(bucket), "a bucket out of order")
    _require(all((other ^ path) >> (64 - depth) == 0 for other in bucket), "a bucket of other paths")
    node = _digest(b"\x04", *map(_u64, bucket)) if bucket else _NOTHING
    for bit in range(depth - 1, -1, -1):
        sibling = p.raw(32)
        node = _digest(b"\x05", sibling, node) if path >> (63 - bit) & 1 else _digest(b"\x05", node, sibling)
    before = -1
    for _ in range(bucket.count(path)):
        op, other, value = p.number(6), p.sized(), p.sized()
        _require(before < op and other != key and _path(other) == path, "keys of one path")
        _require(p.way_up(op, other, value) == op_root, "an operation that is not in the tree")
        before = op
    p.finish(root, op_root, node)


class _Claims:
    """The claims of a proof, each taken once, in order, by its key."""

    def __init__(self, root: bytes, claims: list[Any]) -> None:
        self._root, self._left = root, list(claims)

    def take(self, key: bytes) -> bytes | None:
        _require(bool(self._left), f"there is no claim of {to_hex(key)}")
        claim = self._left.pop(0)
        _require(isinstance(claim, Mapping) and set(claim) == {"key", "value", "proof"}, "fields of a claim")
        try:
            named, proof = to_bytes(claim["key"]), to_bytes(claim["proof"])
            value = None if claim["value"] is None else to_bytes(claim["value"])
        except (ValueError, AttributeError, TypeError) as error:
            raise ProofError(f"a claim: {error}") from error
        _require(named == key, f"a claim of {claim['key']} instead of {to_hex(key)}")
        if value is None:
            verify_absent(self._root, proof, key)
        else:
            verify_value(self._root, proof, key, value)
        return value

    def record(self, key: bytes, read: Callable[[records.Reader], dict[str, Any]]) -> dict[str, Any] | None:
        value = self.take(key)
        return None if value is None else records.whole(read, value)

    def end(self) -> None:
        _require(not self._left, "there are more claims than are needed")


def _timer(claims: _Claims, wanted: Any) -> dict[str, Any] | None:
    identity = sized(wanted, 32, "an id")
    place = keccak256(identity)
    record = claims.record(b"t" + place, records.timer)
    if record is None:
        return None
    _require(record["id"] == identity, "the record of another timer")
    if table := record.pop("payload_table"):
        record["payload"] = claims.take(table + place)
        _require(record["payload"] is not None and len(record["payload"]) > 128, "there is no long payload")
    if (size := record.pop("watch_keys_bytes", None)) is not None:
        keys = claims.take(b"W" + place)
        _require(keys is not None and len(keys) == size, "there are no long watch keys")
        record["watch_keys"] = records.whole(records.watch_keys, keys or b"")["watch_keys"]
    return record


def _height(claims: _Claims, wanted: Any) -> list[str]:
    prefix = b"h" + keccak256(_u64(int(wanted)))
    found = claims.record(prefix, records.height)
    if found is None:
        return []
    _require(found["height"] == int(wanted), "another height")
    ids: list[bytes] = []
    number, previous = found["first"], 0
    while number != found["tail"]:
        chunk = claims.record(prefix + _u64(number), records.chunk)
        if chunk is None or chunk["previous"] != previous or previous >= number:
            raise ProofError("links of a list")
        ids += chunk["ids"]
        number, previous = chunk["next"], number
    ids += found["ids"]
    _require(len(ids) == found["count"] and previous == found["last"], "count of a list")
    return [to_hex(identity) for identity in ids]


def _storage(claims: _Claims, wanted: Any) -> bytes | None:
    actor, key = wanted
    return claims.take(b"s" + sized(actor, 20, "an address") + to_bytes(key))


def _operation(claims: _Claims, wanted: Any) -> dict[str, Any] | None:
    identity = sized(wanted, 32, "an id")
    record = claims.record(b"T" + identity, records.operation)
    if record is None:
        return None
    _require(record["id"] == identity, "the record of another operation")
    if record.pop("payload_elsewhere"):
        record["payload"] = claims.take(b"P" + identity)
        _require(record["payload"] is not None and len(record["payload"]) > 128, "there is no long payload")
    return record


_SUBJECTS: dict[str, Callable[[_Claims, Any], Any]] = {"timer": _timer, "height": _height, "storage": _storage, "operation": _operation}


def verify(proof: Mapping[str, Any], state_root: str | bytes, subject: Mapping[str, Any]) -> Any:
    """What the proof shows of `subject` under a root that you trust: the record of a timer or operation, the ids due at a
    height, the bytes of a storage entry; None if there is none. ProofError if it shows nothing.

    `proof` is {"subject", "claims"}, or an answer of the node that has it. The subject is named by you, not by the proof."""
    inner = proof.get("proof", proof)
    root = sized(state_root, 32, "a state root")
    _require(isinstance(inner, Mapping) and set(inner) == {"subject", "claims"}, "this is no proof")
    _require(dict(inner["subject"]) == dict(subject), f"a proof of {dict(inner['subject'])} instead of {dict(subject)}")
    ((kind, wanted),) = subject.items()
    _require(kind in _SUBJECTS, f"no subject {kind!r}")
    claims = _Claims(root, inner["claims"])
    try:
        found = _SUBJECTS[kind](claims, wanted)
    except records.Malformed as error:
        raise ProofError(f"a malformed value: {error}") from error
    claims.end()
    return found
