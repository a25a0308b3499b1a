"""A chain for tests: a dev node inside of this process, which makes a block for each call and no other, with a clock that steps."""
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, cast

from lariat import errors, storage, types
from lariat._hex import keccak256, sized, to_bytes, to_hex
from lariat._sync.actor import payload_of
from lariat._sync.client import Client
from lariat.accounts import Account
from lariat.results import ActorEvent, actor_events
from lariat.testing.gas import GasReport
from lariat.testing.in_process import URL, InProcessNode

BALANCE = 10**12           # of an actor, unless a test says otherwise: enough for many fires
RICH = 10**13              # of a sender who could not pay
CYCLES, CELLS = 500_000, 50_000
DEPLOY_CELLS = 1_000_000
Sender = Account | bytes | str | None


class Failure(str):
    """What failed at the end of a block, in short: 'handle_timer: ValueError', 'timer: insufficient_funds'."""

    height: int
    kind: str
    id: str | None
    actor: str | None
    handler: str | None
    status: str
    error: str | None

    @classmethod
    def of_fire(cls, height: int, row: Mapping[str, Any]) -> "Failure":
        self = cls(f"{row['handler']}: {row.get('error') or row['status']}")
        self.height, self.kind, self.id, self.actor, self.handler = height, row["kind"], row.get("id"), row["actor"], row["handler"]
        self.status, self.error = row["status"], row.get("error")
        return self

    @classmethod
    def of_exit(cls, height: int, row: Mapping[str, Any]) -> "Failure":
        self = cls(f"timer: {row['exit']}")
        self.height, self.kind, self.id, self.actor, self.handler, self.status, self.error = height, "timer", row["id"], None, None, row["exit"], None
        return self


class CallFailed(errors.ExecutionFailed):
    """A call or a deployment that did not end ok. `explain()` runs it again and gives message and traceback."""

    def __init__(self, receipt: Mapping[str, Any], chain: "Chain", tx: Mapping[str, Any]) -> None:
        super().__init__(receipt)
        self._chain, self._tx = chain, dict(tx)

    def explain(self) -> str:
        """Message and traceback of the same call, run once more on the chain as it is now and undone."""
        simulated = self._chain.client.run({name: value for name, value in self._tx.items() if name != "nonce"})["receipt"]
        said = f"{simulated['status']} {simulated.get('error', '')}: {simulated['message'] or ''}"
        return f"{simulated['traceback'] or ''}{said}"


class CallResult:
    """A call that ended ok."""

    def __init__(self, receipt: types.Receipt, height: int, events: list[ActorEvent]) -> None:
        self.receipt, self.height, self.events = receipt, height, events
        self.cycles, self.cells, self.fee = receipt["cycles"], receipt["cells"], receipt["fee"]

    def __repr__(self) -> str:
        return f"CallResult({self.cycles} cycles, {self.cells} cells, {len(self.events)} events)"


class ChainHandler:
    """A handler of an actor on a test's chain."""

    def __init__(self, actor: "ChainActor", name: str) -> None:
        self._actor, self._name = actor, name

    def __call__(self, payload: bytes | str = b"", **options: Any) -> CallResult:
        __tracebackhide__ = True
        return self._actor.call(self._name, payload, **options)


class ChainActor:
    """An actor on a test's chain. `actor.NAME(payload)` calls its handler NAME; any other name: `actor.call(NAME, payload)`."""

    def __init__(self, chain: "Chain", address: str, label: str) -> None:
        self.chain, self.address, self.label = chain, address, label
        self.bytes = to_bytes(address)
        self.cycles = self.cells = 0  #: of the last call, or of the deployment

    def __getattr__(self, name: str) -> ChainHandler:
        if name.startswith("_"):
            raise AttributeError(name)
        return ChainHandler(self, name)

    def __repr__(self) -> str:
        return f"ChainActor({self.label}, {self.address})"

    def call(self, handler: str, payload: bytes | str = b"", *, sender: Sender = None, cycles: int = CYCLES, cells: int = CELLS) -> CallResult:
        """Calls a handler in a block of its own. CallFailed if it does not end ok. When it returns, the timers that are due and the
        messages of the block have run."""
        __tracebackhide__ = True
        tx = {"call": {"actor": self.address, "handler": handler, "payload": payload_of(payload)}}
        receipt, height, events = self.chain._run(tx, sender, cycles, cells, self.label, handler)
        self.cycles, self.cells = receipt["cycles"], receipt["cells"]
        return CallResult(receipt, height, [event for event in events if event.actor == self.address])

    def read(self, handler: str, payload: bytes | str = b"", *, sender: Sender = None) -> bytes:
        """What a handler returns, in a simulation."""
        who = self.chain.sender(sender)
        tx = {"from": who, "call": {"actor": self.address, "handler": handler, "payload": payload_of(payload)}}
        receipt = self.chain.client.run(tx)["receipt"]
        if receipt["status"] != "ok":
            raise CallFailed(receipt, self.chain, tx)
        return to_bytes(receipt["returned"])

    @property
    def storage(self) -> dict[storage.Key, Any]:
        """self.storage, as the actor reads it."""
        return self.chain.client.actor(self.address).entries()

    @property
    def state(self) -> dict[bytes, bytes]:
        """The same as raw bytes."""
        return {to_bytes(entry["key"]): to_bytes(entry["value"]) for entry in self.chain.client.iter_storage(self.address, limit=1000)}

    @property
    def timers(self) -> list[types.Timer]:
        """Its live timers and watches, each with `why` it has not fired."""
        return self.chain.client.actor(self.address).timers()

    @property
    def operations(self) -> list[types.Operation]:
        """Its scheduled operations."""
        return self.chain.client.actor(self.address).operations()

    @property
    def events(self) -> list[tuple[str, bytes]]:
        """Topic and data of all that it emitted, oldest first."""
        return [(event.topic, event.data) for event in self.chain.client.actor(self.address).events()]

    @property
    def balance(self) -> int:
        """Base units; can be set."""
        return self.chain.balance(self.address)

    @balance.setter
    def balance(self, amount: int) -> None:
        self.chain.set_balance(self.address, amount)


class Chain:
    """One chain; `reset()` gives the state from before the first block. Each call, deployment and change is a block."""

    def __init__(self, gas: GasReport | None = None) -> None:
        self.client = Client(URL, transport=InProcessNode(dev="true", mine="manual", clock="step"))
        self.gas = gas or GasReport()
        self.folder: Path | None = None  #: where deploy() looks for files first
        self._labels: dict[str, str] = {}
        self._deployed = 0
        self._base = self.client.dev_snapshot({})["id"]
        self.height = self._first = self.client.get_status()["height"]
        self.failed: list[Failure] = []  #: what failed at the ends of blocks since the last reset

    def close(self) -> None:
        """Ends the chain."""
        self.client.close()

    def reset(self) -> None:
        """The chain as it was at first."""
        self.client.dev_revert({"id": self._base})
        self.height, self.failed, self._deployed = self._first, [], 0
        self._labels.clear()

    def snapshot(self) -> Any:
        """The chain as it is, for revert()."""
        return (self.client.dev_snapshot({})["id"], self.height, list(self.failed), self._deployed)

    def revert(self, snapshot: Any) -> None:
        """Back to a snapshot, as often as you like; later ones are forgotten."""
        name, self.height, failed, self._deployed = snapshot
        self.failed = list(failed)
        self.client.dev_revert({"id": name})

    @property
    def timestamp_ms(self) -> int:
        """The time of the last block."""
        return self.client.get_status()["timestamp_ms"]

    def sender(self, sender: Sender) -> str:
        """The address of who signs; the first dev account by default."""
        if sender is None:
            return Account.dev(0).address
        return sender.address if isinstance(sender, Account) else to_hex(sized(sender, 20, "an address"))

    def deploy(self, source: str | os.PathLike[str], payload: bytes | str = b"", *, sender: Sender = None, balance: int = BALANCE,
               cycles: int = CYCLES, cells: int = DEPLOY_CELLS) -> ChainActor:
        """Deploys source, or the source in a file beside the test, with this balance. The same source again is another actor."""
        __tracebackhide__ = True
        text, label = self._source(source)
        who, salt = self.sender(sender), b"" if not self._deployed else self._deployed.to_bytes(4, "big")
        self._deployed += 1
        address = to_hex(keccak256(to_bytes(who), salt, keccak256(text.encode()))[-20:])
        self.client.dev_set(cast("types.SetRequest", {"balances": {address: str(balance)}}))
        actor = ChainActor(self, address, label)
        self._labels[address] = label
        tx = {"deploy": {"python": text}, "salt": to_hex(salt), "payload": payload_of(payload)}
        receipt, _, _ = self._run(tx, sender, cycles, cells, label, "deploy")
        if receipt.get("address") != address:
            raise errors.UnexpectedAnswer(f"deployed at {receipt.get('address')}, expected {address}")
        actor.cycles, actor.cells = receipt["cycles"], receipt["cells"]
        return actor

    def _source(self, source: str | os.PathLike[str]) -> tuple[str, str]:
        if isinstance(source, str) and ("\n" in source or not source.endswith(".py")):
            return source, "actor"
        places = [Path(source)] if self.folder is None else [self.folder / source, Path(source)]
        for path in places:
            if path.is_file():
                return path.read_text(encoding="utf-8"), path.stem
        raise FileNotFoundError(f"no source {source}: looked in {' and '.join(str(path.parent) for path in places)}")

    def _run(self, tx: dict[str, Any], sender: Sender, cycles: int, cells: int, label: str,
             handler: str) -> tuple[types.Receipt, int, list[ActorEvent]]:
        __tracebackhide__ = True
        tx = {"from": self.sender(sender), **tx, "cycles_limit": cycles, "cells_limit": cells}
        try:
            sent = self.client.dev_send({"tx": cast("types.UnsignedTransaction", tx)})
        except errors.Refused as error:
            if error.code not in ("sender_unknown", "insufficient_balance"):
                raise
            self.client.dev_set(cast("types.SetRequest", {"fund": {tx["from"]: str(RICH)}}))
            self._mined()
            sent = self.client.dev_send({"tx": cast("types.UnsignedTransaction", tx)})
        block = self._mined()
        receipt = next(row for row in block.get("receipts", []) if row["hash"] == sent["hash"])
        self.gas.add(label, handler, receipt["cycles"], receipt["cells"])
        if receipt["status"] != "ok":
            raise CallFailed(receipt, self, tx)
        return receipt, block["height"], actor_events(block.get("events", []), block["height"])

    def _mined(self) -> types.Block:
        """Makes a block and notes what failed in it."""
        self.height = self.client.dev_mine({"blocks": 1})["height"]
        block = self.client.get_block(self.height, full=True)
        self._note(block.get("fired", []), block.get("exits", []))
        return block

    def _mine(self, order: types.MineRequest) -> list[Failure]:
        """Makes blocks; what failed in them."""
        first, before = self.height + 1, len(self.failed)
        self.height = self.client.dev_mine(order)["height"]
        self._note(self.client.iter_fires(from_height=first, order="asc", limit=1000),
                   self.client.iter_exits(from_height=first, order="asc", limit=1000))
        return self.failed[before:]

    def _note(self, fires: Iterable[Any], exits: Iterable[Any]) -> None:
        for row in fires:
            label = self._labels.get(row["actor"], "actor")
            self.gas.add(label, row["handler"], row["cycles"], row["cells"])
            if row["status"] != "ok":
                self.failed.append(Failure.of_fire(row.get("height", self.height), row))
        self.failed += [Failure.of_exit(row.get("height", self.height), row) for row in exits
                        if row["exit"] in ("insufficient_funds", "expired", "blocked")]

    def advance(self, blocks: int = 1) -> list[Failure]:
        """Makes empty blocks; what failed in them."""
        return self._mine({"blocks": blocks})

    def until(self, timer: str, max_blocks: int = 10_000) -> list[Failure]:
        """Makes blocks until a timer fires or ends otherwise; what failed in them."""
        return self._mine({"until_timer": timer, "max_blocks": max_blocks})

    def warp(self, timestamp_ms: int) -> list[Failure]:
        """Makes an empty block at a later time; what failed in it."""
        self.client.dev_time({"next_timestamp_ms": timestamp_ms})
        return self.advance()

    def fire(self, timer: str) -> list[Failure]:
        """Fires a timer in the next block, whatever its height; what failed in it."""
        self.client.dev_fire({"timer": timer})
        return self.advance()

    def balance(self, address: bytes | str) -> int:
        """Base units of any account."""
        return self.client.get_account(to_hex(address))["balance"]

    def set_balance(self, address: bytes | str, amount: int) -> None:
        """Sets the balance of any account, in a block of its own."""
        self.client.dev_set(cast("types.SetRequest", {"balances": {to_hex(address): str(amount)}}))
        self._mined()

    def configure(self, **fields: Any) -> None:
        """Changes the chain's configuration, in a block of its own. A change that breaks a rule is an InvalidConfig."""
        self.client.dev_set({"config": fields})
        block = self._mined()
        for change in block.get("dev", []):
            if "error" in change:
                raise errors.LariatError(f"{change['error']['code']}: {change['error']['message']}")

    def transfer(self, to: bytes | str, amount: int, *, sender: Sender = None) -> None:
        """Moves base units, in a block of its own."""
        self._run({"transfer": {"to": to_hex(to), "amount": str(amount)}}, sender, CYCLES, CELLS, "chain", "transfer")

    def why(self) -> list[str]:
        """A line for each live timer: what it is, and why it has not fired."""
        lines = []
        for timer in self.client.iter_timers(limit=1000):
            reason = dict(timer["why"] or {})
            said = reason.pop("reason", timer["state"])
            more = ", ".join(f"{key} {value}" for key, value in reason.items() if value is not None)
            due = f"due {timer['height']}" if timer["kind"] == "height" else "watch"
            who = self._labels.get(timer["owner"], timer["owner"])
            lines.append(f"{timer['id'][:10]}… of {who}: {timer['handler']}, {due}, {timer['state']}: {said}{f' ({more})' if more else ''}")
        return lines
