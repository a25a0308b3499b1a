"""The client commands of lariat in tests: a node of their own, a home of their own, and a terminal of 80 columns."""
import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unittest
from pathlib import Path

from program import LARIAT, ROOT

sys.path.insert(0, str(ROOT / "tests/node"))
from process import Node  # noqa: E402

SECONDS_MAX = 60
COLUMNS = 80
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
COUNTER = """import pvm_host
from cowboy_sdk import only_self

class Counter:
    def add(self, payload):
        self.storage["count"] = self.storage.get("count", 0) + 1
        pvm_host.emit_event("count", str(self.storage["count"]).encode())
        return str(self.storage["count"]).encode()

    def later(self, payload):
        pvm_host.schedule_timer_ex(pvm_host.block_height() + int(payload), b"", gas_limit=20_000)

    def fail(self, payload):
        raise ValueError("on purpose")

    @only_self
    def handle_timer(self, payload):
        self.add(payload)
"""


def environment(node=None, home=None, **more):
    env = {key: value for key, value in os.environ.items() if not key.startswith("LARIAT_") and key != "NO_COLOR"}
    env.update({"TERM": "xterm", "PATH": f"{os.path.dirname(LARIAT)}:{env['PATH']}"})
    if node:
        env["LARIAT_NODE"] = f"http://127.0.0.1:{node.port}"
    if home:
        env["HOME"] = str(home)
    return {**env, **more}


class Ran:
    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err

    @property
    def json(self):
        return json.loads(self.out)

    def __repr__(self):
        return f"Ran({self.status}, {self.out[-600:]!r}, {self.err[-600:]!r})"


def run(*arguments, env, stdin="", cwd=None):
    """Without a terminal: a session of its own, so that /dev/tty is none either."""
    done = subprocess.run([LARIAT, *arguments], input=stdin, capture_output=True, text=True, timeout=SECONDS_MAX, env=env,
                          cwd=cwd, check=False, start_new_session=True)
    return Ran(done.returncode, done.stdout, done.stderr)


class Terminal:
    """A command on a terminal of 80 columns."""

    def __init__(self, *command, env, cwd=None):
        self.seen = ""
        self.pid, self.leader = pty.fork()
        if self.pid == 0:
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # a run in the background ignores it
            if cwd:
                os.chdir(cwd)
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, COLUMNS, 0, 0))
            os.execve(command[0], command, env)

    def read(self, until=None):
        """What is shown until the text has come, or until the end."""
        end = time.monotonic() + SECONDS_MAX
        while until is None or until not in self.seen:
            if not select.select([self.leader], [], [], max(0, end - time.monotonic()))[0]:
                raise AssertionError(f"{until!r} has not come: {self.seen!r}")
            try:
                data = os.read(self.leader, 65536)
            except OSError:
                data = b""
            if not data:
                if until is None:
                    break
                raise AssertionError(f"it ended without {until!r}: {self.seen!r}")
            self.seen += data.decode("utf-8", "replace")
        return self.seen

    def type(self, text):
        os.write(self.leader, text.encode() + b"\n")

    def status(self):
        self.read()
        os.close(self.leader)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def on_terminal(*arguments, env, cwd=None):
    """(exit status, what was shown)"""
    terminal = Terminal(LARIAT, *arguments, env=env, cwd=cwd)
    status = terminal.status()
    return status, terminal.seen


class Client(unittest.TestCase):
    """A node for all tests of a class, with a counter deployed."""
    FLAGS = ("--dev", "--clock", "step")

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.node = Node(*cls.FLAGS).start()
        cls.addClassCleanup(cls.node.stop)
        cls.env = environment(cls.node, cls.folder)
        (cls.folder / "counter.py").write_text(COUNTER, encoding="utf-8")

    @classmethod
    def run_(cls, *arguments, **more):
        return run(*arguments, env={**cls.env, **more.pop("env", {})}, cwd=cls.folder, **more)

    @classmethod
    def good(cls, *arguments, **more):
        done = cls.run_(*arguments, **more)
        assert done.status == 0, (arguments, done)
        return done

    @classmethod
    def deployed(cls, salt="", balance="1cby"):
        actor = cls.good("deploy", "counter.py", "--salt", salt, "--json").json["receipt"]["address"]
        cls.good("transfer", actor, balance)
        return actor

    def ends(self, status, *arguments, says="", **more):
        done = self.run_(*arguments, **more)
        self.assertEqual(status, done.status, (arguments, done))
        self.assertIn(says, done.err, arguments)
        return done
