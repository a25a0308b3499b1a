# Where two programs' result lines differ, in every field that both can know.
import json
import os
import subprocess
import tempfile

import results
import results_root
from errors import AssertFailed, TraceError
from replay import Replay, parse


def dump(lines):
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)


def run_model(lines):
    """Printed objects, or None where the model refuses the trace."""
    replay, printed = Replay(), []
    try:
        for line in lines:
            printed += replay.feed(*parse(json.dumps(line)))
    except (TraceError, AssertFailed):
        return None
    return printed


def run_program(command, lines, timeout_seconds):
    """(printed objects, what went wrong or None) of `PROGRAM replay TRACE`."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", delete=False) as file:
        file.write(dump(lines))
    try:
        done = subprocess.run(command + ["replay", file.name], capture_output=True, timeout=timeout_seconds)
    except subprocess.TimeoutExpired:
        return [], "no end after %d s" % timeout_seconds
    finally:
        os.unlink(file.name)
    printed = []
    for text in done.stdout.decode("utf-8", "replace").splitlines():
        try:
            printed.append(json.loads(text))
        except ValueError:
            return printed, "not JSON: " + text[:200]
    error = done.stderr.decode("utf-8", "replace").strip()[-300:]
    return printed, "exit status %d: %s" % (done.returncode, error) if done.returncode else None


def _empty(value):
    return value in (None, [], {}, "") or (value == 0 and value is not False)


def first_difference(ours, theirs, path="", loose=False):
    """(path, ours, theirs) or None. Absent equals empty; `loose` compares only fields that both have."""
    if _without_indexes(path) in results.LEFT_OUT:
        return None
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for name in list(ours) + [name for name in theirs if name not in ours]:
            if loose and (name not in ours or name not in theirs):
                continue
            below = (path + "." + name) if path else name
            found = first_difference(ours.get(name), theirs.get(name), below)
            if found:
                return found
        return None
    if isinstance(ours, list) and isinstance(theirs, list):
        for i, (a, b) in enumerate(zip(ours, theirs)):
            found = first_difference(a, b, "%s[%d]" % (path, i))
            if found:
                return found
        return (path + " length", len(ours), len(theirs)) if len(ours) != len(theirs) else None
    if ours == theirs and isinstance(ours, bool) == isinstance(theirs, bool):
        return None
    if (ours is None or theirs is None) and _empty(ours) and _empty(theirs):
        return None
    return path, ours, theirs


def _without_indexes(path):
    return "".join(part.split("]")[-1] for part in path.split("["))


def _telling_first(line):
    """Receipts and exits say more about a difference than the sums that follow from them."""
    telling = ("height", "receipts", "fired", "exits", "events")
    return {name: line[name] for name in sorted(line, key=lambda name: name not in telling)}


def _root_difference(ours, theirs):
    """Ours is over our own rows; ids of deliveries come from state roots, which only the program has."""
    if "results_root" not in theirs:
        return None
    fired = [{**row, "deliver_id": known["deliver_id"]} for row, known in zip(ours["fired"], theirs["fired"])]
    root = results_root.of_line({**ours, "fired": fired})
    return None if root == theirs["results_root"] else ("results_root", root, theirs["results_root"])


def compare_lines(ours, theirs, wrong):
    """The first difference of two outputs: (where, path, ours, theirs) or None."""
    for i, (a, b) in enumerate(zip(ours, theirs)):
        if "query" in a and "query" in b:
            found = first_difference(a["result"], b.get("result"), "result", loose="timer" in a["query"])
            where = "query " + json.dumps(a["query"])
        else:
            found = first_difference(_telling_first(a), b) or _root_difference(a, b)
            where = "block %s" % a.get("height")
        if found:
            return ("printed line %d, %s" % (i + 1, where),) + found
    if wrong:
        return "after printed line %d" % len(theirs), "program", "status 0", wrong
    if len(ours) != len(theirs):
        return "at the end", "printed lines", len(ours), len(theirs)
    return None


class Comparison:
    """A trace in, the first difference between the model and the program out."""

    def __init__(self, command, timeout_seconds=60, allow_not_built=False):
        self.command, self.timeout_seconds, self.allow_not_built = command, timeout_seconds, allow_not_built
        self.refused = False  # the last trace, as not built yet: no difference
        self.blocks = 0       # of all traces so far, in which every field was compared

    def difference(self, lines):
        ours = run_model(lines)
        if ours is None:
            return None
        theirs, wrong = run_program(self.command, lines, self.timeout_seconds)
        self.refused = self.allow_not_built and wrong is not None and "not built yet" in wrong
        if self.refused:
            return None
        self.blocks += sum("query" not in line for line in ours[:len(theirs)])
        return compare_lines(ours, theirs, wrong)
