"""The same traces through every compiler and optimisation level: one output (DET-1)."""
import os
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
import check_determinism  # noqa: E402


class BuildsAgree(unittest.TestCase):
    def test_DET1_gcc_and_clang_at_O0_and_O3_print_the_same_bytes_twice(self):
        count, differences = check_determinism.check(check_determinism.build(), int(os.environ.get("LARIAT_SEEDS", "20")))
        self.assertEqual([], differences)
        self.assertGreater(count, 0, "no trace to replay")


if __name__ == "__main__":
    unittest.main()
