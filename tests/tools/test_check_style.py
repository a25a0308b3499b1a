"""The style check reports each kind of violation, but nothing in comments, literals or allowed places."""
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
import check_style  # noqa: E402

HEAD = "// A file of the test.\n"


class Style(unittest.TestCase):
    def found(self, text, where="src/lane/fifo.cpp", allowed="", more=None):
        """The rules that fail and the warnings, as lists of rule names."""
        with tempfile.TemporaryDirectory() as folder:
            for name, content in {where: text, "tools/style_allowed.txt": allowed, **(more or {})}.items():
                path = Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(content, encoding="utf-8")
            failures, warnings = check_style.check(Path(folder))
        return [line.rsplit("[")[-1].rstrip("]") for line in failures], [line.rsplit("[")[-1].rstrip("]") for line in warnings]

    def rules(self, text, **more):
        return self.found(text, **more)[0]

    def test_a_clean_file_passes(self):
        self.assertEqual([], self.rules(HEAD + "int answer();\n"))

    def test_the_first_line_must_be_a_comment(self):
        self.assertEqual(["first-line"], self.rules("#include <vector>\n"))
        self.assertEqual([], self.rules('"""Says what it is."""\n', where="tests/x/test_x.py"))
        self.assertEqual(["first-line"], self.rules("import os\n", where="tests/x/test_x.py"))

    def test_a_file_may_have_500_lines_and_no_more(self):
        self.assertEqual([], self.rules(HEAD + "int x;\n" * 499))
        self.assertEqual(["long-file"], self.rules(HEAD + "int x;\n" * 500))

    def test_marks_of_unfinished_work_are_found_anywhere(self):
        for word in ("TODO", "FIXME", "XXX", "for now", "Simplified", "placeholder"):
            self.assertEqual(["words"], self.rules(HEAD + f"// {word}\n"), word)
            self.assertEqual(["words"], self.rules(f"# {word}\n", where="docs/page.md"), word)

    def test_registries_and_machine_paths_are_found(self):
        for text in ("see deb.debian.org", "pypi.org has it", "proxy.golang.org", 'open("/work/x")', "cd /home/me/x"):
            self.assertEqual(["words"], self.rules(HEAD + f"// {text}\n"), text)
        self.assertEqual([], self.rules(HEAD + "// build/tmp/x and ../work/y and https://example.org/work/x\n"))

    def test_floating_point_and_clocks_are_found_in_consensus_layers_only(self):
        for text in ("double x = 1;", "float y;", "std::chrono::seconds s;", "auto t = time(nullptr);", "int r = rand();"):
            self.assertEqual(["nondeterminism"], self.rules(HEAD + text + "\n"), text)
            self.assertEqual([], self.rules(HEAD + text + "\n", where="src/cli/main.cpp"), text)

    def test_comments_literals_and_longer_words_are_no_floating_point(self):
        text = '// a double\n/* float */ auto s = "float double"; int block_time(int); int doubled; auto r = R"(float)";\n'
        self.assertEqual([], self.rules(HEAD + text))

    def test_exceptions_are_found_unless_allowed_with_a_reason(self):
        text = HEAD + "void f() { try { g(); } catch (...) { throw; } }\n"
        self.assertEqual(["exceptions"] * 3, self.rules(text))
        self.assertEqual([], self.rules(text, allowed="exceptions src/lane/fifo.cpp the library throws\n"))
        self.assertEqual([], self.rules(text, allowed="exceptions src/lane/ they stay inside the layer\n"))
        self.assertEqual(1, len(self.rules(text, allowed="exceptions src/lane/fifo.cpp\n")))

    def test_an_allowance_that_nothing_needs_is_found(self):
        self.assertEqual(1, len(self.rules(HEAD, allowed="exceptions src/lane/fifo.cpp once\n")))

    def test_loops_over_unordered_containers_are_found_also_where_an_included_header_declares_them(self):
        header = HEAD + "struct S {\n    std::unordered_map<int, std::vector<int>> live_;\n    std::map<int, int> kept_;\n};\n"
        loop = HEAD + '#include "lane/set.hpp"\n' + "void f(S& s) { for (auto& [k, v] : s.live_) use(k); }\n"
        self.assertEqual(["unordered"], self.rules(loop, more={"src/lane/set.hpp": header}))
        self.assertEqual([], self.rules(loop.replace("live_", "kept_"), more={"src/lane/set.hpp": header}))
        self.assertEqual(["unordered"], self.rules(HEAD + "using Ids = std::unordered_set<int>;\nvoid f(Ids ids) { copy(ids.begin()); }\n"))

    def test_a_long_function_is_a_warning(self):
        text = HEAD + "void f()\n{\n" + "    g();\n" * 71 + "}\n"
        self.assertEqual(([], ["long-function"]), self.found(text))


if __name__ == "__main__":
    unittest.main()
