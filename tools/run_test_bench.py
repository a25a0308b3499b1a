#!/usr/bin/env python3
"""What a test of an actor takes, beside eth-tester and ape: programs of bench/testing in turns, medians of all rounds.

A test begins anew, deploys a counter, calls it twice and reads it. The peers deploy a contract of one slot, ready compiled; ours
compiles its source. Each line `bench NAME ours=VALUE peer=VALUE unit=ms ratio=VALUE target=VALUE` is one comparison. eth-tester and ape
come from PyPI, pinned in bench/testing, each into an environment of its own in build/. With --write the table goes into
docs/benchmarks.md."""
import argparse
import datetime
import json
import os
import statistics
import subprocess
import sys

import bench_page
import sources

HERE = sources.ROOT / "bench/testing"
OURS, ETH_TESTER, APE = "lariat", "eth-tester", "ape"
# name: the environment, its list of packages, the program
SIDES = {OURS: ("build/sdk", "tests/sdk/requirements.txt", "ours.py"),
         ETH_TESTER: ("build/eth-tester", "bench/testing/eth-tester-requirements.txt", "eth_tester_peer.py"),
         APE: ("build/ape", "bench/testing/ape-requirements.txt", "ape_peer.py")}
# name: (title, the most milliseconds that the issue allows)
LINES = {"in_process": ("a test, in the process of the tests", 5.0), "call": ("of it: one call with its block", None),
         "start": ("the first chain of a session", None), "on_node": ("a test on a node of its own, signed", 50.0)}
SECTION = """## Tests of actors

Measured by `tools/run_test_bench.py`, {rounds} rounds of {times} tests on {machine}; {date}. {load} Milliseconds, medians.

{table}
"""


def run(side, times, lariat):
    home, packages, program = SIDES[side]
    subprocess.run([str(sources.ROOT / "tools/fetch_pypi.sh"), packages, home], check=True, stdout=sys.stderr)
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("LARIAT", "PYTHON"))}
    environment |= {"LARIAT": lariat, "PYTHONPATH": os.pathsep.join([str(HERE), str(sources.ROOT / "sdk/python/src")])}
    done = subprocess.run([str(sources.ROOT / home / "bin/python"), str(HERE / program), str(times)], env=environment, check=True,
                          stdout=subprocess.PIPE, text=True)
    return json.loads(done.stdout.splitlines()[-1])


def measure(rounds, times, lariat):
    """{side: {line: median of all}}"""
    found = {side: {} for side in SIDES}
    for number in range(1, rounds + 1):
        for side, lines in found.items():
            print(f"bench-tests: round {number} of {rounds}, {side}", file=sys.stderr, flush=True)
            for line, values in run(side, times, lariat).items():
                lines.setdefault(line, []).extend(values)
    return {side: {line: statistics.median(values) for line, values in lines.items()} for side, lines in found.items()}


def verdict(line, ours):
    most = LINES[line][1]
    return "-" if most is None else f"<={most:g} " + ("met" if ours <= most else "missed")


def lines_of(found):
    for line in LINES:
        for peer in (ETH_TESTER, APE):
            ours, theirs = found[OURS][line], found[peer].get(line)
            if theirs is None and peer == APE:
                continue
            yield line, ours, peer, theirs


def table(found):
    yield "| | lariat | eth-tester | ape | target |"
    yield "| --- | --- | --- | --- | --- |"
    for line, (title, _) in LINES.items():
        cells = [f"{found[side][line]:.3g}" if line in found[side] else "-" for side in SIDES]
        yield f"| {title} | {' | '.join(cells)} | {verdict(line, found[OURS][line])} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="(%(default)s)")
    parser.add_argument("--times", type=int, default=10, help="tests in a round; after some twenty ape loses count of nonces (%(default)s)")
    parser.add_argument("--lariat", default=str(sources.ROOT / "build/release/lariat"), help="the command, with liblariat_node.so beside it (%(default)s)")
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of lines")
    parser.add_argument("--write", action="store_true", help="write the table into docs/benchmarks.md")
    args = parser.parse_args()
    if not os.path.isfile(args.lariat):
        parser.error(f"there is no {args.lariat}: tools/build.sh release lariat")
    load = os.getloadavg()[0]
    found = measure(args.rounds, args.times, os.path.abspath(args.lariat))
    if args.json:
        print(json.dumps({"machine": bench_page.machine(), "load": load, "ms": found}))
    else:
        for line, ours, peer, theirs in lines_of(found):
            beside = "peer=- unit=ms ratio=-" if theirs is None else f"peer={theirs:.3g} unit=ms ratio={ours / theirs:.3f}"
            print(f"bench tests_{line}_{peer.replace('-', '_')} ours={ours:.3g} {beside} target={verdict(line, ours)}")
    if args.write:
        body = SECTION.format(rounds=args.rounds, times=args.times, machine=bench_page.machine(), date=datetime.date.today().isoformat(),
                              load=bench_page.load_sentence(load), table="\n".join(table(found)))
        bench_page.write_section("tests", body)
    return 0


if __name__ == "__main__":
    sys.exit(main())
