"""Verifies proofs as docs/proofs.md describes them, with nothing but the root. It reads lines from standard input:

  ok|bad|tamper value ROOT PROOF KEY VALUE
  ok|bad|tamper absent ROOT PROOF KEY
  ok|bad|tamper range ROOT PROOF

Bytes are hexadecimal with 0x. A proof of a `bad` line must be refused. A proof of a `tamper` line must verify, and must
no longer verify with any byte changed, removed at the end or added. It prints the lines that do not hold, and counts."""
import argparse
import hashlib
import sys
from dataclasses import dataclass

PUT, DELETE = 1, 2
NOTHING = bytes(32)


class Refused(Exception):
    pass


def require(condition: bool, reason: str) -> None:
    if not condition:
        raise Refused(reason)


def digest(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def u64(number: int) -> bytes:
    return number.to_bytes(8, "big")


def path_of(key: bytes) -> int:
    return int.from_bytes(digest(key)[:8], "big")


def leaf(op: int, kind: int, key: bytes, value: bytes) -> bytes:
    return digest(b"\x00", u64(op), bytes([kind]), len(key).to_bytes(4, "big"), key, value)


def node(left: bytes | None, right: bytes | None) -> bytes:
    if left is None or right is None:
        return left or right or b""
    return digest(b"\x01", left, right)


def chunk_digest(number: int, bits: bytes, leaves: bytes) -> bytes:
    return digest(b"\x02", u64(number), bits, leaves)


def bucket_digest(paths: list[int]) -> bytes:
    return digest(b"\x04", *(u64(path) for path in paths)) if paths else NOTHING


def key_set_digest(paths: list[int], depth: int = 0) -> bytes:
    """Of sorted paths."""
    if len(paths) <= 16 or depth == 64:
        return bucket_digest(paths)
    bit = 1 << (63 - depth)
    return digest(b"\x05", *(key_set_digest([p for p in paths if bool(p & bit) == side], depth + 1) for side in (False, True)))


def next_level(nodes: dict[int, bytes]) -> dict[int, bytes]:
    return {n // 2: node(nodes.get(n & ~1), nodes.get(n | 1)) for n in nodes}


class Proof:
    """What is left to read of a proof."""

    def __init__(self, data: bytes):
        self.data, self.at = data, 0

    def raw(self, count: int) -> bytes:
        require(count <= len(self.data) - self.at, "cut short")
        self.at += count
        return self.data[self.at - count : self.at]

    def number(self, size: int) -> int:
        return int.from_bytes(self.raw(size), "big")

    def sized(self) -> bytes:
        return self.raw(self.number(4))

    def hash(self) -> bytes:
        return self.raw(32)

    def end(self) -> None:
        require(self.at == len(self.data), "bytes left over")


@dataclass
class Head:
    op_count: int
    floor: int
    live_count: int
    op_root: bytes = NOTHING
    key_root: bytes = NOTHING

    def window(self) -> tuple[int, int]:
        return self.floor // 256, (self.op_count - 1) // 256

    def root(self) -> bytes:
        return digest(b"\x03", u64(self.op_count), u64(self.floor), u64(self.live_count), self.op_root, self.key_root)


def log_root(operations: dict[int, tuple[int, bytes, bytes]], op_count: int, floor: int) -> bytes:
    """The root from nothing but the operations of the window: number to kind, key and value."""
    head = Head(op_count, floor, 0)
    latest = {operations[op][1]: op for op in sorted(operations)}
    active = {op for op in latest.values() if operations[op][0] == PUT}
    head.live_count = len(active)
    head.key_root = key_set_digest(sorted(path_of(operations[op][1]) for op in active))
    first, last = head.window()
    nodes = {}
    for chunk in range(first, last + 1):
        members = range(256 * chunk, min(256 * chunk + 256, op_count))
        leaves = {op: leaf(op, *operations[op]) for op in members}
        for _ in range(8):
            leaves = next_level(leaves)
        bits = sum(1 << (op % 256) for op in members if op in active).to_bytes(32, "little")
        nodes[chunk] = chunk_digest(chunk, bits, leaves[chunk])
    while len(nodes) > 1:
        nodes = next_level(nodes)
    if nodes:
        (head.op_root,) = nodes.values()
    return head.root()


def begin(data: bytes, kind: int) -> tuple[Proof, Head]:
    proof = Proof(data)
    require(proof.number(1) == 1, "not version 1")
    require(proof.number(1) == kind, "of another kind")
    head = Head(proof.number(6), proof.number(6), proof.number(6))
    require(head.floor <= head.op_count, "floor above the end")
    return proof, head


def way_up(proof: Proof, head: Head, op: int, current: bytes) -> bytes:
    require(head.floor <= op < head.op_count, "operation outside of the window")
    bits, at = proof.raw(32), op
    for level in range(8):
        if (at ^ 1) << level < head.op_count:
            sibling = proof.hash()
            current = node(sibling, current) if at & 1 else node(current, sibling)
        at //= 2
    current = chunk_digest(at, bits, current)
    first, last = head.window()
    while first != last:
        if first <= at ^ 1 <= last:
            sibling = proof.hash()
            current = node(sibling, current) if at & 1 else node(current, sibling)
        at, first, last = at // 2, first // 2, last // 2
    require(bits[op % 256 // 8] >> op % 8 & 1 == 1, "operation is not active")
    return current


def verify_value(root: bytes, data: bytes, key: bytes, value: bytes) -> None:
    proof, head = begin(data, 1)
    head.key_root = proof.hash()
    op = proof.number(6)
    head.op_root = way_up(proof, head, op, leaf(op, PUT, key, value))
    proof.end()
    require(head.root() == root, "leads to another root")


def verify_absent(root: bytes, data: bytes, key: bytes) -> None:
    proof, head = begin(data, 2)
    head.op_root = proof.hash()
    path, depth, count = path_of(key), proof.number(1), proof.number(4)
    require(depth <= 64 and (count <= 16 or depth == 64), "impossible bucket")
    require(8 * count <= len(data), "cut short")
    bucket = [proof.number(8) for _ in range(count)]
    require(bucket == sorted(bucket), "bucket out of order")
    require(all((other ^ path) >> (64 - depth) == 0 for other in bucket), "bucket of other paths")
    current = bucket_digest(bucket)
    for bit in range(depth - 1, -1, -1):
        sibling = proof.hash()
        current = digest(b"\x05", sibling, current) if path >> (63 - bit) & 1 else digest(b"\x05", current, sibling)
    head.key_root = current
    before = -1
    for _ in range(bucket.count(path)):
        op, other, value = proof.number(6), proof.sized(), proof.sized()
        require(op > before, "keys of one path out of order")
        before = op
        require(other != key, "the key is present")
        require(path_of(other) == path, "key of another path")
        require(way_up(proof, head, op, leaf(op, PUT, other, value)) == head.op_root, "operation not in the tree")
    proof.end()
    require(head.root() == root, "leads to another root")


def verify_range(root: bytes, data: bytes) -> list[tuple[int, int, bytes, bytes, bool]]:
    """The operations: number, kind, key, value, whether it is active."""
    proof, head = begin(data, 3)
    head.key_root = proof.hash()
    chunk_begin, chunk_end = proof.number(6), proof.number(6)
    first, last = head.window()
    require(first <= chunk_begin < chunk_end <= last + 1, "chunks outside of the window")
    operations, nodes = [], {}
    for chunk in range(chunk_begin, chunk_end):
        bits, leaves = proof.raw(32), {}
        for op in range(256 * chunk, min(256 * chunk + 256, head.op_count)):
            kind, key, value = proof.number(1), proof.sized(), proof.sized()
            require(kind == PUT or (kind == DELETE and not value), "impossible operation")
            leaves[op] = leaf(op, kind, key, value)
            operations.append((op, kind, key, value, bits[op % 256 // 8] >> op % 8 & 1 == 1))
        for _ in range(8):
            leaves = next_level(leaves)
        nodes[chunk] = chunk_digest(chunk, bits, leaves[chunk])
    while first != last:
        low, high = min(nodes), max(nodes)
        if low & 1 and first <= low - 1:
            nodes[low - 1] = proof.hash()
        if not high & 1 and high + 1 <= last:
            nodes[high + 1] = proof.hash()
        nodes, first, last = next_level(nodes), first // 2, last // 2
    proof.end()
    (head.op_root,) = nodes.values()
    require(head.root() == root, "leads to another root")
    if (chunk_begin, chunk_end - 1) == head.window():
        logged = {op: (kind, key, value) for op, kind, key, value, _ in operations}
        require(log_root(logged, head.op_count, head.floor) == root, "the log has another root")
    return operations


KINDS = {"value": verify_value, "absent": verify_absent, "range": verify_range}


def refusal(kind: str, root: bytes, proof: bytes, rest: list[bytes]) -> str | None:
    try:
        KINDS[kind](root, proof, *rest)
        return None
    except Refused as refused:
        return str(refused)


def tampered(proof: bytes):
    for at in range(len(proof)):
        for change in (0x01, 0x80, 0xFF):
            yield proof[:at] + bytes([proof[at] ^ change]) + proof[at + 1 :]
        yield proof[:at]
    yield proof + b"\x00"
    yield proof + bytes(32)


def wrong(line: str) -> str | None:
    expected, kind, *fields = line.split()
    root, proof, *rest = (bytes.fromhex(field.removeprefix("0x")) for field in fields)
    reason = refusal(kind, root, proof, rest)
    if expected == "bad":
        return "verifies" if reason is None else None
    if reason is not None:
        return reason
    if expected == "tamper" and any(refusal(kind, root, other, rest) is None for other in tampered(proof)):
        return "verifies though a byte was changed"
    return None


def main() -> int:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    failed = lines = 0
    for lines, line in enumerate(sys.stdin, 1):
        if (reason := wrong(line)) is not None:
            failed += 1
            print(f"line {lines}: {reason}: {line[:120].rstrip()}")
    print(f"{lines - failed} of {lines} lines as they say")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
