"""A method for every route of the API. Generated from the OpenAPI document of the node: see generate.py."""
# Generated from the file of this name in _async: see generate.py.
from collections.abc import Iterator
from typing import Any, Literal, cast

from lariat import types
from lariat._http import Page, part


class Api:
    """One method for each route; lists have a second one, iter_…, that follows the pages. Codes of problems are exceptions."""

    def _json(self, verb: str, path: str, query: dict[str, Any] | None = None, *, body: Any = None, data: bytes | None = None,
                    shape: str = "") -> Any:
        raise NotImplementedError

    def _text(self, verb: str, path: str, query: dict[str, Any] | None = None) -> str:
        raise NotImplementedError

    def _bytes(self, verb: str, path: str, query: dict[str, Any] | None = None) -> bytes:
        raise NotImplementedError

    def get_status(self) -> types.Status:
        """The chain, its head, pool and timers. GET /v1/status"""
        return cast("types.Status", self._json("GET", "/v1/status", shape="Status"))

    def list_blocks(self, *, from_height: int | None = None, to_height: int | None = None, order: Literal["desc", "asc"] | None = None, limit: int | None = None, cursor: str | None = None) -> Page[types.Block]:
        """Blocks. GET /v1/blocks"""
        return Page.of(self._json("GET", "/v1/blocks", {"from_height": from_height, "to_height": to_height, "order": order, "limit": limit, "cursor": cursor}, shape="page:Block"))

    def iter_blocks(self, *, from_height: int | None = None, to_height: int | None = None, order: Literal["desc", "asc"] | None = None, limit: int | None = None) -> Iterator[types.Block]:
        """Blocks. Follows `next` to the end."""
        cursor: str | None = None
        while True:
            page = self.list_blocks(from_height=from_height, to_height=to_height, order=order, limit=limit, cursor=cursor)
            for item in page.items:
                yield item
            if (cursor := page.next) is None:
                return

    def get_block(self, block: int | str, *, full: bool | None = None) -> types.Block:
        """A block. GET /v1/blocks/{block}"""
        return cast("types.Block", self._json("GET", f"/v1/blocks/{part(block)}", {"full": full}, shape="Block"))

    def list_transactions(self, *, sender: str | None = None, status: Literal["pending", "queued", "included", "dropped"] | None = None, from_height: int | None = None, to_height: int | None = None, order: Literal["desc", "asc"] | None = None, limit: int | None = None, cursor: str | None = None) -> Page[types.Transaction]:
        """Transactions of blocks, or of the pool. GET /v1/transactions"""
        return Page.of(self._json("GET", "/v1/transactions", {"sender": sender, "status": status, "from_height": from_height, "to_height": to_height, "order": order, "limit": limit, "cursor": cursor}, shape="page:Transaction"))

    def iter_transactions(self, *, sender: str | None = None, status: Literal["pending", "queued", "included", "dropped"] | None = None, from_height: int | None = None, to_height: int | None = None, order: Literal["desc", "asc"] | None = None, limit: int | None = None) -> Iterator[types.Transaction]:
        """Transactions of blocks, or of the pool. Follows `next` to the end."""
        cursor: str | None = None
        while True:
            page = self.list_transactions(sender=sender, status=status, from_height=from_height, to_height=to_height, order=order, limit=limit, cursor=cursor)
            for item in page.items:
                yield item
            if (cursor := page.next) is None:
                return

    def post_transaction(self, body: types.RawTransaction, *, wait: int | None = None) -> types.Transaction:
        """Gives a signed transaction to the pool. POST /v1/transactions"""
        return cast("types.Transaction", self._json("POST", "/v1/transactions", {"wait": wait}, body=body, shape="Transaction"))

    def get_transaction(self, hash: str, *, wait: int | None = None) -> types.Transaction:
        """A transaction, wherever it is. GET /v1/transactions/{hash}"""
        return cast("types.Transaction", self._json("GET", f"/v1/transactions/{part(hash)}", {"wait": wait}, shape="Transaction"))

    def simulate(self, body: types.SimulationRequest) -> types.Simulation:
        """Runs a transaction in the coming block and keeps nothing. POST /v1/simulate"""
        return cast("types.Simulation", self._json("POST", "/v1/simulate", body=body, shape="Simulation"))

    def estimate(self, body: types.EstimateRequest) -> types.Estimate:
        """The price of a schedule, and what it would meet. POST /v1/estimate"""
        return cast("types.Estimate", self._json("POST", "/v1/estimate", body=body, shape="Estimate"))

    def get_account(self, address: str, *, at_height: int | None = None) -> types.Account:
        """An account; an address never seen has known false. GET /v1/accounts/{address}"""
        return cast("types.Account", self._json("GET", f"/v1/accounts/{part(address)}", {"at_height": at_height}, shape="Account"))

    def list_actors(self, *, owner: str | None = None, limit: int | None = None, cursor: str | None = None) -> Page[types.Actor]:
        """Actors. GET /v1/actors"""
        return Page.of(self._json("GET", "/v1/actors", {"owner": owner, "limit": limit, "cursor": cursor}, shape="page:Actor"))

    def iter_actors(self, *, owner: str | None = None, limit: int | None = None) -> Iterator[types.Actor]:
        """Actors. Follows `next` to the end."""
        cursor: str | None = None
        while True:
            page = self.list_actors(owner=owner, limit=limit, cursor=cursor)
            for item in page.items:
                yield item
            if (cursor := page.next) is None:
                return

    def get_actor(self, address: str, *, at_height: int | None = None) -> types.Actor:
        """An actor. GET /v1/actors/{address}"""
        return cast("types.Actor", self._json("GET", f"/v1/actors/{part(address)}", {"at_height": at_height}, shape="Actor"))

    def get_actor_code(self, address: str, *, at_height: int | None = None) -> str:
        """Its source. GET /v1/actors/{address}/code"""
        return self._text("GET", f"/v1/actors/{part(address)}/code", {"at_height": at_height})

    def list_storage(self, address: str, *, prefix: str | None = None, at_height: int | None = None, limit: int | None = None, cursor: str | None = None) -> Page[types.StorageEntry]:
        """Its storage, by key. GET /v1/actors/{address}/storage"""
        return Page.of(self._json("GET", f"/v1/actors/{part(address)}/storage", {"prefix": prefix, "at_height": at_height, "limit": limit, "cursor": cursor}, shape="page:StorageEntry"))

    def iter_storage(self, address: str, *, prefix: str | None = None, at_height: int | None = None, limit: int | None = None) -> Iterator[types.StorageEntry]:
        """Its storage, by key. Follows `next` to the end."""
        cursor: str | None = None
        while True:
            page = self.list_storage(address, prefix=prefix, at_height=at_height, limit=limit, cursor=cursor)
            for item in page.items:
                yield item
            if (cursor := page.next) is None:
                return

    def get_storage(self, address: str, key: str, *, at_height: int | None = None) -> types.StorageEntry:
        """An entry of its storage. GET /v1/actors/{address}/storage/{key}"""
        return cast("types.StorageEntry", self._json("GET", f"/v1/actors/{part(address)}/storage/{part(key)}", {"at_height": at_height}, shape="StorageEntry"))

    def list_timers(self, *, owner: str | None = None, target: str | None = None, kind: Literal["height", "watch"] | None = None, state: Literal["pending", "waiting", "parked", "standing", "dead", "idle", "gone"] | None = None, due_from: int | None = None, due_to: int | None = None, sort: Literal["due", "created"] | None = None, at_height: int | None = None, limit: int | None = None, cursor: str | None = None) -> Page[types.Timer]:
        """Timers and watches that are live; with state gone, those that have left, in this order. GET /v1/timers"""
        return Page.of(self._json("GET", "/v1/timers", {"owner": owner, "target": target, "kind": kind, "state": state, "due_from": due_from, "due_to": due_to, "sort": sort, "at_height": at_height, "limit": limit, "cursor": cursor}, shape="page:Timer"))

    def iter_timers(self, *, owner: str | None = None, target: str | None = None, kind: Literal["height", "watch"] | None = None, state: Literal["pending", "waiting", "parked", "standing", "dead", "idle", "gone"] | None = None, due_from: int | None = None, due_to: int | None = None, sort: Literal["due", "created"] | None = None, at_height: int | None = None, limit: int | None = None) -> Iterator[types.Timer]:
        """Timers and watches that are live; with state gone, those that have left, in this order. Follows `next` to the end."""
        cursor: str | None = None
        while True:
            page = self.list_timers(owner=owner, target=target, kind=kind, state=state, due_from=due_from, due_to=due_to, sort=sort, at_height=at_height, limit=limit, cursor=cursor)
            for item in page.items:
                yield item
            if (cursor := page.next) is None:
                return

    def get_timer(self, id: str, *, at_height: int | None = None) -> types.Timer:
        """A timer or watch. GET /v1/timers/{id}"""
        return cast("types.Timer", self._json("GET", f"/v1/timers/{part(id)}", {"at_height": at_height}, shape="Timer"))

    def get_calendar(self, *, from_height: int | None = None, step: int | None = None, count: int | None = None) -> types.Calendar:
        """Load of heights to come: live height timers by their due height. GET /v1/calendar"""
        return cast("types.Calendar", self._json("GET", "/v1/calendar", {"from_height": from_height, "step": step, "count": count}, shape="Calendar"))

    def list_queue(self, *, limit: int | None = None) -> types.Queue:
        """Timers in the order in which the coming block looks at them. GET /v1/queue"""
        return cast("types.Queue", self._json("GET", "/v1/queue", {"limit": limit}, shape="Queue"))

    def list_operations(self, *, account: str | None = None, until_ms: int | None = None, at_height: int | None = None, limit: int | None = None, cursor: str | None = None) -> Page[types.Operation]:
        """Operations in the order of running. GET /v1/operations"""
        return Page.of(self._json("GET", "/v1/operations", {"account": account, "until_ms": until_ms, "at_height": at_height, "limit": limit, "cursor": cursor}, shape="page:Operation"))

    def iter_operations(self, *, account: str | None = None, until_ms: int | None = None, at_height: int | None = None, limit: int | None = None) -> Iterator[types.Operation]:
        """Operations in the order of running. Follows `next` to the end."""
        cursor: str | None = None
        while True:
            page = self.list_operations(account=account, until_ms=until_ms, at_height=at_height, limit=limit, cursor=cursor)
            for item in page.items:
                yield item
            if (cursor := page.next) is None:
                return

    def get_operation(self, id: str, *, at_height: int | None = None) -> types.Operation:
        """An operation. GET /v1/operations/{id}"""
        return cast("types.Operation", self._json("GET", f"/v1/operations/{part(id)}", {"at_height": at_height}, shape="Operation"))

    def list_fires(self, *, timer: str | None = None, owner: str | None = None, actor: str | None = None, kind: Literal["timestamp", "height", "watch", "message"] | None = None, status: Literal["ok", "revert", "out_of_cycles", "out_of_cells", "out_of_memory", "no_handler", "no_actor"] | None = None, from_height: int | None = None, to_height: int | None = None, order: Literal["desc", "asc"] | None = None, limit: int | None = None, cursor: str | None = None) -> Page[types.Fire]:
        """Fires. GET /v1/fires"""
        return Page.of(self._json("GET", "/v1/fires", {"timer": timer, "owner": owner, "actor": actor, "kind": kind, "status": status, "from_height": from_height, "to_height": to_height, "order": order, "limit": limit, "cursor": cursor}, shape="page:Fire"))

    def iter_fires(self, *, timer: str | None = None, owner: str | None = None, actor: str | None = None, kind: Literal["timestamp", "height", "watch", "message"] | None = None, status: Literal["ok", "revert", "out_of_cycles", "out_of_cells", "out_of_memory", "no_handler", "no_actor"] | None = None, from_height: int | None = None, to_height: int | None = None, order: Literal["desc", "asc"] | None = None, limit: int | None = None) -> Iterator[types.Fire]:
        """Fires. Follows `next` to the end."""
        cursor: str | None = None
        while True:
            page = self.list_fires(timer=timer, owner=owner, actor=actor, kind=kind, status=status, from_height=from_height, to_height=to_height, order=order, limit=limit, cursor=cursor)
            for item in page.items:
                yield item
            if (cursor := page.next) is None:
                return

    def list_exits(self, *, timer: str | None = None, owner: str | None = None, exit: Literal["fired", "expired", "insufficient_funds", "cancelled", "governance", "executed", "dropped", "blocked"] | None = None, from_height: int | None = None, to_height: int | None = None, order: Literal["desc", "asc"] | None = None, limit: int | None = None, cursor: str | None = None) -> Page[types.Exit]:
        """Exits. GET /v1/exits"""
        return Page.of(self._json("GET", "/v1/exits", {"timer": timer, "owner": owner, "exit": exit, "from_height": from_height, "to_height": to_height, "order": order, "limit": limit, "cursor": cursor}, shape="page:Exit"))

    def iter_exits(self, *, timer: str | None = None, owner: str | None = None, exit: Literal["fired", "expired", "insufficient_funds", "cancelled", "governance", "executed", "dropped", "blocked"] | None = None, from_height: int | None = None, to_height: int | None = None, order: Literal["desc", "asc"] | None = None, limit: int | None = None) -> Iterator[types.Exit]:
        """Exits. Follows `next` to the end."""
        cursor: str | None = None
        while True:
            page = self.list_exits(timer=timer, owner=owner, exit=exit, from_height=from_height, to_height=to_height, order=order, limit=limit, cursor=cursor)
            for item in page.items:
                yield item
            if (cursor := page.next) is None:
                return

    def list_events(self, *, name: str | None = None, actor: str | None = None, topic: str | None = None, timer: str | None = None, from_height: int | None = None, to_height: int | None = None, order: Literal["desc", "asc"] | None = None, limit: int | None = None, cursor: str | None = None) -> Page[types.Event]:
        """Events. GET /v1/events"""
        return Page.of(self._json("GET", "/v1/events", {"name": name, "actor": actor, "topic": topic, "timer": timer, "from_height": from_height, "to_height": to_height, "order": order, "limit": limit, "cursor": cursor}, shape="page:Event"))

    def iter_events(self, *, name: str | None = None, actor: str | None = None, topic: str | None = None, timer: str | None = None, from_height: int | None = None, to_height: int | None = None, order: Literal["desc", "asc"] | None = None, limit: int | None = None) -> Iterator[types.Event]:
        """Events. Follows `next` to the end."""
        cursor: str | None = None
        while True:
            page = self.list_events(name=name, actor=actor, topic=topic, timer=timer, from_height=from_height, to_height=to_height, order=order, limit=limit, cursor=cursor)
            for item in page.items:
                yield item
            if (cursor := page.next) is None:
                return

    def get_fees(self) -> types.Fees:
        """Base fees of the coming block, suggested caps and tips. GET /v1/fees"""
        return cast("types.Fees", self._json("GET", "/v1/fees", shape="Fees"))

    def list_fees(self, *, step: int | None = None, from_height: int | None = None, to_height: int | None = None, order: Literal["desc", "asc"] | None = None, limit: int | None = None, cursor: str | None = None) -> Page[types.FeesAt]:
        """Fees of past blocks. GET /v1/fees/history"""
        return Page.of(self._json("GET", "/v1/fees/history", {"step": step, "from_height": from_height, "to_height": to_height, "order": order, "limit": limit, "cursor": cursor}, shape="page:FeesAt"))

    def iter_fees(self, *, step: int | None = None, from_height: int | None = None, to_height: int | None = None, order: Literal["desc", "asc"] | None = None, limit: int | None = None) -> Iterator[types.FeesAt]:
        """Fees of past blocks. Follows `next` to the end."""
        cursor: str | None = None
        while True:
            page = self.list_fees(step=step, from_height=from_height, to_height=to_height, order=order, limit=limit, cursor=cursor)
            for item in page.items:
                yield item
            if (cursor := page.next) is None:
                return

    def get_fairness(self, address: str) -> types.Fairness:
        """Fairness weight of an owner in the coming block. GET /v1/fairness/{address}"""
        return cast("types.Fairness", self._json("GET", f"/v1/fairness/{part(address)}", shape="Fairness"))

    def get_config(self, *, at_height: int | None = None) -> types.Config:
        """The governed parameters and the fees of genesis. GET /v1/config"""
        return cast("types.Config", self._json("GET", "/v1/config", {"at_height": at_height}, shape="Config"))

    def prove_timer(self, id: str) -> types.Proof:
        """Proof of a timer or its absence. GET /v1/proofs/timer/{id}"""
        return cast("types.Proof", self._json("GET", f"/v1/proofs/timer/{part(id)}", shape="Proof"))

    def prove_height(self, height: int | str) -> types.Proof:
        """Proof of the timers that are due at a height. GET /v1/proofs/height/{height}"""
        return cast("types.Proof", self._json("GET", f"/v1/proofs/height/{part(height)}", shape="Proof"))

    def prove_operation(self, id: str) -> types.Proof:
        """Proof of an operation or its absence. GET /v1/proofs/operation/{id}"""
        return cast("types.Proof", self._json("GET", f"/v1/proofs/operation/{part(id)}", shape="Proof"))

    def prove_storage(self, address: str, key: str) -> types.Proof:
        """Proof of an entry of storage or its absence. GET /v1/proofs/storage/{address}/{key}"""
        return cast("types.Proof", self._json("GET", f"/v1/proofs/storage/{part(address)}/{part(key)}", shape="Proof"))

    def get_page(self) -> str:
        """The dashboard: one page, for people. GET /"""
        return self._text("GET", "/")

    def get_openapi(self) -> dict[str, Any]:
        """This document. GET /openapi.json"""
        return cast("dict[str, Any]", self._json("GET", "/openapi.json", shape=""))

    def get_docs(self) -> str:
        """The API for people. GET /docs"""
        return self._text("GET", "/docs")

    def get_metrics(self) -> str:
        """Metrics in the text format of Prometheus. GET /metrics"""
        return self._text("GET", "/metrics")

    def get_version(self) -> types.Version:
        """Version of the program. GET /version"""
        return cast("types.Version", self._json("GET", "/version", shape="Version"))

    def get_livez(self) -> str:
        """Is the process alive?. GET /livez"""
        return self._text("GET", "/livez")

    def get_readyz(self) -> str:
        """Does it take requests?. GET /readyz"""
        return self._text("GET", "/readyz")

    def dev_accounts(self) -> types.DevAccounts:
        """The accounts of a dev chain, with their keys. GET /v1/dev/accounts"""
        return cast("types.DevAccounts", self._json("GET", "/v1/dev/accounts", shape="DevAccounts"))

    def dev_mine(self, body: types.MineRequest) -> types.Mined:
        """Makes blocks. POST /v1/dev/mine"""
        return cast("types.Mined", self._json("POST", "/v1/dev/mine", body=body, shape="Mined"))

    def dev_set(self, body: types.SetRequest) -> types.DevHeight:
        """Sets balances, storage, code and config in the next block, all or none. POST /v1/dev/set"""
        return cast("types.DevHeight", self._json("POST", "/v1/dev/set", body=body, shape="DevHeight"))

    def dev_send(self, body: types.SendRequest, *, wait: int | None = None) -> types.Transaction:
        """Gives the pool a transaction of anybody, unsigned. POST /v1/dev/send"""
        return cast("types.Transaction", self._json("POST", "/v1/dev/send", {"wait": wait}, body=body, shape="Transaction"))

    def dev_time(self, body: types.TimeRequest) -> types.DevTime:
        """Moves the clock. POST /v1/dev/time"""
        return cast("types.DevTime", self._json("POST", "/v1/dev/time", body=body, shape="DevTime"))

    def dev_mining(self, body: types.MiningRequest) -> types.DevMining:
        """Changes how blocks come. POST /v1/dev/mining"""
        return cast("types.DevMining", self._json("POST", "/v1/dev/mining", body=body, shape="DevMining"))

    def dev_fire(self, body: types.FireRequest) -> types.DevHeight:
        """Lets a timer be due in the next block. POST /v1/dev/fire"""
        return cast("types.DevHeight", self._json("POST", "/v1/dev/fire", body=body, shape="DevHeight"))

    def dev_pause(self, body: types.NoRequest) -> types.DevHeight:
        """No timer fires from the next block on. POST /v1/dev/pause"""
        return cast("types.DevHeight", self._json("POST", "/v1/dev/pause", body=body, shape="DevHeight"))

    def dev_resume(self, body: types.NoRequest) -> types.DevHeight:
        """Timers fire again. POST /v1/dev/resume"""
        return cast("types.DevHeight", self._json("POST", "/v1/dev/resume", body=body, shape="DevHeight"))

    def dev_snapshot(self, body: types.NoRequest) -> types.DevSnapshot:
        """Remembers chain, clock and mining as they are. POST /v1/dev/snapshot"""
        return cast("types.DevSnapshot", self._json("POST", "/v1/dev/snapshot", body=body, shape="DevSnapshot"))

    def dev_revert(self, body: types.RevertRequest) -> types.DevHeight:
        """Goes back to a snapshot. POST /v1/dev/revert"""
        return cast("types.DevHeight", self._json("POST", "/v1/dev/revert", body=body, shape="DevHeight"))

    def dev_dump(self) -> bytes:
        """The chain as one file. GET /v1/dev/dump"""
        return self._bytes("GET", "/v1/dev/dump")

    def dev_load(self, body: bytes) -> types.DevHeight:
        """Puts the chain of a dump in place of this one. PUT /v1/dev/load"""
        return cast("types.DevHeight", self._json("PUT", "/v1/dev/load", data=body, shape="DevHeight"))

    def dev_reset(self, body: types.NoRequest) -> types.DevHeight:
        """Goes back to genesis. POST /v1/dev/reset"""
        return cast("types.DevHeight", self._json("POST", "/v1/dev/reset", body=body, shape="DevHeight"))
