"""The examples of examples/embed work with the installed library, and the header shows the one that it names."""
import re
import shutil
import tempfile
import unittest
from pathlib import Path

from package import ROOT, build, install, run

EMBED = """\
refused: height 1 is not above the current height 1
block   5  heartbeat woke with beat 1
block  15  heartbeat woke with beat 2
block  25  heartbeat woke with beat 3
3 scheduled, 3 fired, 0 live, 6 keys left in the store
"""
SMALLEST = """\
tick woke at its height 3
it used 100 cycles
"""
HEADER = ROOT / "include/lariat/scheduler.hpp"
BEGIN, END = "// [the lines at the head of lariat/scheduler.hpp]\n", "// [end of these lines]\n"


class Embedding(unittest.TestCase):
    def test_the_examples_build_against_the_installed_package_and_print_what_the_page_shows(self):
        page = (ROOT / "docs/embedding.md").read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder:
            prefix = install(Path(folder, "installed"))
            example = Path(folder, "example")  # away from the repository
            shutil.copytree(ROOT / "examples/embed", example)
            built = build(example, f"-DCMAKE_PREFIX_PATH={prefix}")
            for program, expected in (("embed", EMBED), ("smallest", SMALLEST)):
                self.assertEqual(expected, run(built / program))
                self.assertIn(f"$ build/embed/{program}\n{expected}", page)

    def test_the_head_of_the_header_is_the_middle_of_the_example(self):
        source = (ROOT / "examples/embed/smallest.cpp").read_text(encoding="utf-8")
        between = source[source.index(BEGIN) + len(BEGIN):source.index(END)].rstrip(" ")
        lines = [line.removeprefix("    ") for line in between.splitlines()]
        quoted = re.search(r"a complete program:\n//\n((?://     .*\n)+)//\n", HEADER.read_text(encoding="utf-8")).group(1)
        self.assertEqual(lines, [line.removeprefix("//     ") for line in quoted.splitlines()])

    def test_each_public_header_compiles_on_its_own_without_the_sources(self):
        for header in sorted((ROOT / "include/lariat").glob("*.hpp")):
            for standard in ("gnu++20", "c++20"):
                with self.subTest(header.name, standard=standard):
                    run("g++", f"-std={standard}", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-x", "c++", f"-I{ROOT}/include",
                        "-", input=f'#include "lariat/{header.name}"\n#include "lariat/{header.name}"\n')


if __name__ == "__main__":
    unittest.main()
