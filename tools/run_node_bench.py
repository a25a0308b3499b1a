#!/usr/bin/env python3
"""Measures our node beside anvil, turn by turn in one run: what `make bench-node` does. bench/node/README.md says how.

For each line it prints `bench NAME ours=VALUE theirs=VALUE unit=UNIT ratio=VALUE target=TARGET VERDICT`. Values are medians over
the rounds, the ratio is ours / theirs; a target is a bound of the ratio, or with a unit behind it of our value. Progress goes to
standard error. Exit status 1: a side failed in a group and has no figure there; 3: the load generator or anvil cannot be had here."""
import argparse
import dataclasses
import datetime
import json
import os
import re
import statistics
import subprocess
import sys
import time
import types
from pathlib import Path

import bench_page
import node_bench_sides
import sources
from node_bench_lines import GROUPS, SMOKE, Line, Side, Sizes

VERSION = "1.7.1"  # of anvil and cast, as in bench/node/package.json


def shown(value):
    """Four digits that count."""
    if value is None:
        return "-"
    return f"{value:.0f}" if value >= 1000 else f"{value:.1f}" if value >= 100 else f"{value:.2f}" if value >= 10 else f"{value:.3f}"


@dataclasses.dataclass
class Result:
    line: Line
    ours: list
    theirs: list
    is_judged: bool = True

    @staticmethod
    def median(values):
        return statistics.median(values) if values else None

    @property
    def ratio(self):
        return statistics.median(self.ours) / statistics.median(self.theirs) if self.theirs and any(self.theirs) else None

    @property
    def verdict(self):
        """met, missed, or - where no target is set or there is nothing to compare with."""
        found = re.fullmatch(r"([<>])=([0-9.]+)( .+)?", self.line.target)
        if not found or not self.is_judged:
            return "-"
        value = self.median(self.ours) if found.group(3) else self.ratio
        if value is None:
            return "-"
        bound = float(found.group(2))
        return "met" if (value <= bound if found.group(1) == "<" else value >= bound) else "missed"

    def text(self):
        return (f"bench {self.line.name} ours={shown(self.median(self.ours))} theirs={shown(self.median(self.theirs))} unit={self.line.unit} "
                f"ratio={'-' if self.ratio is None else f'{self.ratio:.2f}'} target={self.line.target.replace(' ', '') or '-'} {self.verdict}")

    def document(self):
        return {"name": self.line.name, "title": self.line.title, "unit": self.line.unit, "target": self.line.target or None, "ours": self.ours,
                "theirs": self.theirs, "ratio": self.ratio, "verdict": self.verdict}


def spread(values):
    if not values:
        return "-"
    median = shown(statistics.median(values))
    return median if len(values) == 1 else f"{median} [{shown(min(values))}..{shown(max(values))}]"


def table(results):
    yield "| | unit | ours | anvil, cast | ratio | target |\n| --- | --- | ---: | ---: | ---: | --- |"
    for one in results:
        ratio = "-" if one.ratio is None else f"{one.ratio:.2f}"
        target = f"{one.line.target} {'**missed**' if one.verdict == 'missed' else one.verdict}" if one.line.target else "-"
        yield f"| {one.line.title} | {one.line.unit} | {spread(one.ours)} | {spread(one.theirs)} | {ratio} | {target} |"


SECTION = """## The node beside anvil

`make bench-node ARGS="--full --write"` writes this section. What is measured, how, and what is not alike on the two sides: [bench/node](../bench/node/README.md). Both sides are measured turn by turn in one run, anvil and cast of version {version}. Values are medians over {rounds} rounds, in brackets the lowest and the highest; the ratio is ours / theirs. A target is a bound of the ratio, or with a unit behind it of our value.

**Machine:** {machine}.

**Date:** {date}. {load}{left_out}

{table}
"""


def write_section(results, rounds, load, left_out):
    body = SECTION.format(version=VERSION, rounds=rounds, machine=bench_page.machine(), date=datetime.date.today().isoformat(),
                          load=bench_page.load_sentence(load), table="\n".join(table(results)),
                          left_out=f" Left out of this run: {', '.join(left_out)}." if left_out else "")
    bench_page.write_section("node", body)


def measure(groups, sides, sizes, rounds, say):
    """The results of the groups, in their order, and what failed. Each round begins with the other side. A side that fails in a
    group has no figure there, and the run goes on: the others took long."""
    results = {line.name: Result(line, [], [], is_judged=sizes is not SMOKE) for group in groups for line in group.lines}
    failed = {}
    for number in range(rounds):
        for group in groups:
            for side in sides if number % 2 == 0 else sides[::-1]:
                if (group.once and number > 0) or (not side.is_ours and not group.has_peer) or (group.name, side.name) in failed:
                    continue
                say(f"round {number + 1} of {rounds}: {group.name}, {side.name}")
                try:
                    found = group.work(side, sizes)
                except node_bench_sides.Failed as why:
                    failed[group.name, side.name] = str(why).partition("\n")[0]
                    say(f"failed: {why}")
                    continue
                say("  " + ", ".join(f"{name} {shown(value)}" for name, value in found.items()))
                for name, value in found.items():
                    (results[name].ours if side.is_ours else results[name].theirs).append(value)
    return [one for one in results.values() if one.ours or one.theirs], failed


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", default=[], metavar="TEXT", help="only groups whose name has this text (may be repeated)")
    parser.add_argument("--without", action="append", default=[], metavar="NAME", help="leave this group out; the section of --write then says so (may be repeated)")
    parser.add_argument("--list", action="store_true", help="print the groups and their lines, and measure nothing")
    parser.add_argument("--rounds", type=int, help="how often each group is measured, 5 by default")
    parser.add_argument("--full", action="store_true", help="let anvil too make the long histories: half an hour and 5 GB of disk more")
    parser.add_argument("--smoke", action="store_true", help="each line once with tiny numbers and without anvil: shows that the tool works, the figures say nothing")
    parser.add_argument("--lariat", default=str(sources.ROOT / "build/release/lariat"), help="the command to measure, build/release/lariat by default")
    parser.add_argument("--json", action="store_true", help="print one JSON document and nothing else, with the value of every round")
    parser.add_argument("--write", action="store_true", help="write the table into docs/benchmarks.md")
    args = parser.parse_args()
    args.groups = [group for group in GROUPS if not args.only or any(text in group.name for text in args.only)]
    if unknown := set(args.without) - {group.name for group in GROUPS}:
        parser.error(f"--without: no group is called {', '.join(sorted(unknown))}; there are {', '.join(group.name for group in GROUPS)}")
    args.groups = [group for group in args.groups if group.name not in args.without]
    if not args.groups:
        parser.error(f"no group has {args.only} in its name; there are {', '.join(group.name for group in GROUPS)}")
    if args.write and (args.only or args.smoke):
        parser.error("--write needs every line, in its full size")
    if args.rounds is not None and args.rounds < 1:
        parser.error("--rounds is at least 1")
    return args


def build(args):
    """The load generator, and anvil and cast unless this is a smoke run. Exit status 3: cannot be had here."""
    words = [str(sources.ROOT / "tools/build_node_bench.sh"), *(["--without-peers"] if args.smoke else [])]
    return subprocess.run(words, stdout=sys.stderr, check=False).returncode


def main():
    args = arguments()
    if args.list:
        for group in args.groups:
            print(group.name, *(f"  {line.name} ({line.unit}{', ' + line.target if line.target else ''}): {line.title}" for line in group.lines), sep="\n")
        return 0
    if not os.access(args.lariat, os.X_OK):
        print(f"bench-node: there is no program {args.lariat}: tools/build.sh release lariat", file=sys.stderr)
        return 1
    if status := build(args):
        return status
    load, begin = os.getloadavg()[0], time.monotonic()

    def say(text):
        print(f"bench-node: [{time.monotonic() - begin:4.0f} s] {text}", file=sys.stderr, flush=True)
    if load >= bench_page.QUIET_LOAD:
        say(f"warning: load {load:.1f}: this machine does other work, figures will be off")
    rounds = args.rounds or (1 if args.smoke else 5)
    programs = types.SimpleNamespace(lariat=Path(args.lariat).resolve())

    def new(node):
        return lambda **options: node(programs, **options)
    sides = [Side(new(node_bench_sides.Ours), True)] + ([] if args.smoke else [Side(new(node_bench_sides.Anvil), False, args.full)])
    results, failed = measure(args.groups, sides, SMOKE if args.smoke else Sizes(), rounds, say)
    if args.json:
        print(json.dumps({"machine": bench_page.machine(), "date": datetime.date.today().isoformat(), "load": load, "rounds": rounds,
                          "peer": None if args.smoke else VERSION, "lines": [one.document() for one in results]}, indent=2))
    else:
        print("\n".join(one.text() for one in results))
    judged = [one.verdict for one in results]
    say(f"{len(results)} lines, {judged.count('met')} targets met, {judged.count('missed')} missed")
    for (group, side), why in failed.items():
        say(f"no figure of {side} for {group}: {why}")
    if args.write and not failed:
        write_section(results, rounds, load, args.without)
        say(f"wrote the section into {bench_page.PAGE.name}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
