#!/usr/bin/env python3
"""Runs clang-tidy-19 (.clang-tidy) over src/, as the preset clang-O0 compiles it.

A file whose text and whose headers have not changed since it was last found clean is skipped; the marks of that lie in
build/tidy."""
import argparse
import concurrent.futures
import hashlib
import json
import os
import re
import subprocess
import sys
import time

import check_layers
import sources

PRESET = "clang-O0"
TREE = sources.ROOT / "build" / PRESET
MARKS = sources.ROOT / "build/tidy"
_CHATTER = re.compile(r"\d+ (?:warnings?|errors?) |Error while processing |Suppressed |Use -header-filter")


def reached(path, seen):
    """The file and every project header that it includes, directly or not."""
    if path in seen:
        return seen
    seen.add(path)
    for _, name in check_layers.includes(path):
        for start in (path.parent, sources.ROOT / "src", sources.ROOT / "include"):
            if (start / name).is_file():
                reached((start / name).resolve(), seen)
                break
    return seen


def mark_of(path, command):
    digest = hashlib.sha256((sources.ROOT / ".clang-tidy").read_bytes() + command.encode())
    for one in sorted(reached(path, set())):
        digest.update(str(one.relative_to(sources.ROOT)).encode() + b"\0" + one.read_bytes())
    return MARKS / digest.hexdigest()


def tidy(path, mark):
    done = subprocess.run(["clang-tidy-19", "--quiet", "-p", str(TREE), str(path)],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode == 0:
        mark.touch()
        return ""
    return "\n".join(line for line in done.stdout.splitlines() if not _CHATTER.match(line))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true", help="forget what was found clean before")
    parser.add_argument("only", nargs="*", metavar="TEXT", help="only files whose path has one of these texts")
    args = parser.parse_args()

    configured = subprocess.run([str(sources.ROOT / "tools/build.sh"), "--configure", PRESET], check=False)
    if configured.returncode:
        return 1
    MARKS.mkdir(parents=True, exist_ok=True)
    todo = []
    for entry in json.loads((TREE / "compile_commands.json").read_text(encoding="utf-8")):
        path = sources.ROOT / os.path.relpath(entry["file"], sources.ROOT)
        if path.is_relative_to(sources.ROOT / "src") and path.is_file():
            mark = mark_of(path, entry["command"].replace(str(sources.ROOT), "."))
            if (args.all or not mark.exists()) and (not args.only or any(text in str(path) for text in args.only)):
                todo.append((path, mark))

    begin, bad = time.monotonic(), 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 2) as pool:
        running = {pool.submit(tidy, path, mark): path for path, mark in todo}
        for count, job in enumerate(concurrent.futures.as_completed(running), 1):
            if sys.stdout.isatty():
                print(f"\r\033[K  [{count}/{len(todo)}] {running[job].relative_to(sources.ROOT)}", end="", flush=True)
            if said := job.result():
                bad += 1
                print(("\r\033[K" if sys.stdout.isatty() else "") + said)
    if sys.stdout.isatty():
        print("\r\033[K", end="")
    print(f"tidy: {len(todo)} files looked at, {bad} with findings, {time.monotonic() - begin:.0f} s")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
