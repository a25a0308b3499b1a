#!/usr/bin/env python3
"""Random sequences of dev verbs on two nodes, one of which never does what the other undoes: what `make node-sequences` does.

Builds the command, then runs --sequences sequences and compares the nodes after each revert (NODE-47, NODE-49). Every run
draws other sequences unless --seed is given; sequence N of a run has the seed plus N, and one that fails is told with it.
Each thousand gets new nodes."""
import argparse
import os
import pathlib
import random
import subprocess
import sys
import time

import sources

SEQUENCES_OF_A_NODE = 1000
SECONDS_BETWEEN_LINES = 10


def span(seconds):
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sequences", type=int, default=10_000, help="10,000 by default")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1, 1 << 32))
    parser.add_argument("--build", help="take the command of this build directory as it is")
    args = parser.parse_args()
    if args.build is None and subprocess.run([str(sources.ROOT / "tools/build.sh"), "release", "lariat"], check=False).returncode:
        return 1
    build = pathlib.Path(args.build) if args.build else sources.ROOT / "build/release"
    os.environ["LARIAT"] = str(build.resolve() / "lariat")
    sys.path.insert(0, str(sources.ROOT / "tests/node"))
    import dev_sequences  # pylint: disable=import-outside-toplevel
    import process  # pylint: disable=import-outside-toplevel  # reads LARIAT when it is loaded

    begin = shown = time.monotonic()
    verbs = done = 0
    while done < args.sequences:
        with process.Node(*dev_sequences.FLAGS) as went, process.Node(*dev_sequences.FLAGS) as never:
            sequences = dev_sequences.Sequences(went, never)
            for _ in range(min(SEQUENCES_OF_A_NODE, args.sequences - done)):
                try:
                    sequences.check(args.seed + done)
                except dev_sequences.Wrong as wrong:
                    print(f"node-sequences: FAILED after {done:,} sequences: {wrong}\n"
                          f"node-sequences: again: --seed {args.seed + done} --sequences 1")
                    return 1
                done += 1
                if time.monotonic() - shown >= SECONDS_BETWEEN_LINES:
                    shown = time.monotonic()
                    left = (shown - begin) / done * (args.sequences - done)
                    print(f"  {done:,} of {args.sequences:,} sequences, {verbs + sequences.verbs:,} verbs, {span(left)} left", flush=True)
            verbs += sequences.verbs
    print(f"node-sequences: passed, {done:,} sequences, {verbs:,} verbs, seed {args.seed}, {span(time.monotonic() - begin)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
