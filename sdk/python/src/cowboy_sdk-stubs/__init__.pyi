"""For actors, beside pvm_host: marks of classes and handlers, bids, and the module runtime."""
from collections.abc import Callable
from enum import Enum
from typing import Any, TypeVar

from . import runtime as runtime

_Class = TypeVar("_Class", bound=type[Any])
_Handler = TypeVar("_Handler", bound=Callable[..., Any])

def actor(cls: _Class) -> _Class:
    """Marks the class whose methods are the handlers, where a source has several. TypeError for what is no class."""

def only_self(handler: _Handler) -> _Handler:
    """Lets only the actor itself call a handler: its timers, timeouts, watches, operations and messages. Anybody else gets
    Unauthorized before a line of the handler runs. Not for deploy, whose sender is always the deployer."""

def only_owner(handler: _Handler) -> _Handler:
    """Lets only the account that has deployed the actor call a handler. Anybody else gets Unauthorized."""

def schedule_timer(height: int, payload: bytes, fee_payer: bytes | None = None, gas_limit: int | None = None, expires_at: int | None = None,
                   max_fee_per_cycle: int | None = None, max_priority_fee_per_cycle: int | None = None, bid: int | None = None, *,
                   priority_tier_hint: str | PriorityTier | None = None) -> bytes:
    """The same as pvm_host.schedule_timer."""

class PriorityTier(Enum):
    """How urgent a timer is, in auction blocks. Importing it costs about 9,000 cycles in each execution; the texts cost nothing."""

    ECONOMY = "economy"
    STANDARD = "standard"
    FAST = "fast"
    URGENT = "urgent"

class TxFeeParams:
    """What an agent's getGasBid answers; base units. The chain uses the first two."""

    max_fee_per_cycle: int
    max_priority_fee_per_cycle: int
    max_fee_per_cell: int
    max_priority_fee_per_cell: int

    def __init__(self, max_fee_per_cycle: int, max_priority_fee_per_cycle: int, max_fee_per_cell: int = 0,
                 max_priority_fee_per_cell: int = 0) -> None: ...

class GBAContext:
    """What an agent's getGasBid is given; heights, base units, cycles."""

    trigger_block_height: int
    current_block_height: int
    basefee_cycle: int
    basefee_cell: int
    basefee_lane_timer: int
    last_block_cycle_usage: int
    previous_block_p50_priority_tip_per_cycle: int
    owner_actor_balance: int

    def __init__(self, trigger_block_height: int, current_block_height: int, basefee_cycle: int, basefee_cell: int, basefee_lane_timer: int,
                 last_block_cycle_usage: int, previous_block_p50_priority_tip_per_cycle: int, owner_actor_balance: int) -> None: ...
