"""Real processes that commit to a real directory, killed at any moment: what they had acknowledged is there.

Twenty times in the tests; `tools/crash_campaign.py` does it a thousand times."""
import os
import pathlib
import random
import subprocess
import tempfile
import threading
import time
import unittest

KILLS = 20
SECONDS_MAX = 0.08  # a process lives up to this long after it has opened the store
STEPS_MAX = 400  # and does up to this much
STEPS_FEW = 8  # or this, so that some close the store by themselves or are killed while they do


def writer():
    """The program state_kill_writer beside the command that is being tested."""
    lariat = os.environ.get("LARIAT", str(pathlib.Path(__file__).parents[2] / "build/dev/lariat"))
    return pathlib.Path(lariat).parent / "tests/state_kill_writer"


class WrongStore(Exception):
    """The directory holds something else than what was acknowledged."""


class KillLoop:
    """A directory, the version last acknowledged in it, and the root of each version ever seen."""

    def __init__(self, program, directory, seed):
        self.program, self.directory, self.seed = str(program), directory, seed
        self.random = random.Random(seed)
        self.acknowledged, self.begun = 0, None
        self.roots = {}
        self.killed = self.closed = self.acknowledgements = 0

    def _learn(self, version, root):
        if self.roots.setdefault(version, root) != root:
            raise WrongStore(f"version {version} has the root {root} but had {self.roots[version]}")

    def _take(self, line):
        what, version, *root = line.split()
        if what == "begin":
            self.begun = int(version)
            return
        if int(version) not in (self.acknowledged, self.begun):
            raise WrongStore(f"the store is at version {version}; acknowledged was {self.acknowledged}, begun {self.begun}")
        self._learn(int(version), root[0])
        self.acknowledged, self.begun = int(version), None
        self.acknowledgements += 1

    def run_and_kill(self):
        steps = self.random.randrange(1, STEPS_MAX if self.random.random() < 0.7 else STEPS_FEW)
        process = subprocess.Popen([self.program, "write", self.directory, str(self.seed), str(steps)],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if self.random.random() < 0.1:  # while it opens the store
            time.sleep(self.random.uniform(0, 0.01))
            process.kill()
        first = process.stdout.readline()
        timer = threading.Timer(self.random.uniform(0, SECONDS_MAX), process.kill)
        timer.start()
        lines = ([first] if first else []) + process.stdout.readlines()
        said = process.stderr.read().decode()
        status = process.wait()
        timer.cancel()
        process.stdout.close()
        process.stderr.close()
        for line in lines:
            if line.endswith(b"\n"):
                self._take(line.decode())
        if status not in (0, -9):
            raise WrongStore(f"the writer ended with status {status}: {said}")
        self.killed += status == -9
        self.closed += status == 0

    def check(self):
        done = subprocess.run([self.program, "check", self.directory, str(self.seed)], capture_output=True, check=False)
        if done.returncode:
            raise WrongStore(f"after version {self.acknowledged} was acknowledged: {done.stderr.decode()}")
        self._take(done.stdout.decode())


def kill_loop(program, directory, seed, kills, progress=lambda loop: None):
    """Returns the loop when it has killed so many processes; raises WrongStore."""
    loop = KillLoop(program, directory, seed)
    while loop.killed < kills:
        loop.run_and_kill()
        if loop.random.random() < 0.5:  # else the next writer itself finds what the last one left
            loop.check()
        progress(loop)
    loop.check()
    return loop


class Killed(unittest.TestCase):
    def test_what_killed_processes_had_acknowledged_is_there(self):
        with tempfile.TemporaryDirectory(prefix="lariat-kill-") as directory:
            loop = kill_loop(writer(), directory, 20261121, KILLS)
        self.assertGreater(loop.acknowledgements, KILLS)


if __name__ == "__main__":
    unittest.main()
