#!/usr/bin/env python3
"""Measures a validator with lariat beside one with CometBFT's kvstore, turn by turn: what `make bench-cluster` does.

Four sides take the same load: lariat; kvstore with lariat's check of a signature in CheckTx, called by CometBFT's own client,
which has one lock; the same called as lariat is, without a lock; plain kvstore, by CometBFT's client. docs/cluster.md says
under Throughput what is measured. For each line it prints `bench NAME lariat=VALUE kvstore_signed=VALUE
kvstore_signed_unlocked=VALUE kvstore=VALUE unit=UNIT ratio_SIDE=RATIO...`. Values are medians over the rounds; a ratio is the
median of lariat's value divided by the other side's in the same round, in brackets the lowest and the highest. Progress goes to
standard error. Exit status 1: a side failed."""
import argparse
import dataclasses
import datetime
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import bench_page
import sources

# Name of a side: what the program measures, and how CometBFT calls it.
SIDES = {
    "lariat": ("lariat", "unlocked"),
    "kvstore-signed": ("kvstore-signed", "comet"),
    "kvstore-signed-unlocked": ("kvstore-signed", "unlocked"),
    "kvstore": ("kvstore", "comet"),
}
PEERS = tuple(SIDES)[1:]
PROGRAM = sources.ROOT / "build/release/lariat-comet-bench"
CLIENTS, WINDOW = 128, 64  # together below the 10,000 that lariat's pool holds
BLOCK_SECONDS = 0.2        # timeout_commit
SLACK_SECONDS = 2          # of load, beside those that are warmed up and measured
LONGEST_SECONDS = 180      # of a run, beside those


class Failed(Exception):
    """The program that measures ended with an error."""


@dataclasses.dataclass(frozen=True)
class Line:
    """One line of the result: a field of what the program reports."""
    name: str
    title: str
    unit: str
    field: str
    digits: int = 0


LINES = [
    Line("cluster_rate", "transactions in blocks", "tx/s", "tx_per_second"),
    Line("cluster_cpu", "processor time of the process", "us/tx", "cpu_us_per_tx", 1),
    Line("cluster_system_cpu", "of it in the kernel", "us/tx", "system_cpu_us_per_tx", 1),
    Line("cluster_cores", "cores that were busy", "cores", "cores_busy", 2),
    Line("cluster_block", "from block to block", "ms", "block_ms"),
    Line("cluster_memory", "resident memory, at its highest", "MB", "memory_mb"),
]
CHECK = Line("cluster_check", "one check of a signature by kvstore: processor time", "us", "check_us", 1)


def values(rounds, side, line):
    return [one[side][line.field] for one in rounds]


def ratios(rounds, side, line):
    """lariat's value divided by the other side's, of each round."""
    return [one["lariat"][line.field] / one[side][line.field] for one in rounds if one[side][line.field]]


def spread(numbers, digits):
    if not numbers:
        return "-"
    shown = [f"{number:.{digits}f}" for number in (statistics.median(numbers), min(numbers), max(numbers))]
    return shown[0] if len(numbers) == 1 else f"{shown[0]} [{shown[1]}..{shown[2]}]"


def lines(rounds):
    for line in LINES:
        medians = [f"{side.replace('-', '_')}={statistics.median(values(rounds, side, line)):.{line.digits}f}" for side in SIDES]
        shown = [f"ratio_{side.replace('-', '_')}={spread(ratios(rounds, side, line), 2).replace(' ', '')}" for side in PEERS]
        yield f"bench {line.name} {' '.join(medians)} unit={line.unit} {' '.join(shown)}"
    yield f"bench {CHECK.name} kvstore_signed={statistics.median(values(rounds, 'kvstore-signed', CHECK)):.{CHECK.digits}f} unit={CHECK.unit}"


SECTION = """## The cluster beside CometBFT's kvstore

`make bench-cluster ARGS=--write` writes this section. One validator, the same load for each side, {in_flight:,} transactions of {tx_bytes:.0f} bytes in flight; what is measured and how: [cluster.md](cluster.md#throughput). Values are medians over {rounds} rounds of {seconds:g} seconds, in brackets the lowest and the highest. A ratio is that of lariat's value to the other side's in the same round. One check of a signature takes {check} us of kvstore's processor time. "No lock": called by the client that lariat has, instead of CometBFT's own.

**Machine:** {machine}.

**Date:** {date}. {load}

| | unit | lariat | kvstore, signed | signed, no lock | kvstore | ratio, signed | ratio, no lock | ratio, plain |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
{table}
"""


def section(rounds, args, load):
    rows = []
    for line in LINES:
        cells = [spread(values(rounds, side, line), line.digits) for side in SIDES] + [spread(ratios(rounds, side, line), 2) for side in PEERS]
        rows.append(f"| {line.title} | {line.unit} | {' | '.join(cells)} |")
    first = rounds[0]["lariat"]
    return SECTION.format(in_flight=first["in_flight"], tx_bytes=first["tx_bytes"], rounds=len(rounds), seconds=args.seconds,
                          check=spread(values(rounds, "kvstore-signed", CHECK), CHECK.digits),
                          machine=bench_page.machine(), date=datetime.date.today().isoformat(), load=bench_page.load_sentence(load), table="\n".join(rows))


def call(words, seconds):
    """What the program reports. Every run is a process of its own."""
    try:
        done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        raise Failed(f"it did not end in {seconds:.0f} s") from None
    if done.returncode:
        raise Failed(done.stderr.strip()[-1_000:] or f"exit status {done.returncode}")
    return json.loads(done.stdout)


def turns(number):
    """The order of the sides in a round: each of them stands in each place in turn."""
    begin, names = number % len(SIDES), tuple(SIDES)
    return names[begin:] + names[:begin]


def measure(args, folder, say):
    """What each side reported in each round."""
    seconds = args.warm + args.seconds
    each = math.ceil((seconds + SLACK_SECONDS) * WINDOW / BLOCK_SECONDS)  # no block comes sooner: a client cannot send more
    say(f"signing {CLIENTS * each:,} transactions for each side")
    call([args.program, "sign", "--load", folder / "load", "--clients", CLIENTS, "--each", each], LONGEST_SECONDS + seconds * 60)
    rounds = []
    for number in range(args.rounds):
        found = {}
        for side in turns(number):
            os.sync()  # else this run would write to disk what the last one left
            say(f"round {number + 1} of {args.rounds}: {side}")
            with tempfile.TemporaryDirectory(dir=folder) as place:
                measured, client = SIDES[side]
                found[side] = call([args.program, "run", "--load", folder / "load", "--home", Path(place, "home"), "--side", measured, "--clients", CLIENTS, "--window", WINDOW,
                                    "--block-time", f"{BLOCK_SECONDS}s", "--seconds", args.seconds, "--warm", args.warm, "--client", client], LONGEST_SECONDS + seconds)
            one = found[side]
            say(f"  {one['tx_per_second']:.0f} tx/s, {one['cpu_us_per_tx']:.1f} us/tx, {one['cores_busy']:.2f} cores, {one['blocks']} blocks")
        rounds.append(found)
    return rounds


def above_zero(text):
    number = float(text)
    if not 0 < number < math.inf:
        raise argparse.ArgumentTypeError(f"{text} is not above 0")
    return number


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7, help="how often each side is measured, 7 by default")
    parser.add_argument("--seconds", type=above_zero, default=10, help="of each measurement, 10 by default")
    parser.add_argument("--warm", type=above_zero, default=3, help="seconds of load before it, 3 by default")
    parser.add_argument("--program", type=Path, default=PROGRAM, help="the program that measures, build/release/lariat-comet-bench by default")
    parser.add_argument("--json", action="store_true", help="print one JSON document and nothing else, with the values of every round")
    parser.add_argument("--write", action="store_true", help="write a section into docs/benchmarks.md; needs 7 rounds")
    args = parser.parse_args()
    if args.rounds < 1:
        parser.error("--rounds is at least 1")
    if args.write and args.rounds < 7:
        parser.error("--write needs at least 7 rounds (CLU-33)")
    return args


def main():
    args = arguments()
    if not os.access(args.program, os.X_OK):
        print(f"bench-cluster: there is no program {args.program}: tools/build_cluster.sh --bench builds it", file=sys.stderr)
        return 1
    load, begin = os.getloadavg()[0], time.monotonic()

    def say(text):
        print(f"bench-cluster: [{time.monotonic() - begin:4.0f} s] {text}", file=sys.stderr, flush=True)
    if load >= bench_page.QUIET_LOAD:
        say(f"warning: load {load:.1f}: this machine does other work, figures will be off")
    args.program = args.program.resolve()
    (sources.ROOT / "build").mkdir(exist_ok=True)
    try:
        with tempfile.TemporaryDirectory(prefix="cluster-bench-", dir=sources.ROOT / "build") as folder:
            rounds = measure(args, Path(folder), say)
    except Failed as why:
        say(f"failed: {why}")
        return 1
    if args.json:
        print(json.dumps({"machine": bench_page.machine(), "date": datetime.date.today().isoformat(), "load": load, "seconds": args.seconds,
                          "rounds": rounds}, indent=2))
    else:
        print("\n".join(lines(rounds)))
    if args.write:
        bench_page.write_section("cluster", section(rounds, args, load))
        say(f"wrote the section into {bench_page.PAGE.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
