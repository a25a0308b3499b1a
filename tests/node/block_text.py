"""Unpacks the text of a block as src/node/block_text.hpp describes it, with nothing but Python's standard library."""
import re

IS_FOLDED = 1 << 31
_HEX = re.compile(rb'"0x([0-9a-f]{64}|[0-9a-f]{40})"')
_BYTES = {0xff: 32, 0xfe: 20}


def fold(text):
    """Hashes and addresses as a byte and their bytes."""
    marks = {64: b"\xff", 40: b"\xfe"}
    return _HEX.sub(lambda found: marks[len(found[1])] + bytes.fromhex(found[1].decode()), text)


def unfold(folded):
    out, at = bytearray(), 0
    while at < len(folded):
        size = _BYTES.get(folded[at])
        if size is None:
            out.append(folded[at])
            at += 1
        else:
            out += b'"0x' + folded[at + 1:at + 1 + size].hex().encode() + b'"'
            at += 1 + size
    return bytes(out)


def lz4_block(block, known):
    """The text of an LZ4 block whose matches may reach back into `known`."""
    out, at = bytearray(known), 0

    def length(of, at):
        if of == 15:
            while True:
                of, at = of + block[at], at + 1
                if block[at - 1] != 255:
                    break
        return of, at
    while True:
        token = block[at]
        literals, at = length(token >> 4, at + 1)
        out += block[at:at + literals]
        at += literals
        if at == len(block):
            return bytes(out[len(known):])
        back = int.from_bytes(block[at:at + 2], "little")
        count, at = length(token & 15, at + 2)
        for _ in range(count + 4):
            out.append(out[-back])


def unpack(packed, known):
    """The text; `known` as the table `packing` of the archive has it."""
    head = int.from_bytes(packed[:4], "big")
    text = lz4_block(packed[4:], fold(known.encode()))
    text = unfold(text) if head & IS_FOLDED else text
    assert len(text) == head & ~IS_FOLDED, "the text has another length"
    return text.decode()
