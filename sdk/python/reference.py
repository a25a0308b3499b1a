#!/usr/bin/env python3
"""Writes docs/python-reference.md from the signatures and docstrings of the package and of the stubs. --check only compares."""
import argparse
import ast
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
PAGE = HERE.parents[1] / "docs/python-reference.md"
PARTS = [  # heading, file, classes; none: the functions of the file
    ("Client", "lariat/_sync/client.py", ["Client"]), ("Every route", "lariat/_sync/api.py", ["Api"]), ("Actors", "lariat/_sync/actor.py", ["Actor"]),
    ("Streams", "lariat/_sync/stream.py", ["Stream"]), ("Items of streams", "lariat/streams.py", ["Item", "Revert"]),
    ("Results", "lariat/results.py", ["Result", "ActorEvent"]), ("Accounts", "lariat/accounts.py", ["Account"]),
    ("Transactions", "lariat/transactions.py", []), ("Proofs", "lariat/proofs.py", []), ("Storage", "lariat/storage.py", []),
    ("Local nodes", "lariat/local.py", ["LocalNode"]), ("Chains of tests", "lariat/testing/chain.py", ["Chain", "ChainActor", "CallFailed", "Failure"]),
    ("Machines", "lariat/testing/machine.py", ["ActorMachine"]), ("Strategies", "lariat/testing/strategies.py", []),
    ("pvm_host", "pvm_host-stubs/__init__.pyi", []), ("cowboy_sdk", "cowboy_sdk-stubs/__init__.pyi", []),
    ("cowboy_sdk.runtime", "cowboy_sdk-stubs/runtime.pyi", []),
    ("lariat_test", "lariat_test-stubs/__init__.pyi", ["CallFailed", "Failure", "Actor", "_Chain", "raises"]),
]


def text_of(node):
    return " ".join((ast.get_docstring(node) or "").replace("\n\n", "\n").split("\n")).replace("|", "\\|").replace(">>>", "`>>>`")


def shown(function):
    arguments = ast.unparse(function.args).removeprefix("self, ").removeprefix("cls, ")
    return f"{function.name}({'' if arguments in ('self', 'cls') else arguments})".replace("|", "\\|")


def public(body):
    return [part for part in body if isinstance(part, ast.FunctionDef) and not part.name.startswith("_") and text_of(part)]


def rows(functions):
    lines = ["| | |", "| --- | --- |"]
    for function in functions:
        kind = next((ast.unparse(mark) for mark in function.decorator_list if ast.unparse(mark) == "property"), "")
        lines.append(f"| `{function.name if kind else shown(function)}` | {text_of(function)} |")
    return lines


def page():
    lines = ["# Reference of the Python package", "", "Written by `sdk/python/reference.py` from signatures and docstrings. The async client has the same methods, to be",
             "awaited. [python.md](python.md) is the tutorial.", ""]
    for heading, file, classes in PARTS:
        tree = ast.parse((HERE / "src" / file).read_text(encoding="utf-8"))
        lines += [f"## {heading}", ""]
        if not classes:
            lines += [text_of(tree), "", *rows(public(tree.body)), ""]
        for name in classes:
            node = next(part for part in tree.body if isinstance(part, ast.ClassDef) and part.name == name)
            lines += [f"**`{name.removeprefix('_')}`** {text_of(node)}", ""]
            lines += [*rows(public(node.body)), ""] if public(node.body) else []
    return "\n".join(lines).rstrip() + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, exit 1 if the page differs")
    args = parser.parse_args()
    if args.check:
        return 0 if PAGE.is_file() and PAGE.read_text(encoding="utf-8") == page() else 1
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
