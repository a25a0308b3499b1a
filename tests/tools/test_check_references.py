"""Tests of tools/check_references.py: names of files in comments and documents."""
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
import check_references  # noqa: E402

FILES = {"src/lane/round.cpp": "// A round.\n", "docs/guide.md": "# Guide\n\n## The way of a block\n", "docs/decisions/0007-root.md": "# Root\n",
         "tools/build.sh": "#!/bin/sh\n# Builds.\n"}


class References(unittest.TestCase):
    def findings(self, **files):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {**FILES, **{name.replace("__", "/").replace("_dot_", "."): text for name, text in files.items()}}.items():
                path = Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            return check_references.check(Path(folder))

    def missing(self, **files):
        return [line.split(": ")[1].split(" ")[0] for line in self.findings(**files)]

    def test_a_name_the_end_of_a_path_and_a_folder_are_found(self):
        self.assertEqual([], self.missing(src__a_dot_hpp="// See round.cpp, lane/round.cpp, docs/guide.md, guide.md, src/lane/ and build/x.txt.\n"))

    def test_what_is_not_there_is_named_with_its_line(self):
        self.assertEqual(["src/a.hpp:2: gone.md is not in the repository"], self.findings(src__a_dot_hpp="// One.\n// See gone.md.\n"))
        self.assertEqual(["src/gone", "chain/round.cpp"], self.missing(src__a_dot_hpp="// See src/gone and chain/round.cpp.\n"))

    def test_only_comments_of_sources_count(self):
        self.assertEqual([], self.missing(src__a_dot_cpp='auto a = "gone.md";  // no name\n', tools__a_dot_py='A = "gone.md"\n'))
        self.assertEqual(["one.md", "two.md"], self.missing(tools__a_dot_py='"""Like one.md."""\nA = 1  # and two.md\n'))
        self.assertEqual(["one.sh"], self.missing(tools__b_dot_sh="#!/bin/sh\n# After one.sh.\necho two.sh\n"))

    def test_patterns_and_system_headers_are_no_files(self):
        self.assertEqual([], self.missing(docs__a_dot_md="`NAME_test.cpp`, `docs/decisions/NNNN-subject.md`, `*_test.cpp`, <sysexits.h>, `LIF4_….md`\n"))

    def test_links_lead_from_where_they_stand_to_a_file_and_a_heading(self):
        self.assertEqual([], self.missing(docs__a_dot_md="[a](guide.md#the-way-of-a-block) [b](../tools/build.sh) [c](#a)\n\n# A\n"))
        self.assertEqual(["gone.md", "docs/guide.md", "guide.md#nowhere"],
                         self.missing(docs__a_dot_md="[a](gone.md) [b](docs/guide.md) [c](guide.md#nowhere)\n"))

    def test_in_code_blocks_only_paths_of_the_repository_count(self):
        self.assertEqual(["tools/gone.sh"], self.missing(docs__a_dot_md="```console\n$ cat mine.py\n$ tools/build.sh\n$ tools/gone.sh\n```\n"))

    def test_decisions_are_named_by_their_number(self):
        self.assertEqual([], self.missing(src__a_dot_hpp="// See docs/decisions/0007 and decision 0007.\n"))
        self.assertEqual(["decision"], self.missing(src__a_dot_hpp="// See decision 0008.\n"))

    def test_exceptions_need_a_reason_and_a_use(self):
        allowed = "docs/a.md mine.py a file of the reader\n"
        self.assertEqual([], self.findings(docs__a_dot_md="Write `mine.py`.\n", tools__references_allowed_dot_txt=allowed))
        self.assertIn("no longer needed", self.findings(docs__a_dot_md="Write.\n", tools__references_allowed_dot_txt=allowed)[0])
        self.assertIn("has no reason", self.findings(docs__a_dot_md="`mine.py`\n", tools__references_allowed_dot_txt="docs/a.md mine.py\n")[0])


if __name__ == "__main__":
    unittest.main()
