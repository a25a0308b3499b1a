#!/usr/bin/env python3
"""Programs that generated/*.grammar write, under the VM and under CPython: what they show must be the same.

generated_oracle.py [--programs N] [--seed S] [--workers W] [--print SEED]

Program S, S + 1, … S + N - 1 are written from their numbers alone, each is run on both sides, and its results, the
types and messages of its exceptions and the reprs of all that it shows are compared. One that differs is made
smaller and printed with its number. Without arguments it is what the tests run. Differences that are meant stand
in generated/differences.py: at one of those the comparison of a program ends, and few programs may meet one. So it
does where CPython does not agree with itself: it found, say, a letter in the address that a function's repr shows."""
import argparse
import multiprocessing
import os
import pathlib
import resource
import sys
import time

from generated.compare import judge
from generated.differences import STATED
from generated.program import GRAMMAR, PRELUDE, imports, write
from generated.shrink import shrink
from generated.sides import CPython, Vm, become_debian, driver, settled

PROGRAMS = 6_000
CHUNK = 250
SHOWN = 8                 # differences made smaller and printed; the others are counted
UNFINISHED_MAX = 0.06     # of the programs: ended early by a stated difference, or stopped
MEMORY_MAX = 4 << 30
PROGRESS_SECONDS = 30


def known():
    """{program: what differs} of those that still differ and should not: known.txt."""
    lines = (pathlib.Path(__file__).parent / "generated/known.txt").read_text(encoding="utf-8").splitlines()
    return {int(seed): what for seed, what in (line.split(maxsplit=1) for line in lines if line and line[0] != "#")}


def begin():
    """Once in each worker."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MAX, MEMORY_MAX))
    global SIDES
    SIDES = CPython(), Vm(driver())


def run_chunk(seeds):
    """(seeds that differ, how often each name ended a comparison, productions that were used)"""
    differing, ended = [], {}
    for seed in seeds:
        source = "".join(write(seed))
        difference, name = judge(SIDES, source)
        if difference and not name and not settled(source):
            name = "unsettled in CPython"
        if name:
            ended[name] = ended.get(name, 0) + 1
        elif difference:
            differing.append(seed)
    return len(seeds), differing, ended, GRAMMAR.used


def show(seed):
    prelude, source = write(seed)

    def look(text):
        difference, name = judge(SIDES, text)
        return None if difference is None or name else difference.look()

    small = shrink(prelude, source, look) if look(prelude + source) else source
    print(f"--- program {seed} (all of it: generated_oracle.py --print {seed})\n{small}{judge(SIDES, prelude + small)[0]}", flush=True)


def check_stated():
    """Each stated difference is still one, under its own name."""
    wrong = []
    for entry in STATED:
        _, name = judge(SIDES, imports(PRELUDE + entry.program) + PRELUDE + entry.program + "\n")
        if name != entry.name:
            wrong.append(entry.name)
            print(f"--- the difference '{entry.name}' ({entry.reason}) is not shown by its program any more: got {name}")
    return wrong


def run_all(first, count, workers):
    chunks = [range(at, min(at + CHUNK, first + count)) for at in range(first, first + count, CHUNK)]
    done, differing, ended, used, said = 0, [], {}, set(), time.monotonic()
    with multiprocessing.Pool(workers, initializer=begin) as pool:
        for number, wrong, names, productions in pool.imap_unordered(run_chunk, chunks):
            done += number
            differing += wrong
            used |= productions
            for name, times in names.items():
                ended[name] = ended.get(name, 0) + times
            if time.monotonic() - said > PROGRESS_SECONDS:
                said = time.monotonic()
                print(f"{done} of {count} programs, {len(differing)} differ", flush=True)
    return sorted(differing), ended, used


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=int, default=PROGRAMS)
    parser.add_argument("--seed", type=int, default=0, help="the number of the first program")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 2)
    parser.add_argument("--print", type=int, metavar="SEED", help="print a program and do nothing else")
    args = parser.parse_args()
    if args.print is not None:
        print("".join(write(args.print)), end="")
        return 0

    become_debian()
    found, ended, used = run_all(args.seed, args.programs, args.workers)
    expected = [seed for seed in known() if args.seed <= seed < args.seed + args.programs]
    differing = [seed for seed in found if seed not in expected]
    begin()
    for seed in differing[:SHOWN]:
        show(seed)
    if len(differing) > SHOWN:
        print(f"{len(differing) - SHOWN} more differ: {differing[SHOWN:SHOWN + 50]}")
    failed = len(differing) + len(check_stated())
    agree = [seed for seed in expected if seed not in found]
    for seed in agree:
        print(f"--- program {seed} agrees now, or differs by a stated difference: take it out of generated/known.txt")
    failed += len(agree)

    unfinished = sum(ended.values())
    print(f"programs of seed {args.seed} on, held against CPython {sys.version.split()[0]}")
    print(f"known to differ (generated/known.txt): {len(expected)}")
    print("not compared to their end: " + (", ".join(f"{times} {name}" for name, times in sorted(ended.items())) or "none"))
    if unfinished > UNFINISHED_MAX * args.programs:
        print(f"that is {unfinished} of {args.programs}, too many")
        failed += 1
    idle = GRAMMAR.texts() - used
    if idle and args.programs >= PROGRAMS:
        print(f"never written: {sorted(idle)}")
        failed += 1
    print(f"{args.programs - len(differing)} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
