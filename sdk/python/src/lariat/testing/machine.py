"""A Hypothesis machine that tries orders of calls, blocks and failures against an actor's invariants.

    class Counting(ActorMachine):
        source = "counter.py"
        handlers = {"add": payloads()}

        @invariant()
        def the_count_never_falls(self):
            ...

    TestCounting = Counting.TestCase

Calls may fail, unless the handler is in `must_succeed`. `starves` lets the actor lose its money for some blocks, `pauses` lets the chain
pause its timers; both end again."""
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from lariat.accounts import Account
from lariat.testing.chain import BALANCE, CallFailed, Chain

Step = tuple[int, str, bytes]
STRANGERS = (b"\xaa" * 20, b"\xbb" * 20)
#: What a machine of a test suite can afford: some thousand blocks.
SETTINGS = settings(max_examples=40, stateful_step_count=12, deadline=None, print_blob=False,
                    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])

_chain: Chain | None = None


def shared_chain() -> Chain:
    """The chain of all machines of this process."""
    global _chain
    if _chain is None:
        import atexit
        _chain = Chain()
        atexit.register(_chain.close)
    return _chain


class ActorMachine(RuleBasedStateMachine):
    """Subclasses set `source` and `handlers`, and have methods with @invariant(). `actor`, `chain`, `calls` are there for them."""

    source: ClassVar[str] = ""
    payload: ClassVar[bytes] = b""                                     # of deploy
    handlers: ClassVar[Mapping[str, st.SearchStrategy[bytes]]] = {}    # that anybody calls, with what
    owner_handlers: ClassVar[Mapping[str, st.SearchStrategy[bytes]]] = {}  # that its owner alone calls
    must_succeed: ClassVar[frozenset[str]] = frozenset()
    balance: ClassVar[int] = BALANCE
    blocks: ClassVar[int] = 5                                          # at most so many at once
    starves: ClassVar[bool] = False
    pauses: ClassVar[bool] = False
    machine_settings: ClassVar[settings] = SETTINGS

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.TestCase.settings = cls.machine_settings  # a class has a TestCase of its own

    def __init__(self) -> None:
        super().__init__()
        self.chain = shared_chain()
        self.chain.reset()
        module = sys.modules.get(type(self).__module__)
        if module is not None and getattr(module, "__file__", None):
            self.chain.folder = Path(str(module.__file__)).parent
        self.owner = Account.dev(0)
        self.calls: list[tuple[str, bytes, bytes]] = []  #: handler, payload, sender of each call that ended ok
        self.refused: list[tuple[str, CallFailed]] = []
        self._paused = False

    @initialize()
    def deploy(self) -> None:
        self.actor = self.chain.deploy(self.source, self.payload, balance=self.balance)

    def _call(self, handler: str, payload: bytes, sender: bytes) -> None:
        try:
            self.actor.call(handler, payload, sender=sender)
            self.calls.append((handler, payload, sender))
        except CallFailed as failed:
            if handler in self.must_succeed:
                raise AssertionError(f"{handler}({payload!r}) of {sender.hex()} must succeed: {failed}") from failed
            self.refused.append((handler, failed))

    @precondition(lambda self: bool(self.handlers))
    @rule(data=st.data(), stranger=st.sampled_from((0, 1, 2)))
    def somebody_calls(self, data: st.DataObject, stranger: int) -> None:
        handler = data.draw(st.sampled_from(sorted(self.handlers)))
        sender = self.owner.address_bytes if stranger == 0 else STRANGERS[stranger - 1]
        self._call(handler, data.draw(self.handlers[handler]), sender)

    @precondition(lambda self: bool(self.owner_handlers))
    @rule(data=st.data())
    def the_owner_calls(self, data: st.DataObject) -> None:
        handler = data.draw(st.sampled_from(sorted(self.owner_handlers)))
        self._call(handler, data.draw(self.owner_handlers[handler]), self.owner.address_bytes)

    @rule(data=st.data())
    def blocks_pass(self, data: st.DataObject) -> None:
        self.chain.advance(data.draw(st.integers(1, self.blocks)))

    @precondition(lambda self: self.starves)
    @rule(data=st.data())
    def the_money_is_gone_for_some_blocks(self, data: st.DataObject) -> None:
        self.actor.balance = 0
        self.chain.advance(data.draw(st.integers(1, self.blocks)))
        self.actor.balance = self.balance

    @precondition(lambda self: self.pauses)
    @rule(data=st.data())
    def timers_are_paused_for_some_blocks(self, data: st.DataObject) -> None:
        self.chain.configure(timers_paused=True)
        self.chain.advance(data.draw(st.integers(1, self.blocks)))
        self.chain.configure(timers_paused=False)

    def called(self, handler: str) -> list[tuple[bytes, bytes]]:
        """Payload and sender of each call of a handler that ended ok."""
        return [(payload, sender) for name, payload, sender in self.calls if name == handler]

