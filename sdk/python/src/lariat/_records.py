"""Reads the records of the state that proofs are about, and refuses bytes that docs/state-layout.md of lariat does not explain."""
from collections.abc import Callable
from typing import Any

_PLACES = ("pending", "waiting", "parked", "standing", "dead", "idle")
_TABLES = (None, b"p", b"x")
_CHUNK_IDS_MAX = 16
Fields = dict[str, Any]


class Malformed(Exception):
    """Bytes that are no record of this kind."""


def need(holds: bool, what: str) -> None:
    if not holds:
        raise Malformed(what)


class Reader:
    """Big-endian fields, one after the other."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    @property
    def left(self) -> int:
        return len(self.data) - self.at

    def raw(self, size: int) -> bytes:
        need(size <= self.left, "too short")
        self.at += size
        return self.data[self.at - size:self.at]

    def uint(self, size: int) -> int:
        return int.from_bytes(self.raw(size), "big")

    def short(self, most: int) -> int:
        size = self.uint(1)
        need(size <= most, "a number of too many bytes")
        number = self.raw(size)
        need(number[:1] != b"\0", "a number with a leading zero")
        return int.from_bytes(number, "big")

    def short_bytes(self) -> bytes:
        return self.raw(self.short(4))

    def bytes(self) -> bytes:
        return self.raw(self.uint(4))

    def flag(self) -> bool:
        value = self.uint(1)
        need(value <= 1, "a bool above 1")
        return value == 1

    def version(self, known: int) -> None:
        need(self.uint(1) == known, "another version")


def text(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise Malformed("a text that is not UTF-8") from error


def whole(read: Callable[[Reader], Fields], data: bytes) -> Fields:
    """The record that these bytes are, all of them."""
    reader = Reader(data)
    fields = read(reader)
    need(reader.left == 0, "bytes left over")
    return fields


def _payload(r: Reader) -> Fields:
    at = r.uint(1)
    need(at <= 2, "place of a payload")
    payload, size = (b"", r.short(4)) if at else (r.short_bytes(), 0)
    need(len(payload) <= 128 and (size > 128) == bool(at), "payload of a record")
    return {"payload_table": _TABLES[at], "payload": payload}


def _queue_place(r: Reader, has_with: bool) -> None:
    r.short(8)
    r.raw(32 + 1)
    r.short(4)
    if has_with:
        if r.flag():
            r.short(8)
        r.short(16)
        _payload(r)


def _place(r: Reader, where: int) -> None:
    need(where < len(_PLACES) and where != 3, "place")
    if where == 4:
        need(r.uint(1) <= 1, "cause of death")
    for most in {0: (8,), 1: (8, 8), 2: (8, 8, 8), 4: (8, 16, 16), 5: ()}[where]:
        r.short(most)


def watch_keys(r: Reader) -> Fields:
    keys = [(r.raw(20), r.bytes()) for _ in range(r.uint(4))]
    need(bool(keys) and all(len(prefix) <= 128 for _, prefix in keys), "watch keys")
    return {"watch_keys": keys}


def timer(r: Reader) -> Fields:
    r.version(4)
    where, marks = r.uint(1), r.uint(2)
    need(marks < 2048 and marks & 1025 != 1024 and marks & 768 != 512, "marks")

    def number(mark: int, most: int) -> int | None:
        return r.short(most) if marks & mark else None

    def other(mark: int, than: bytes) -> bytes:
        address = r.raw(20) if marks & mark else than
        need((address != than) == bool(marks & mark), "a mark that says nothing")
        return address

    out: Fields = {"id": r.raw(32), "owner": r.raw(20)}
    out["target"] = other(2, out["owner"])
    height = r.short(8)
    out.update(kind="watch" if marks & 1 else "height", height=None if marks & 1 else height)
    if marks & 1:
        r.short(8)  # its number among watches
        r.short(8)  # when it was hit
        if marks & 1024:
            out["watch_keys_bytes"] = r.short(4)
            need(out["watch_keys_bytes"] > 128, "watch keys elsewhere")
        else:
            inside = r.bytes()
            need(len(inside) <= 128, "watch keys in the record")
            out.update(whole(watch_keys, inside))
    out.update(_payload(r))
    out["handler"] = text(r.short_bytes())
    out["fee_payer"] = other(4, out["owner"])
    out.update(gas_limit=number(8, 8), expires_at=r.short(8))
    out.update(max_fee_per_cycle=number(16, 16), max_priority_fee_per_cycle=number(32, 16), tier=r.uint(1) if marks & 64 else None)
    need((out["tier"] or 0) <= 3, "tier")
    out.update(bid=r.short(16), schedule_block=r.short(8))
    r.short(8)  # its sequence number
    out.update(fire_seq=r.short(4), last_fire_height=r.short(8), client_nonce=number(128, 8))
    if marks & 256:
        _queue_place(r, bool(marks & 512))
    _place(r, where)
    r.short(8)  # its place in the list of its owner
    out["state"] = _PLACES[where]
    return out


def operation(r: Reader) -> Fields:
    r.version(1)
    out: Fields = {"id": r.raw(32), "account": r.raw(20), "target": r.raw(20), "timestamp_ms": r.uint(8), "sequence": r.uint(8)}
    out.update(handler=text(r.bytes()), payload_elsewhere=r.flag(), payload=r.bytes())
    out.update(gas_limit=r.uint(8), deposit=r.uint(16))
    need(len(out["payload"]) <= (0 if out["payload_elsewhere"] else 128), "payload of an operation")
    return out


def _ids(r: Reader, least: int) -> list[bytes]:
    need(r.left % 32 == 0 and least <= r.left // 32 <= _CHUNK_IDS_MAX, "ids")
    return [r.raw(32) for _ in range(r.left // 32)]


def height(r: Reader) -> Fields:
    out: Fields = {"height": r.uint(8)}
    r.raw(16)  # gas
    marks, form = r.uint(8), r.uint(1)
    need(form <= 1, "form of a list")
    if form == 1:
        out.update(count=r.uint(8), first=r.uint(8), last=r.uint(8), tail=r.uint(8))
    out["ids"] = _ids(r, 0)
    if form == 0:
        out.update(count=len(out["ids"]), first=1, last=0, tail=1)
    elif out["first"] == out["tail"]:
        need(out["tail"] > 1 and out["last"] == 0 and 0 < len(out["ids"]) == out["count"], "head of a list")
    else:
        need(0 < out["first"] <= out["last"] < out["tail"] and len(out["ids"]) < out["count"], "head of a list")
    need(out["count"] >= max(1, marks), "head of a height")
    return out


def chunk(r: Reader) -> Fields:
    return {"previous": r.uint(8), "next": r.uint(8), "ids": _ids(r, 1)}
