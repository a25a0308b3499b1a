"""Streams that go on after a cut: each item comes once, and undone blocks are told."""
# Generated from the file of this name in _async: see generate.py.
import json
from typing import TYPE_CHECKING, Any

from lariat import _http, errors
from lariat._sync.transport import Socket, sleep
from lariat._clock import Deadline
from lariat.streams import Item, Position, Revert

if TYPE_CHECKING:
    from lariat._sync.client import Client

SHAPES = {"blocks": "Block", "receipts": "Transaction", "fires": "Fire", "exits": "Exit", "events": "Event", "pending": "Transaction"}
BACKOFF_S, BACKOFF_MAX_S = 0.1, 2.0
ID = "s"


class Stream:
    """Iterates over Item and Revert. `cursor` is the place after the last one; `client.stream(…, resume=cursor)` goes on there.

    `pending` has no place: after a cut the pool comes again from its beginning."""

    def __init__(self, client: "Client", to: str, filters: dict[str, str], from_height: int | None, resume: str | None,
                 patience: float) -> None:
        self._client, self._to, self._filters, self._patience = client, to, filters, patience
        self._socket: Socket | None = None
        self._position = Position.load(resume) if resume is not None else Position(from_height - 1 if from_height is not None else None)
        self._unchecked = resume is not None
        self._ready: list[Item | Revert] = []

    @property
    def cursor(self) -> str:
        """Where the stream stands, as text that can be kept."""
        return self._position.dump()

    def __iter__(self) -> "Stream":
        return self

    def __next__(self) -> Item | Revert:
        return self.next()

    def __enter__(self) -> "Stream":
        if self._socket is None:
            self._connect(Deadline(self._patience))
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the stream; its cursor stays good."""
        if self._socket is not None:
            socket, self._socket = self._socket, None
            socket.close()

    def next(self, timeout: float | None = None) -> Item | Revert:
        """The next item or revert; TimeoutError if none comes in time. After a cut it connects again."""
        deadline = Deadline(timeout) if timeout is not None else None
        while not self._ready:
            try:
                if self._socket is None:
                    self._connect(Deadline(self._patience))
                    continue
                self._take(json.loads(self._socket.hear(deadline.left if deadline else None)))
            except errors.NoAnswer:
                if self._socket is None:
                    raise
                self.close()
                self._position.cut()
        return self._ready.pop(0)

    def _connect(self, deadline: Deadline) -> None:
        wait = BACKOFF_S
        while True:
            try:
                self._subscribe()
                return
            except errors.NoAnswer:
                self.close()
                if deadline.over:
                    raise
            sleep(min(wait, deadline.left))
            wait = min(BACKOFF_MAX_S, 2 * wait)

    def _subscribe(self) -> None:
        self._socket = Socket.open(self._client.url, "/v1/stream", self._client.timeout)
        order: dict[str, Any] = {"subscribe": ID, "to": self._to}
        if self._filters:
            order["filter"] = self._filters
        if self._position.mark is not None and self._to != "pending":
            order["from_height"] = self._position.mark + 1
        self._socket.say(json.dumps(order))
        while True:
            said = json.loads(self._socket.hear(self._client.timeout))
            if said.get("id") == ID and "error" in said:
                self.close()
                raise errors.of_problem({"code": said["error"], "detail": f"subscription to {self._to}"}, 410 if said["error"] == "pruned" else 400)
            if said.get("ok"):
                break
        if self._position.mark is None:
            height = int(said["height"])
            self._position.marked(height, (self._client.get_block(height))["state_root"])
        elif self._unchecked and self._to != "pending":
            self._check()
        self._unchecked = True  # what comes after a cut was not told whether blocks were undone meanwhile

    def _check(self) -> None:
        """Are the blocks that were marked still there? If not, tell it, and begin again after the last that is."""
        while (known := self._position.last_root()) is not None:
            height, root = known
            try:
                if (self._client.get_block(height))["state_root"] == root:
                    break
            except errors.HeightNotReached:
                pass
            except errors.Pruned:
                break
            if not self._position.forget_last():
                raise errors.LariatError(f"the chain went back to below block {height}, further than this stream remembers")
        else:
            return
        if known[0] != self._position.mark:
            self._position.revert(known[0])
            self._ready.append(Revert(known[0]))
            self.close()

    def _take(self, said: dict[str, Any]) -> None:
        if "revert" in said:
            height = int(said["revert"])
            if self._position.revert(height):
                self._ready.append(Revert(height))
        elif "mark" in said:
            if said["id"] == ID:
                self._position.marked(int(said["mark"]), said["state_root"])
        elif "item" in said:
            height = int(said["height"])
            news = True if self._to == "pending" else self._position.delivered(height, said["item"])
            if news is None:  # other items stand where some were delivered: those blocks were undone
                self._ready.append(Revert(self._position.mark or 0))
            if news is not False:
                self._ready.append(Item(height, _http.numbers(said["item"], SHAPES[self._to])))
        elif "error" in said:
            raise errors.of_problem({"code": said["error"], "detail": f"subscription to {self._to}"}, 410 if said["error"] == "pruned" else 400)
