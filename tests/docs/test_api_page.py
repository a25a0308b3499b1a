"""docs/api.md is what tools/api_page.py writes from the node's own /openapi.json."""
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class ApiPage(unittest.TestCase):
    def test_the_page_is_current(self):
        done = subprocess.run([sys.executable, str(ROOT / "tools/api_page.py"), "--check"], capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(0, done.returncode, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
