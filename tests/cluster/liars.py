"""A proposer that lies: stands between CometBFT and `lariat abci` and changes what the chain answers."""
import os
import socket
import threading

PREPARED, PROCESSED = 17, 18  # fields of an ABCI Response
GARBAGE = b"this is no transaction"


def varint(value):
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(out) + bytes([value])


def field(number, content):
    return varint(number << 3 | 2) + varint(len(content)) + content


def read_varint(read):
    value, shift = 0, 0
    while True:
        byte = read(1)[0]
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value
        shift += 7


class Reader:
    """Exactly so many bytes of a socket; EOFError at its end."""

    def __init__(self, connection):
        self.file = connection.makefile("rb")

    def __call__(self, size):
        got = self.file.read(size)
        if len(got) < size:
            raise EOFError
        return got


class LyingChain:
    """`with LyingChain(wanted, real):` offers `wanted` as the socket of a chain that runs at `real`. Every proposal that
    it makes has garbage at its end, and it finds every proposal good."""

    def __init__(self, wanted, real):
        self.wanted, self.real, self.lies = str(wanted), str(real), 0
        self.listener = socket.socket(socket.AF_UNIX)
        self.open = []

    def __enter__(self):
        self.listener.bind(self.wanted)
        self.listener.listen(16)
        threading.Thread(target=self.accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        for one in [self.listener, *self.open]:
            one.close()
        os.unlink(self.wanted)

    def accept(self):
        while True:
            try:
                engine, _ = self.listener.accept()
            except OSError:
                return
            chain = socket.socket(socket.AF_UNIX)
            chain.connect(self.real)
            self.open += [engine, chain]
            threading.Thread(target=self.pass_on, args=(engine, chain), daemon=True).start()
            threading.Thread(target=self.answer, args=(chain, engine), daemon=True).start()

    def pass_on(self, engine, chain):
        try:
            while data := engine.recv(1 << 16):
                chain.sendall(data)
        except OSError:
            pass

    def answer(self, chain, engine):
        read = Reader(chain)
        try:
            while True:
                message = read(read_varint(read))
                message = self.changed(message)
                engine.sendall(varint(len(message)) + message)
        except (OSError, EOFError, ValueError):
            pass

    def changed(self, message):
        for kind in (PREPARED, PROCESSED):
            head = varint(kind << 3 | 2)
            if not message.startswith(head):
                continue
            if kind == PROCESSED:
                return field(kind, b"\x08\x01")
            rest = iter(message[len(head):])
            size = read_varint(lambda _: bytes([next(rest)]))  # pylint: disable=cell-var-from-loop  # called at once
            self.lies += 1
            return field(kind, message[len(message) - size:] + field(1, GARBAGE))
        return message
