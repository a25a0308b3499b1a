"""A node as a child of this process: a dev chain in memory, or one with a directory."""
import json
import os
import select
import signal
import subprocess
import tempfile
from types import TracebackType
from typing import Any

from lariat import binary
from lariat._clock import Deadline
from lariat._sync.client import Client
from lariat.accounts import Account
from lariat.errors import LariatError

SECONDS_MAX = 30.0


class LocalNode:
    """`with LocalNode() as node: node.client()`. Flags are those of `lariat node`; without any it is a dev chain in memory.

    It listens on a free port of 127.0.0.1, and ends with this process's `stop()` or `with`."""

    def __init__(self, *flags: str, command: str | None = None) -> None:
        self._flags = list(flags) or ["--dev"]
        self._command = command or binary.find()
        self._process: subprocess.Popen[str] | None = None
        self.first: dict[str, Any] = {}
        self.url = ""

    def start(self) -> "LocalNode":
        """Starts it and waits until it takes requests."""
        self._errors = tempfile.TemporaryFile()
        listen = [] if "--listen" in self._flags else ["--listen", "127.0.0.1:0"]
        env = {name: value for name, value in os.environ.items() if not name.startswith("LARIAT_")}
        self._process = subprocess.Popen([self._command, "node", *listen, *self._flags], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                         stderr=self._errors, text=True, env=env)
        assert self._process.stdout is not None
        readable, _, _ = select.select([self._process.stdout], [], [], SECONDS_MAX)
        line = self._process.stdout.readline() if readable else ""
        if not line:
            said = self.said()
            self.kill()
            raise LariatError(f"the node did not start: {said}")
        self.first = json.loads(line)
        self.url = self.first["listen"]
        return self

    @property
    def pid(self) -> int:
        assert self._process is not None, "the node was not started"
        return self._process.pid

    def said(self) -> str:
        """What it wrote to its log."""
        self._errors.seek(0)
        return self._errors.read().decode("utf-8", "replace")

    def client(self, account: Account | None = None, **options: Any) -> Client:
        """A client of it; on a dev chain signed by the first of its accounts unless another is given."""
        return Client(self.url, account=account or (Account.dev(0) if self.first.get("dev") else None), **options)

    def stop(self) -> int:
        """Ends it in order; its exit status."""
        return self._end(signal.SIGTERM)

    def kill(self) -> int:
        """Ends it at once, as a power cut would."""
        return self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> int:
        process, self._process = self._process, None
        if process is None:
            return 0
        if process.poll() is None:
            process.send_signal(how)
        deadline = Deadline(SECONDS_MAX)
        try:
            status = process.wait(deadline.left)
        except subprocess.TimeoutExpired:
            process.kill()
            status = process.wait()
        if process.stdout:
            process.stdout.close()
        self._errors.close()
        return status

    def __enter__(self) -> "LocalNode":
        return self.start()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()
