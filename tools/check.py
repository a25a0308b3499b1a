#!/usr/bin/env python3
"""Runs all static checks of the sources: what `make check` does."""
import argparse
import subprocess
import sys
import time

import sources

TOOLS = sources.ROOT / "tools"
CHECKS = {
    "format": ["format.py", "--check"],
    "layers": ["check_layers.py"],
    "style": ["check_style.py"],
    "requirements": ["check_requirements.py"],
    "references": ["check_references.py"],
    "bounds": ["check_bounds.py"],
    "commits": ["check_commits.py"],
    "tidy": ["check_tidy.py"],
}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("only", nargs="*", help="some of: " + ", ".join(CHECKS))
    args = parser.parse_args()
    if unknown := set(args.only) - set(CHECKS):
        parser.error(f"no such check: {', '.join(sorted(unknown))}")
    failed = []
    for name in args.only or CHECKS:
        begin = time.monotonic()
        print(f"check {name}", flush=True)
        script, *arguments = CHECKS[name]
        if subprocess.run([sys.executable, str(TOOLS / script), *arguments], check=False).returncode:
            failed.append(name)
        print(f"  {'failed' if name in failed else 'passed'} ({time.monotonic() - begin:.1f} s)")
    print(f"check: failed: {', '.join(failed)}" if failed else "check: all passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
