"""Reads the files of a store as docs/store-format.md describes them, with nothing but Python's standard library.

`read_store(folder)` gives what the log says after its last commit. It is for stores that were closed cleanly: it refuses
every byte that is not as the page says instead of looking for the last commit that is whole."""
import struct
from pathlib import Path
from typing import NamedTuple

PUT, DELETE, FRAME, FOOTER = 1, 2, 0xf0, 0xf1
SEGMENT_BYTES, FRAME_BYTES, FOOTER_BYTES = 64, 80, 72
NO_VALUE = 511  # the length that says delete in a short record


class Damaged(Exception):
    pass


def need(holds, what):
    if not holds:
        raise Damaged(what)


def _crc_table():
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (0x82f63b78 if byte & 1 else 0)
        table.append(byte)
    return table


_CRC = _crc_table()


def crc32c(data, crc=0):
    crc ^= 0xffffffff
    for byte in data:
        crc = crc >> 8 ^ _CRC[(crc ^ byte) & 0xff]
    return crc ^ 0xffffffff


class Store(NamedTuple):
    version: int
    operations: dict[int, tuple[int, bytes, bytes]]  # number to kind, key and value: all that the files hold
    op_count: int
    floor: int
    live_count: int
    live_bytes: int
    acknowledged_root: bytes | None  # of this version, when `committed` names it

    def contents(self):
        """Key to value of what is live."""
        pairs = {}
        for op in sorted(self.operations):
            kind, key, value = self.operations[op]
            if kind == PUT:
                pairs[key] = value
            else:
                pairs.pop(key, None)
        return pairs


def sealed(item, what):
    need(struct.unpack_from("<I", item)[0] == crc32c(item[4:]), f"checksum of {what}")
    return item


def read_shape(data, at):
    """Of a record: its kind, where its key begins, the lengths of key and value."""
    shape, = struct.unpack_from("<H", data, at + 4)
    if shape < 0x8000:
        value_size = shape >> 6
        return (DELETE, 16, shape & 63, 0) if value_size == NO_VALUE else (PUT, 16, shape & 63, value_size)
    key_size, value_size = struct.unpack_from("<II", data, at + 16)
    need(key_size >= 64 or value_size >= NO_VALUE, "a record is longer than it must be")
    return shape & 0x7fff, 24, key_size, value_size


def read_frame(data, at, operations):
    """The offset behind the frame, its version and the fields of its footer."""
    header = sealed(data[at:at + FRAME_BYTES], "a frame's header")
    shape, zero, records, magic, version, length, first_op = struct.unpack_from("<HHIIQQQ", header, 4)
    need((shape, zero, magic) == (0x8000 | FRAME, 0, 0x4d52464c), "a frame's header")
    footer_at = at + length - FOOTER_BYTES
    footer = sealed(data[footer_at:footer_at + FOOTER_BYTES], "a frame's footer")
    shape, zero, records_crc, magic = struct.unpack_from("<HHII", footer, 4)
    need((shape, zero, magic) == (0x8000 | FOOTER, 0, 0x444e454c), "a frame's footer")
    at, crcs = at + FRAME_BYTES, b""
    for op in range(first_op, first_op + records):
        kind, head, key_size, value_size = read_shape(data, at)
        size = -(-(head + key_size + value_size) // 8) * 8
        record = sealed(data[at:at + size], "a record")
        need(kind in (PUT, DELETE) and int.from_bytes(record[6:11], "little") == op % 2**40, "a record")
        key_end = head + key_size
        operations[op] = (kind, record[head:key_end], record[key_end:key_end + value_size])
        need(not any(record[key_end + value_size:]), "padding")
        crcs += record[:4]
        at += size
    need(at == footer_at and crc32c(crcs) == records_crc, "a frame's length")
    return footer_at + FOOTER_BYTES, version, struct.unpack_from("<QQQQ", footer, 16)


def read_acknowledged(folder):
    """Version and root that `committed` names."""
    path = folder / "committed"
    data = path.read_bytes() if path.exists() else b""
    slots = [data[i:i + 64] for i in range(0, len(data), 64) if any(data[i:i + 64])]
    found = [(struct.unpack_from("<Q", sealed(slot, "`committed`"), 8)[0], slot[24:56]) for slot in slots]
    return max(found, default=(0, b""))


def read_store(folder):
    folder = Path(folder)
    operations, version, totals = {}, 0, (0, 0, 0, 0)
    for path in sorted(folder.glob("log.*")):
        data = path.read_bytes()
        header = sealed(data[:SEGMENT_BYTES], "a file's header")
        form, magic, start = struct.unpack_from("<I8sQ", header, 4)
        need((form, magic, f"log.{start:016x}") == (2, b"ARIATLOG", path.name), "a file's header")
        at = SEGMENT_BYTES
        while at < len(data):
            at, version, totals = read_frame(data, at, operations)
    known, root = read_acknowledged(folder)
    return Store(version, operations, *totals, root if known == version else None)
