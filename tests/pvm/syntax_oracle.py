"""Compares the parser of the VM with that of CPython 3.11: the same trees, the same sources refused.

Without files it compares the standard library and the snippets of syntax_snippets.txt."""
import argparse
import ast
import glob
import os
import pathlib
import subprocess
import sys
import tempfile
import warnings

# Refused by lariat alone, as documented: not differences.
STATED = ("floats are not available", "complex numbers are not available", "async and await",
          "names can only have ASCII", "a character that is not ASCII", "\\N escapes", "a surrogate is not",
          "nested deeper than", "the tree is deeper", "source is not valid UTF-8", "source is too long")

SNIPPETS = open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "syntax_snippets.txt"),
                encoding="utf-8").read().split("\n---\n")

HERE = pathlib.Path(__file__).resolve().parent


def expected(source):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(source, "<oracle>", "exec", dont_inherit=True)
            return ascii_of(ast.dump(ast.parse(source)))
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            return f"refused {getattr(error, 'lineno', 0)}:{getattr(error, 'offset', 0)} {error.args[0]}"


def ascii_of(text):
    return text.encode("ascii", "backslashreplace").decode()


def built(name):
    """The program of this name beside the command that is being tested."""
    lariat = os.environ.get("LARIAT", str(HERE.parent.parent / "build/dev/lariat"))
    return os.path.join(os.path.dirname(lariat), "tests", name)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", metavar="FILE", help="a Python source")
    parser.add_argument("--driver", default=built("pvm_ast_dump"), metavar="PROGRAM", help="the program pvm_ast_dump")
    args = parser.parse_args()
    program, files = args.driver, args.files
    with tempfile.TemporaryDirectory() as folder:
        names = list(files)
        if not files:
            names = sorted(glob.glob("/usr/lib/python3.11/*.py") + glob.glob("/usr/lib/python3.11/*/*.py"))
            for number, snippet in enumerate(SNIPPETS):
                name = os.path.join(folder, f"snippet{number}.py")
                with open(name, "w", encoding="utf-8", newline="") as file:
                    file.write(snippet)
                names.append(name)
        same = stated = refused = different = 0
        for start in range(0, len(names), 50):
            part = names[start:start + 50]
            lines = subprocess.run([program, *part], capture_output=True, text=True, check=True).stdout.split("\n")
            assert len(lines) == len(part) + 1, "one line for each file"
            for name, got in zip(part, lines):
                if got.startswith("refused") and any(reason in got for reason in STATED):
                    stated += 1
                    continue
                with open(name, "rb") as file:
                    source = file.read()
                want = expected(source)
                if got == want and not got.startswith("refused"):
                    same += 1
                elif got.startswith("refused") and want.startswith("refused"):
                    refused += 1
                else:
                    different += 1
                    at = next((i for i, (a, b) in enumerate(zip(got, want)) if a != b), 0)
                    print(f"{name}: {source[:70] if len(source) < 500 else ''}")
                    print(f"   lariat {got[max(0, at - 60):at + 100]}\n   python {want[max(0, at - 60):at + 100]}")
    print(f"{same} equal, {refused} refused by both, {stated} refused for a stated reason, {different} different")
    print(f"{same + refused + stated} passed, {different} failed")
    return different != 0


if __name__ == "__main__":
    sys.exit(main())
