"""Actors as objects: handlers are methods."""
# Generated from the file of this name in _async: see generate.py.
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from lariat import errors, storage, types
from lariat._hex import to_bytes, to_hex
from lariat.results import ActorEvent, Result, actor_events

if TYPE_CHECKING:
    from lariat._sync.client import Client

READER = "0x" + "00" * 19 + "01"  # an account that nobody has: the sender of what is read


def payload_of(payload: bytes | str) -> str:
    """Bytes as they are, text as UTF-8."""
    return to_hex(payload.encode() if isinstance(payload, str) else payload)


class Handler:
    """A handler of an actor, to be called in a transaction."""

    def __init__(self, actor: "Actor", name: str) -> None:
        self._actor, self._name = actor, name

    def __call__(self, payload: bytes | str = b"", **options: Any) -> Result:
        return self._actor.call(self._name, payload, **options)


class ReadHandler:
    """A handler of an actor, to be simulated."""

    def __init__(self, actor: "Actor", name: str) -> None:
        self._actor, self._name = actor, name

    def __call__(self, payload: bytes | str = b"", *, sender: str | None = None) -> bytes:
        return self._actor.read_handler(self._name, payload, sender=sender)


class Reader:
    """`actor.read.NAME(payload)` runs a handler in a simulation and gives what it returned."""

    def __init__(self, actor: "Actor") -> None:
        self._actor = actor

    def __getattr__(self, name: str) -> ReadHandler:
        if name.startswith("_"):
            raise AttributeError(name)
        return ReadHandler(self._actor, name)


class Actor:
    """An actor at an address. `actor.NAME(payload)` calls its handler NAME; a handler with the name of a method here: `actor.call(NAME, …)`."""

    def __init__(self, client: "Client", address: str) -> None:
        self.client = client
        self.address = to_hex(address)
        self.read = Reader(self)

    def __getattr__(self, name: str) -> Handler:
        if name.startswith("_"):
            raise AttributeError(name)
        return Handler(self, name)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.address})"

    def call(self, handler: str, payload: bytes | str = b"", **options: Any) -> Result:
        """Calls a handler in a signed transaction and waits. Options: account, wait, check, nonce, limits and fees."""
        account, wait, check, more = self.client._options(options)
        tx = {"call": {"actor": self.address, "handler": handler, "payload": payload_of(payload)}, **more}
        return self.client.send(tx, account=account, wait=wait, check=check)

    def read_handler(self, handler: str, payload: bytes | str = b"", *, sender: str | None = None) -> bytes:
        """What a handler returns, in a simulation of the coming block: nothing stays, nobody pays. ExecutionFailed with message and
        traceback if it fails. `sender`: whom it sees; else the client's account, else its owner."""
        if sender is None:
            sender = self.client.account.address if self.client.account else (self.info())["owner"]
        simulation = self.client.run({"from": sender, "call": {"actor": self.address, "handler": handler, "payload": payload_of(payload)}})
        receipt = simulation["receipt"]
        if receipt["status"] != "ok":
            raise errors.ExecutionFailed(receipt)
        return to_bytes(receipt["returned"])

    def info(self) -> types.Actor:
        """Owner, handlers, size and hash of its source."""
        return self.client.get_actor(self.address)

    def source(self) -> str:
        """Its source."""
        return self.client.get_actor_code(self.address)

    def balance(self) -> int:
        """Base units."""
        return (self.client.get_account(self.address))["balance"]

    def get(self, key: storage.Key, default: Any = None, *, at_height: int | None = None) -> Any:
        """An entry of self.storage, as the actor reads it."""
        try:
            entry = self.client.get_storage(self.address, to_hex(storage.key_bytes(key)), at_height=at_height)
        except errors.NotFound:
            return default
        return storage.decode(entry["value"])

    def entries(self, prefix: str | bytes = b"", *, at_height: int | None = None) -> dict[storage.Key, Any]:
        """All entries of self.storage, or those whose key begins so; values that set_state wrote are bytes."""
        out: dict[storage.Key, Any] = {}
        begin = to_hex(prefix.encode() if isinstance(prefix, str) else prefix)
        for entry in self.client.iter_storage(self.address, prefix=begin if begin != "0x" else None, at_height=at_height, limit=1000):
            try:
                out[storage.key_of(entry["key"])] = storage.decode(entry["value"])
            except ValueError:
                out[storage.key_of(entry["key"])] = to_bytes(entry["value"])
        return out

    def timers(self, **filters: Any) -> list[types.Timer]:
        """Its live timers and watches, each with its state and why it has not fired."""
        return [timer for timer in self.client.iter_timers(owner=self.address, **filters)]

    def operations(self) -> list[types.Operation]:
        """Its scheduled operations, in the order of running."""
        return [operation for operation in self.client.iter_operations(account=self.address)]

    def events(self, topic: str | None = None, *, from_height: int | None = None) -> list[ActorEvent]:
        """What it has emitted, oldest first."""
        rows: list[Mapping[str, Any]] = [row for row in self.client.iter_events(
            name="actor", actor=self.address, topic=topic, from_height=from_height, order="asc", limit=1000)]
        return actor_events([dict(row) for row in rows])

    def fires(self, **filters: Any) -> list[types.Fire]:
        """Its executions that no transaction started, oldest first."""
        return [fire for fire in self.client.iter_fires(actor=self.address, order="asc", **filters)]

    def new_fires(self, **options: Any) -> Iterator[Any]:
        """A stream of its fires."""
        return self.client.stream("fires", filter={"actor": self.address}, **options)

    def new_events(self, **options: Any) -> Iterator[Any]:
        """A stream of its events."""
        return self.client.stream("events", filter={"actor": self.address}, **options)
