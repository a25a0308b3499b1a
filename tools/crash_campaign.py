#!/usr/bin/env python3
"""Tests the store with simulated power failures and killed processes: what `make crash` does.

Builds the tests, then loses the power at at least --points moments of random workloads, at every change of the
small workload with its writes torn at every byte, and kills --kills real processes that commit to a real
directory. Every run draws other workloads unless --seed is given; what fails is told with its seed."""
import argparse
import concurrent.futures
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

import sources

sys.path.insert(0, str(sources.ROOT / "tests/state"))
import test_kill_loop  # noqa: E402  pylint: disable=wrong-import-position

POINTS_OF_A_SHARD = 2500
SHARD_SECONDS_MAX = 3600
EVERY = ("Crash.ASmall*", "Crash.WhatAnOpening*", "Crash.APower*", "Damage.*", "IoError.*")
RANDOM = "Crash.LargeWorkloads*"


def run_shard(program, tests, settings):
    """"" or what the tests said"""
    done = subprocess.run([str(program), f"--gtest_filter={tests}"], env={**os.environ, **settings}, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SHARD_SECONDS_MAX)
    said = done.stdout.decode("utf-8", "replace")
    if done.returncode == 0 and "[  PASSED  ] 0 tests" in said:
        return f"{program} has no tests {tests}"
    return "" if done.returncode == 0 else said


class Campaign:
    def __init__(self, program, seed, jobs):
        self.program, self.seed, self.jobs = program, seed, jobs
        self.begin = time.monotonic()
        self.failed = False

    def progress(self, done, all_of_them, what):
        now = time.monotonic() - self.begin
        line = f"  {done:,} of {all_of_them:,} {what}, {now:.0f} s"
        print(f"\r\033[K{line}" if sys.stdout.isatty() else line, end="" if sys.stdout.isatty() else "\n", flush=True)

    def end(self, what, wrong):
        if sys.stdout.isatty():
            print()
        if wrong:
            self.failed = True
            print(wrong)
        print(f"{what}: {'FAILED' if wrong else 'passed'}", flush=True)

    def run_all(self, runs, what):
        """Runs of (tests, settings, what they count) side by side until one fails."""
        wrong, done, all_of_them = "", 0, sum(count for _, _, count in runs)
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            running = {pool.submit(run_shard, self.program, tests, settings): (settings, count)
                       for tests, settings, count in runs}
            for future in concurrent.futures.as_completed(running):
                settings, count = running[future]
                if said := future.result():
                    wrong = f"{' '.join(f'{name}={value}' for name, value in settings.items())}\n{said}"
                    pool.shutdown(cancel_futures=True)
                    break
                done += count
                self.progress(done, all_of_them, what)
        self.end(what, wrong)

    def lose_power_everywhere(self):
        print("crash: every change of the small workloads, writes torn at every byte, every byte damaged", flush=True)
        self.run_all([(tests, {"LARIAT_CRASH_STRIDE": "1"}, 1) for tests in EVERY], "groups of tests")

    def lose_power_at_random(self, points):
        print(f"crash: random changes of random workloads, seed {self.seed}", flush=True)
        counts = [min(POINTS_OF_A_SHARD, points - first) for first in range(0, points, POINTS_OF_A_SHARD)]
        self.run_all([(RANDOM, {"LARIAT_CRASH_POINTS": str(count), "LARIAT_CRASH_SEED": str(self.seed + number)}, count)
                      for number, count in enumerate(counts)], "power losses")

    def kill(self, program, kills):
        print(f"crash: processes killed, seed {self.seed}", flush=True)
        step, wrong = max(1, kills // 20), ""

        def progress(loop):
            if loop.killed % step == 0:
                self.progress(loop.killed, kills, f"killed, {loop.closed} closed by themselves, "
                                                  f"{loop.acknowledgements:,} acknowledgements")
        with tempfile.TemporaryDirectory(prefix="lariat-kill-") as directory:
            try:
                test_kill_loop.kill_loop(program, directory, self.seed, kills, progress)
            except test_kill_loop.WrongStore as error:
                wrong = str(error)
        self.end("killed processes", wrong)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--points", type=int, default=100_000, help="power losses at random, 100,000 by default")
    parser.add_argument("--kills", type=int, default=1000, help="processes killed, 1,000 by default")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1, 1 << 32), help="of workloads and killing")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2)
    parser.add_argument("--build", help="take the tests of this build directory as they are")
    args = parser.parse_args()
    if args.build is None and subprocess.run([str(sources.ROOT / "tools/build.sh"), "dev", "test_state", "state_kill_writer"],
                                             check=False).returncode:
        return 1
    tests = (pathlib.Path(args.build) if args.build else sources.ROOT / "build/dev").resolve() / "tests"
    campaign = Campaign(tests / "test_state", args.seed, args.jobs)
    campaign.lose_power_everywhere()
    if args.points > 0 and not campaign.failed:
        campaign.lose_power_at_random(args.points)
    if args.kills > 0:
        campaign.kill(tests / "state_kill_writer", args.kills)
    print(f"crash: {'FAILED' if campaign.failed else 'all passed'} in {time.monotonic() - campaign.begin:.0f} s")
    return 1 if campaign.failed else 0


if __name__ == "__main__":
    sys.exit(main())
