"""Two clones share the compiler cache, and a changed source is always compiled again."""
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

CMAKE = Path(__file__).resolve().parents[2] / "cmake"
PROJECT = f"""
cmake_minimum_required(VERSION 3.25)
project(clone LANGUAGES CXX)
set(CMAKE_CXX_STANDARD 20)
set(LARIAT_PRECOMPILED ON)
include({CMAKE}/compiler_cache.cmake)
include({CMAKE}/layers.cmake)
add_library(one STATIC a.cpp b.cpp)
target_include_directories(one PRIVATE ${{PROJECT_SOURCE_DIR}})
lariat_precompile(one <string> <shared.hpp>)
"""


@unittest.skipUnless(shutil.which("ccache"), "without ccache nothing is kept")
class CompilerCache(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.environment = {**os.environ, "CCACHE_DIR": str(self.folder / "cache")}

    def build(self, name, compiler, comment, result=1):
        clone = self.folder / name
        clone.mkdir()
        (clone / "CMakeLists.txt").write_text(PROJECT, encoding="utf-8")
        (clone / "shared.hpp").write_text(f"#pragma once\n// {comment}\ninline int shared() {{ return 1; }}\n", encoding="utf-8")
        for source in "ab":
            (clone / f"{source}.cpp").write_text(f'#include "shared.hpp"\nint {source}() {{ return shared() + {result}; }}\n', encoding="utf-8")
        before = self.hits()
        for command in (["cmake", "-G", "Ninja", "-B", "build", f"-DCMAKE_CXX_COMPILER={compiler}"], ["ninja", "-C", "build"]):
            done = subprocess.run(command, cwd=clone, env=self.environment, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return self.hits() - before

    def hits(self):
        said = subprocess.run(["ccache", "--print-stats"], env=self.environment, capture_output=True, text=True, check=True).stdout
        counts = dict(line.split() for line in said.splitlines())
        return int(counts["direct_cache_hit"]) + int(counts["preprocessed_cache_hit"])

    def test_a_clone_whose_precompiled_header_differs_in_a_comment_builds(self):
        for compiler in ("g++", "clang++-19"):
            with self.subTest(compiler):
                self.build(f"{compiler}-first", compiler, "one text")
                self.assertEqual(self.build(f"{compiler}-second", compiler, "another, longer text", result=2), 0)

    def test_a_clone_with_the_same_text_compiles_nothing_again(self):
        self.build("first", "g++", "the text")
        self.assertEqual(self.build("second", "g++", "the text"), 3)


if __name__ == "__main__":
    unittest.main()
