#!/usr/bin/env python3
# The executable model: replays a trace and prints its result lines.
import json
import sys

from errors import AssertFailed, TraceError
from replay import Replay, parse


def main(arguments):
    if len(arguments) != 1:
        print("usage: model.py TRACE.jsonl (or -)", file=sys.stderr)
        return 2
    source = sys.stdin if arguments[0] == "-" else open(arguments[0], encoding="utf-8")
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
