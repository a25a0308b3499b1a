"""A snapshot taken apart and put together again with other values, versions and a root that fits: what a hostile node would send."""
import hashlib
import struct

from verify_proof import PUT, log_root

HEADER = struct.Struct(">8sI6Q32s")  # magic, format, version, op_count, floor, live_count, live_bytes, window_bytes, root
COMMIT, END = b"\x01", b"\x00"


def record_bytes(key, value):
    """In the log: docs/store-format.md."""
    head = 16 if len(key) < 64 and len(value) < 511 else 24
    return -(-(head + len(key) + len(value)) // 8) * 8


class Snapshot:
    def __init__(self, data):
        _, self.format, self.version, self.op_count, self.floor, *_ = HEADER.unpack_from(data)
        self.commits, at = [], HEADER.size
        while data[at:at + 1] == COMMIT:
            version, count, _ = struct.unpack_from(">QIQ", data, at + 1)
            at += 21
            operations = []
            for _ in range(count):
                kind, key_bytes, value_bytes = struct.unpack_from(">BII", data, at)
                at += 9
                operations.append([kind, data[at:at + key_bytes], data[at + key_bytes:at + key_bytes + value_bytes]])
                at += key_bytes + value_bytes
            self.commits.append([version, operations])

    def last(self, key):
        """The operation that gives a key its value."""
        return next(o for _, operations in reversed(self.commits) for o in reversed(operations) if o[1] == key)

    def keys(self, table):
        return sorted({o[1] for _, operations in self.commits for o in operations if o[1][:1] == table and self.last(o[1])[0] == PUT})

    def shift(self, versions):
        self.version += versions
        for commit in self.commits:
            commit[0] += versions

    def data(self):
        operations = [o for _, some in self.commits for o in some]
        first = self.op_count - len(operations)
        numbered = {first + n: tuple(o) for n, o in enumerate(operations)}
        latest = {o[1]: op for op, o in sorted(numbered.items())}
        live = [numbered[op] for op in latest.values() if numbered[op][0] == PUT]
        window = sum(record_bytes(o[1], o[2]) for op, o in numbered.items() if op >= self.floor)
        out = HEADER.pack(b"LRSNAPSH", self.format, self.version, self.op_count, self.floor, len(live),
                          sum(record_bytes(o[1], o[2]) for o in live), window, log_root(numbered, self.op_count, self.floor))
        for version, some in self.commits:
            out += COMMIT + struct.pack(">QIQ", version, len(some), sum(record_bytes(o[1], o[2]) for o in some))
            for kind, key, value in some:
                out += struct.pack(">BII", kind, len(key), len(value)) + key + value
        out += END
        return out + hashlib.sha256(out).digest()
