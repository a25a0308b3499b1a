"""Reads and writes the dump of a dev chain, as src/node/dump.hpp describes the file."""
import struct
import sys
from pathlib import Path

for folder in ("state", "docs"):
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / folder))
from state_reader import Reader
from store_reader import crc32c

MAGIC = {version: b"lariat dump %d\n" % version for version in (1, 2)}
ADDRESS_BYTES, HASH_BYTES, SUM_BYTES = 20, 32, 4


def _bytes(content):
    return struct.pack(">I", len(content)) + content


class Block:
    def __init__(self, reader):
        self.content, self.root = reader.bytes(), reader.raw(HASH_BYTES)
        inner = Reader(self.content)
        self.height, _time, _proposer = inner.uint(8), inner.uint(8), inner.raw(ADDRESS_BYTES)
        self.senders = [reader.raw(ADDRESS_BYTES) for _ in range(inner.uint(4))]


class Dump:
    """A dump of version 2."""

    def __init__(self, body):
        assert body.startswith(MAGIC[2]) and int.from_bytes(body[-SUM_BYTES:], "big") == crc32c(body[:-SUM_BYTES])
        self.body = body
        reader = Reader(body[len(MAGIC[2]):-SUM_BYTES])
        for _part in ("genesis", "dev state", "mining", "base"):
            reader.bytes()
        for _tx in range(reader.uint(4)):
            reader.uint(8), reader.bytes()
        self.before_blocks = reader.data[:reader.at]
        self.blocks = [Block(reader) for _ in range(reader.uint(8))]
        assert reader.at == len(reader.data)

    def encoded(self, version=2):
        """With its blocks as they are now; version 1 has no senders."""
        out = MAGIC[version] + self.before_blocks + struct.pack(">Q", len(self.blocks))
        for block in self.blocks:
            out += _bytes(block.content) + block.root + b"".join(block.senders if version == 2 else [])
        return out + struct.pack(">I", crc32c(out))
