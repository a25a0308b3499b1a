#!/usr/bin/env python3
"""Runs the benchmark programs of the bench build one after the other.

Words after `--` go to the program that --only names: run_bench.py --only calendar -- 1000000 1. With --write it also
writes the results into docs/benchmarks.md; with --json it prints one JSON document instead. bench/measure.hpp describes
the lines of the programs."""
import argparse
import datetime
import json
import os
import re
import subprocess
import sys
import time

import bench_page
import sources

MONTY = [str(sources.ROOT / "tools/fetch_pypi.sh"), "bench/monty-requirements.txt", "build/monty"]  # installs the peer

HAVE_FULL = ("backlog", "pending")  # programs that take --full: ten million pending timers, not one million

# What each benchmark measures, in the order of the page.
TITLES = {
    "schedule_one_height": "schedule timers, all for one height",
    "schedule_many_heights": "schedule timers, over 5,000 heights",
    "fire_scripted_empty": "fire, an empty scripted handler",
    "fire_python_empty": "fire, an empty handler in Python",
    "fire_scripted_heartbeat": "fire, a scripted handler that schedules itself again",
    "fire_python_heartbeat": "fire, a handler in Python that schedules itself again",
    "block_empty": "blocks without a fire",
    "block_1_fire": "blocks of 1 fire",
    "block_64_fires": "blocks of 64 fires",
    "block_512_fires": "blocks of 512 fires",
    "backlog_waiting_1m_end": "end of a block of 200 fires, a million more waiting",
    "backlog_waiting_1m_whole": "the same block with commit and root",
    "backlog_pending_1m_end": "end of a block of 200 fires, a million more pending",
    "backlog_pending_1m_whole": "the same block with commit and root",
    "backlog_pending_10m_end": "end of a block of 200 fires, ten million more pending",
    "backlog_pending_10m_whole": "the same block with commit and root",
    "commit_memory_100k": "commit in memory, 100,000 keys",
    "commit_memory_1m": "commit in memory, 1,000,000 keys",
    "commit_disk_100k": "commit with its log synced, 100,000 keys",
    **{f"calendar_{where}_{what}_{peer}": f"calendar, {heights} heights: {what}, against {against}"
       for where, heights in (("near", "3,600"), ("far", "2,592,000"))
       for peer, against in (("vector", "a vector for each height"), ("map", "a map of vectors"))
       for what in ("insert", "cancel", "drain")},
    "pending_near_memory": "memory of a pending timer, 3,600 heights",
    "pending_far_memory": "memory of a pending timer, 2,592,000 heights",
    **{f"restart_{where}{files}{part}": title.format(heights, how)
       for where, heights in (("near", "3,600"), ("far", "2,592,000"))
       for files, how in (("_from_disk", "as after a boot"), ("", "with its files in the system's memory"))
       for part, title in (("", "restart with pending timers, {} heights, {}, against reading the files"),
                           ("_store", "of it: opening the store"))},
    "auction_waiting_1m_end": "auction: end of a block of 200 fires and 1,000 newly due, a million waiting",
    "auction_waiting_1m_whole": "the same block with commit and root",
    "auction_against_sorting": "the same end of block against sorting all that waits",
    "auction_fairness_1m": "fairness window of a million actors, a count that changes",
    "auction_agents_40": "blocks that ask 40 agents in Python, against none",
    "watches_matching_1m": "finding the 10 watches of a key among a million, against a thousand",
    "watches_block_1m": "blocks that modify 1,000 keys of 10 watches each, a million watches against as many timers",
    "globalbox_queue_1m": "Globalbox: blocks of 1,000 new fires and 1,000 executed, a million queued",
    **{f"handlers_{program}_{peer}": f"Python: {title}, against {against}"
       for peer, against in (("cpython", "CPython 3.11"), ("monty", "Monty 1.4.0"))
       for program, title in (("integer_loop", "integer loop"), ("dict_counters", "dict counters"),
                              ("token_transfer", "token transfer with storage"), ("list_sorting", "list sorting"),
                              ("string_building", "string building"), ("recursive_function", "recursive function"),
                              ("class_heavy", "class-heavy code"), ("json_in_and_out", "JSON in and out"),
                              ("mean", "the eight, geometric mean"))},
    "python_while_loop": "Python: count to a million with `while`",
    "python_arithmetic": "Python: a million steps of a checksum with `for`",
    "python_calls": "Python: a million calls of a function",
    "python_containers": "Python: a million updates of a dict and a list",
    "python_fresh_function": "Python: an execution of a small handler, a function",
    "python_fresh_actor": "Python: an execution of a small handler, a method of an actor",
    "python_compile_1000_lines": "Python: compiling 1,000 lines",
    "code_load": "code that memory has no room for: loading it, against compiling it",
    "code_entry": "the same: the slowest kind of source, how many times what entering it costs takes in a plain loop",
    "code_image": "the longest image of a kind of source",
    "python_bound": "Python: the slowest operation of the fuzzer, how many times what its cycles take in a plain loop",
    "python_bound_cases": "the slowest of the written cases, likewise",
    "python_bound_cells": "the slowest that hands the host what is paid for in cells, likewise, a cycle's time for each cell taken off",
    "worst_block": "the slowest block of all known attacks, against an ordinary full block",
    "process_rate": "node in one process, no HTTP: signed bytes in, receipts and root out, durable, against the parts alone",
    "process_cpu": "the same: processor time of all threads",
    "process_given_rate": "the same with whole blocks that an engine outside gives, against the parts alone",
    "process_signature": "of the parts: recovery of a sender",
    "process_execution": "of the parts: execution with the root",
    "process_commit": "of the parts: commit of the state, synced",
    "python_bound_whole": "the slowest of whole programs that fill the memory first, or end deep within their calls, likewise",
}


def parse(line):
    """(kind, name, fields) of a `runs` or `bench` line; None for any other."""
    match = re.fullmatch(r"(runs|bench) (\S+) (.*)", line)
    if not match:
        return None
    fields, _, work = match.group(3).partition(" work=")
    found = dict(field.split("=", 1) for field in fields.split())
    if work:
        found["work"] = work
    return match.group(1), match.group(2), found


def programs(only):
    """The names of the programs whose name has this text."""
    names = [path.name.removesuffix("_bench.cpp") for path in sources.files(sources.ROOT, "_bench.cpp", under=("bench",))]
    return [name for name in names if only.replace("-", "_") in name]


def run_all(names, full, passed_on, say):
    """Runs each program and shows its output. Returns the parsed lines and the number of programs that failed."""
    lines, failed = [], 0
    for name in names:
        say(f"bench: {name}")
        if name == "handlers" and subprocess.run(MONTY, check=False).returncode:
            failed += 1
            continue
        program = str(sources.ROOT / "build/bench/bench" / f"bench_{name}")
        command = [program, *(["--full"] if full and name in HAVE_FULL else []), *passed_on]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
            for line in running.stdout:
                say(line.rstrip("\n"))
                lines += filter(None, [parse(line.rstrip("\n"))])
        failed += running.returncode != 0
    return lines, failed


def document(lines):
    """What --json prints: the fields of both lines of each benchmark."""
    runs = {name: fields for kind, name, fields in lines if kind == "runs"}
    return {"machine": bench_page.machine(), "date": datetime.date.today().isoformat(),
            "benchmarks": [{"name": name, "title": TITLES.get(name, name), **runs[name], **fields}
                           for kind, name, fields in lines if kind == "bench"]}


def is_missed(bench):
    """Is a target set that was not reached? It is one of the ratio, or, with a unit behind it, of the value."""
    found = re.fullmatch(r"([<>]=)([0-9.]+)(.*)", bench["target"])
    if not found:
        return False
    value, target = float(bench["ours"] if found.group(3) else bench["ratio"]), float(found.group(2))
    return value > target if found.group(1) == "<=" else value < target


def table(lines):
    runs = {name: fields for kind, name, fields in lines if kind == "runs"}
    bench = {name: fields for kind, name, fields in lines if kind == "bench"}
    known = [name for name in TITLES if name in bench]
    rows = ["| benchmark | median | best | worst | unit | peer | ratio | target | one repetition |",
            "| --- | ---: | ---: | ---: | --- | ---: | ---: | ---: | --- |"]
    for name in known + sorted(set(bench) - set(known)):
        b, r = bench[name], runs[name]
        rows.append(f"| {TITLES.get(name, name)} | {b['ours']} | {r['best']} | {r['worst']} | {b['unit']} | {b['peer']} "
                    f"| {b['ratio']} | {b['target']}{' **missed**' if is_missed(b) else ''} | {r['work']}; {r['repetitions']} times |")
    return "\n".join(rows)


PAGE_TEXT = """# Benchmarks

What this version does on one machine, in one thread, in a release build (g++ -O3). Times are processor time, those of the commit with its log synced wall clock. Each program counts its work and ends in an error if it did other work than it says. Where a target is set, the row says so, met or missed.

```console no-run
$ make bench
$ make bench ARGS="--only python"
$ make bench ARGS="--write --full"
```

The first prints, the second runs one program, the third writes this page, with ten million pending timers where the others have one million. Each line `bench NAME ours=VALUE peer=VALUE unit=UNIT ratio=VALUE target=VALUE` is one row of the table, a line `runs …` before it says how far the repetitions lay apart; `-` stands for what there is none of. Values are medians; the ratio is ours / peer. A target is one of the ratio, or with a unit behind it of the value.

**Machine:** {machine}.

**Date:** {date}. {load}

{table}

## How to read it

- *schedule*: whole blocks of 1,000 calls each, through transaction, checks, records, lists, commit and root. *fire*: whole blocks of 512 fires, from intake to receipt and root. In both, 100,000 other timers are in the state.
- *commit*: the store alone: a batch, its trees and its root.
- *restart*: opening the store and building calendar and due set from the state, against reading the same files and doing nothing with them.
- *Python*: the same source in our virtual machine and in Debian's CPython (its optimised build), in turns, with equal results. Ours counts cycles for each instruction; CPython counts nothing. A ratio below 1 means that ours took less time. Ours starts each run from the compiled program with a fresh memory; the peers keep the program loaded and warm.
- *Python, against Monty*: Monty with its limits on (time, depth, 16 MiB of memory, as ours has), its process's time, so that its pipe costs it nothing. Its Python has no inheritance, no properties and no `int.to_bytes`: the eight programs do without. The token's storage is ours through encoding, host calls and the overlay of a block; the peers have a plain dict, the least that they could do. The mean is the geometric one over the eight programs; its target against Monty, a third of the time, is three times the speed.
- The same program on the same machine can differ by half from one minute to the next when the machine is a virtual one. Compare two versions by running both in turns, not by this page.
"""


def write_page(lines, load):
    text = PAGE_TEXT.format(machine=bench_page.machine(), date=datetime.date.today().isoformat(), table=table(lines),
                            load=bench_page.load_sentence(load))
    page = bench_page.PAGE
    kept = bench_page.sections(page.read_text(encoding="utf-8"))
    page.write_text("\n".join([text, *kept]), encoding="utf-8")
    print(f"bench: wrote {page.relative_to(sources.ROOT)}")


def arguments(parser, words):
    """Our own options, and the words behind `--`, which are for one benchmark program."""
    end = words.index("--") if "--" in words else len(words)
    return parser.parse_args(words[:end]), words[end + 1:]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", metavar="TEXT", help="only programs whose name has this text")
    parser.add_argument("--full", action="store_true", help="ten million pending timers where it is one million else")
    parser.add_argument("--write", action="store_true", help="write docs/benchmarks.md")
    parser.add_argument("--json", action="store_true", help="print one JSON document and nothing else")
    args, passed_on = arguments(parser, sys.argv[1:])
    names = programs(args.only)
    if args.write and args.only:
        parser.error("--write needs every benchmark")
    if not names:
        parser.error(f"no benchmark has {args.only!r} in its name; there are {', '.join(programs(''))}")
    if passed_on and len(names) != 1:
        parser.error("words after `--` need --only with the name of one program")
    load, begin = os.getloadavg()[0], time.monotonic()
    say = (lambda _: None) if args.json else (lambda line: print(line, flush=True))
    lines, failed = run_all(names, args.full, passed_on, say)
    if args.json:
        print(json.dumps(document(lines), indent=2))
    say(f"bench: {sum(kind == 'bench' for kind, _, _ in lines)} benchmarks in {time.monotonic() - begin:.0f} s, "
          f"{failed} programs failed")
    if args.write and not failed:
        write_page(lines, load)
    return 1 if failed or not lines else 0


if __name__ == "__main__":
    sys.exit(main())
