"""A validator whose clock is 90 s off. Go asks the kernel for the time, past any library that could be preloaded, so
the tests build a lariat-comet with an offset in the places where CometBFT looks at the clock. LARIAT_FAULTS=1 runs it:
the build takes minutes the first time."""
import os
import shutil
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

import net
from net import ROOT, Net

OFFSET = '''
var offset = func() time.Duration {
	seconds, _ := time.ParseDuration(os.Getenv("LARIAT_CLOCK_OFFSET"))
	return seconds
}()
'''
# Votes and proposals; the look at a block's time.
PLACES = ("types/time/time.go", "state/validation.go")


def build(folder):
    """lariat-comet with an offset, in this folder."""
    go = subprocess.run([ROOT / "tools/install_go.sh"], capture_output=True, text=True, check=True).stdout.strip()
    env = {**os.environ, "GOTOOLCHAIN": "local", "GOFLAGS": "-mod=readonly"}
    comet = Path(subprocess.run([go, "list", "-m", "-f", "{{.Dir}}", "github.com/cometbft/cometbft"], cwd=ROOT / "cluster", env=env,
                                capture_output=True, text=True, check=True).stdout.strip())
    copy = folder / "cometbft"
    shutil.copytree(comet, copy, copy_function=shutil.copyfile, ignore=shutil.ignore_patterns("docs", "spec", "*_test.go", "testdata"))
    for folder_of_it in [copy, *(path for path in copy.rglob("*") if path.is_dir())]:
        folder_of_it.chmod(0o755)
    for place in PLACES:
        text = (copy / place).read_text()
        assert "time.Now()" in text, place
        text = text.replace("time.Now()", "time.Now().Add(offset)").replace("import (", 'import (\n\t"os"', 1) + OFFSET
        (copy / place).write_text(text)
    (folder / "go.mod").write_text((ROOT / "cluster/go.mod").read_text() + f"\nreplace github.com/cometbft/cometbft => {copy}\n")
    shutil.copyfile(ROOT / "cluster/go.sum", folder / "go.sum")
    done = subprocess.run([go, "build", "-trimpath", "-buildvcs=false", "-modfile", folder / "go.mod", "-o", folder / "lariat-comet",
                           "."], cwd=ROOT / "cluster", env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return str(folder / "lariat-comet")


@unittest.skipUnless(os.environ.get("LARIAT_FAULTS"), "LARIAT_FAULTS=1 runs it: it builds CometBFT anew")
@unittest.skipIf(net.why_not(), net.why_not())
class ClockTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="lariat-clock-")
        cls.addClassCleanup(cls.folder.cleanup)
        cls.comet = build(Path(cls.folder.name))

    def off_by(self, cluster, offset):
        odd = cluster.validators[3]
        odd.comet = self.comet
        odd.start(env={"LARIAT_CLOCK_OFFSET": offset}, wait=False)
        cluster.start_all(cluster.validators[:3])
        odd.take_first_line()
        return odd, cluster.validators[:3]

    def test_CLU27_a_clock_ahead_is_warned_of(self):
        with Net(genesis=net.genesis_of(), start=False) as cluster:
            odd, others = self.off_by(cluster, "90s")
            odd.until(lambda: "s off the other validators' median" in odd.said(1 << 20), 60)
            height = cluster.until_height(8)[0]
            cluster.same_blocks(range(1, height + 1))
            # The time of blocks is that of most.
            block = others[0].good(f"/v1/blocks/{height}")
            self.assertLess(abs(int(block["timestamp_ms"]) / 1000 - time.time()), 60)

    def test_CLU27_CLU5_a_clock_far_behind_ends_the_validator(self):
        with Net(genesis=net.genesis_of(), start=False) as cluster:
            odd, others = self.off_by(cluster, "-90s")
            self.assertEqual(odd.wait_end(), 70)
            height = max(one.height() for one in others)
            cluster.until_height(height + 4, among=others)
            cluster.same_blocks(range(1, height + 4), among=others)
            # With the right clock it comes back without a hand.
            odd.start()
            cluster.until_height(height + 8)
            cluster.same_blocks(range(1, height + 8))


if __name__ == "__main__":
    unittest.main()
