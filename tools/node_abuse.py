#!/usr/bin/env python3
"""A node among strangers of every kind: what `make node-abuse` does.

Builds the command, starts a dev chain that makes a block every 100 ms, and lets random bytes, valid and broken requests,
transactions, cut connections and streams come at once for --seconds. Fails if the process ends, answers 500 or something
that /openapi.json does not have, keeps descriptors or threads, or grows by more than 64 MiB. Every run draws other
requests unless --seed is given. --threads takes a build with ThreadSanitizer and fails for what that reports."""
import argparse
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

import sources

MEMORY_BYTES = 64 << 20
SECONDS_TO_SETTLE = 75  # a connection that says nothing is closed after a minute


def settled(node, before, abuse):
    end = time.monotonic() + SECONDS_TO_SETTLE
    while (now := abuse.facts(node))[1] > before[1] + 4 and time.monotonic() < end:
        time.sleep(1)
    return now


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=600, help="600 by default")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1, 1 << 32))
    parser.add_argument("--threads", action="store_true", help="under ThreadSanitizer")
    parser.add_argument("--build", help="take the command of this build directory as it is")
    args = parser.parse_args()
    preset = "threads" if args.threads else "release"
    if args.build is None and subprocess.run([str(sources.ROOT / "tools/build.sh"), preset, "lariat"], check=False).returncode:
        return 1
    build = pathlib.Path(args.build) if args.build else sources.ROOT / "build" / preset
    os.environ["LARIAT"] = str(build.resolve() / "lariat")
    sys.path.insert(0, str(sources.ROOT / "tests/node"))
    import abuse  # pylint: disable=import-outside-toplevel
    import process  # pylint: disable=import-outside-toplevel  # reads LARIAT when it is loaded

    with tempfile.TemporaryDirectory() as folder:
        # Simulations run in children of a process that has threads.
        env = {"TSAN_OPTIONS": "exitcode=66 die_after_fork=0 halt_on_error=0"}
        node = process.Node("--dev", "--mine", "interval", "--block-time-ms", "100", "--data", folder + "/data", env=env).start()
        strangers = abuse.Strangers(node, args.seconds, args.seed)
        before = abuse.facts(node)
        strangers.run()
        after = settled(node, before, abuse)
        print("  " + ", ".join(f"{kind} {count:,}" for kind, count in strangers.count.items()) + f", block {node.good('/v1/status')['height']:,}")
        print(f"  memory {before[0] >> 20} to {after[0] >> 20} MiB, descriptors {before[1]} to {after[1]}, threads {before[2]} to {after[2]}")
        wrong = list(strangers.wrong)
        wrong += [f"memory grew by {(after[0] - before[0]) >> 20} MiB"] if after[0] > before[0] + MEMORY_BYTES and not args.threads else []
        wrong += [f"{after[1] - before[1]} descriptors are left open"] if after[1] > before[1] + 4 else []
        node.process.terminate()
        status = node.process.wait(timeout=60)
        said = node.said()
        wrong += [f"the exit status is {status}"] if status else []
        wrong += [said[said.index("WARNING: ThreadSanitizer"):][:6000]] if "WARNING: ThreadSanitizer" in said else []
    for one in wrong:
        print(one)
    print(f"node-abuse: {'FAILED' if wrong else 'passed'}, {args.seconds} s, seed {args.seed}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
