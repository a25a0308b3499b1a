#!/usr/bin/env python3
"""Compares the store with its peers, bench/peers/: ours and one peer at a time, in turns, pinned to one core.

Short form: 1,000,000 keys with values of 32 bytes. --full adds 10,000,000 keys and values of 256 bytes. Each line
`bench NAME ours=VALUE peer=VALUE unit=UNIT ratio=VALUE target=VALUE` is one comparison; lines `runs` before it say
how far the rounds lay apart, and `ratios` the same of the ratio within each round. bench/peers/README.md says what
is measured."""
import argparse
import dataclasses
import datetime
import os
import statistics
import sys
import time

import bench_page
import peer_program
from peer_program import Program

FILL_BATCH = 262_144
AGE = 1.5           # updates for each key before anything is measured: every floor or level moves by then
LARGE, SMALL = (32_768, 8), (512, 64)  # updates of a batch, batches of a turn
GETS, PROOFS = 200_000, 5_000          # of a turn
REOPENINGS = 3
PAGE_BYTES = 4096


@dataclasses.dataclass(frozen=True)
class Config:
    keys: int
    value: int  # bytes

    def __str__(self):
        keys = f"{self.keys // 1_000_000}m" if self.keys % 1_000_000 == 0 else f"{self.keys}"
        return f"{keys}_v{self.value}"

    def cache_pages(self):
        """Of commonware's own page cache: enough for all of its files, as the store is tuned for speed."""
        pages = 131_072 if self.keys <= 1_000_000 else 524_288
        return pages if self.value <= 32 else pages * 5 // 2


@dataclasses.dataclass
class Quantity:
    """One thing that is measured of both sides."""
    title: str
    unit: str
    more_is_better: bool = False
    targets: dict = dataclasses.field(default_factory=dict)  # peer family to the ratio ours / peer that is wanted

    def target(self, peer):
        family = peer.partition("_")[0]
        return f"{'>=' if self.more_is_better else '<='}{self.targets[family]:.2f}" if family in self.targets else "-"


UPDATE = {"commonware": 1.5, "rocksdb": 1}
QUANTITIES = {
    "update_32768": Quantity("updates, batches of 32,768", "updates/s", True, UPDATE),
    "longest_32768": Quantity("longest of these batches", "ms"),
    "update_512": Quantity("updates, batches of 512", "updates/s", True, UPDATE),
    "longest_512": Quantity("longest of these batches", "ms"),
    "get": Quantity("random get", "ns", targets={"commonware": 0.5, "rocksdb": 1}),
    "prove": Quantity("making a proof", "us", targets={"commonware": 1}),
    "verify": Quantity("verifying a proof", "us"),
    "proof_size": Quantity("size of a proof", "bytes", targets={"commonware": 1}),
    "reopen": Quantity("reopening after a clean close", "ms", targets={"commonware": 1 / 3}),
    "close": Quantity("closing", "ms"),
    "memory": Quantity("resident memory", "MB", targets={"commonware": 1}),
    "memory_own": Quantity("of it, without mapped files", "MB"),
    "disk": Quantity("disk for each live key", "bytes", targets={"commonware": 1}),
}

PEERS = {
    "commonware_fixed": ("commonware, fixed", lambda c: (peer_program.CARGO, {"fixed": 1, "cache_pages": c.cache_pages()})),
    "commonware_variable": ("commonware, variable",
                            lambda c: (peer_program.CARGO, {"fixed": 0, "cache_pages": c.cache_pages()})),
    "rocksdb": ("RocksDB", lambda c: ("bench/peers/peer_rocksdb", {"cache_bytes": c.cache_pages() * PAGE_BYTES})),
}
OURS = ("bench/peers/peer_ours", {"keep_versions": 1})


def shown(value):
    """Four digits that count."""
    return f"{value:.0f}" if value >= 1000 else f"{value:.1f}" if value >= 100 else f"{value:.2f}" if value >= 10 else f"{value:.3f}"


class Pair:
    """Ours and one peer with the same content, and what was measured of them: (ours, peer) for each round."""

    def __init__(self, config, peer, ours, theirs):
        self.config, self.peer, self.sides = config, peer, (ours, theirs)
        self.samples = {}

    def add(self, name, side, value):
        self.samples.setdefault(name, ([], []))[side].append(value)

    def turns(self, number):
        """Both sides, the first one in turns too."""
        return (0, 1) if number % 2 == 0 else (1, 0)

    def each(self, *words):
        for program in self.sides:
            program.ask(*words)
            program.ask("settle")

    def batch(self, size):
        return min(size, self.config.keys // 2)

    def prepare(self):
        for program in self.sides:
            program.ask("open")
        self.each("fill", FILL_BATCH)
        size = self.batch(LARGE[0])
        self.each("update", size, max(1, round(AGE * self.config.keys / size)))
        self.compare_contents()  # reads every key: the caches are warm afterwards

    def compare_contents(self):
        contents = [program.ask("check") for program in self.sides]
        if contents[0] != contents[1]:
            raise peer_program.Failed(f"the contents differ: {contents}")

    def update(self, side, shape):
        size, count = self.batch(shape[0]), shape[1]
        answer = self.sides[side].ask("update", size, count)
        self.add(f"update_{shape[0]}", side, size * count / float(answer["seconds"]))
        self.add(f"longest_{shape[0]}", side, float(answer["longest"]) * 1e3)

    def get(self, side):
        self.add("get", side, self.sides[side].seconds("get", GETS) / GETS * 1e9)

    def prove(self, side):
        answer = self.sides[side].ask("prove", PROOFS)
        if answer is not None:
            self.add("prove", side, float(answer["seconds"]) / PROOFS * 1e6)
            self.add("verify", side, float(answer["verify"]) / PROOFS * 1e6)
            self.add("proof_size", side, float(answer["bytes"]))

    def round(self, number):
        works = (lambda side: self.update(side, LARGE), lambda side: self.update(side, SMALL), self.get, self.prove)
        for turn, work in enumerate(works):
            for side in self.turns(number + turn):
                peer_program.settle_disk()
                work(side)
                self.sides[side].ask("settle")

    def reopen(self, number):
        self.each("update", self.batch(SMALL[0]), 8)  # so that there is something to close
        for side in self.turns(number):
            self.add("close", side, self.sides[side].seconds("close") * 1e3)
        peer_program.settle_disk()
        for side in self.turns(number):
            self.add("reopen", side, self.sides[side].seconds("open") * 1e3)

    def finish(self):
        """Memory, closing and opening, and whether both hold what they should."""
        for side in (0, 1):
            self.add("memory", side, self.sides[side].memory() / 1e6)
            self.add("memory_own", side, self.sides[side].memory("RssAnon") / 1e6)
        for number in range(REOPENINGS):
            self.reopen(number)
        self.compare_contents()
        for program in self.sides:
            program.ask("close")
        peer_program.settle_disk()
        for side in (0, 1):
            self.add("disk", side, self.sides[side].disk() / self.config.keys)


@dataclasses.dataclass
class Comparison:
    config: Config
    peer: str
    name: str
    ours: list
    theirs: list

    @property
    def quantity(self):
        return QUANTITIES[self.name]

    @property
    def ratio(self):
        return statistics.median(self.ours) / statistics.median(self.theirs)

    @property
    def met(self):
        """None without a target."""
        wanted = self.quantity.targets.get(self.peer.partition("_")[0])
        if wanted is None:
            return None
        return self.ratio >= wanted if self.quantity.more_is_better else self.ratio <= wanted

    def lines(self):
        name, unit = f"store_{self.config}_{self.name}_vs_{self.peer}", self.quantity.unit
        for suffix, values in (("", self.ours), (".peer", self.theirs)):
            best, worst = (max(values), min(values)) if self.quantity.more_is_better else (min(values), max(values))
            yield (f"runs {name}{suffix} median={shown(statistics.median(values))} best={shown(best)} worst={shown(worst)} "
                   f"unit={unit} repetitions={len(values)} work={self.quantity.title}")
        ratios = [a / b for a, b in zip(self.ours, self.theirs)]
        yield (f"ratios {name} median={statistics.median(ratios):.2f} lowest={min(ratios):.2f} highest={max(ratios):.2f} "
               f"rounds={len(ratios)}")
        yield (f"bench {name} ours={shown(statistics.median(self.ours))} peer={shown(statistics.median(self.theirs))} "
               f"unit={unit} ratio={self.ratio:.2f} target={self.quantity.target(self.peer)}")


def say(text, begin):
    print(f"peers: [{time.monotonic() - begin:4.0f} s] {text}", flush=True)


def compare(config, peer, args, begin):
    """The comparisons of one pair, printed as well."""
    binary, options = PEERS[peer][1](config)
    say(f"{config.keys:,} keys, values of {config.value} bytes, with {PEERS[peer][0]}", begin)
    with (Program("ours", OURS[0], f"{args.data}/ours", config, OURS[1], args.cpu) as ours,
          Program(peer, binary, f"{args.data}/{peer}", config, options, args.cpu) as theirs):
        pair = Pair(config, peer, ours, theirs)
        pair.prepare()
        pair.round(0)
        pair.samples.clear()  # of the round that warms up
        for number in range(args.rounds):
            say(f"round {number + 1} of {args.rounds}", begin)
            pair.round(number)
        say("closing, opening, reading everything", begin)
        pair.finish()
    found = [Comparison(config, peer, name, *pair.samples[name]) for name in QUANTITIES
             if name in pair.samples and all(pair.samples[name])]
    for one in found:
        print("\n".join(one.lines()), flush=True)
    return found


def spread(values):
    return f"{shown(statistics.median(values))} [{shown(min(values))}..{shown(max(values))}]"


def table(found):
    """A row for each quantity and peer."""
    yield "| | with | unit | ours | theirs | ratio | target |\n| --- | --- | --- | ---: | ---: | ---: | ---: |"
    for name, quantity in QUANTITIES.items():
        for one in found:
            if one.name == name:
                missed = " **missed**" if one.met is False else ""
                yield (f"| {quantity.title} | {PEERS[one.peer][0]} | {quantity.unit} | {spread(one.ours)} "
                       f"| {spread(one.theirs)} | {one.ratio:.2f} | {quantity.target(one.peer)}{missed} |")


INTRODUCTION = """## The store beside its peers

`make bench-peers ARGS="--full --write"` writes this section, with `--keys` and `--value` the table of one size. What is compared, how, and what it leaves out: [bench/peers](../bench/peers/README.md). Values are medians, in brackets the lowest and the highest; the ratio is ours / theirs. Both sides take turns in one run on one core, so ratios are worth more than values.

**Machine:** {machine}.
"""

SECTION = """### {config.keys:,} keys, values of {config.value} bytes

{date}, {rounds} rounds. {load}

{table}
"""


def write_section(config, found, rounds, load):
    """The table of one size, which may be of another day than the others."""
    body = SECTION.format(config=config, rounds=rounds, date=datetime.date.today().isoformat(),
                          load=bench_page.load_sentence(load), table="\n".join(table(found)))
    bench_page.write_section("peers", INTRODUCTION.format(machine=bench_page.machine()))
    bench_page.write_section(f"peers {config}", body)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--full", action="store_true", help="1 and 10 million keys, values of 32 and 256 bytes")
    parser.add_argument("--keys", type=int, action="append", help="this number of keys (may be repeated)")
    parser.add_argument("--value", type=int, action="append", choices=(32, 256), help="values of this size (may be repeated)")
    parser.add_argument("--peer", action="append", choices=PEERS, help="only this peer (may be repeated)")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--cpu", type=int, default=max(os.sched_getaffinity(0)), help="the core that both run on")
    parser.add_argument("--data", default=str(peer_program.BUILT / "data"), help="folder in which the stores get folders of their own, removed afterwards")
    parser.add_argument("--write", action="store_true", help="write a table for each size into docs/benchmarks.md")
    return parser.parse_args()


def main():
    args, load, begin = arguments(), os.getloadavg()[0], time.monotonic()
    if load >= bench_page.QUIET_LOAD:
        print(f"peers: warning: load {load:.1f}: somebody else works on this machine, figures will be off")
    keys = args.keys or ([1_000_000, 10_000_000] if args.full else [1_000_000])
    values = args.value or ([32, 256] if args.full else [32])
    found = []
    try:
        for config in (Config(k, v) for k in keys for v in values):
            of_this_size = [one for peer in args.peer or PEERS for one in compare(config, peer, args, begin)]
            found += of_this_size
            if args.write:
                write_section(config, of_this_size, args.rounds, load)
                print(f"peers: wrote the table of {config} into {bench_page.PAGE.name}", flush=True)
    except peer_program.Failed as failed:
        print(f"peers: {failed}", file=sys.stderr)
        return 1
    judged = [one for one in found if one.met is not None]
    print(f"peers: {sum(one.met for one in judged)} of {len(judged)} targets met in {time.monotonic() - begin:.0f} s")
    for one in judged:
        if not one.met:
            print(f"peers: missed: {one.config} {one.name} with {one.peer}: {one.ratio:.2f}, "
                  f"wanted {one.quantity.target(one.peer)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
