#!/usr/bin/env python3
"""Kills a node at random moments and asks it for what it had told: what `make node-crash` does.

Builds the command, then kills --kills nodes on one directory after another, a thousand on each. Every run draws other
moments unless --seed is given; what fails is told with its seed."""
import argparse
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

import sources

KILLS_OF_A_DIRECTORY = 1000


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=10_000, help="nodes killed, 10,000 by default")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1, 1 << 32))
    parser.add_argument("--build", help="take the command of this build directory as it is")
    args = parser.parse_args()
    if args.build is None and subprocess.run([str(sources.ROOT / "tools/build.sh"), "dev", "lariat"], check=False).returncode:
        return 1
    build = pathlib.Path(args.build) if args.build else sources.ROOT / "build/dev"
    os.environ["LARIAT"] = str(build.resolve() / "lariat")
    sys.path.insert(0, str(sources.ROOT / "tests/node"))
    import test_node_kill_loop  # pylint: disable=import-outside-toplevel  # reads LARIAT when it is loaded

    begin, done, facts = time.monotonic(), 0, 0

    def progress(loop):
        if loop.killed % 50 == 0:
            print(f"  {done + loop.killed:,} of {args.kills:,} killed, {facts + loop.facts:,} facts told, block {loop.height:,}, "
                  f"{time.monotonic() - begin:.0f} s", flush=True)

    for number, first in enumerate(range(0, args.kills, KILLS_OF_A_DIRECTORY)):
        kills = min(KILLS_OF_A_DIRECTORY, args.kills - first)
        with tempfile.TemporaryDirectory(prefix="lariat-node-kill-") as directory:
            try:
                loop = test_node_kill_loop.kill_loop(directory, args.seed + number, kills, progress)
            except test_node_kill_loop.Lost as lost:
                print(f"node-crash: FAILED, seed {args.seed + number}: {lost}")
                return 1
        done, facts = done + loop.killed, facts + loop.facts
    print(f"node-crash: passed, {done:,} killed, {facts:,} facts told, seed {args.seed}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
