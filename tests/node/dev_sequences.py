"""Random sequences of dev verbs on two nodes: one goes on, goes back and goes on; the other was never told what the first has undone.
After each return both must show the same chain, history, clock and supply (NODE-47, NODE-49)."""
import random

import wire

FLAGS = ("--dev", "--mine", "manual", "--clock", "step")
ACTOR, STRANGER = "0x" + "ac" * 20, "0x" + "55" * 20
ADDRESSES = [wire.address_of(key) for key in wire.DEV_KEYS[:3]]
SUPPLY = 10 * 10**13  # the ten accounts of a dev chain
ACTOR_FUND = 10**8
BINARY = "application/octet-stream"
SOURCE = """import pvm_host

class Counter:
    def later(self, payload):
        pvm_host.schedule_timer_ex(pvm_host.block_height() + int(payload), b"", gas_limit=20_000)

    def handle_timer(self, payload):
        self.storage["count"] = self.storage.get("count", 0) + 1
"""


class Wrong(AssertionError):
    """The nodes differ, or an answer is not as it must be; the text begins with the seed."""


def difference(wanted, got, place):
    """The first place where two answers differ, as text; empty if they do not."""
    if wanted == got:
        return ""
    if isinstance(wanted, dict) and isinstance(got, dict) and wanted.keys() == got.keys():
        return next(filter(None, (difference(wanted[key], got[key], f"{place}.{key}") for key in wanted)))
    if isinstance(wanted, list) and isinstance(got, list) and len(wanted) == len(got):
        return next(filter(None, (difference(*pair, f"{place}[{n}]") for n, pair in enumerate(zip(wanted, got)))))
    return f"{place}: wanted {str(wanted)[:2000]}, got {str(got)[:2000]}"


class Sequences:
    """Two nodes, and the snapshots that the first has given out so far."""

    def __init__(self, went, never):
        self.went, self.never = went, never
        self.ids = set()
        self.verbs = 0

    def check(self, seed):
        """Runs the sequence of one seed."""
        try:
            self._check(random.Random(seed))
        except AssertionError as wrong:
            raise Wrong(f"sequence {seed}: {wrong}") from wrong

    def _check(self, draw):
        self.made, self.stranger = ACTOR_FUND, 0
        self._both("reset", {})
        self._both("set", {"code": {ACTOR: SOURCE}, "fund": {ACTOR: str(ACTOR_FUND)}})
        self._both("mine", {})
        for _ in range(draw.randint(1, 3)):
            for verb in self._some(draw, 4):
                self._both(*verb(draw))
            self._go_and_return(draw)
            self._compare()
        self._both("mine", {"blocks": 2})
        self._compare()

    def _go_and_return(self, draw):
        """Takes a snapshot, does something, and goes back to it once or twice."""
        snapshot = self._snapshot()
        dump = self._dump() if draw.random() < 0.3 else None
        for _ in range(draw.randint(1, 2)):
            later = None
            for verb in self._some(draw, 6):
                self._ask(self.went, *verb(draw))
                if draw.random() < 0.1:
                    later = self._snapshot()
            if dump and draw.random() < 0.5:
                answer = self.went.ask("PUT", "/v1/dev/load", dump, {"Content-Type": BINARY})
                self._must(answer.status == 200, "load", answer)
            else:
                self._ask(self.went, "revert", {"id": snapshot})
            if later:
                answer = self.went.post("/v1/dev/revert", {"id": later})
                self._must(answer.status == 404, "a later snapshot is still there", answer)

    def _some(self, draw, most):
        """Makers of verbs, and a block at their end, so that nothing waits."""
        return [self._verb] * draw.randint(0, most) + [lambda _: ("mine", {})]

    def _verb(self, draw):
        """One change, as path and body."""
        address = draw.choice(ADDRESSES)
        return draw.choice([
            lambda: ("mine", {"blocks": draw.randint(1, 3)}),
            lambda: ("mine", {"blocks": 1, "step_ms": draw.randint(1, 100_000)}),
            lambda: self._of_timer(draw, lambda timer: ("mine", {"until_timer": timer, "max_blocks": 8})),
            lambda: self._of_timer(draw, lambda timer: ("fire", {"timer": timer})),
            lambda: ("set", {"fund": {address: str(draw.randint(0, 10**6))}}),
            lambda: ("set", {"balances": {STRANGER: str(draw.randint(0, 10**9))}}),
            lambda: ("set", {"storage": [[ACTOR, "0x" + draw.randbytes(1).hex(), draw.choice([None, "0x" + draw.randbytes(3).hex()])]]}),
            # With limits that leave room for others in the block: what waits in the pool is no part of a snapshot.
            lambda: ("send", {"tx": {"from": address, "transfer": {"to": draw.choice(ADDRESSES), "amount": str(draw.randint(1, 999))},
                                     "cycles_limit": 10_000, "cells_limit": 1_000}}),
            *[lambda: ("send", {"tx": {"from": address, "call": {"actor": ACTOR, "handler": "later", "payload": str(draw.randint(1, 5))},
                                       "cycles_limit": 50_000, "cells_limit": 5_000}})] * 2,
            lambda: ("time", {"advance_ms": draw.randint(0, 10**6)}),
            lambda: ("time", {"next_timestamp_ms": int(self.went.good("/v1/status")["clock_ms"]) + draw.randint(1, 10**6)}),
            lambda: ("mining", {"block_time_ms": draw.randint(10, 5000)}),
            lambda: ("pause", {}),
            lambda: ("resume", {}),
        ])()

    def _of_timer(self, draw, verb):
        timers = self.went.good("/v1/timers?limit=1000")["items"]
        return verb(draw.choice(timers)["id"]) if timers else ("mine", {})

    @staticmethod
    def _must(holds, *facts):
        if not holds:
            raise AssertionError(": ".join(str(fact) for fact in facts))

    def _ask(self, node, verb, body):
        self.verbs += 1
        answer = node.post("/v1/dev/" + verb, body)
        self._must(answer.status in (200, 202), verb, body, answer)
        return answer.json

    def _both(self, verb, body):
        first, second = (self._ask(node, verb, body) for node in (self.went, self.never))
        self._must(first == second, verb, body, "answers differ", first, second)
        if verb == "set" and ACTOR not in body.get("fund", {}):
            self.made += sum(int(more) for more in body.get("fund", {}).values())
            for amount in body.get("balances", {}).values():
                self.made += int(amount) - self.stranger
                self.stranger = int(amount)

    def _snapshot(self):
        snapshot = self._ask(self.went, "snapshot", {})["id"]
        self._must(snapshot not in self.ids, "a snapshot's id is given twice", snapshot)
        self.ids.add(snapshot)
        return snapshot

    def _dump(self):
        answer = self.went.get("/v1/dev/dump")
        self._must(answer.status == 200, "dump", answer)
        return answer.body

    def picture(self, node):
        """A client's view of chain, history and clock."""
        status = node.good("/v1/status")
        for key in ("pool", "version"):
            status.pop(key)
        lists = {name: node.good(f"/v1/{name}?limit=1000") for name in ("blocks", "timers", "fires", "events")}
        return {"status": status, **lists, "block": node.good(f"/v1/blocks/{status['height']}?full=true"), "fees": node.good("/v1/fees"),
                "accounts": [node.good(f"/v1/accounts/{address}") for address in (*ADDRESSES, ACTOR, STRANGER)],
                "storage": node.good(f"/v1/actors/{ACTOR}/storage?limit=1000")}

    def _compare(self):
        now = self.picture(self.went)
        wrong = difference(self.picture(self.never), now, "picture")
        self._must(not wrong, wrong)
        supply = sum(int(now["block"]["supply"][part]) for part in ("balances", "locked", "burned"))
        self._must(supply == SUPPLY + self.made, "the supply", f"wanted {SUPPLY + self.made}", f"got {supply}")
