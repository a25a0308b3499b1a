"""A peer program of bench/peers/ as a process: answers commands, one line each, pinned to one core."""
import contextlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import sources

BUILT = sources.ROOT / "build/peers"
CARGO = "cargo/release/peer-commonware"


class Failed(Exception):
    """A program ended, or said that what it found is not what it should be."""


class Program:
    def __init__(self, name, binary, directory, config, options, cpu):
        self.name, directory = name, Path(directory)
        directory.parent.mkdir(parents=True, exist_ok=True)
        self.directory = Path(tempfile.mkdtemp(prefix=f"{directory.name}-", dir=directory.parent))  # only this one is removed
        command = ["taskset", "-c", str(cpu), str(BUILT / binary), str(self.directory), str(config.keys), str(config.value)]
        self.process = subprocess.Popen(command + [f"{k}={v}" for k, v in options.items()], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        if self.process.poll() is None:
            try:
                self.process.wait(60)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.process.stdout.close()
        shutil.rmtree(self.directory, ignore_errors=True)

    def ask(self, *words):
        """The fields of the answer as text; None when the store has no such thing."""
        command = " ".join(map(str, words))
        with contextlib.suppress(BrokenPipeError):  # what it said before it ended is read below
            self.process.stdin.write(command + "\n")
            self.process.stdin.flush()
        answer = self.process.stdout.readline().strip()
        if answer == "none":
            return None
        verdict, _, rest = answer.partition(" ")
        if verdict != "ok":
            raise Failed(f"{self.name}: {command}: {rest or answer or 'the program ended'}")
        return dict(field.split("=", 1) for field in rest.split())

    def seconds(self, *words):
        return float(self.ask(*words)["seconds"])

    def memory(self, kind="VmRSS"):
        """Resident bytes now: VmRSS all, RssAnon without mapped files."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return next(int(line.split()[1]) * 1024 for line in status if line.startswith(kind + ":"))

    def disk(self):
        """Bytes of blocks that the files hold."""
        return sum(path.stat().st_blocks * 512 for path in self.directory.rglob("*") if path.is_file())


def settle_disk():
    """What one program left to the kernel to write is not written in the next one's time."""
    os.sync()
