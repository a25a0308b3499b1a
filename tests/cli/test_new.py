"""lariat new, lariat test and lariat man."""
import json
import os
import re
import signal
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree
from pathlib import Path

from client import COLUMNS, ESCAPES, LARIAT, Node, Terminal, environment, on_terminal, run

TEMPLATES = ("counter", "oracle", "vesting", "subscription", "liquidation")


class Projects(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.env = environment(home=self.folder)

    def run_(self, *arguments, cwd=None):
        return run(*arguments, env=self.env, cwd=cwd or self.folder)

    def made(self, template="counter"):
        done = self.run_("new", template, "--template", template)
        self.assertEqual(0, done.status, done)
        return self.folder / template

    def test_NODE43_each_new_project_passes_its_tests_and_its_README_works(self):
        with Node("--dev", "--clock", "step") as node:
            env = environment(node, self.folder)
            for template in TEMPLATES:
                project = self.made(template)
                commands = re.findall(r"^```sh\n(.*?)^```$", (project / "README.md").read_text(encoding="utf-8"), re.M | re.S)
                self.assertEqual(2, len(commands), template)
                done = subprocess.run(["sh", "-eux", "-c", "".join(commands)], cwd=project, env=env, capture_output=True, text=True,
                                      stdin=subprocess.DEVNULL, check=False)
                self.assertEqual(0, done.returncode, (template, done.stdout, done.stderr))
                self.assertRegex(done.stdout, r"\n\d+ passed, 0 failed\n")
                self.assertIn("accepted", done.stdout)
                for path in project.rglob("*"):
                    if path.is_file():
                        self.assertNotIn("{{", path.read_text(encoding="utf-8"), path)
                with self.subTest(template=template, what="it does what it is for"):
                    self.assertRegex(done.stdout, {"counter": r"\n11\n", "oracle": r"\n42\n", "vesting": "released", "subscription": "paid",
                                                   "liquidation": r"\n1\n[^\0]*\n0\n[^\0]*liquidated"}[template])

    def test_a_folder_that_is_not_empty_is_left_alone(self):
        (self.folder / "full").mkdir()
        (self.folder / "full/letter").write_text("dear", encoding="utf-8")
        done = self.run_("new", "full")
        self.assertEqual(2, done.status, done)
        self.assertEqual(["letter"], [path.name for path in (self.folder / "full").iterdir()])
        self.assertEqual(2, self.run_("new", "x", "--template", "nonsense").status)
        (self.folder / "empty").mkdir()
        self.assertEqual(0, self.run_("new", "empty").status)

    def test_tests_are_chosen_by_k_and_counted_alike_as_pvm_test(self):
        project = self.made()
        done = self.run_("test", "-k", "counts_calls", cwd=project)
        self.assertEqual((0, ["1 passed, 0 failed"]), (done.status, done.out.splitlines()[-1:]), done)
        self.assertEqual(self.run_("pvm", "test", ".", cwd=project).out, self.run_("test", cwd=project).out)
        done = self.run_("test", "-k", "nonsense", cwd=project)
        self.assertEqual(2, done.status)
        self.assertIn("lariat test: none of 3 tests has nonsense in its name", done.err)

    def test_gas_counts_runs_and_cycles_as_the_receipts_do(self):
        project = self.made()
        (project / "test_counter.py").write_text("from lariat_test import chain\n\ndef test_one():\n    c = chain.deploy('counter.py')\n"
                                                 "    c.call('add')\n    print(c.cycles)\n    c.call('add')\n    print(c.cycles)\n    chain.advance(4)\n",
                                                 encoding="utf-8")
        lines = [json.loads(line) for line in self.run_("test", "--gas", "--coverage", "--json", cwd=project).out.splitlines()]
        printed = [int(one["text"]) for one in lines[0]["printed"]]
        rows = {row["handler"]: row for row in lines[2]["gas"]}
        self.assertEqual((2, sum(printed), min(printed), max(printed)),
                         tuple(rows["add"][key] for key in ("runs", "cycles", "cycles_least", "cycles_most")))
        self.assertEqual(2, rows["handle_timer"]["runs"])
        self.assertEqual([], lines[3]["coverage"][0]["not_run"])

    def test_coverage_names_the_lines_that_did_not_run(self):
        project = self.made()
        done = self.run_("test", "-k", "counts_calls", "--coverage", cwd=project)
        source = (project / "counter.py").read_text(encoding="utf-8").splitlines()
        missed = 1 + next(i for i, line in enumerate(source) if "self._count(10)" in line)
        self.assertIn(f"not run: line {missed}\n", done.out)
        self.assertIn("100\n", self.run_("test", "--coverage", cwd=project).out)

    def test_junit_xml_has_each_test_and_its_failure(self):
        project = self.made()
        with open(project / "test_counter.py", "a", encoding="utf-8") as file:
            file.write("\n\ndef test_wrong():\n    print('a < b & c')\n    assert 1 == 2\n")
        self.assertEqual(1, self.run_("test", "--junit", "out.xml", cwd=project).status)
        suite = xml.etree.ElementTree.parse(project / "out.xml").getroot()[0]
        self.assertEqual(("4", "1"), (suite.get("tests"), suite.get("failures")))
        wrong = next(case for case in suite if case.get("name") == "test_wrong")
        self.assertIn("AssertionError", wrong.find("failure").get("message") + wrong.find("failure").text)
        self.assertEqual("a < b & c\n", wrong.find("system-out").text)
        self.assertEqual(2, self.run_("test", "--junit", "none/out.xml", cwd=project).status)

    def test_watch_runs_them_again_after_a_change(self):
        project = self.made()
        terminal = Terminal(LARIAT, "test", "--watch", env=self.env, cwd=project)
        terminal.read("3 passed, 0 failed")
        terminal.read("waiting for a change")
        with open(project / "test_counter.py", "a", encoding="utf-8") as file:
            file.write("\n\ndef test_more():\n    pass\n")
        terminal.read("4 passed, 0 failed")
        os.kill(terminal.pid, signal.SIGINT)
        self.assertEqual(130, terminal.status())

    def test_reports_fit_80_columns(self):
        project = self.made("liquidation")
        status, shown = on_terminal("test", "--gas", "--coverage", env=self.env, cwd=project)
        self.assertEqual(0, status, shown)
        for line in shown.replace("\r\n", "\n").split("\n"):
            self.assertLessEqual(len(ESCAPES.sub("", line)), COLUMNS, line)


class ManualPages(unittest.TestCase):
    def test_there_is_a_page_of_each_command_with_each_option_of_its_help(self):
        env = environment()
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(0, run("man", "--write", folder, env=env).status)
            pages = {path.name: path.read_text(encoding="utf-8") for path in Path(folder).iterdir()}
            self.assertEqual(pages["lariat-timer-why.1"], run("man", "timer", "why", env=env).out)
        self.assertLess(60, len(pages))
        for name, page in pages.items():
            words = name.removesuffix(".1").split("-")[1:]
            self.assertTrue(page.startswith(".TH "), name)
            text = run("help", *words, env=env).out
            for option in re.findall(r"^  .*?(--[\w-]+)", text, re.M):
                self.assertIn(option.replace("-", "\\-"), page, name)
            for line in page.splitlines():
                self.assertNotRegex(line, r"^\.(?!TH|SH|TP|B\b|BR|I\b|RI|nf|fi)", name)
        self.assertEqual(2, run("man", "nonsense", env=env).status)


if __name__ == "__main__":
    unittest.main()
