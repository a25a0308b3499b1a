"""A node as a process of its own, for tests: starts it, speaks HTTP with it, ends it."""
import http.client
import json
import os
import signal
import subprocess
import tempfile
import threading
import time
from pathlib import Path

import openapi
import wire

ROOT = Path(__file__).resolve().parents[2]
LARIAT = str(Path(os.environ.get("LARIAT", ROOT / "build/lariat")).resolve())
SECONDS_MAX = 120  # for slow machines; nothing here is timed


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self):
        return json.loads(self.body)

    def __repr__(self):
        return f"Answer({self.status}, {self.body[:300]!r})"


class Node:
    """`with Node("--dev") as node:`. Settings are flags; without --data the chain is in memory."""

    def __init__(self, *flags, env=None, port=0):
        self.flags, self.env = list(flags), {**os.environ, **(env or {})}
        self.port_wanted = port
        self.process = None

    documents = {}  # by program, of all nodes

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.stop()

    def start(self):
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen([LARIAT, "node", "--listen", f"127.0.0.1:{self.port_wanted}", *self.flags],
                                        stdout=subprocess.PIPE, stderr=self.errors, env=self.env, text=True)
        self.take_first_line()
        self.port = int(self.first["listen"].rsplit(":", 1)[1])
        return self

    def take_first_line(self):
        """Waits until the process says that it is ready."""
        timer = threading.Timer(SECONDS_MAX, self.process.kill)
        timer.start()
        line = self.process.stdout.readline()
        timer.cancel()
        if not line:
            raise AssertionError(f"the node did not start, exit {self.process.wait()}: {self.said()}")
        self.first = json.loads(line)

    def said(self):
        """Its standard error. The node writes at the place where this file stands, so the file is not moved."""
        descriptor = self.errors.fileno()
        return os.pread(descriptor, os.fstat(descriptor).st_size, 0).decode("utf-8", "replace")

    def stop(self, how=signal.SIGTERM):
        """The exit status; negative for a signal."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        try:
            status = self.process.wait(timeout=SECONDS_MAX)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise AssertionError(f"the node did not end: {self.said()}") from None
        self.process.stdout.close()
        self.errors.close()
        return status

    def kill(self):
        return self.stop(signal.SIGKILL)

    def connection(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS_MAX)

    def ask(self, method, path, body=None, headers=None):
        connection = self.connection()
        try:
            sent = dict(headers or {})
            data = body
            if body is not None and not isinstance(body, (bytes, str)):
                data = json.dumps(body)
            if body is not None:
                sent.setdefault("Content-Type", "application/json")
            connection.request(method, path, data, sent)
            got = connection.getresponse()
            answer = Answer(got.status, {key.lower(): value for key, value in got.getheaders()}, got.read())
        finally:
            connection.close()
        if path != "/openapi.json" and "content-encoding" not in answer.headers:
            if LARIAT not in Node.documents:
                document = self.get("/openapi.json")
                Node.documents[LARIAT] = openapi.Document(document.body) if document.status == 200 else None
            if Node.documents[LARIAT]:
                Node.documents[LARIAT].check(method, path, answer)
            else:
                del Node.documents[LARIAT]  # this node lets nobody in; the next may
        return answer

    def get(self, path, **headers):
        return self.ask("GET", path, headers=headers)

    def post(self, path, body):
        return self.ask("POST", path, body)

    def good(self, path):
        """The JSON of a GET that must succeed."""
        answer = self.get(path)
        assert answer.status == 200, f"{path}: {answer}"
        return answer.json

    # Transactions of the dev accounts.
    def nonce(self, address):
        return int(self.good(f"/v1/accounts/{address}")["pending_nonce"])

    def send(self, tx, key=wire.DEV_KEYS[0], wait=5000):
        """Signs with the next nonce unless one is given, posts, waits. The answer."""
        tx = {"nonce": self.nonce(wire.address_of(key)), **tx} if "nonce" not in tx else tx
        raw = wire.signed(tx, key, self.first["chain_id"])
        return self.post(f"/v1/transactions?wait={wait}", {"raw": "0x" + raw.hex()})

    def ok(self, tx, key=wire.DEV_KEYS[0]):
        """The TX of a transaction that must be included and succeed."""
        answer = self.send(tx, key, wait=20_000)  # in a cluster a proposer that is late takes five seconds
        assert answer.status == 200, answer
        assert answer.json["status"] == "included" and answer.json["receipt"]["status"] == "ok", answer
        return answer.json

    def mine(self, **order):
        answer = self.post("/v1/dev/mine", order)
        assert answer.status == 200, answer
        return answer.json

    def until(self, what, seconds=60):
        """Asks again until `what()` is true."""
        end = time.monotonic() + seconds
        while not what():
            assert time.monotonic() < end, "it did not come about in time"
            time.sleep(0.02)
