"""A client of streams, from RFC 6455 alone: small, and able to break its rules."""
import base64
import json
import os
import socket
import struct
import time

CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10


class Closed(Exception):
    """The stream ended: with the code of its close frame, or 1006 without one."""

    def __init__(self, code, reason=""):
        super().__init__(f"{code} {reason}")
        self.code, self.reason = code, reason


class Refused(Exception):
    def __init__(self, status, body):
        super().__init__(f"{status} {body}")
        self.status = status
        self.code = json.loads(body).get("code") if body.startswith(b"{") else None


class Stream:
    """`with Stream(node.port) as stream:`. `pongs`: answer pings; `buffer`: bytes that the kernel keeps for this socket."""

    def __init__(self, port, headers=None, path="/v1/stream", pongs=True, buffer=None, timeout=60):
        self.pongs, self.pings, self.rest, self.told = pongs, 0, b"", None
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.socket.settimeout(timeout)
        self.socket.connect(("127.0.0.1", port))
        sent = {"Host": f"127.0.0.1:{port}", "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
                "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(), **(headers or {})}
        lines = [f"GET {path} HTTP/1.1", *(f"{key}: {value}" for key, value in sent.items() if value is not None)]
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode())
        while b"\r\n\r\n" not in self.rest:
            self.more()
        head, self.rest = self.rest.split(b"\r\n\r\n", 1)
        status = int(head.split()[1])
        if status != 101:
            length = int(dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:])[b"content-length"])
            while len(self.rest) < length:
                self.more()
            self.close()
            raise Refused(status, self.rest)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.socket.close()

    def more(self):
        try:
            data = self.socket.recv(1 << 16)
        except ConnectionError:
            data = b""
        if not data:
            raise Closed(1006)
        self.rest += data

    def frame(self, opcode, payload=b"", fin=True, mask=True, reserved=0):
        head = bytes([fin << 7 | reserved << 4 | opcode])
        size = len(payload)
        if size < 126:
            head += bytes([mask << 7 | size])
        elif size < 1 << 16:
            head += bytes([mask << 7 | 126]) + struct.pack(">H", size)
        else:
            head += bytes([mask << 7 | 127]) + struct.pack(">Q", size)
        if mask:
            key = os.urandom(4)
            payload = bytes(byte ^ key[i % 4] for i, byte in enumerate(payload))
            head += key
        self.socket.sendall(head + payload)

    def say(self, message):
        self.frame(TEXT, message if isinstance(message, bytes) else json.dumps(message).encode())

    def take(self, count):
        while len(self.rest) < count:
            self.more()
        data, self.rest = self.rest[:count], self.rest[count:]
        return data

    def next_frame(self):
        first, second = self.take(2)
        size = second & 127
        if size == 126:
            (size,) = struct.unpack(">H", self.take(2))
        elif size == 127:
            (size,) = struct.unpack(">Q", self.take(8))
        assert not second & 128, "a server masks nothing"
        return first & 15, bool(first & 128), self.take(size)

    def hear(self, timeout=None):
        """The next message. Closed, when the stream ends; TimeoutError, when nothing comes."""
        if timeout is not None:
            self.socket.settimeout(timeout)
        end = time.monotonic() + (self.socket.gettimeout() or 0)
        whole = b""
        while True:
            opcode, fin, payload = self.next_frame()
            if opcode == CLOSE:
                code = struct.unpack(">H", payload[:2])[0] if payload else 1005
                try:
                    self.frame(CLOSE, payload[:2])
                except OSError:
                    pass
                raise Closed(code, payload[2:].decode())
            if opcode in (PING, PONG) and not whole and time.monotonic() > end:
                raise TimeoutError("nothing but pings came")
            if opcode == PING:
                self.pings += 1
                if self.pongs:
                    self.frame(PONG, payload)
            elif opcode != PONG:
                whole += payload
                if fin:
                    self.told = json.loads(whole.decode())
                    return self.told

    def subscribe(self, name, to, **more):
        """Subscribes and returns the height of the answer; what came before it is dropped."""
        self.say({"subscribe": name, "to": to, **more})
        while True:
            said = self.hear()
            if said.get("id") == name and ("ok" in said or "error" in said):
                assert "ok" in said, said
                return said["height"]

    def until_mark(self, height, seconds=60):
        """All messages up to a mark at this height or above."""
        out, end = [], time.monotonic() + seconds
        while not out or out[-1].get("mark", -1) < height:
            assert time.monotonic() < end, f"no mark {height}: {out[-3:]}"
            out.append(self.hear())
        return out

    def ended(self, seconds=20):
        """Reads on until the stream ends: how it ended."""
        end = time.monotonic() + seconds
        try:
            while time.monotonic() < end:
                self.hear()
        except Closed as closed:
            return closed
        raise AssertionError("the stream goes on")
