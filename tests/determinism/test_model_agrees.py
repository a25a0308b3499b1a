"""The independent model and the program give the same results on random histories (DET-3)."""
import os
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SEEDS = 200


class ModelAgrees(unittest.TestCase):
    def test_DET3_model_and_program_agree_on_random_histories(self):
        program = os.environ.get("LARIAT", str(ROOT / "build/lariat"))
        done = subprocess.run([sys.executable, str(ROOT / "tests/model/compare.py"), program,
                               "--seeds", f"0..{os.environ.get('LARIAT_SEEDS', SEEDS)}",
                               "--keep", str(ROOT / "build/model")],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        self.assertEqual(0, done.returncode, done.stdout)


if __name__ == "__main__":
    unittest.main()
