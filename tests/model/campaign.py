#!/usr/bin/env python3
# Compares a program with the model until so many blocks were compared, every feature in turn, on all cores.
import argparse
import itertools
import json
import multiprocessing
import os
import random
import shlex
import sys
import time

from compare import describe, shrink_and_keep
from differences import Comparison, dump
from generate import generate

FEATURES = ("fifo", "auction", "globalbox", "watch", "operations", "all")
SIZES = ("small", "small", "small", "medium")  # of one round over the features
PROGRESS_SECONDS = 10


def traces(first_seed):
    """(seed, feature, size) without end."""
    for seed in itertools.count(first_seed):
        for feature in FEATURES:
            yield seed, feature, SIZES[seed % len(SIZES)]


def compare(work):
    """One trace: what it was, how many blocks were compared, and the difference as text and as a small trace."""
    args, (seed, feature, size) = work
    comparison = Comparison(shlex.split(args.program), args.timeout)
    lines = generate(random.Random(seed), args.trace_blocks, size, [feature])
    difference = comparison.difference(lines)
    found = {"seed": seed, "feature": feature, "size": size, "blocks": comparison.blocks}
    if difference is not None:
        name = "%d.%s.%s" % (seed, feature, size)
        small, where = shrink_and_keep(comparison, name, lines, args.keep, args.shrink_seconds)
        found.update(difference=describe(comparison.difference(small)), trace=where, bytes=len(dump(lines)),
                     small_bytes=len(dump(small)))
    return found


class Sum:
    """What all traces so far amount to."""

    def __init__(self):
        self.begin = time.monotonic()
        self.traces = self.blocks = 0
        self.of_feature = dict.fromkeys(FEATURES, 0)
        self.differences = []

    def add(self, found):
        self.traces += 1
        self.blocks += found["blocks"]
        self.of_feature[found["feature"]] += found["blocks"]
        if "difference" in found:
            self.differences.append(found)

    def fields(self):
        return {"blocks": self.blocks, "traces": self.traces, "differences": self.differences,
                "blocks_of_feature": self.of_feature, "seconds": round(time.monotonic() - self.begin, 1)}

    def line(self, wanted):
        seconds = time.monotonic() - self.begin
        left = (wanted - self.blocks) * seconds / max(self.blocks, 1)
        return "%d of %d blocks in %d traces, %d differences, %.0f s, about %.0f s more" % (
            self.blocks, wanted, self.traces, len(self.differences), seconds, max(left, 0))


def arguments():
    parser = argparse.ArgumentParser(description="compare PROGRAM replay TRACE with the model until BLOCKS were compared")
    parser.add_argument("program", help="a command line; `replay TRACE` is put behind it")
    parser.add_argument("--blocks", type=int, default=1_000_000)
    parser.add_argument("--trace-blocks", type=int, default=60, help="least height of a trace")
    parser.add_argument("--first-seed", type=int, default=1_000_000, help="those of the tests are below")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--keep", metavar="DIR", default="build/model", help="for the traces that differ")
    parser.add_argument("--shrink-seconds", type=int, default=60)
    parser.add_argument("--timeout", type=int, default=120, help="seconds for one run of the program")
    parser.add_argument("--json", action="store_true", help="the sum as one JSON object; progress goes to standard error")
    return parser.parse_args()


def main():
    args, total = arguments(), Sum()
    told = total.begin
    with multiprocessing.Pool(args.jobs) as pool:
        for found in pool.imap_unordered(compare, ((args, trace) for trace in limited(args, total))):
            total.add(found)
            if "difference" in found:
                print("%(feature)s, seed %(seed)d: %(difference)s\n  shrunk from %(bytes)d to %(small_bytes)d bytes: "
                      "%(trace)s" % found, file=sys.stderr, flush=True)
            if time.monotonic() - told >= PROGRESS_SECONDS:
                told = time.monotonic()
                print("model: " + total.line(args.blocks), file=sys.stderr, flush=True)
    print(json.dumps(total.fields()) if args.json else "model: " + total.line(args.blocks))
    return 1 if total.differences or total.blocks < args.blocks else 0


def limited(args, total):
    """Traces until those that are done have the blocks that are wanted. The pool asks ahead: never by more than the
    jobs can do at once, so it waits for what is under way."""
    asked = 0
    for trace in traces(args.first_seed):
        while asked - total.traces >= 4 * args.jobs:
            time.sleep(0.01)
        if total.blocks >= args.blocks:
            return
        asked += 1
        yield trace


if __name__ == "__main__":
    sys.exit(main())
