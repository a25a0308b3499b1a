#!/usr/bin/env python3
"""Runs the benchmark programs of the bench build one after the other; further arguments go to each of them."""
import argparse
import subprocess
import sys

import sources


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", metavar="TEXT", help="only programs whose name has this text")
    args, passed_on = parser.parse_known_args()
    names = [path.name.removesuffix("_bench.cpp") for path in sources.files(sources.ROOT, "_bench.cpp", under=("bench",))]
    failed = 0
    for name in names:
        if args.only in name:
            print(f"bench: {name}", flush=True)
            failed += subprocess.run([str(sources.ROOT / "build/bench/bench" / f"bench_{name}"), *passed_on],
                                     check=False).returncode != 0
    if not names:
        print("bench: there are no benchmarks in bench/")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
