"""docs/python.md does what it says; docs/python-reference.md is that of the docstrings; examples in docstrings hold."""
import doctest
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import environment

import lariat.accounts

PAGE = environment.ROOT / "docs/python.md"
FEWER = ("from hypothesis import settings\nfrom lariat.testing import machine\n"
         "machine.ActorMachine.machine_settings = settings(machine.SETTINGS, max_examples=4, database=None)\n")


class Tutorial(unittest.TestCase):
    def test_its_python_runs_in_order_and_its_tests_pass(self):
        text = PAGE.read_text(encoding="utf-8")
        blocks = [(text.count("\n", 0, found.start()) + 2, found.group(1)) for found in re.finditer(r"^```python\n(.*?)^```$", text, re.M | re.S)]
        self.assertGreaterEqual(len(blocks), 12)
        here = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(environment.EXAMPLES / "counter.py", folder)
            Path(folder, "conftest.py").write_text(FEWER, encoding="utf-8")
            os.chdir(folder)
            try:
                names = {}
                for line, block in blocks:
                    if named := re.match(r"# file: (\S+)\n", block):
                        Path(named.group(1)).write_text(block, encoding="utf-8")
                        continue
                    exec(compile("\n" * (line - 1) + block, str(PAGE), "exec"), names)
                done = subprocess.run([sys.executable, "-m", "pytest", "-p", "lariat.pytest_plugin", "-q", "--gas-report"], env=environment.env(),
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
                self.assertEqual(0, done.returncode, done.stdout)
                self.assertIn("5 passed", done.stdout)
            finally:
                os.chdir(here)
                if "node" in names:
                    names["node"].stop()

    def test_every_exception_of_its_table_exists(self):
        from lariat import errors
        table = PAGE.read_text(encoding="utf-8").split("| exception | when |")[1].split("\n\n")[0]
        named = set(re.findall(r"`([A-Z]\w+)`", table))
        self.assertGreaterEqual(len(named), 15)
        for name in named:
            self.assertTrue(issubclass(getattr(errors, name), errors.LariatError), name)


class Reference(unittest.TestCase):
    def test_it_is_that_of_the_docstrings(self):
        done = subprocess.run([sys.executable, str(environment.SDK / "reference.py"), "--check"], check=False)
        self.assertEqual(0, done.returncode, "run sdk/python/reference.py")

    def test_examples_in_docstrings_hold(self):
        ran = doctest.testmod(lariat.accounts)
        self.assertEqual((0, True), (ran.failed, ran.attempted > 0))
