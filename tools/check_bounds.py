#!/usr/bin/env python3
"""Checks the table of loops in docs/architecture.md: every loop of a block names its bound, its payer and a test.

The tables are those of the section "Loops, bounds, payers", with the columns loop, bound, payer and test. A test is
`Suite.Name` of GoogleTest, a Python test `test_name`, or a file name of tests/conformance. Each must exist."""
import argparse
import re
import sys

import check_requirements
import sources

PAGE = "docs/architecture.md"
SECTION = "## Loops, bounds, payers"
COLUMNS = ["loop", "bound", "payer", "test"]


def rows(page):
    """(line number, cells) of each table row of the section, heads and rules included."""
    lines = page.splitlines()
    if SECTION not in lines:
        return
    for number, line in enumerate(lines[lines.index(SECTION) + 1:], lines.index(SECTION) + 2):
        if line.startswith("## "):
            return
        if line.startswith("|"):
            yield number, [cell.strip() for cell in line.strip().strip("|").split("|")]


def check(page, known):
    """(problems, number of loops). `known`: the names of all tests."""
    wrong, loops = [], 0
    for number, cells in rows(page):
        where = f"{PAGE}:{number}"
        if cells == COLUMNS or all(re.fullmatch(r"-+:?", cell) for cell in cells):
            continue
        if len(cells) != len(COLUMNS):
            wrong.append(f"{where}: a row needs the columns {', '.join(COLUMNS)}; it has {len(cells)}")
            continue
        loops += 1
        wrong += [f"{where}: the column {name} is empty" for name, cell in zip(COLUMNS, cells) if not cell]
        wrong += [f"{where}: there is no test {test}" for test in re.findall(r"`([^`]+)`", cells[3]) if test not in known]
        if cells[3] and "`" not in cells[3]:
            wrong.append(f"{where}: the column test names no test in backquotes")
    if not loops:
        wrong.append(f"{PAGE} has no table below '{SECTION}'")
    return wrong, loops


def main():
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    known = {name for _, name, _ in check_requirements.tests(sources.ROOT)}
    wrong, loops = check((sources.ROOT / PAGE).read_text(encoding="utf-8"), known)
    for problem in wrong:
        print(problem, file=sys.stderr)
    print(f"bounds: {loops} loops, {len(wrong)} problems")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
