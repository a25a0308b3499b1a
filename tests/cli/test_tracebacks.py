"""Compares the traceback of a failed handler with that of Python."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from program import LARIAT

ACTOR = '''
class A:
    def notes_and_groups(self, payload):
        try:
            try:
                raise ValueError(1)
            except ValueError as e:
                e.add_note("first\\nsecond")
                raise
        except ValueError as e:
            raise ExceptionGroup("eg", [e, TypeError("t"), ExceptionGroup("inner", [KeyError(2)])])
    def repeated_frames(self, payload):
        def down(n):
            if n == 0: raise ValueError("deep\\nenough")
            return down(n - 1)
        down(50)
    def repeated_once_more(self, payload):
        def down(n): return down(n - 1) if n else 1 // 0
        down(3)
    def long_chain(self, payload):
        e = ValueError(0)
        for i in range(40):
            n = ValueError(i + 1)
            n.__cause__ = e
            e = n
        raise e
    def caused_by_itself(self, payload):
        e = ValueError(0)
        e.__cause__ = e
        raise e
    def from_none(self, payload):
        try: {}["key"]
        except KeyError: raise LookupError from None
    def wide_group(self, payload):
        raise ExceptionGroup("w", [ValueError(i) for i in range(20)])
    def group_of_sixteen(self, payload):
        raise ExceptionGroup("w", [ValueError(i) for i in range(16)])
    def deep_group(self, payload):
        e = ValueError("leaf\\ntwo lines")
        for i in range(13):
            e = ExceptionGroup(f"g{i}", [e, KeyError(i)])
        raise e
    def one_twice_in_a_tree(self, payload):
        class Own(Exception): pass
        try: raise Own
        except Own as e:
            x = ExceptionGroup("a", [e, ExceptionGroup("b", [e])])
            x.__notes__ = ("no list", 5)
            raise x from e
'''
HANDLERS = re.findall(r"^    def (\w+)\(self, payload\)", ACTOR, re.M)
PYTHON = next(p for p in ("/usr/bin/python3", sys.executable) if pathlib.Path(p).exists())


class Tracebacks(unittest.TestCase):
    def shown(self, command, folder):
        said = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stderr.splitlines()
        # No marks below a line; the last line of ours says what the handler came to.
        return [line for line in said if not re.fullmatch(r"[ |]*[~^]+", line) and ": revert " not in line]

    def test_are_what_python_prints(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "actor.py").write_text(ACTOR, encoding="utf-8")
            for handler in HANDLERS:
                with self.subTest(handler):
                    start = f"import actor, traceback, sys\ntry: actor.A().{handler}(b'')\nexcept Exception as e:\n" \
                            "    e.__traceback__ = e.__traceback__.tb_next\n    traceback.print_exception(e)\n"
                    expected = self.shown([PYTHON, "-c", start], folder)
                    found = self.shown([LARIAT, "pvm", "run", "actor.py", "--handler", handler], folder)
                    plain = [line.replace(f"\"{folder}{os.sep}actor.py\"", "\"actor.py\"").replace("actor.A.", "A.") for line in expected]
                    self.assertEqual(found, plain)


if __name__ == "__main__":
    unittest.main()
