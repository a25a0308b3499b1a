# Chain state: flat containers of immutable values, so that a shallow copy is a snapshot.
from dataclasses import dataclass, field, replace
from typing import Optional

from errors import TraceError

U32 = 2 ** 32 - 1
U64 = 2 ** 64 - 1
U128 = 2 ** 128 - 1

EXITS = ("fired", "insufficient_funds", "expired", "cancelled", "governance")


@dataclass(frozen=True)
class Timer:
    """TMR-1. height None: a watch. gas_limit None is the default-gas mark; fee caps None: not given."""
    id: bytes
    owner: bytes
    target: bytes
    kind: str
    height: Optional[int]
    payload: bytes
    handler: str
    payer: bytes
    gas_limit: Optional[int]
    expires_at: int
    scheduled_at: int
    label: Optional[str]
    max_fee: Optional[int] = None
    max_priority: Optional[int] = None
    tier: Optional[str] = None
    bid: int = 0
    client_nonce: Optional[int] = None
    keys: tuple = ()    # of a watch: (actor, prefix)
    fire_seq: int = 0
    number: int = 0     # order of creation


@dataclass(frozen=True)
class Actor:
    owner: bytes
    handlers: dict  # name -> list of Step; never changed after it was placed


@dataclass(frozen=True)
class Dead:
    """What removal reports; the values are those found when the timer died."""
    id: bytes
    exit: str
    values: dict = field(default_factory=dict)


@dataclass(frozen=True)
class Operation:
    """SCH-1. The account owns it, pays for it, and is its sender; the deposit is locked until it is gone."""
    id: bytes
    account: bytes
    target: bytes
    timestamp_ms: int   # the effective one
    sequence: int
    handler: str
    gas_limit: int
    deposit: int
    label: Optional[str]


@dataclass(frozen=True)
class Message:
    sender: bytes
    target: bytes
    handler: str
    cycles: int
    cells: int
    purse: object  # fees.Purse of the sending execution: who paid, at which prices
    cause: Optional[dict]  # the sending execution


@dataclass
class State:
    height: int = 0
    timestamp_ms: int = 0
    cycle_basefee: int = 1
    cell_basefee: int = 1
    last_discipline: str = "fifo"
    last_cycle_usage: int = 0
    lane_basefee: int = 0                               # for the coming block, if the auction goes on
    median_priority: int = 0                            # paid by the fires of the last block
    config: dict = field(default_factory=dict)
    balances: dict = field(default_factory=dict)        # address -> amount; presence is being known
    nonces: dict = field(default_factory=dict)          # address -> transactions accepted
    actors: dict = field(default_factory=dict)
    removed_actors: set = field(default_factory=set)
    storage: dict = field(default_factory=dict)         # (actor, key) -> value
    timers: dict = field(default_factory=dict)          # id -> Timer, in the order of creation
    heights: dict = field(default_factory=dict)         # height -> ids not yet taken in, in order
    waiting: dict = field(default_factory=dict)         # id -> arrival
    parked: dict = field(default_factory=dict)          # id -> arrival
    standing: dict = field(default_factory=dict)        # id -> arrival; to be taken in again
    dead: list = field(default_factory=list)            # Dead, first in first out
    timer_nonces: dict = field(default_factory=dict)    # owner -> next nonce
    fires: dict = field(default_factory=dict)           # (height, owner) -> fires; the fairness window
    outcomes: dict = field(default_factory=dict)        # owner -> O, where it is not 2^32 (FAIR-6)
    epoch_outcomes: dict = field(default_factory=dict)  # owner -> (delay, fires, cycles) of this epoch
    hits: dict = field(default_factory=dict)            # id of a watch -> Hit since its last fire
    modified: set = field(default_factory=set)          # (actor, key) since watches were last looked at
    kept_keys: dict = field(default_factory=dict)       # actor -> tuple of ModifiedKey; in the order of their turns
    clock: int = 0                                      # V of the Globalbox
    box: dict = field(default_factory=dict)             # queued: id -> the Timer as it was queued
    box_order: dict = field(default_factory=dict)       # id -> its place, lowest first; kept while parked
    agents: dict = field(default_factory=dict)          # owner -> agent, as set_gba left it
    agents_in_force: dict = field(default_factory=dict)  # the same when agents were last asked
    agent_queue: list = field(default_factory=list)     # owners whose agents take turns
    answers: dict = field(default_factory=dict)         # id of a waiting timer -> (max_fee, max_priority)
    asked: dict = field(default_factory=dict)           # id of a waiting timer -> height of its last turn
    operations: dict = field(default_factory=dict)      # id -> Operation
    next_operation: int = 0                             # their sequence
    seconds: dict = field(default_factory=dict)         # second -> gas limits admitted to it
    barriers: dict = field(default_factory=dict)        # account -> sequence below which operations are blocked
    locked: dict = field(default_factory=dict)          # account -> deposits
    validators: dict = field(default_factory=dict)      # public key -> (power, payee)
    rules: int = 1                                      # version in force
    next_rules: Optional[tuple] = None                  # (height, version)
    next_arrival: int = 0
    next_seq: int = 1
    totals: dict = field(default_factory=lambda: {"scheduled": 0, **{name: 0 for name in EXITS}})
    burned_total: int = 0
    labels: dict = field(default_factory=dict)          # label -> id
    handler_counts: dict = field(default_factory=dict)  # (actor, handler) -> started; see restore
    # What a block reports but a reverted execution takes back.
    burned: dict = field(default_factory=lambda: {"cycle": 0, "cell": 0, "lane": 0})
    exits: list = field(default_factory=list)           # (timer or operation, exit, cause)
    events: list = field(default_factory=list)
    scheduled: list = field(default_factory=list)       # (id, kind, cause)
    cause: Optional[dict] = None                        # of what happens now: {"tx": i}, {"seq": n}, or the block
    messages: list = field(default_factory=list)

    def snapshot(self):
        values = {}
        for name, value in vars(self).items():
            values[name] = value.copy() if isinstance(value, (dict, list, set)) else value
        return State(**values)

    def restore(self, saved):
        """Undo a failed execution. Counts of started executions stay: it did start."""
        counts = self.handler_counts
        vars(self).update(vars(saved.snapshot()))
        self.handler_counts = counts

    def balance(self, address):
        return self.balances.get(address, 0)

    def credit(self, address, amount):
        """Nothing is no credit: it does not make an address known (procedure 3)."""
        if amount == 0:
            return
        total = self.balance(address) + amount
        if total > U128:
            raise AssertionError("supply above u128")
        self.balances[address] = total

    def debit(self, address, amount):
        if self.balance(address) < amount:
            raise AssertionError("debit beyond the balance")
        self.balances[address] = self.balance(address) - amount

    def timers_of(self, owner):
        return [timer.id for timer in self.timers.values() if timer.owner == owner]

    def due_height(self, timer):
        return timer.height if timer.kind == "height" else self.hits[timer.id].height

    def take_nonce(self, owner):
        """R-3: one counter for everything that an owner schedules."""
        self.timer_nonces[owner] = self.timer_nonces.get(owner, 0) + 1
        return self.timer_nonces[owner] - 1

    def taken_in(self, timer_id):
        return timer_id in self.waiting or timer_id in self.parked

    def is_dead(self, timer_id):
        return any(entry.id == timer_id for entry in self.dead)

    def add_timer(self, timer, kind):
        self.timers[timer.id] = replace(timer, number=self.totals["scheduled"])
        self.totals["scheduled"] += 1
        self.scheduled.append((timer.id, kind, self.cause))
        if timer.kind == "height":
            self.heights[timer.height] = self.heights.get(timer.height, ()) + (timer.id,)

    def arrive(self, timer_id):
        self.waiting[timer_id] = self.next_arrival
        self.next_arrival += 1

    def stop_waiting(self, timer_id):
        """Fired, parked, dead or standing: snapshot and agent's answer are forgotten. Returns the arrival."""
        self.box.pop(timer_id, None)
        self.answers.pop(timer_id, None)
        self.asked.pop(timer_id, None)
        return self.waiting.pop(timer_id, None)

    def leave(self, timer_id, exit_name):
        """The one way out: record, index, due set and dead list forget the timer (LIF-1, TMR-7)."""
        timer = self.timers.pop(timer_id)
        self.leave_height(timer)
        self.leave_due_set(timer_id)
        self.dead = [entry for entry in self.dead if entry.id != timer_id]
        self.totals[exit_name] += 1
        self.exits.append((timer, exit_name, self.cause))

    def leave_height(self, timer):
        rest = tuple(i for i in self.heights.get(timer.height, ()) if i != timer.id)
        if rest:
            self.heights[timer.height] = rest
        else:
            self.heights.pop(timer.height, None)

    def leave_due_set(self, timer_id):
        """Whatever was due of it is over: a fire has started, or the timer is dead or gone."""
        self.stop_waiting(timer_id)
        for place in (self.parked, self.standing, self.box_order, self.hits):
            place.pop(timer_id, None)

    def start_fire(self, timer):
        """LIF-6, WAT-3: a one-shot is gone before its handler starts, a watch goes back to being idle."""
        if timer.kind == "height":
            self.leave(timer.id, "fired")
        else:
            self.leave_due_set(timer.id)
            self.timers[timer.id] = replace(timer, fire_seq=timer.fire_seq + 1)

    def idle(self, timer):
        """A watch that nothing has hit since its last fire."""
        return timer.kind == "watch" and timer.id not in self.hits and not self.is_dead(timer.id)

    def emit(self, name, **fields):
        self.events.append({"name": name, **fields, "cause": self.cause})

    def check(self, supply):
        """Invariants that hold after every block whatever the blocks are."""
        assert sum(self.locked.values()) == sum(o.deposit for o in self.operations.values()), "SCH-7"
        total = sum(self.balances.values()) + sum(self.locked.values()) + self.burned_total
        assert total == supply, "BLK-7: %d is not %d" % (total, supply)
        gone = sum(self.totals[name] for name in EXITS)
        assert self.totals["scheduled"] == len(self.timers) + gone, "LIF-1"
        places = [i for ids in self.heights.values() for i in ids]
        places += list(self.waiting) + list(self.parked) + list(self.standing) + [d.id for d in self.dead]
        places += [timer.id for timer in self.timers.values() if self.idle(timer)]
        assert sorted(places) == sorted(self.timers), "TMR-7"
        assert set(self.box) <= set(self.waiting) and set(self.box_order) <= set(self.timers), "GBX-10"


def checked(value, maximum, what):
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= maximum:
        raise TraceError("%s out of range: %r" % (what, value))
    return value
