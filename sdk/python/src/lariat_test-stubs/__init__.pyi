"""The chain of a test that `lariat test` runs. Each test has a new one, at height 0, where base fees are 1. Each deployment, call and
change is a block, one second after the last; amounts are base units, addresses have 20 bytes, ids 32."""
from types import TracebackType
from typing import Any, Self

__all__ = ["Actor", "CallFailed", "Failure", "chain", "raises"]

class CallFailed(Exception):
    """A call or deployment that failed."""

    status: str
    """The status of the execution: revert, out_of_cycles, …"""
    error: str | None
    """The name of the host error or of the exception's class."""
    message: str
    traceback: str
    cycles_left: int | None

    def __init__(self, status: str, error: str | None, traceback: str, message: str = "", cycles_left: int | None = None) -> None: ...

class Failure(str):
    """What failed at the end of a block. As text it is in short: `handle_timer: ValueError`, `timer: insufficient_funds`."""

    height: int
    kind: str
    """height, watch, timestamp, message or agent; timer for one that did not run."""
    id: bytes | None
    actor: bytes
    handler: str | None
    status: str
    error: str | None
    message: str
    traceback: str
    cycles_left: int | None

class Actor:
    """A deployed actor."""

    address: bytes
    cycles: int
    """What the last call, or the deployment, used."""
    cells: int
    balance: int
    """Can be set."""

    def __init__(self, address: bytes, cycles: int, cells: int) -> None: ...
    def call(self, handler: str, payload: bytes = b"", *, sender: bytes | None = None, gas: int = 500000, cells: int = 50000) -> Any:
        """Calls a handler in a block of its own and returns what it returned. The sender signs and pays. CallFailed if it failed."""

    @property
    def storage(self) -> dict[Any, Any]:
        """The contents of self.storage."""

    @property
    def state(self) -> dict[bytes, bytes]:
        """The same as raw bytes."""

    @property
    def events(self) -> list[tuple[str, bytes]]:
        """All events so far: topic and data."""

    @property
    def messages(self) -> list[dict[str, Any]]:
        """All messages that it has sent."""

    @property
    def timers(self) -> list[dict[str, Any]]:
        """Its live timers, oldest first."""

    @property
    def operations(self) -> list[dict[str, Any]]:
        """Its live timestamp operations, oldest first."""

class _Chain:
    """The class of `chain`, the chain of the test."""

    def deploy(self, file: str, payload: bytes = b"", *, sender: bytes | None = None, balance: int = 1000000000000, gas: int = 500000,
               cells: int = 1000000) -> Actor:
        """Deploys the source in a file beside the test. CallFailed if deploy failed."""

    @property
    def height(self) -> int:
        """The height of the last block."""

    @property
    def timestamp_ms(self) -> int:
        """The time of the last block."""

    @property
    def failed(self) -> list[Failure]:
        """Everything that failed at the end of a block since the test began."""

    def balance(self, address: bytes) -> int:
        """The balance of any account."""

    def snapshot(self) -> int:
        """Remembers the chain as it is."""

    def revert(self, snapshot: int) -> None:
        """Brings that chain back, as often as you like, up to 16,384 blocks back. Later snapshots are forgotten."""

    def configure(self, **fields: Any) -> None:
        """Changes the chain's configuration, as governance would."""

    def advance(self, blocks: int = 1) -> list[Failure]:
        """Makes empty blocks. Returns what failed in them."""

    def warp(self, timestamp_ms: int) -> list[Failure]:
        """Makes an empty block at a later time. Returns what failed in it."""

class raises:
    """A context manager that expects an error: the class of an exception, or the name with which a call fails."""

    wanted: str | type[BaseException]
    error: BaseException

    def __init__(self, error: str | type[BaseException]) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> bool: ...

chain: _Chain
