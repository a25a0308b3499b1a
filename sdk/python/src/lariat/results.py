"""What a transaction came to."""
from dataclasses import dataclass
from typing import Any, cast

from lariat import types


@dataclass(frozen=True)
class ActorEvent:
    """An event that a handler emitted."""

    actor: str
    topic: str
    data: bytes
    height: int | None = None


def actor_events(rows: list[dict[str, Any]], height: int | None = None) -> list[ActorEvent]:
    """Of rows of events, those that handlers emitted."""
    return [ActorEvent(row["actor"], row["topic"], bytes.fromhex(row["data"][2:]), cast("int | None", row.get("height", height)))
            for row in rows if row["name"] == "actor"]


class Result:
    """A transaction with its receipt. Without a block, `included` is false and there is no receipt."""

    def __init__(self, transaction: types.Transaction) -> None:
        self.transaction = transaction
        self.hash: str = transaction["hash"]
        self.included = transaction["status"] == "included"

    @property
    def receipt(self) -> types.Receipt:
        if "receipt" not in self.transaction:
            raise LookupError(f"transaction {self.hash} is {self.transaction['status']} and has no receipt")
        return self.transaction["receipt"]

    @property
    def ok(self) -> bool:
        return self.included and self.receipt["status"] == "ok"

    @property
    def height(self) -> int:
        """The block that has it."""
        if "height" not in self.transaction:
            raise LookupError(f"transaction {self.hash} is in no block")
        return self.transaction["height"]

    @property
    def cycles(self) -> int:
        return self.receipt["cycles"]

    @property
    def cells(self) -> int:
        return self.receipt["cells"]

    @property
    def fee(self) -> int:
        """Base units paid."""
        return self.receipt["fee"]

    @property
    def events(self) -> list[ActorEvent]:
        """What its handler emitted."""
        return actor_events(self.transaction.get("events", []), self.transaction.get("height"))

    @property
    def scheduled(self) -> list[str]:
        """Ids of the timers, watches and operations that it set."""
        return [row["id"] for row in self.transaction.get("scheduled", [])]

    def __repr__(self) -> str:
        return f"Result({self.hash}, {self.transaction['status']}{', ' + self.receipt['status'] if self.included else ''})"
