#!/usr/bin/env python3
"""Replays the same traces with g++ and clang++ builds at -O0 and -O3, each twice, and compares the output byte by
byte (DET-1). Where the preset dev is built, the command itself is held against them.

The traces are tests/conformance/*.jsonl and random histories, one for each seed, from tests/model."""
import argparse
import concurrent.futures
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import sources

PRESETS = ["release", "gcc-O0", "clang-O0", "clang-O3"]  # release is g++ -O3
# For `make test`: g++ -O3 beside clang++ -O1 with sanitizers, which the tests build anyway; with dev, g++ -O1, three builds.
SHORT_PRESETS = ["release", "sanitize"]
TARGET = "replay_trace"
BLOCKS = 25
REPLAY_SECONDS_MAX = 300


def build(presets=None):
    """The command that replays a trace in each preset; raises CalledProcessError when one does not build."""
    presets = presets or PRESETS
    for preset in presets:
        subprocess.run([str(sources.ROOT / "tools/build.sh"), preset, TARGET], check=True)
    commands = {preset: [sources.ROOT / "build" / preset / "tests/determinism" / TARGET] for preset in presets}
    whole = sources.ROOT / "build/dev/lariat"
    return {**commands, "dev": [whole, "replay"]} if whole.is_file() else commands


def traces(folder, seeds):
    """The checked-in traces, and one random history for each seed, written below folder."""
    sys.path.insert(0, str(sources.ROOT / "tests/model"))
    from differences import dump
    from generate import generate
    found = sources.files(sources.ROOT, ".jsonl", under=("tests/conformance",))
    for seed in range(seeds):
        path = Path(folder) / f"seed-{seed}.jsonl"
        path.write_text(dump(generate(random.Random(seed), BLOCKS, "medium" if seed % 2 else "small")), encoding="utf-8")
        found.append(path)
    return found


def replay(command, trace):
    """Exit status and output of one replay; what goes to standard error may name the program and is left out."""
    done = subprocess.run([*map(str, command), str(trace)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          timeout=REPLAY_SECONDS_MAX, check=False)
    return done.returncode, done.stdout


def first_difference(one, other):
    if one[0] != other[0]:
        return f"exit status {one[0]} against {other[0]}"
    for number, (mine, yours) in enumerate(zip(one[1].split(b"\n"), other[1].split(b"\n")), 1):
        if mine != yours:
            at = next((i for i, (a, b) in enumerate(zip(mine, yours)) if a != b), min(len(mine), len(yours)))
            return f"line {number}, byte {at}: {mine[at:at + 60]!r} against {yours[at:at + 60]!r}"
    return f"{len(one[1])} bytes against {len(other[1])}"


def compare(commands, trace):
    """What differs, "" when every build prints the same, twice; crashes count as differences."""
    results = {(name, turn): replay(command, trace) for name, command in commands.items() for turn in (1, 2)}
    (reference_name, _), reference = next(iter(results.items()))
    if reference[0] < 0 or reference[0] > 2:
        return f"{Path(trace).name}: {reference_name} ended with status {reference[0]}"
    for (name, turn), result in results.items():
        if result != reference:
            return f"{Path(trace).name}: {reference_name} and {name} (run {turn}): {first_difference(reference, result)}"
    return ""


def check(commands, seeds):
    """(number of traces, differences)"""
    with tempfile.TemporaryDirectory() as folder:
        todo = traces(folder, seeds)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 2) as pool:
            differences = [text for text in pool.map(lambda trace: compare(commands, trace), todo) if text]
    return len(todo), differences


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=200, help="random histories, 200 by default")
    args = parser.parse_args()
    try:
        commands = build()
    except subprocess.CalledProcessError:
        return 1
    count, differences = check(commands, args.seeds)
    print("\n".join(differences + [f"determinism: {count} traces, {len(commands)} builds, twice each: "
                                   f"{len(differences)} differ"]))
    return 1 if differences or not count else 0


if __name__ == "__main__":
    sys.exit(main())
