"""The same traces through every compiler and optimisation level: one output (DET-1). LARIAT_PRESETS names the builds."""
import os
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
import check_determinism  # noqa: E402


class BuildsAgree(unittest.TestCase):
    def test_DET1_builds_of_gcc_and_clang_print_the_same_bytes_twice(self):
        commands = check_determinism.build(os.environ.get("LARIAT_PRESETS", "").split())
        count, differences = check_determinism.check(commands, int(os.environ.get("LARIAT_SEEDS", "20")))
        self.assertEqual([], differences)
        self.assertGreater(count, 0, "no trace to replay")

    def test_no_path_of_the_building_machine_is_in_what_is_installed(self):
        """In what `make install` takes: the preset release. (Of dev, the compiler cache may give objects of another clone.)"""
        release = check_determinism.sources.ROOT / "build/release"
        built = [*release.glob("src/*/liblariat_*.a"), release / "tests/determinism" / check_determinism.TARGET]
        self.assertGreater(len(built), 5)
        self.assertEqual([], [p.name for p in built if str(check_determinism.sources.ROOT).encode() in p.read_bytes()])


if __name__ == "__main__":
    unittest.main()
