#!/usr/bin/env python3
# Runs the conformance traces of this folder against a program and judges what it prints.
"""usage: run.py PROGRAM [--only TEXT] [--plain] [--no-verdict]

Runs `PROGRAM replay FILE` for every trace here, two at once, and checks
  * its exit status: 0 for a trace, 2 for one under refused/;
  * each assert line, on the printed lines, with this file's own reading of
    `assert`, so that a program which judges its asserts wrongly is found out;
  * on every block line: supply is that of genesis (BLK-7), scheduled is
    live + the five exits (LIF-1), seq rises within the chain, heights follow.

--only TEXT    traces whose name contains TEXT
--plain        run `PROGRAM FILE`, for programs without the word `replay`
--no-verdict   ignore the exit status of traces outside refused/

One line for each failure, then `N passed, N failed`; status 1 if any failed.
"""
import argparse
import concurrent.futures
import json
import os
import subprocess
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))
TIMEOUT_S = 120
JOBS = 2
EXITS = ("fired", "insufficient_funds", "expired", "cancelled", "governance")


def integer(value):
    """The number a JSON number or decimal string stands for, or None."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    if isinstance(value, str) and value.isascii() and value.isdigit():
        return int(value)
    return None


def mismatch(want, got, where):
    """The first place where `got` is not what `want` says, or None."""
    if where.endswith("used.moves"):
        return None  # depends on the implementation
    if isinstance(want, dict):
        if got is None:
            got = {}
        if not isinstance(got, dict):
            return f"{where}: expected an object, got {json.dumps(got)}"
        for key, value in want.items():
            found = mismatch(value, got.get(key), f"{where}.{key}")
            if found:
                return found
        return None
    if isinstance(want, list):
        if got is None:
            got = []
        if not isinstance(got, list):
            return f"{where}: expected a list, got {json.dumps(got)}"
        if len(want) != len(got):
            return f"{where}: expected {len(want)} entries, got {len(got)}: {json.dumps(got)[:400]}"
        for index, value in enumerate(want):
            found = mismatch(value, got[index], f"{where}[{index}]")
            if found:
                return found
        return None
    if type(want) is type(got) and want == got:
        return None
    if integer(want) is not None and integer(want) == integer(got):
        return None
    return f"{where}: expected {json.dumps(want)}, got {json.dumps(got)}"


def supply_of(genesis):
    entries = genesis.get("accounts", []) + genesis.get("actors", [])
    return sum(int(entry.get("balance", 0)) for entry in entries)


class Chain:
    """What must hold from line to line, whatever a trace asserts."""

    def __init__(self):
        self.supply = 0
        self.height = 0
        self.last_seq = {0: 0}

    def roll_back(self, count):
        self.height -= count
        self.last_seq = {h: s for h, s in self.last_seq.items() if h <= self.height}

    def block(self, line):
        """Checks the line of the next block; gives what is wrong with it."""
        self.height += 1
        wrong = []
        if line.get("height") != self.height:
            wrong.append(f"height {line.get('height')}, expected {self.height}")
        supply = line.get("supply") or {}
        total = sum(integer(supply.get(part)) or 0 for part in ("balances", "locked", "burned"))
        if total != self.supply:
            wrong.append(f"BLK-7: supply {total}, genesis had {self.supply}")
        totals = line.get("totals") or {}
        left = sum(integer(totals.get(name)) or 0 for name in EXITS)
        if integer(totals.get("scheduled")) != (integer(line.get("live")) or 0) + left:
            wrong.append(f"LIF-1: live {line.get('live')}, totals {json.dumps(totals)}")
        seq = self.last_seq[self.height - 1]
        for fired in line.get("fired") or []:
            if not isinstance(fired.get("seq"), int) or fired["seq"] <= seq:
                wrong.append(f"deliver_seq {fired.get('seq')} after {seq}")
            else:
                seq = fired["seq"]
        self.last_seq[self.height] = seq
        return [f"height {self.height}: {text}" for text in wrong]


def expected_lines(records):
    return sum(r.get("blocks", 0) + ("block" in r) + ("query" in r) for r in records)


def judge(records, printed):
    """All that is wrong with the printed lines of a trace."""
    wrong = []
    chain = Chain()
    queue = list(printed)
    last, queried = None, False
    for number, record in enumerate(records, 1):
        kind = next(iter(record))
        if kind == "genesis":
            chain.supply = supply_of(record["genesis"])
        elif kind == "rollback":
            chain.roll_back(record["rollback"])
        elif kind in ("block", "blocks"):
            for _ in range(record["blocks"] if kind == "blocks" else 1):
                if not queue:
                    return wrong + [f"line {number}: nothing was printed for it"]
                last, queried = queue.pop(0), False
                wrong += chain.block(last)
        elif kind == "query":
            if not queue:
                return wrong + [f"line {number}: nothing was printed for it"]
            last, queried = queue.pop(0), True
        elif kind == "assert":
            if last is None:
                wrong.append(f"line {number}: nothing was printed before it")
                continue
            got = last
            if queried and isinstance(last.get("result"), dict):
                got = last["result"]
            found = mismatch(record["assert"], got, "")
            if found:
                wrong.append(f"line {number}: {found.lstrip('.')}")
    if queue:
        wrong.append(f"{len(queue)} lines more than expected")
    return wrong


def check(command, path, refused, verdict):
    """All that is wrong with one trace."""
    try:
        done = subprocess.run(command + [path], capture_output=True, timeout=TIMEOUT_S)
    except subprocess.TimeoutExpired:
        return [f"still running after {TIMEOUT_S} s"]
    said = done.stderr.decode("utf-8", "replace").strip()[-300:]
    if refused:
        return [] if done.returncode == 2 else [f"exit status {done.returncode}, expected 2: {said}"]
    with open(path, encoding="utf-8") as file:
        records = [json.loads(line) for line in file if line.strip()]
    try:
        printed = [json.loads(line) for line in done.stdout.decode().splitlines() if line.strip()]
    except ValueError as error:
        return [f"printed what is no JSON: {error}"]
    wrong = judge(records, printed)
    if verdict and done.returncode != 0 and len(wrong) < 6:
        wrong.append(f"exit status {done.returncode}: {said}")
    return wrong


def traces(only):
    for folder, refused in ((FOLDER, False), (os.path.join(FOLDER, "refused"), True)):
        for name in sorted(os.listdir(folder)):
            if name.endswith(".jsonl") and only in name:
                yield os.path.join(folder, name), refused


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--only", default="")
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--no-verdict", action="store_true")
    args = parser.parse_args()
    program = os.path.abspath(args.program) if os.path.exists(args.program) else args.program
    command = [sys.executable, program] if program.endswith(".py") else [program]
    if not args.plain:
        command.append("replay")
    todo = list(traces(args.only))
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        results = pool.map(lambda item: check(command, item[0], item[1], not args.no_verdict), todo)
        for (path, _), wrong in zip(todo, results):
            failed += bool(wrong)
            for text in wrong:
                print(f"FAIL {os.path.relpath(path, FOLDER)[:-6]}: {text}")
    print(f"{len(todo) - failed} passed, {failed} failed")
    sys.exit(1 if failed or not todo else 0)


if __name__ == "__main__":
    main()
