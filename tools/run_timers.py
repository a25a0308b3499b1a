#!/usr/bin/env python3
"""The calendar beside timing wheels in Rust: bench/peers/calendar and bench/peers/timers in turns, pinned to one
core, at 10 million timers over 3,600 and 2,592,000 heights, a tenth of them cancelled.

Each line `bench NAME ours=VALUE peer=VALUE unit=UNIT ratio=VALUE target=-` is one comparison; lines `runs` before it say
how far the rounds lay apart. bench/peers/README.md says what is measured."""
import argparse
import datetime
import os
import statistics
import subprocess
import sys
import time

import bench_page
import peer_program
from run_peers import shown, spread

OURS, WHEELS = "bench/peers/peer_calendar", "timers/release/peer-timers"
PEERS = {
    "nexus": "nexus-timer 1.5.0",
    "hashed": "hierarchical_hash_wheel_timer 1.4.0",
    "hashed_basic": "the same, bare: cannot cancel",
    "delay_queue": "tokio-util 0.7.20, DelayQueue",
}
HORIZONS = {"near": 3_600, "far": 2_592_000}
PARTS = ("insert", "cancel", "drain")


def run(command, cpu):
    """The fields that a program prints."""
    done = subprocess.run(["taskset", "-c", str(cpu), *map(str, command)], capture_output=True, text=True, check=False)
    verdict, _, fields = done.stdout.strip().partition(" ")
    if done.returncode or verdict != "ok":
        raise peer_program.Failed(f"{command[0]}: {done.stderr.strip() or done.stdout.strip() or 'ended'}")
    return {name: float(value) for name, value in (field.split("=") for field in fields.split())}


class Row:
    """One horizon and one peer: the runs of each side."""

    def __init__(self, timers, where, peer):
        self.timers, self.where, self.peer = timers, where, peer
        self.runs = {"ours": [], "peer": []}

    def play(self, seed, cpu, first):
        words = (self.timers, HORIZONS[self.where], seed)
        commands = {"ours": (peer_program.BUILT / OURS, *words), "peer": (peer_program.BUILT / WHEELS, self.peer, *words)}
        for side in ("ours", "peer") if first else ("peer", "ours"):
            self.runs[side].append(run(commands[side], cpu))
        ours, theirs = self.runs["ours"][-1], self.runs["peer"][-1]
        if theirs["cancel"] and (ours["timers"], ours["sum"]) != (theirs["timers"], theirs["sum"]):
            raise peer_program.Failed(f"what comes out differs: {ours} and {theirs}")

    def parts(self):
        return [part for part in PARTS if self.runs["peer"][0][part]]

    def each(self, side, part):
        """ns of a timer that is inserted, cancelled or drained."""
        count = {"insert": lambda _: self.timers, "cancel": lambda _: self.timers // 10, "drain": lambda r: r["timers"]}[part]
        return [r[part] / count(r) * 1e9 for r in self.runs[side]]

    def ratio(self, part):
        return statistics.median(self.each("ours", part)) / statistics.median(self.each("peer", part))

    def lines(self):
        for part in self.parts():
            name = f"timers_{self.where}_{part}_vs_{self.peer}"
            for suffix, values in (("", self.each("ours", part)), (".peer", self.each("peer", part))):
                yield (f"runs {name}{suffix} median={shown(statistics.median(values))} best={shown(min(values))} "
                       f"worst={shown(max(values))} unit=ns/timer repetitions={len(values)} work={self.timers} timers")
            yield (f"bench {name} ours={shown(statistics.median(self.each('ours', part)))} "
                   f"peer={shown(statistics.median(self.each('peer', part)))} unit=ns/timer ratio={self.ratio(part):.2f} target=-")


SECTION = """## The calendar beside timing wheels

`make bench-timers ARGS=--write` writes this section. {timers:,} timers for heights in random order are inserted, a tenth of them cancelled in random order, the rest drained height by height. Processor time of each timer in ns, medians of {rounds} rounds, in brackets the lowest and the highest; both sides take turns on one core. [bench/peers](../bench/peers/README.md) says what the two kinds of structure are for.

**Machine:** {machine}.

**Date:** {date}. {load}

| heights | with | | ours | theirs | ratio |
| ---: | --- | --- | ---: | ---: | ---: |
{rows}
"""


def write_section(rows, rounds, load):
    lines = [f"| {HORIZONS[row.where]:,} | {PEERS[row.peer]} | {part} | {spread(row.each('ours', part))} "
             f"| {spread(row.each('peer', part))} | {row.ratio(part):.2f} |" for row in rows for part in row.parts()]
    body = SECTION.format(timers=rows[0].timers, rounds=rounds, machine=bench_page.machine(), load=bench_page.load_sentence(load),
                          date=datetime.date.today().isoformat(), rows="\n".join(lines))
    bench_page.write_section("timers", body)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--timers", type=int, default=10_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--peer", action="append", choices=PEERS, help="only this peer (may be repeated)")
    parser.add_argument("--seed", type=int, default=42)
    parser.add_argument("--cpu", type=int, default=max(os.sched_getaffinity(0)), help="the core that both run on")
    parser.add_argument("--write", action="store_true", help="write the section of docs/benchmarks.md")
    args, load, begin = parser.parse_args(), os.getloadavg()[0], time.monotonic()
    if load >= bench_page.QUIET_LOAD:
        print(f"timers: warning: load {load:.1f}: somebody else works on this machine, figures will be off")
    rows = [Row(args.timers, where, peer) for where in HORIZONS for peer in args.peer or PEERS]
    try:
        for number in range(args.rounds):
            for row in rows:
                print(f"timers: [{time.monotonic() - begin:4.0f} s] round {number + 1} of {args.rounds}, {row.where}, "
                      f"{PEERS[row.peer]}", flush=True)
                row.play(args.seed + number, args.cpu, first=number % 2 == 0)
    except peer_program.Failed as failed:
        print(f"timers: {failed}", file=sys.stderr)
        return 1
    for row in rows:
        print("\n".join(row.lines()))
    if args.write:
        write_section(rows, args.rounds, load)
        print(f"timers: wrote a section of {bench_page.PAGE.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
