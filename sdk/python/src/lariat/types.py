"""The JSON of the API as types; numbers and amounts are int. Generated from the OpenAPI document of the node: see generate.py."""
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

Address: TypeAlias = str

Hash: TypeAlias = str

Hex: TypeAlias = str


class CauseOf(TypedDict):
    tx: Hash | int


class CauseOf1(TypedDict):
    seq: int


Cause: TypeAlias = CauseOf | CauseOf1 | None


class Scheduled(TypedDict):
    id: Hash
    kind: str
    cause: NotRequired[Cause]


class Basefee(TypedDict):
    cycle: int
    cell: int
    lane: int


class Used(TypedDict):
    cycles: int
    cells: int
    lane: int
    lane_cells: int
    gc: int
    gba: int
    sch: int
    looks: int
    intake: int
    moves: int
    hits: int


class Receipt(TypedDict):
    tx: int
    status: Literal["ok", "revert", "out_of_cycles", "out_of_cells", "out_of_memory", "no_handler", "no_actor", "invalid", "block_full"]
    error: NotRequired[str]
    reason: NotRequired[str]
    address: NotRequired[Address]
    cycles: int
    cells: int
    fee: int
    hash: Hash


class FireRow(TypedDict):
    seq: int
    deliver_id: Hash
    kind: Literal["timestamp", "height", "watch", "message"]
    id: NotRequired[Hash]
    actor: Address
    owner: Address
    handler: str
    payer: Address
    fire_seq: NotRequired[int]
    status: str
    error: NotRequired[str]
    cycles: int
    cells: int
    charged: int
    tip: int
    priority: NotRequired[int]
    weight: NotRequired[int]
    keys: NotRequired[list[Hex]]
    cause: Cause


class Fire(TypedDict):
    height: int
    index: int
    seq: int
    deliver_id: Hash
    kind: Literal["timestamp", "height", "watch", "message"]
    id: NotRequired[Hash]
    actor: Address
    owner: Address
    handler: str
    payer: Address
    fire_seq: NotRequired[int]
    status: str
    error: NotRequired[str]
    cycles: int
    cells: int
    charged: int
    tip: int
    priority: NotRequired[int]
    weight: NotRequired[int]
    keys: NotRequired[list[Hex]]
    cause: Cause


class ExitRow(TypedDict):
    id: Hash
    exit: str
    cause: NotRequired[Cause]


class Exit(TypedDict):
    height: int
    index: int
    id: Hash
    exit: str
    cause: NotRequired[Cause]


EventRow: TypeAlias = dict[str, Any]


Event: TypeAlias = dict[str, Any]


class Totals(TypedDict):
    scheduled: int
    fired: int
    insufficient_funds: int
    expired: int
    cancelled: int
    governance: int


class Supply(TypedDict):
    balances: int
    locked: int
    burned: int


class Config(TypedDict):
    config: dict[str, Any]
    fees: dict[str, Any]


class ChangedValidator(TypedDict):
    pub_key: Hash
    power: int
    payee: Address


class SetRequest(TypedDict):
    fund: NotRequired[dict[str, int]]
    balances: NotRequired[dict[str, int]]
    code: NotRequired[dict[str, str]]
    storage: NotRequired[list[list[str | None]]]
    config: NotRequired[dict[str, Any]]


class DevChangeError(TypedDict):
    code: str
    message: str


class DevChange(TypedDict):
    """A change that a dev chain made at the beginning of the block, with the error that prevented it, if one did."""

    set: NotRequired[SetRequest]
    fire: NotRequired[Hash]
    pause: NotRequired[bool]
    error: NotRequired[DevChangeError]


class ResultLine(TypedDict):
    """A result line of docs/results.md."""

    dev: NotRequired[list[DevChange]]
    validators: NotRequired[list[ChangedValidator]]
    height: int
    timestamp_ms: int
    state_root: Hash
    discipline: Literal["fifo", "globalbox", "auction"]
    basefee: Basefee
    used: Used
    burned: Basefee
    tips: int
    live: int
    due_waiting: int
    dead: int
    operations: int
    totals: Totals
    supply: Supply
    receipts: list[Receipt]
    fired: list[FireRow]
    exits: list[ExitRow]
    events: list[EventRow]
    balances: dict[str, int]
    results_root: NotRequired[Hash]
    scheduled: list[Scheduled]


class Block(TypedDict):
    height: int
    hash: Hash
    context_hash: Hash
    parent_hash: Hash
    timestamp_ms: int
    proposer: Address
    txs_hash: Hash
    txs: list[Hash]
    dev: NotRequired[list[DevChange]]
    validators: NotRequired[list[ChangedValidator]]
    state_root: Hash
    discipline: Literal["fifo", "globalbox", "auction"]
    basefee: Basefee
    used: Used
    burned: Basefee
    tips: int
    live: int
    due_waiting: int
    dead: int
    operations: int
    totals: Totals
    supply: Supply
    receipts: NotRequired[list[Receipt]]
    fired: NotRequired[list[FireRow]]
    exits: NotRequired[list[ExitRow]]
    events: NotRequired[list[EventRow]]
    balances: NotRequired[dict[str, int]]
    results_root: NotRequired[Hash]
    scheduled: NotRequired[list[Scheduled]]


Transaction = TypedDict("Transaction", {
    "hash": Hash,
    "from": Address,
    "nonce": int,
    "call": NotRequired[dict[str, Any]],
    "transfer": NotRequired[dict[str, Any]],
    "deploy": NotRequired[dict[str, Any]],
    "salt": NotRequired[Hex],
    "payload": NotRequired[Hex],
    "payload_bytes": NotRequired[int],
    "remove_actor": NotRequired[Address],
    "schedule_at": NotRequired[dict[str, Any]],
    "drop": NotRequired[Hash],
    "transfer_control": NotRequired[bool],
    "system": NotRequired[dict[str, Any]],
    "cycles_limit": int,
    "cells_limit": int,
    "max_fee_per_cycle": int,
    "max_fee_per_cell": int,
    "tip_per_cycle": int,
    "tip_per_cell": int,
    "valid_until": int | None,
    "impersonated": NotRequired[bool],
    "status": Literal["pending", "queued", "included", "dropped"],
    "waits_for": NotRequired[Literal["nonce", "fee", "balance"]],
    "reason": NotRequired[Literal["replaced", "nonce_used", "expired", "ttl", "evicted", "reverted", "reset"]],
    "height": NotRequired[int],
    "index": NotRequired[int],
    "receipt": NotRequired[Receipt],
    "events": NotRequired[list[EventRow]],
    "exits": NotRequired[list[ExitRow]],
    "scheduled": NotRequired[list[Scheduled]],
})


UnsignedTransaction = TypedDict("UnsignedTransaction", {
    "from": Address,
    "nonce": NotRequired[int],
    "call": NotRequired[dict[str, Any]],
    "transfer": NotRequired[dict[str, Any]],
    "deploy": NotRequired[dict[str, Any]],
    "salt": NotRequired[Hex],
    "payload": NotRequired[Hex],
    "remove_actor": NotRequired[Address],
    "schedule_at": NotRequired[dict[str, Any]],
    "drop": NotRequired[Hash],
    "transfer_control": NotRequired[bool],
    "system": NotRequired[dict[str, Any]],
    "cycles_limit": NotRequired[int],
    "cells_limit": NotRequired[int],
    "max_fee_per_cycle": NotRequired[int],
    "max_fee_per_cell": NotRequired[int],
    "tip_per_cycle": NotRequired[int],
    "tip_per_cell": NotRequired[int],
    "valid_until": NotRequired[int | None],
})


class RawTransaction(TypedDict):
    raw: Hex


class StatusMining(TypedDict):
    mode: Literal["auto", "interval", "manual"]
    block_time_ms: int
    empty_blocks: Literal["always", "due", "never"]
    clock: Literal["wall", "step"]


class StatusPool(TypedDict):
    pending: int
    queued: int
    bytes: int


class StatusTimers(TypedDict):
    live: int
    waiting: int
    parked: int
    dead: int


class Status(TypedDict):
    chain_id: str
    genesis_hash: Hash
    dev: bool
    version: str
    height: int
    hash: Hash
    timestamp_ms: int
    state_root: Hash
    discipline: str
    clock_ms: int
    mining: StatusMining
    pool: StatusPool
    timers: StatusTimers
    operations: int
    archive_height: int
    oldest_block: int
    oldest_state: int


class Account(TypedDict):
    address: Address
    known: bool
    actor: bool
    balance: int
    locked: int
    nonce: int
    pending_nonce: int | None


class Actor(TypedDict):
    address: Address
    owner: Address
    code_hash: Hash
    code_bytes: int
    handlers: list[str]
    removed: bool


class StorageEntry(TypedDict):
    key: Hex
    value: Hex
    cbor: Any


Why: TypeAlias = None | dict[str, Any]


class Timer(TypedDict):
    id: Hash
    kind: Literal["height", "watch"]
    owner: Address
    target: Address
    height: int | None
    watch_keys: list[list[Any]] | None
    payload: NotRequired[Hex]
    payload_bytes: NotRequired[int]
    handler: str
    fee_payer: Address
    gas_limit: int | None
    expires_at: int
    max_fee_per_cycle: int | None
    max_priority_fee_per_cycle: int | None
    tier: Literal["economy", "standard", "fast", "urgent"] | None
    bid: int
    client_nonce: int | None
    schedule_block: int
    fire_seq: int
    last_fire_height: int | None
    state: Literal["pending", "waiting", "parked", "standing", "dead", "idle", "gone"]
    cause: Cause
    exit: str | None
    exit_height: int | None
    why: Why


CalendarItems = TypedDict("CalendarItems", {
    "from": int,
    "to": int,
    "timers": int,
    "gas": int,
})


class Calendar(TypedDict):
    """Load of heights to come: the parts that have timers, in order. gas counts each timer with its whole gas limit"""

    items: list[CalendarItems]
    complete: bool
    height: int


class Queue(TypedDict):
    items: list[Timer]
    next: None
    height: int


class Operation(TypedDict):
    id: Hash
    account: Address
    target: Address
    timestamp_ms: int
    sequence: int
    handler: str
    payload: NotRequired[Hex]
    payload_bytes: NotRequired[int]
    gas_limit: int
    deposit: int
    state: Literal["scheduled", "gone"]
    cause: Cause
    exit: str | None
    exit_height: int | None


class Fees(TypedDict):
    """Base fees of the coming block; caps of twice these; medians of the tips of 20 blocks."""

    basefee: Basefee
    max_fee_per_cycle: int
    max_fee_per_cell: int
    tip_per_cycle: int
    tip_per_cell: int


class FeesAt(TypedDict):
    height: int
    timestamp_ms: int
    basefee: Basefee
    used: Used
    burned: Basefee
    tips: int


class Fairness(TypedDict):
    address: Address
    recent: int
    median: int
    weight: int


class ProofProof(TypedDict):
    subject: dict[str, Any]
    claims: list[dict[str, Any]]


class Proof(TypedDict):
    height: int
    state_root: Hash
    proof: ProofProof


class SimulationRequest(TypedDict):
    raw: NotRequired[Hex]
    tx: NotRequired[UnsignedTransaction]
    blocks: NotRequired[int]


class SimulatedReceipt(TypedDict):
    tx: int
    status: Literal["ok", "revert", "out_of_cycles", "out_of_cells", "out_of_memory", "no_handler", "no_actor", "invalid", "block_full"]
    error: NotRequired[str]
    reason: NotRequired[str]
    address: NotRequired[Address]
    cycles: int
    cells: int
    fee: int
    returned: Hex
    message: str | None
    traceback: str | None
    hash: Hash
    scheduled: list[Scheduled]


class SimulationSuggested(TypedDict):
    cycles_limit: int
    cells_limit: int


class Simulation(TypedDict):
    height: int
    receipt: SimulatedReceipt
    results: list[ResultLine]
    suggested: SimulationSuggested


class EstimateRequestOperation(TypedDict):
    timestamp_ms: NotRequired[int]
    gas_limit: NotRequired[int]


class EstimateRequest(TypedDict):
    timer: NotRequired[dict[str, Any]]
    operation: NotRequired[EstimateRequestOperation]


class EstimateOf(TypedDict):
    height: int | None
    cost: int
    refused: list[str]


class EstimateOf1(TypedDict):
    timestamp_ms: int | None


Estimate: TypeAlias = EstimateOf | EstimateOf1


class DevAccountsAccounts(TypedDict):
    address: Address
    private_key: Hash


class DevAccounts(TypedDict):
    accounts: list[DevAccountsAccounts]
    height: int


class MineRequest(TypedDict):
    blocks: NotRequired[int]
    until_height: NotRequired[int]
    until_timer: NotRequired[Hash]
    max_blocks: NotRequired[int]
    step_ms: NotRequired[int]


class Mined(TypedDict):
    mined: int
    reached: bool
    height: int


class Version(TypedDict):
    version: str


class DevHeight(TypedDict):
    height: int


class NoRequest(TypedDict):
    pass


class SendRequest(TypedDict):
    tx: UnsignedTransaction
    wait: NotRequired[int]


class TimeRequest(TypedDict):
    advance_ms: NotRequired[int]
    next_timestamp_ms: NotRequired[int]


class DevTime(TypedDict):
    clock_ms: int
    height: int


class MiningRequest(TypedDict):
    mode: NotRequired[Literal["auto", "interval", "manual"]]
    block_time_ms: NotRequired[int]
    empty_blocks: NotRequired[Literal["always", "due", "never"]]


class DevMining(TypedDict):
    mode: Literal["auto", "interval", "manual"]
    block_time_ms: int
    empty_blocks: Literal["always", "due", "never"]
    height: int


class FireRequest(TypedDict):
    timer: Hash


class DevSnapshot(TypedDict):
    id: str
    height: int


class RevertRequest(TypedDict):
    id: str


#: Which fields of an answer are numbers, by the name of its type.
SHAPES: dict[str, Any] = {
    "Account": {"balance": "int", "locked": "int", "nonce": "int", "pending_nonce": "int"},
    "Actor": {"code_bytes": "int"},
    "Basefee": {"cycle": "int", "cell": "int", "lane": "int"},
    "Block": {"height": "int", "timestamp_ms": "int", "dev": ["DevChange"], "validators": ["ChangedValidator"], "basefee": "Basefee", "used": "Used", "burned": "Basefee", "tips": "int", "live": "int", "due_waiting": "int", "dead": "int", "operations": "int", "totals": "Totals", "supply": "Supply", "receipts": ["Receipt"], "fired": ["FireRow"], "exits": ["ExitRow"], "balances": {"*": "int"}, "scheduled": ["Scheduled"]},
    "Calendar": {"items": [{"from": "int", "to": "int", "timers": "int", "gas": "int"}], "height": "int"},
    "Cause": {"tx": "int", "seq": "int"},
    "ChangedValidator": {"power": "int"},
    "DevAccounts": {"height": "int"},
    "DevChange": {"set": "SetRequest"},
    "DevHeight": {"height": "int"},
    "DevMining": {"block_time_ms": "int", "height": "int"},
    "DevSnapshot": {"height": "int"},
    "DevTime": {"clock_ms": "int", "height": "int"},
    "Estimate": {"height": "int", "cost": "int", "timestamp_ms": "int"},
    "EstimateRequest": {"operation": {"timestamp_ms": "int", "gas_limit": "int"}},
    "Event": {"height": "int", "index": "int"},
    "Exit": {"height": "int", "index": "int", "cause": "Cause"},
    "ExitRow": {"cause": "Cause"},
    "Fairness": {"recent": "int", "median": "int", "weight": "int"},
    "Fees": {"basefee": "Basefee", "max_fee_per_cycle": "int", "max_fee_per_cell": "int", "tip_per_cycle": "int", "tip_per_cell": "int"},
    "FeesAt": {"height": "int", "timestamp_ms": "int", "basefee": "Basefee", "used": "Used", "burned": "Basefee", "tips": "int"},
    "Fire": {"height": "int", "index": "int", "seq": "int", "fire_seq": "int", "cycles": "int", "cells": "int", "charged": "int", "tip": "int", "priority": "int", "weight": "int", "cause": "Cause"},
    "FireRow": {"seq": "int", "fire_seq": "int", "cycles": "int", "cells": "int", "charged": "int", "tip": "int", "priority": "int", "weight": "int", "cause": "Cause"},
    "MineRequest": {"until_height": "int", "step_ms": "int"},
    "Mined": {"mined": "int", "height": "int"},
    "MiningRequest": {"block_time_ms": "int"},
    "Operation": {"timestamp_ms": "int", "sequence": "int", "payload_bytes": "int", "gas_limit": "int", "deposit": "int", "cause": "Cause", "exit_height": "int"},
    "Proof": {"height": "int"},
    "Queue": {"items": ["Timer"], "height": "int"},
    "Receipt": {"tx": "int", "cycles": "int", "cells": "int", "fee": "int"},
    "ResultLine": {"dev": ["DevChange"], "validators": ["ChangedValidator"], "height": "int", "timestamp_ms": "int", "basefee": "Basefee", "used": "Used", "burned": "Basefee", "tips": "int", "live": "int", "due_waiting": "int", "dead": "int", "operations": "int", "totals": "Totals", "supply": "Supply", "receipts": ["Receipt"], "fired": ["FireRow"], "exits": ["ExitRow"], "balances": {"*": "int"}, "scheduled": ["Scheduled"]},
    "Scheduled": {"cause": "Cause"},
    "SendRequest": {"tx": "UnsignedTransaction", "wait": "int"},
    "SetRequest": {"fund": {"*": "int"}, "balances": {"*": "int"}},
    "SimulatedReceipt": {"tx": "int", "cycles": "int", "cells": "int", "fee": "int", "scheduled": ["Scheduled"]},
    "Simulation": {"height": "int", "receipt": "SimulatedReceipt", "results": ["ResultLine"], "suggested": {"cycles_limit": "int", "cells_limit": "int"}},
    "SimulationRequest": {"tx": "UnsignedTransaction"},
    "Status": {"height": "int", "timestamp_ms": "int", "clock_ms": "int", "mining": {"block_time_ms": "int"}, "pool": {"pending": "int", "queued": "int", "bytes": "int"}, "timers": {"live": "int", "waiting": "int", "parked": "int", "dead": "int"}, "operations": "int", "archive_height": "int", "oldest_block": "int", "oldest_state": "int"},
    "Supply": {"balances": "int", "locked": "int", "burned": "int"},
    "TimeRequest": {"advance_ms": "int", "next_timestamp_ms": "int"},
    "Timer": {"height": "int", "payload_bytes": "int", "gas_limit": "int", "expires_at": "int", "max_fee_per_cycle": "int", "max_priority_fee_per_cycle": "int", "bid": "int", "client_nonce": "int", "schedule_block": "int", "fire_seq": "int", "last_fire_height": "int", "cause": "Cause", "exit_height": "int"},
    "Totals": {"scheduled": "int", "fired": "int", "insufficient_funds": "int", "expired": "int", "cancelled": "int", "governance": "int"},
    "Transaction": {"nonce": "int", "payload_bytes": "int", "cycles_limit": "int", "cells_limit": "int", "max_fee_per_cycle": "int", "max_fee_per_cell": "int", "tip_per_cycle": "int", "tip_per_cell": "int", "valid_until": "int", "height": "int", "index": "int", "receipt": "Receipt", "exits": ["ExitRow"], "scheduled": ["Scheduled"]},
    "UnsignedTransaction": {"nonce": "int", "cycles_limit": "int", "cells_limit": "int", "max_fee_per_cycle": "int", "max_fee_per_cell": "int", "tip_per_cycle": "int", "tip_per_cell": "int", "valid_until": "int"},
    "Used": {"cycles": "int", "cells": "int", "lane": "int", "lane_cells": "int", "gc": "int", "gba": "int", "sch": "int", "looks": "int", "intake": "int", "moves": "int", "hits": "int"},
}

#: Every code that a problem of the API can have.
PROBLEM_CODES: tuple[str, ...] = (
    "bad_request",
    "bad_json",
    "bad_parameter",
    "unknown_parameter",
    "bad_cursor",
    "tx_malformed",
    "wrong_chain",
    "bad_signature",
    "unauthorized",
    "forbidden_host",
    "forbidden_origin",
    "not_dev",
    "not_found",
    "method_not_allowed",
    "timeout",
    "time_not_later",
    "too_deep",
    "pruned",
    "body_too_large",
    "uri_too_long",
    "unsupported_media_type",
    "height_not_reached",
    "sender_unknown",
    "nonce_too_low",
    "nonce_gap",
    "limit_too_high",
    "fee_too_low",
    "tx_expired",
    "insufficient_balance",
    "replacement_underpriced",
    "sender_full",
    "rate_limited",
    "headers_too_large",
    "internal",
    "starting",
    "stopping",
    "busy",
    "pool_full",
)
