#!/usr/bin/env python3
"""The whole life of a timer beside that of a task in pallet-scheduler: bench/peers/life and bench/peers/pallet in turns,
pinned to one core, at 1, 64 and 512 timers a height; ours in memory, as the peer is, and durable on disk.

Each line `bench NAME ours=VALUE peer=VALUE unit=UNIT ratio=VALUE target=VALUE` is one comparison; lines `runs` before it
say how far the rounds lay apart. bench/peers/README.md says what is measured."""
import argparse
import datetime
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import bench_page
import peer_program
from run_peers import shown, spread

OURS, PALLET = "bench/peers/peer_life", "pallet/release/peer-pallet"
SCHEDULED_IN_A_BLOCK = 512
TARGETS = {1: 20, 64: 12, 512: 20}  # timers at one height: ratio ours / peer that is wanted, in memory
PARTS = ("schedule", "fire", "roots")


def run(binary, timers, at_once, seed, cpu, folder=None):
    """The fields that the program prints, in seconds."""
    command = ["taskset", "-c", str(cpu), str(peer_program.BUILT / binary), str(timers), str(at_once),
               str(SCHEDULED_IN_A_BLOCK), str(seed)]
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as state:
        done = subprocess.run(command + [state] * bool(folder), capture_output=True, text=True, check=False)
    verdict, _, fields = done.stdout.strip().partition(" ")
    if done.returncode or verdict != "ok":
        raise peer_program.Failed(f"{binary}: {done.stderr.strip() or done.stdout.strip() or 'ended'}")
    return {name: float(value) for name, value in (field.split("=") for field in fields.split())}


class Row:
    """One number of timers at a height: the runs of each side."""

    def __init__(self, timers, at_once):
        self.timers, self.at_once = timers, at_once
        self.runs = {"memory": [], "disk": [], "peer": []}

    def rate(self, side):
        return [self.timers / r["seconds"] for r in self.runs[side]]

    def ratio(self, side):
        return statistics.median(self.rate(side)) / statistics.median(self.rate("peer"))

    def parts(self, side):
        """ns of a timer's life, by part."""
        return {p: statistics.median(r[p] for r in self.runs[side]) / self.timers * 1e9 for p in PARTS}

    @property
    def met(self):
        return self.ratio("memory") >= TARGETS[self.at_once]

    def lines(self):
        for side in ("memory", "disk"):
            name = f"life_{self.at_once}_at_a_height_{side}"
            for suffix, values in (("", self.rate(side)), (".peer", self.rate("peer"))):
                yield (f"runs {name}{suffix} median={shown(statistics.median(values))} best={shown(max(values))} "
                       f"worst={shown(min(values))} unit=timers/s repetitions={len(values)} work={self.timers} timers")
            target = f">={TARGETS[self.at_once]:.2f}" if side == "memory" else "-"
            yield (f"bench {name} ours={shown(statistics.median(self.rate(side)))} "
                   f"peer={shown(statistics.median(self.rate('peer')))} unit=timers/s ratio={self.ratio(side):.2f} "
                   f"target={target}")


SECTION = """## The whole life of a timer, beside pallet-scheduler

`make bench-life ARGS=--write` writes this section. {timers:,} timers are scheduled, 512 in a block, for heights in random order; then one block for each height fires them. Ours: the scheduler as a library on its own store, with fees, receipts, an index of each owner's timers and the root of every block, in memory and durable (one sync a block). Theirs: pallet-scheduler 51.0.0, native, in memory, with the root of every block, without fees. Timers a second over the whole life, medians of {rounds} rounds, in brackets the lowest and the highest; both sides take turns on one core. [bench/peers](../bench/peers/README.md) says more.

**Machine:** {machine}.

**Date:** {date}. {load}

| at one height | ours, in memory | theirs, in memory | ratio | wanted | ours, on disk | ratio |
| ---: | ---: | ---: | ---: | ---: | ---: | ---: |
{rows}

Where a life goes, in ns of each timer:

| at one height | side | schedule | fire | roots and commits |
| ---: | --- | ---: | ---: | ---: |
{parts}
"""


def write_section(rows, rounds, load):
    lines, parts = [], []
    for row in rows:
        missed = "" if row.met else " **missed**"
        lines.append(f"| {row.at_once} | {spread(row.rate('memory'))} | {spread(row.rate('peer'))} | {row.ratio('memory'):.1f} "
                     f"| ≥ {TARGETS[row.at_once]}{missed} | {spread(row.rate('disk'))} | {row.ratio('disk'):.1f} |")
        for side, title in (("memory", "ours, in memory"), ("disk", "ours, on disk"), ("peer", "theirs")):
            numbers = " | ".join(f"{v:.0f}" for v in row.parts(side).values())
            parts.append(f"| {row.at_once} | {title} | {numbers} |")
    body = SECTION.format(timers=rows[0].timers, rounds=rounds, machine=bench_page.machine(), load=bench_page.load_sentence(load),
                          date=datetime.date.today().isoformat(), rows="\n".join(lines), parts="\n".join(parts))
    bench_page.write_section("life", body)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--timers", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=42)
    parser.add_argument("--cpu", type=int, default=max(os.sched_getaffinity(0)), help="the core that both run on")
    parser.add_argument("--data", default=str(peer_program.BUILT / "data"), help="folder in which the stores get folders of their own, removed afterwards")
    parser.add_argument("--write", action="store_true", help="write the section of docs/benchmarks.md")
    args, load, begin = parser.parse_args(), os.getloadavg()[0], time.monotonic()
    if load >= bench_page.QUIET_LOAD:
        print(f"life: warning: load {load:.1f}: somebody else works on this machine, figures will be off")
    rows = [Row(args.timers, at_once) for at_once in TARGETS]
    try:
        for number in range(args.rounds):
            for row in rows:
                print(f"life: [{time.monotonic() - begin:4.0f} s] round {number + 1} of {args.rounds}, "
                      f"{row.at_once} at a height", flush=True)
                for side, binary, folder in (("memory", OURS, None), ("disk", OURS, args.data), ("peer", PALLET, None)):
                    row.runs[side].append(run(binary, args.timers, row.at_once, args.seed + number, args.cpu, folder))
    except peer_program.Failed as failed:
        print(f"life: {failed}", file=sys.stderr)
        return 1
    for row in rows:
        print("\n".join(row.lines()))
        for side, values in (("ours", row.parts("memory")), ("theirs", row.parts("peer"))):
            print(f"life: ns of a timer at {row.at_once} a height, {side}: "
                  + ", ".join(f"{part} {value:.0f}" for part, value in values.items()))
    print(f"life: {sum(row.met for row in rows)} of {len(rows)} targets met in {time.monotonic() - begin:.0f} s")
    if args.write:
        write_section(rows, args.rounds, load)
        print(f"life: wrote a section of {bench_page.PAGE.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
