# The ways in which a replay or an execution ends early.


class TraceError(Exception):
    """The trace is malformed, or a block in it is invalid: exit status 2."""


class NotBuilt(TraceError):
    """The trace needs what this model does not have yet: exit status 2."""

    def __init__(self, what):
        super().__init__("not built yet: " + what)


class AssertFailed(Exception):
    """An assert line does not hold: exit status 1."""


class HostError(Exception):
    """A refused host call; its name is one of the errors of docs/results.md."""

    def __init__(self, name):
        super().__init__(name)
        self.name = name


class Failed(Exception):
    """A `fail` step, or an expected error that did not come: text is the receipt's error."""

    def __init__(self, text):
        super().__init__(text)
        self.text = text


class OutOfCycles(Exception):
    """Not catchable by a step's `error`."""


class OutOfCells(Exception):
    """Not catchable by a step's `error`."""


class Returned(Exception):
    """A `return` step: the handler ends well."""
