"""The independent model and the program give the same results on random histories (DET-3)."""
import concurrent.futures
import os
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FEATURES = ("fifo", "auction", "globalbox", "watch", "operations", "all")
SEEDS = int(os.environ.get("LARIAT_SEEDS", 400))  # of each feature
SEEDS_AT_ONCE = 50


def compare(feature, first):
    program = os.environ.get("LARIAT", str(ROOT / "build/lariat"))
    return subprocess.run([sys.executable, str(ROOT / "tests/model/compare.py"), program, "--feature", feature,
                           "--seeds", f"{first}..{min(first + SEEDS_AT_ONCE, SEEDS) - 1}", "--keep", str(ROOT / "build/model")],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)


class ModelAgrees(unittest.TestCase):
    def test_DET3_model_and_program_agree_on_random_histories_of_every_feature(self):
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            running = {pool.submit(compare, feature, first): feature
                       for feature in FEATURES for first in range(0, SEEDS, SEEDS_AT_ONCE)}
            for done in concurrent.futures.as_completed(running):
                with self.subTest(feature=running[done]):
                    self.assertEqual(0, done.result().returncode, done.result().stdout)


if __name__ == "__main__":
    unittest.main()
