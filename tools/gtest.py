"""Runs GoogleTest programs side by side and counts their tests."""
import collections
import concurrent.futures
import os
import re
import subprocess
import sys
import threading
import time

PROGRAM_SECONDS_MAX = 1200
_EVENT = re.compile(r"^\[( RUN      |       OK |  FAILED  |  SKIPPED )\] ([^\s,]+)(.*)$")

Result = collections.namedtuple("Result", "name passed failed skipped seconds failures")
_line = threading.Lock()


def show_progress(text):
    """One moving line on a terminal, nothing elsewhere."""
    if sys.stdout.isatty():
        with _line:
            print(f"\r\033[K    {text:.100}", end="", flush=True)


def clear_progress():
    if sys.stdout.isatty():
        with _line:
            print("\r\033[K", end="", flush=True)


def run_program(path, env):
    """A program that crashes, hangs or ends badly without naming a failed test counts as one failed test."""
    begin, counts, failures, current, said = time.monotonic(), collections.Counter(), [], None, []
    process = subprocess.Popen([str(path)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**os.environ, **env},
                               text=True, errors="replace")
    watchdog = threading.Timer(PROGRAM_SECONDS_MAX, process.kill)
    watchdog.start()
    try:
        for line in process.stdout:
            line = line.rstrip("\n")
            event = _EVENT.match(line)
            if event is None:
                said.append(line)
                continue
            kind, name, rest = event.group(1).strip(), event.group(2), event.group(3)
            if kind == "RUN":
                current, said = name, []
                show_progress(f"{path.name}: {sum(counts.values()) + 1} {name}")
            elif name == current and rest.endswith("ms)"):  # not the list that closes the output
                counts[kind] += 1
                if kind == "FAILED":
                    failures.append((name, said))
                current, said = None, []
        status = process.wait()
    finally:
        watchdog.cancel()
        process.stdout.close()
    if status != 0 and (current or not failures):
        counts["FAILED"] += 1
        why = "was stopped: too slow" if time.monotonic() - begin >= PROGRAM_SECONDS_MAX else f"ended with status {status}"
        failures.append((f"{path.name} {why}{f' in {current}' if current else ''}", said))
    return Result(path.name, counts["OK"], counts["FAILED"], counts["SKIPPED"], time.monotonic() - begin, failures)


def run_programs(paths, env, jobs):
    """Yields a Result for each program as it ends. Each runs in as many pieces as there are jobs, so that no core
    waits for the longest of them."""
    pieces = [{**env, "GTEST_TOTAL_SHARDS": str(jobs), "GTEST_SHARD_INDEX": str(piece)} for piece in range(jobs)]
    ended = collections.defaultdict(list)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        running = {pool.submit(run_program, path, piece): path for path in paths for piece in pieces}
        for done in concurrent.futures.as_completed(running):
            results = ended[running[done]]
            results.append(done.result())
            if len(results) == jobs:
                clear_progress()
                yield joined(results)


def joined(results):
    """What the pieces of one program come to; its seconds are those of all of them."""
    sums = [sum(column) for column in list(zip(*results))[1:5]]
    return Result(results[0].name, *sums, [failure for result in results for failure in result.failures])
