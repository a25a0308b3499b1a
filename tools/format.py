#!/usr/bin/env python3
"""Rewrites every C++ file as .clang-format says; --check only names the files that differ."""
import argparse
import subprocess
import sys

import sources


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing, exit 1 when a file differs")
    args = parser.parse_args()
    files = [str(path) for path in sources.cpp_files(sources.ROOT)]
    if not files:
        return 0
    if not args.check:
        return subprocess.run(["clang-format-19", "-i", *files], check=False).returncode
    done = subprocess.run(["clang-format-19", "--dry-run", "--Werror", *files], capture_output=True, text=True, check=False)
    differing = sorted({line.split(":")[0] for line in done.stderr.splitlines() if ": error:" in line})
    for name in differing:
        print(f"{name} is not formatted; run make format")
    if done.returncode and not differing:
        print(done.stderr)
    if not done.returncode:
        print(f"format: {len(files)} files as they should be")
    return 1 if done.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
