"""Strangers of every kind at once (NODE-57): random bytes, valid requests at random, broken ones, cut connections, streams that are left."""
import contextlib
import http.client
import os
import random
import socket
import threading
import time
from pathlib import Path

import wire
from stream import Closed, Refused, Stream

ACTOR = '''from cowboy_sdk import actor
import pvm_host

@actor
class Busy:
    def go(self, payload):
        self.storage["n"] = self.storage.get("n", 0) + 1
        pvm_host.schedule_timer(pvm_host.block_height() + 1 + self.storage["n"] % 7, payload)
    def handle_timer(self, payload):
        pvm_host.emit_event("beat", payload)
'''
HEADS = [b"GET /v1/status HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n",
         b"POST /v1/simulate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n{\"blocks\": 3}",
         b"POST /v1/transactions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"raw\r\n0\r\n\r\n",
         b"GET /v1/stream HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
         b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n\x81\x85\x00\x00\x00\x00hello"]


def is_segment(folder, descriptor):
    """Of the state's log: their number grows with the chain, up to the blocks that can be undone."""
    try:
        return "/state/log." in os.readlink(folder / descriptor)
    except OSError:
        return False  # closed meanwhile


def facts(node):
    """(resident bytes, open descriptors without the segments of the state's log, threads) of the process."""
    folder = Path(f"/proc/{node.process.pid}")
    status = dict(line.split(":\t", 1) for line in (folder / "status").read_text(encoding="ascii").splitlines() if ":\t" in line)
    descriptors = sum(not is_segment(folder / "fd", name) for name in os.listdir(folder / "fd"))
    return int(status["VmRSS"].split()[0]) * 1024, descriptors, int(status["Threads"])


class Strangers:
    """Threads of strangers until `seconds` have passed. `count`: what they did, by kind. `wrong`: what no node may do."""

    def __init__(self, node, seconds, seed):
        self.node, self.end, self.seed = node, time.monotonic() + seconds, seed
        self.count, self.wrong = {}, []
        self.document = node.good("/openapi.json")
        self.ids = [wire.address_of(key) for key in wire.DEV_KEYS] + ["0x" + "00" * 32, "head", "0", "1", "77"]
        deployed = node.ok({"deploy": {"python": ACTOR}})
        self.actor = deployed["receipt"]["address"]
        self.ids += [deployed["hash"], self.actor]
        node.ok({"transfer": {"to": self.actor, "amount": "100000000000"}})
        self.nonces = [node.nonce(wire.address_of(key)) for key in wire.DEV_KEYS]

    def run(self):
        kinds = [self.random_bytes, self.broken_requests, self.valid_requests, self.valid_requests, self.transactions, self.cuts, self.streams]
        threads = [threading.Thread(target=self.repeat, args=(kind, index)) for index, kind in enumerate(kinds)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return self

    def repeat(self, kind, index):
        draw = random.Random(f"{self.seed} {index}")
        while time.monotonic() < self.end and not self.wrong:
            try:
                kind(draw)
            except (OSError, http.client.HTTPException, Closed, Refused):
                pass  # the node may close at any time; whether it lives is asked at the end
            except Exception as error:  # noqa: BLE001  # of another thread, where it would be lost
                self.wrong.append(f"{kind.__name__}: {error!r}")
            self.count[kind.__name__] = self.count.get(kind.__name__, 0) + 1

    def send(self, data, draw, wait=0.2):
        with socket.create_connection(("127.0.0.1", self.node.port), timeout=wait) as connection:
            for at in range(0, len(data), step := draw.choice((len(data) or 1, 7, 1 + len(data) // 3))):
                connection.sendall(data[at:at + step])
            said = b""
            with contextlib.suppress(TimeoutError):
                while piece := connection.recv(65536):
                    said += piece
        if said[:12] == b"HTTP/1.1 500":
            self.wrong.append(f"500 to {data[:300]!r}")

    def random_bytes(self, draw):
        self.send(draw.randbytes(draw.randrange(1, 3000)), draw, 0.05)

    def broken_requests(self, draw):
        data = bytearray(draw.choice(HEADS))
        for _ in range(draw.randrange(1, 5)):
            at = draw.randrange(len(data))
            draw.choice((lambda: data.__setitem__(at, draw.randrange(256)), lambda: data.__delitem__(slice(at, at + draw.randrange(1, 9))),
                         lambda: data.__setitem__(slice(at, at), draw.choice((b"\r\n", b"\n", b"\0", b"%", b"/", b": ", b"\xff" * 5)))))()
            if not data:
                return
        self.send(bytes(data), draw, 0.05)

    def value(self, schema, draw):
        if "enum" in schema:
            return draw.choice(schema["enum"])
        if schema.get("type") == "integer":
            return draw.choice((0, 1, 2, 5, 64, 1000, 2**53, 2**64 - 1))
        if schema.get("type") == "boolean":
            return draw.choice(("true", "false"))
        return draw.choice(self.ids + ["", "x", "0x", "0x00"])

    def valid_requests(self, draw):
        path = draw.choice([path for path in self.document["paths"] if path != "/v1/stream" and not path.startswith("/v1/dev/")])
        method, operation = draw.choice(list(self.document["paths"][path].items()))
        query = []
        for one in operation["parameters"]:
            value = "3" if one["name"] == "wait" else self.value(one["schema"], draw)
            if one["in"] == "path":
                path = path.replace("{" + one["name"] + "}", str(draw.choice(self.ids) if draw.randrange(4) else value) or "x")
            elif not draw.randrange(3):
                query.append(f"{one['name']}={value}")
        body = None
        if "requestBody" in operation:
            tx = {"from": wire.address_of(wire.DEV_KEYS[0]), "call": {"actor": self.actor, "handler": "go", "payload": "x"}}
            body = draw.choice(({}, [], {"tx": tx}, {"tx": tx, "blocks": draw.randrange(1, 9)}, {"raw": "0x" + draw.randbytes(9).hex()},
                                {"timer": {"actor": self.actor, "height": 999}}, {"operation": {"timestamp_ms": 5}}))
        answer = self.node.ask(method.upper(), path + ("?" + "&".join(query) if query else ""), body)
        if answer.status >= 500 and answer.status != 503:
            self.wrong.append(f"{method} {path} {query} {body}: {answer}")

    def transactions(self, draw):
        sender = draw.randrange(len(self.nonces))
        tx = {"call": {"actor": self.actor, "handler": "go", "payload": "t"}, "nonce": self.nonces[sender], "tip_per_cycle": draw.randrange(9),
              "cycles_limit": 20_000, "cells_limit": 5_000}
        raw = wire.signed(tx, wire.DEV_KEYS[sender], self.node.first["chain_id"])
        answer = self.node.post(f"/v1/transactions?wait={draw.choice((0, 0, 200))}", {"raw": "0x" + raw.hex()})
        if answer.status in (200, 202):
            self.nonces[sender] += 1
        elif answer.json["code"] not in ("nonce_too_low", "nonce_gap", "sender_full", "pool_full", "replacement_underpriced", "insufficient_balance", "busy"):
            self.wrong.append(f"transactions: {answer}")

    def cuts(self, draw):
        data = draw.choice(HEADS)
        connections = [socket.create_connection(("127.0.0.1", self.node.port), timeout=5) for _ in range(draw.randrange(1, 20))]
        for connection in connections:
            connection.sendall(data[:draw.randrange(len(data) + 1)])
        for connection in connections:
            if draw.randrange(2):
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")  # a reset instead of an orderly end
            connection.close()

    def streams(self, draw):
        with Stream(self.node.port, timeout=2) as stream:
            for number in range(draw.randrange(1, 6)):
                stream.say({"subscribe": str(number), "to": draw.choice(("blocks", "receipts", "fires", "exits", "events", "pending", "nothing")),
                             **({"from_height": draw.randrange(30)} if draw.randrange(2) else {})})
            if not draw.randrange(4):
                stream.socket.sendall(draw.randbytes(40))
            for _ in range(draw.randrange(40)):
                stream.hear()
