#!/usr/bin/env python3
"""Finds the statements at which programs differ from CPython, and prints each with the expected and the given result.

It runs a handler with its first 1, 2, … statements, names the first statement that differs, takes it out, and goes on."""
import argparse
import ast
import tempfile
from pathlib import Path

import chain_run
from difference import first_difference

ROUNDS_MAX = 25
UNUSED_NAME = ("NameError", "UnboundLocalError", "AttributeError")


def handler_nodes(tree):
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name.startswith("go")]


def first_line(statement):
    return min([statement.lineno] + [decorator.lineno for decorator in getattr(statement, "decorator_list", [])])


def variant(lines, node, kept):
    """The source in which the handler has only its statements of the indices in kept."""
    body, changed = node.body, list(lines)
    indent = " " * body[0].col_offset
    for index, statement in enumerate(body):
        if index not in kept:
            for line in range(first_line(statement) - 1, statement.end_lineno):
                changed[line] = ""
    if 0 not in kept:
        changed[first_line(body[0]) - 1] = indent + "pass\n"
    return "".join(line if line.endswith("\n") else line + "\n" for line in changed)


def narrow(source, node, report):
    lines, removed = source.splitlines(keepends=True), set()
    count = len(node.body)
    for _ in range(ROUNDS_MAX):
        sizes = sorted(set(range(count + 1)))
        sources = [variant(lines, node, {i for i in range(size) if i not in removed}) for size in sizes]
        with tempfile.TemporaryDirectory() as folder:
            paths = [Path(folder) / f"{size:04}.py" for size in sizes]
            for path, text in zip(paths, sources):
                path.write_text(text, encoding="utf-8")
            expected = chain_run.run_under_cpython(paths)
        got = chain_run.run_on_chain([(text, [node.name]) for text in sources])
        for size, path, text, (placed, called) in zip(sizes, paths, sources, got):
            want = expected[str(path)].get(node.name, {"status": "revert", "error": "AttributeError", "events": []})
            difference = first_difference(text, want, placed, called[node.name])
            spoilt = removed and want.get("error") in UNUSED_NAME
            if difference or (spoilt and size and size - 1 not in removed):
                break
        else:
            return
        if size == 0:
            report(node, None, difference)
            return
        if not spoilt:
            report(node, node.body[size - 1], difference)
        removed.add(size - 1)


def main(paths):
    for path in paths:
        source = Path(path).read_text(encoding="utf-8")
        tree = ast.parse(source)

        def report(node, statement, difference):
            where = f"{statement.lineno}: {ast.get_source_segment(source, statement)}" if statement else "outside of the handler"
            print(f"{path}:{where}\n    {difference}", flush=True)
        for node in handler_nodes(tree):
            narrow(source, node, report)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE", help="an actor's source")
    main(parser.parse_args().files)
