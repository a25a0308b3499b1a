"""Every program of bench/, tools/, tests/ and fuzz/ answers --help, refuses other arguments with status 2, and leaves no
file behind in either case.

Python and shell programs run from a copy of the repository, so that a changed source is noticed too. Of the programs in C++
this starts those of the preset dev: the test programs and the benchmarks. The step fuzz of `make test` starts the fuzzers.
bench/peers needs more than the tests install: here only the sources of those programs are looked at."""
import re
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import check_command_lines  # noqa: E402
import sources  # noqa: E402

FOLDERS = ("bench", "tools", "tests", "fuzz")
# Actors and other inputs of the tests: Python sources, but no programs.
INPUTS = re.compile(r"tests/(pvm/programs|actors/(hostile|later|programs|refused))/|bench/programs/")
MAIN = re.compile(r"^(#!|if __name__ == [\"']__main__[\"'])", re.M)
CPP_MAIN = re.compile(r"^int main\(", re.M)
INTERPRETERS = {".py": [sys.executable], ".sh": ["sh"]}


def python_and_shell(root):
    for path in sources.files(root, ".py", ".sh", under=FOLDERS):
        if not INPUTS.match(path.relative_to(root).as_posix()):
            yield path


def is_program(path):
    return path.suffix == ".sh" or MAIN.search(path.read_text(encoding="utf-8"))


def contents(folder):
    return {path.relative_to(folder).as_posix(): path.stat().st_mtime_ns for path in folder.rglob("*")}


class CommandLines(unittest.TestCase):
    def check(self, commands):
        self.assertGreater(len(commands), 1)
        wrong = check_command_lines.check(commands)
        self.assertFalse(wrong, "\n".join(wrong))

    def test_python_and_shell_programs(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder, "lariat")
            shutil.copytree(ROOT, root, ignore=shutil.ignore_patterns("build", "build-*", ".git", "__pycache__", "node_modules"))
            before = contents(root)
            self.check({path.relative_to(root).as_posix(): [*INTERPRETERS[path.suffix], str(path)]
                        for path in python_and_shell(root) if is_program(path)})
            self.assertEqual(before, contents(root))

    def test_test_programs_and_benchmarks_of_the_preset_dev(self):
        built = [path for folder in ("tests", "bench") for path in check_command_lines.binaries(ROOT / "build/dev" / folder)]
        self.check({path.name: [str(path)] for path in built})
        names = {path.name for path in built}
        for source in sources.files(ROOT, "_bench.cpp", under=("bench",)):
            self.assertIn(f"bench_{source.name.removesuffix('_bench.cpp')}", names)

    def test_every_main_reads_its_command_line_in_the_shared_way(self):
        for path in sources.cpp_files(ROOT, under=FOLDERS):
            text = path.read_text(encoding="utf-8")
            if CPP_MAIN.search(text) and path.name != "gtest_main.cc":
                self.assertRegex(text, r"ProgramArguments |peers::Arguments ", f"{path.relative_to(ROOT)} does not use it")
        for path in sources.files(ROOT, "main.rs", under=FOLDERS):
            self.assertIn("arguments::words(", path.read_text(encoding="utf-8"), str(path.relative_to(ROOT)))
        self.assertIn("${source} arguments.cpp", (ROOT / "fuzz/CMakeLists.txt").read_text(encoding="utf-8"))

    def test_a_python_file_that_reads_arguments_is_a_program(self):
        for path in python_and_shell(ROOT):
            if re.search(r"^[^#]*(\bparse_args\(|sys\.argv\b)", path.read_text(encoding="utf-8"), re.M):
                where = path.relative_to(ROOT).as_posix()
                self.assertTrue(is_program(path) or where.startswith("tests/pvm/generated/"), where)


if __name__ == "__main__":
    unittest.main()
