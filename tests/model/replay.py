# Replaying a trace: its lines in order, results out, asserts judged.
import json

import chain as chain_module
import readers
import results
from errors import AssertFailed, TraceError
from transactions import read_transaction

BLOCK = {"timestamp_ms": readers.number, "proposer": readers.address,
         "txs": lambda v: [read_transaction(entry) for entry in _list(v)],
         "misbehaviour": lambda v: [readers.address(entry) for entry in _list(v)]}


def _list(value):
    if not isinstance(value, list):
        raise TraceError("not a list: %r" % (value,))
    return value


def parse(text):
    """One line of a trace: (name, value)."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise TraceError("not JSON: %s" % problem) from None
    if not isinstance(value, dict) or len(value) != 1:
        raise TraceError("a line is an object with one name")
    return next(iter(value.items()))


class Replay:
    """Feed it lines; each gives the result objects that it prints."""

    def __init__(self):
        self.chain = None
        self.last = None

    def feed(self, name, value):
        if name == "genesis" and self.chain is None:
            self.chain = chain_module.Chain(chain_module.read_genesis(value))
            return []
        if self.chain is None:  # all of genesis is optional
            self.chain = chain_module.Chain(chain_module.read_genesis({}))
        if name not in self.LINES:
            raise TraceError("unknown or misplaced line %r" % name)
        return self.LINES[name](self, value)

    def _block(self, value):
        block = self.chain.apply(readers.fields(value, BLOCK, "block"))
        return [self._printed(results.block_line(block))]

    def _blocks(self, value):
        return [line for _ in range(readers.number(value)) for line in self._block({})]

    def _rollback(self, value):
        self.chain.roll_back(readers.number(value))
        return []

    def _restart(self, value):
        if value is not True:
            raise TraceError("restart is not true")
        return []

    def _query(self, value):
        return [self._printed(results.query_line(self.chain, value))]

    def _assert(self, value):
        got = self.last
        if got is not None and "query" in got and isinstance(got["result"], dict):
            got = got["result"]
        difference = first_difference(value, got, "")
        if difference:
            raise AssertFailed(difference)
        return []

    def _printed(self, line):
        self.last = line
        return line

    LINES = {"block": _block, "blocks": _blocks, "rollback": _rollback, "restart": _restart,
             "query": _query, "assert": _assert}


def _as_number(value):
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    return int(value) if isinstance(value, str) and value.isdigit() else None


def first_difference(expected, got, path):
    """Objects field by field, only fields given; lists of equal length; what the model leaves out is not judged."""
    if path in results.LEFT_OUT:
        return None
    if isinstance(expected, dict):
        got = got if got is not None else {}
        if not isinstance(got, dict):
            return "%s: expected an object, got %r" % (path, got)
        pairs = [(name, value, got.get(name)) for name, value in expected.items()]
        return _first((first_difference(e, g, (path + "." + n) if path else n) for n, e, g in pairs))
    if isinstance(expected, list):
        got = got if got is not None else []
        if not isinstance(got, list) or len(expected) != len(got):
            return "%s: expected %d entries, got %r" % (path, len(expected), got)
        return _first(first_difference(e, g, path) for e, g in zip(expected, got))
    same = expected == got and isinstance(expected, bool) == isinstance(got, bool)
    if same or (_as_number(expected) is not None and _as_number(expected) == _as_number(got)):
        return None
    return "%s: expected %r, got %r" % (path, expected, got)


def _first(candidates):
    return next((candidate for candidate in candidates if candidate), None)
