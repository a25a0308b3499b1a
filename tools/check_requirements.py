#!/usr/bin/env python3
"""Checks docs/requirements.md against the tests: which test proves which requirement.

A test names its requirements at the head of its name: TEST(Suite, BLK4_LIF2_What…), def test_LIF4_what…, or a
trace LIF4_what.jsonl in tests/conformance/. Fails when the table is stale, when a test names an id that the table does
not have, and when a requirement marked `built` has no test. --write brings the table up to date."""
import argparse
import re
import sys

import sources

_CPP_TEST = re.compile(r"^[ \t]*(?:TEST|TEST_F|TEST_P|TYPED_TEST|RC_GTEST_PROP|RC_GTEST_FIXTURE_PROP)"
                       r"\s*\(\s*(\w+)\s*,\s*(\w+)", re.M)
_PYTHON_TEST = re.compile(r"^[ \t]*(?:async )?def test_(\w+)", re.M)
_ID_PART = re.compile(r"([A-Z]{2,4})(\d{1,2})(?:_|$)")
_ROW = re.compile(r"^\| ([A-Z]+-\d+) \| ([^|]*) \| ([^|]*) \| ?([^|]*)\|$", re.M)
_NO_AREA = {"CIP", "UTF", "RFC", "SHA", "CAD", "EIP"}  # what else looks like an id at the head of a name


def ids_of(name):
    """["BLK-4", "LIF-2"] of BLK4_LIF2_SomethingHappens."""
    ids, at = [], 0
    while match := _ID_PART.match(name, at):
        if match.group(1) in _NO_AREA:
            break
        ids.append(f"{match.group(1)}-{int(match.group(2))}")
        at = match.end()
    return ids


def tests(root):
    """(file, test name as shown, ids) of every test that names a requirement; disabled ones prove nothing."""
    for path in sources.cpp_files(root, under=("tests",)):
        where = path.relative_to(root).as_posix()
        for suite, name in _CPP_TEST.findall(sources.bare_cpp(path.read_text(encoding="utf-8"))):
            if not suite.startswith("DISABLED_"):
                yield where, f"{suite}.{name}", ids_of(name)
    for path in sources.files(root, ".py", under=("tests", "sdk")):
        where = path.relative_to(root).as_posix()
        for name in _PYTHON_TEST.findall(path.read_text(encoding="utf-8")):
            yield where, f"test_{name}", ids_of(name)
    for path in sources.files(root, ".jsonl", under=("tests/conformance",)):
        yield path.relative_to(root).as_posix(), path.name, ids_of(path.stem)


def proofs(root):
    """{id: [test, …]} and the places where each id is named."""
    by_id, places = {}, {}
    for where, shown, ids in tests(root):
        for one in ids:
            by_id.setdefault(one, set()).add(shown)
            places.setdefault(one, f"{where}: {shown}")
    return {one: sorted(names) for one, names in by_id.items()}, places


def rewrite(table, by_id):
    def row(match):
        one, wording, status = match.group(1), match.group(2), match.group(3)
        names = "<br>".join(f"`{name}`" for name in by_id.get(one, []))
        return f"| {one} | {wording} | {status} | {names}{' ' if names else ''}|"
    return _ROW.sub(row, table)


def check(root, table, by_id, places):
    """What is wrong, the number of requirements proven, the number of those not built yet."""
    rows = {match.group(1): match.group(3) for match in _ROW.finditer(table)}
    wrong = []
    if not rows:
        wrong.append("docs/requirements.md has no table")
    for one in re.findall(r"^\| ([A-Z]+-\d+) ", table, re.M):
        if one not in rows:
            wrong.append(f"docs/requirements.md: the row of {one} is malformed: four columns are needed")
    numbers = {}
    for one in re.findall(r"^\| ([A-Z]+-\d+) ", table, re.M):
        area, _, number = one.partition("-")
        if area in numbers and int(number) != numbers[area] + 1:
            wrong.append(f"docs/requirements.md: {one} does not follow {area}-{numbers[area]}: a row is missing or stands twice")
        numbers[area] = int(number)
    for one, status in rows.items():
        if status != "built" and not re.fullmatch(r"not built yet: \S.*", status):
            wrong.append(f"docs/requirements.md: status of {one} is `{status}`; it is `built` or `not built yet: what builds it`")
        elif status == "built" and one not in by_id:
            wrong.append(f"docs/requirements.md: {one} is marked built, but no test is named {one.replace('-', '')}_…")
    for one in sorted(set(places) - set(rows)):
        wrong.append(f"{places[one]} names {one}, which docs/requirements.md does not have")
    if not wrong and rewrite(table, by_id) != table:
        wrong.append("docs/requirements.md: the column of tests is stale; run tools/check_requirements.py --write")
    proven = sum(status == "built" and one in by_id for one, status in rows.items())
    return wrong, proven, sum(status != "built" for status in rows.values())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="rewrite the column of tests")
    args = parser.parse_args()
    path = sources.ROOT / "docs/requirements.md"
    table = path.read_text(encoding="utf-8")
    by_id, places = proofs(sources.ROOT)
    if args.write:
        fresh = rewrite(table, by_id)
        if fresh != table:
            path.write_text(fresh, encoding="utf-8")
        print(f"docs/requirements.md {'written' if fresh != table else 'is up to date'}")
        return 0
    wrong, proven, later = check(sources.ROOT, table, by_id, places)
    print("\n".join(wrong + [f"{proven} requirements proven, {later} not built yet"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
