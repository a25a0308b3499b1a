"""What the build of the chain needs."""
import shlex
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILDS = [folder for folder in (ROOT / "build/dev", ROOT / "build/release") if (folder / "build.ninja").is_file()]


@unittest.skipIf(not BUILDS, "nothing was built below build/ here")
class ClusterBuildTest(unittest.TestCase):
    def test_CLU1_building_the_chain_runs_no_go(self):
        for folder in BUILDS:
            commands = subprocess.run(["ninja", "-C", str(folder), "-t", "commands", "lariat", "lariat_abci_whole"],
                                      capture_output=True, text=True, check=True).stdout.splitlines()
            self.assertGreater(len(commands), 100)
            words = {Path(word).name for command in commands for word in shlex.split(command.replace("&&", " "))}
            self.assertTrue({"g++", "ar"} & words or {"c++", "ar"} & words, "these are no commands of a build")
            self.assertFalse({"go", "cgo", "gofmt"} & words)
            self.assertFalse([word for word in words if word.endswith(".go")])


if __name__ == "__main__":
    unittest.main()
