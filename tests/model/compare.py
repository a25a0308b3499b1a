#!/usr/bin/env python3
# Compares a program with the model on random traces, and shrinks what differs.
import argparse
import os
import random
import shlex
import sys

from differences import Comparison, dump
from generate import generate
from generate_features import Features
from shrink import Shrinker


def seeds_of(text):
    first, _, last = text.partition("..")
    return range(int(first), int(last or first) + 1)


def features_of(text):
    names = text.split(",")
    try:
        Features(names)
    except ValueError as unknown:
        raise argparse.ArgumentTypeError(str(unknown)) from None
    return names


def describe(difference):
    where, path, ours, theirs = difference
    return "%s, field %s: model %r, program %r" % (where, path, ours, theirs)


def still_differs(comparison, candidate):
    """What shrinking makes may have any shape: one that even the model trips over is no candidate."""
    try:
        return comparison.difference(candidate) is not None
    except Exception:
        return False


def shrink_and_keep(comparison, name, lines, folder, seconds):
    """The smallest trace found that still differs, and its file; the whole one lies beside it."""
    small = Shrinker(lines, lambda candidate: still_differs(comparison, candidate), seconds).run()
    os.makedirs(folder, exist_ok=True)
    paths = [os.path.join(folder, "seed%s%s.jsonl" % (name, suffix)) for suffix in ("", ".small")]
    for path, trace in zip(paths, (lines, small)):
        with open(path, "w") as file:
            file.write(dump(trace))
    return small, paths[1]


def arguments():
    parser = argparse.ArgumentParser(description="compare PROGRAM replay TRACE with the model on random traces")
    parser.add_argument("program", help="a command line; `replay TRACE` is put behind it")
    parser.add_argument("--seeds", default="1..20", help="A..B, both included")
    parser.add_argument("--blocks", type=int, default=25)
    parser.add_argument("--size", choices=["small", "medium"], default="small")
    parser.add_argument("--feature", type=features_of, default=["fifo"], metavar="A[,B…]",
                        help="what traces may use: fifo (default), auction, globalbox, watch, operations, all")
    parser.add_argument("--keep", metavar="DIR", help="write the traces that differ here (default: the current folder)")
    parser.add_argument("--shrink-seconds", type=int, default=60)
    parser.add_argument("--keep-going", action="store_true", help="do not stop at the first seed that differs")
    parser.add_argument("--allow-not-built", action="store_true",
                        help="a trace that the program refuses as not built yet is skipped and counted")
    parser.add_argument("--timeout", type=int, default=60, help="seconds for one run of the program")
    return parser.parse_args()


def main():
    args = arguments()
    comparison = Comparison(shlex.split(args.program), args.timeout, args.allow_not_built)
    differing = not_built = 0
    for seed in seeds_of(args.seeds):
        lines = generate(random.Random(seed), args.blocks, args.size, args.feature)
        difference = comparison.difference(lines)
        not_built += comparison.refused
        if difference is None:
            continue
        differing += 1
        print("seed %d: %s" % (seed, describe(difference)), flush=True)
        small, where = shrink_and_keep(comparison, seed, lines, args.keep or ".", args.shrink_seconds)
        print("  shrunk from %d to %d bytes: %s" % (len(dump(lines)), len(dump(small)), where))
        print("  " + describe(comparison.difference(small)))
        print(dump(small), end="", flush=True)
        if not args.keep_going:
            break
    print("%d of %d traces differ" % (differing, len(seeds_of(args.seeds))) if args.keep_going or not differing
          else "stopped at the first difference")
    if not_built:
        print("%d refused as not built yet" % not_built)
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
