"""The host of an actor: the chain, as its handlers see it. Heights are of blocks, times are milliseconds since 1970, amounts are base
units; addresses have 20 bytes, ids 32. A refused call costs its base cycles and raises HostError. A call costs the cycles that its
text names, beside the instruction itself, and the cells, where it names any."""
from typing import Any, Literal, NotRequired, TypedDict

class HostError(Exception):
    """A host call that was refused. str(error) names the value that was wrong and the limit that it broke (API-15)."""

    name: str
    """Its name: InvalidInput, Unauthorized, QuotaExceeded, HeightNotInFuture, …"""
    code: int
    """Its number, which never changes."""

class Storage:
    """self.storage of an actor: a map that is kept between executions. What is read is a copy: change it, then write it back. This name
    is for annotations in tests and tools; it is not there when the actor runs.

    Keys: str, bytes, int, None, or tuples of these. Values: None, bool, int, str, bytes, and lists, tuples and dicts of these. A read
    costs 10 cycles, a write or a deletion 200, and 20 and one for each byte of the encoding; cells: the bytes of key and value."""

    def __getitem__(self, key: Any) -> Any: ...
    def __setitem__(self, key: Any, value: Any) -> None: ...
    def __delitem__(self, key: Any) -> None: ...
    def __contains__(self, key: object) -> bool: ...
    def get(self, key: Any, default: Any = None) -> Any: ...
    def setdefault(self, key: Any, default: Any = None) -> Any: ...
    def pop(self, key: Any, *default: Any) -> Any: ...

class Trigger(TypedDict):
    """What started a fire."""

    kind: Literal["height", "watch", "timestamp"]
    due_height: NotRequired[int]
    matched_keys: NotRequired[list[bytes]]

class Context(TypedDict):
    """What context() gives."""

    block_height: int
    block_hash: bytes
    tx_hash: bytes
    sender: bytes
    timestamp_ms: int
    actor_addr: bytes
    msg_id: bytes | None
    nonce: int
    timer_id: NotRequired[bytes]
    fire_seq: NotRequired[int]
    trigger: NotRequired[Trigger]

class TimerEstimate(TypedDict):
    """What estimate_timer() gives."""

    height: int | None
    cost: int
    refused: list[str]

def get_state(key: bytes | str) -> bytes | None:
    """The raw value of a key of this actor's storage, or None. Key: at most 1,024 bytes.

    10 cycles, and one for each byte. InvalidInput: the key is no key."""

def set_state(key: bytes | str, value: bytes) -> None:
    """Sets the raw value of a key of this actor's storage.

    200 cycles; cells: the bytes of key and value. InvalidInput, PayloadTooLarge; ReadOnly in an agent."""

def delete_state(key: bytes | str) -> None:
    """Removes a key of this actor's storage; nothing happens if it is not there.

    200 cycles. InvalidInput; ReadOnly in an agent."""

def emit_event(topic: str, data: bytes) -> None:
    """Adds an event to the block's result. Actors cannot read events.

    50 cycles; cells: the bytes of topic and data. InvalidInput; ReadOnly in an agent."""

def charge_gas(n: int) -> None:
    """Uses up so many cycles. InvalidInput: not from 0 to 2**64 - 1. OutOfCycles, which no program can catch."""

def gas_left() -> int:
    """Cycles that this execution has left."""

def context() -> Context:
    """Block, sender, and what started this execution: a new dict (API-18). Costs a dict of 11 items, in cycles."""

def block_height() -> int:
    """The height of the block that runs."""

def randomness(domain: bytes | str) -> bytes:
    """32 bytes from the parent's state root, the height, this actor and `domain`. The same on every node, unknown before the parent
    block has run, public afterwards.

    InvalidInput: the domain is no key."""

def send_message(target: bytes, payload: bytes, gas: int | None = None, cells: int | None = None) -> None:
    """Queues a call of `handle_message` of an actor, or of the handler that an envelope names. It runs in this block, after the timers.
    The sender is not told of a failure.

    gas: cycles set aside from this execution's, by default 50,000. cells: by default 10,000; the unused parts come back to the payer.
    80 cycles and gas; cells: the bytes of the payload and `cells`. InvalidInput, PayloadTooLarge; ReadOnly in an agent."""

def transfer(to: bytes, amount: int) -> None:
    """Moves base units from this actor's balance. An actor that receives them is not called.

    5,000 cycles, 500 cells. InsufficientBalance, InvalidInput; ReadOnly in an agent."""

def balance(address: bytes) -> int:
    """Base units of any account; what a fire has pre-charged is not in it. InvalidInput."""

def keccak256(data: bytes) -> bytes:
    """The hash of Ethereum, 32 bytes. 6 cycles for each 32 bytes, and 42. InvalidInput."""

def runtime_config() -> dict[str, Any]:
    """The parameters in force, by the names of the chain's TimerConfig: integers, bools and text. One item of a dict each, in cycles."""

def schedule_timer(height: int, payload: bytes, fee_payer: bytes | None = None, gas_limit: int | None = None, expires_at: int | None = None,
                   max_fee_per_cycle: int | None = None, max_priority_fee_per_cycle: int | None = None, bid: int | None = None, *,
                   priority_tier_hint: str | None = None) -> bytes:
    """Runs `handle_timer` of this actor with the payload at the end of block `height`, once. Answers the timer's id (API-1).

    height: above the current one. payload: at most 1 MiB; an envelope names another handler. fee_payer: this actor, by default; in a
    call from a transaction also its signer. gas_limit: cycles of the fire, 200 to 550,000, by default 550,000. expires_at: the last
    height at which it may run, by default 2,592,000 blocks ahead, which is the most. In auction blocks: max_fee_per_cycle and
    max_priority_fee_per_cycle in base units, or priority_tier_hint "economy", "standard", "fast", "urgent" (or a PriorityTier);
    bid is TimerArgDeprecated there and ignored before.
    200 cycles; cells: the bytes of the payload and 96. HeightNotInFuture, PayloadTooLarge, GasLimitTooHigh, GasLimitTooLow,
    ExpiresAtTooFar, ExpiresAtInPast, QuotaExceeded, TimerRejectedBelowBasefee, TimerArgDeprecated, InvalidInput; ReadOnly in an agent."""

def schedule_timer_ex(height: int, payload: bytes, fee_payer: bytes | None = None, gas_limit: int | None = None,
                      expires_at: int | None = None, max_fee_per_cycle: int | None = None, max_priority_fee_per_cycle: int | None = None,
                      bid: int | None = None, *, priority_tier_hint: str | None = None) -> bytes:
    """The same as schedule_timer (API-2)."""

def extend_timer(timer_id: bytes, new_expires_at: int) -> None:
    """Changes the last height at which a timer or watch of this actor may run; what is too far is cut to the most (API-4).

    200 cycles. TimerNotFound (also while its own handler runs), TimerExpired, Unauthorized, ExpiresAtInPast; ReadOnly in an agent."""

def cancel_timer(target: bytes | None = None, timer_id: bytes | None = None) -> bool | None:
    """cancel_timer(timer_id) removes a timer of this actor. cancel_timer(target, timer_id) removes a timer or watch that this actor
    has set on `target`, and tells whether there was one (API-5).

    200 cycles. TimerNotFound (of the first form), Unauthorized, InvalidInput; ReadOnly in an agent."""

def set_timeout(target: bytes, due_height: int, payload: bytes, gas_limit: int | None = None, bid: int | None = None,
                client_nonce: int | None = None) -> bytes:
    """Runs `handle_timer` of `target` at the end of block `due_height`; this actor owns the timer and pays. Answers its id (GBX-1).

    bid: units of 2**-96 base units for a cycle, of the discipline globalbox. client_nonce: while the timer lives, the same number for
    the same target changes payload, gas limit and bid of that timer, and answers its id.
    200 cycles; cells: the bytes of the payload and 96. TargetNotFound, HeightNotInFuture, PayloadTooLarge, GasLimitTooHigh,
    GasLimitTooLow, BidOutOfRange, QuotaExceeded, InvalidInput; ReadOnly in an agent."""

def set_state_watch(target: bytes, watch_keys: list[tuple[bytes, bytes]], payload: bytes, gas_limit: int | None = None,
                    bid: int | None = None, expires_at: int | None = None) -> bytes:
    """Runs `handle_timer` of `target` at the end of each block in which a watched key has changed, at most once in a block, until it is
    cancelled, expires or cannot be paid. Answers the watch's id (WAT-1).

    watch_keys: at most 16 pairs of an actor's address and the beginning of its keys. Writes of fires and messages are seen in the next
    block; the fire's context lists the keys, not the values.
    200 cycles; cells: the bytes of the payload, 96, and 32 for each key. TooManyWatchKeys, TargetNotFound, PayloadTooLarge,
    GasLimitTooHigh, GasLimitTooLow, BidOutOfRange, ExpiresAtTooFar, ExpiresAtInPast, QuotaExceeded, InvalidInput; ReadOnly in an agent."""

def set_gba(agent: bytes | None) -> None:
    """Names the actor whose `getGasBid` bids for this actor's timers in auction blocks; None removes it (API-17).

    200 cycles. ActorNotFound, InvalidInput; ReadOnly in an agent."""

def estimate_timer(height: int, payload: bytes, fee_payer: bytes | None = None, gas_limit: int | None = None, expires_at: int | None = None,
                   max_fee_per_cycle: int | None = None, max_priority_fee_per_cycle: int | None = None, bid: int | None = None, *,
                   priority_tier_hint: str | None = None) -> TimerEstimate:
    """What schedule_timer with these arguments would meet; sets nothing (API-16). height: the first from the given one on with room in the
    lane, or None. cost: the worst case in base units at the prices of this block. refused: names of all errors that it would raise.

    200 cycles."""

def schedule_at(timestamp_ms: int, handler: str | None, payload: bytes, gas_limit: int | None = None) -> bytes:
    """Runs a handler of this actor in the first block whose time is at or after `timestamp_ms`, before the transactions of users.
    Answers the operation's id (SCH-1).

    handler: None is handle_timer. gas_limit: cycles reserved, by default 550,000.
    200 cycles and the initiation fee; cells: the bytes of payload and handler and 96; a deposit that comes back. ScheduleFull (its message
    names the first second with room), InsufficientBalance, PayloadTooLarge, HandlerNameTooLong, GasLimitTooHigh, GasLimitTooLow,
    InvalidInput; ReadOnly in an agent."""

def scheduled_until(timestamp_ms: int) -> list[bytes]:
    """Ids of this actor's operations up to that time, in the order of running (SCH-8). 200 cycles and 10 for each. InvalidInput."""

def drop(operation_id: bytes) -> None:
    """Removes an operation of this actor; its deposit comes back (SCH-8). 200 cycles. TimerNotFound, Unauthorized; ReadOnly in an agent."""
