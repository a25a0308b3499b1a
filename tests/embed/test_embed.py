"""A chain of somebody else: examples/embed against an installed lariat, found by find_package and nothing else."""
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("LARIAT", ROOT / "build/dev/lariat")).resolve().parent
EXPECTED = """\
refused: height 1 is not above the current height 1
block   5  heartbeat woke with beat 1
block  15  heartbeat woke with beat 2
block  25  heartbeat woke with beat 3
3 scheduled, 3 fired, 0 live, 6 keys left in the store
"""


def run(*command, **options):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, check=False, **options)
    if done.returncode:
        raise AssertionError(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


class Embedding(unittest.TestCase):
    def test_the_example_builds_against_the_installed_package_and_wakes_its_programs(self):
        with tempfile.TemporaryDirectory() as folder:
            prefix, example, build = Path(folder, "prefix"), Path(folder, "example"), Path(folder, "build")
            run("cmake", "--install", BUILD, "--prefix", prefix)
            self.assertFalse((prefix / "include/base").exists(), "internal headers are not installed")
            shutil.copytree(ROOT / "examples/embed", example)  # away from the repository
            run("cmake", "-S", example, "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}", "-G", "Ninja")
            run("cmake", "--build", build)
            self.assertEqual(run(build / "embed"), EXPECTED)

    def test_each_public_header_compiles_on_its_own_without_the_sources(self):
        for header in sorted((ROOT / "include/lariat").glob("*.hpp")):
            with self.subTest(header.name):
                run("g++", "-std=gnu++20", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-x", "c++", f"-I{ROOT}/include",
                    "-", input=f'#include "lariat/{header.name}"\n#include "lariat/{header.name}"\n')


if __name__ == "__main__":
    unittest.main()
