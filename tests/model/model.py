#!/usr/bin/env python3
"""The executable model: replays a trace and prints its result lines."""
import argparse
import json
import sys

from errors import AssertFailed, TraceError
from replay import Replay, parse


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("trace", metavar="TRACE", help="a file of JSON lines, or - for standard input")
    path = parser.parse_args(arguments).trace
    try:
        source = sys.stdin if path == "-" else open(path, encoding="utf-8")
    except OSError as error:
        parser.error(f"cannot read {path}: {error.strerror}")
    with source:
        lines = source.read().split("\n")
    replay = Replay()
    for number, text in enumerate(lines, 1):
        if not text.strip():
            continue
        try:
            for result in replay.feed(*parse(text)):
                print(json.dumps(result, separators=(",", ":"), ensure_ascii=False))
        except AssertFailed as failed:
            print("line %d: assert: %s" % (number, failed), file=sys.stderr)
            return 1
        except TraceError as refused:
            print("line %d: %s" % (number, refused), file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
