#!/usr/bin/env python3
"""Brings faults about in a cluster of four validators under load and checks what they left: what `make cluster-faults` does.

The faults: one validator or all killed, one killed again while it replays, paused for up to 15 s, ended by CometBFT's own
failure points, the tail of its log cut off, its blocks and chain lost; powers that change, a validator that leaves and comes
back, an upgrade of the rules. As root also a full disk, and cuts of the network: one validator or two cut off, a ring,
one direction. Not among them: wrong clocks, state sync. Every run draws other moments unless --seed is given."""
import argparse
import os
import pathlib
import random
import subprocess
import sys
import time

import sources


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--faults", type=int, default=200, help="how many, 200 by default: an hour or two")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1, 1 << 32))
    parser.add_argument("--build", help="take lariat and lariat-comet of this build directory as they are")
    args = parser.parse_args()
    if args.build is None and subprocess.run([str(sources.ROOT / "tools/build_cluster.sh"), "release"], check=False).returncode:
        return 1
    build = pathlib.Path(args.build) if args.build else sources.ROOT / "build/release"
    os.environ["LARIAT"] = str(build.resolve() / "lariat")
    sys.path.insert(0, str(sources.ROOT / "tests/cluster"))
    # pylint: disable=import-outside-toplevel  # faults reads LARIAT when it is loaded
    import disk
    import faults
    import namespaces

    begin = time.monotonic()
    why_not = namespaces.why_not() or disk.why_not()
    print(f"seed {args.seed}{', no cuts of the network and no full disk: ' + why_not if why_not else ''}", flush=True)
    try:
        done = faults.run(args.seed, args.faults, lambda line: print(f"  {time.monotonic() - begin:6.0f} s  {line}", flush=True),
                          is_root=not why_not)
    except AssertionError as wrong:
        print(f"seed {args.seed}: {wrong}", file=sys.stderr)
        return 1
    print(f"{done} faults, zero mismatch, {time.monotonic() - begin:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
