"""The tests of lariat-comet that are written in Go: cluster/*_test.go."""
import os
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GO_SECONDS_MAX = 300


class ClusterGoTest(unittest.TestCase):
    def run_go(self, names, count):
        installed = subprocess.run([ROOT / "tools/install_go.sh"], capture_output=True, text=True, check=False)
        if installed.returncode:
            self.skipTest(installed.stderr)
        env = {**os.environ, "GOTOOLCHAIN": "local", "GOFLAGS": "-mod=readonly"}
        done = subprocess.run([installed.stdout.strip(), "test", "-v", "-run", names, "."], cwd=ROOT / "cluster", env=env,
                              capture_output=True, text=True, check=False, timeout=GO_SECONDS_MAX)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(done.stdout.count("--- PASS: "), count, done.stdout)

    def test_CLU27_an_offset_that_stays_is_a_wrong_clock_and_one_that_shrinks_is_not(self):
        self.run_go("CLU27", 4)

    def test_CLU5_one_that_stands_while_most_peers_go_on_is_stalled(self):
        self.run_go("CLU5", 1)


if __name__ == "__main__":
    unittest.main()
