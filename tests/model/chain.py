# The chain: genesis, one block from start to commit, rollback (BLK).
import agents
import auction
import config as timer_config
import fairness
import globalbox
import operation_runs
import readers
import validators
from end_of_block import collect_dead, expire_waiting, stand_all, take_in
from errors import NotBuilt, TraceError
from fees import Purse, next_basefee
from fifo import run_fifo
from messages import run_messages
from state import Actor, State, U64, U128
from transactions import read_handlers, run_transactions
from watch_hits import run_hits

FEES = {"cycle_basefee": 1, "cell_basefee": 1, "min_basefee": 1, "cycle_capacity": 20_000_000,
        "cell_capacity": 1_000_000, "cycle_target": None, "cell_target": None,
        "user_lane": 5_000_000, "system_lane": 500_000}
AMOUNT_FEES = ("cycle_basefee", "cell_basefee", "min_basefee")
COUNTS = ("cycles", "cells", "lane", "lane_cells", "gc", "gba", "sch", "looks", "intake", "hits")


class Block:
    """One block being applied: what it read at its start, and what it counts."""

    def __init__(self, chain, height, timestamp_ms, proposer):
        self.state, self.fees, self.system_deployers = chain.state, chain.fees, chain.system_deployers
        self.chain_id = chain.chain_id
        self.height, self.timestamp_ms, self.proposer = height, timestamp_ms, proposer
        self.config = dict(self.state.config)
        self.discipline = timer_config.discipline_at(self.config, height)
        self.cycle_basefee, self.cell_basefee = self.state.cycle_basefee, self.state.cell_basefee
        self.lane_basefee = auction.lane_basefee_of(self.state, self.discipline, self.cycle_basefee)
        self.last_median_priority = self.state.median_priority
        self.priorities = []  # paid by this block's fires
        self.materialised = set()  # ids pre-charged and not started: Globalbox only
        self.used = {name: 0 for name in COUNTS}
        self.lane_cycles = {"user": 0, "system": 0}
        self.tips = 0
        self.tips_or_held = 0  # with the tips in what is held for messages
        self.receipts, self.fired = [], []
        self.validators = validators.Changes()

    @property
    def gas_cap(self):
        """The most that a fire may be given in this block's phase."""
        if self.discipline == "auction":
            return min(self.config["max_cycles_per_fire"], self.config["max_cycles_per_fire_auction_phase"])
        return self.config["max_cycles_per_fire"]

    def gas_limit(self, timer):
        """R-13: the default mark is the cap of the discipline in force when it is looked at."""
        return self.gas_cap if timer.gas_limit is None else timer.gas_limit

    def fire_purse(self, timer, priority=0):
        return self.fire_purse_of(timer.payer, priority)

    def fire_purse_of(self, payer, tip):
        """FEE-1: what a cycle and a cell of a fire cost in this block."""
        cycle_price = self.cycle_basefee * self.config["timer_lane_fee_multiplier"] // 1000
        lane = self.lane_basefee if self.discipline == "auction" else 0
        return Purse(payer, cycle_price, self.cell_basefee, cycle_tip=tip, lane_base=lane)

    def burn(self, part, amount):
        self.state.burned[part] += amount
        self.state.burned_total += amount

    def next_seq(self):
        self.state.next_seq += 1
        return self.state.next_seq - 1

    def has_room(self, cycles, cells, tip=0):
        """R-41: what a block used and tipped are numbers of 64 and 128 bits."""
        return self.used["cycles"] + cycles <= U64 and self.used["cells"] + cells <= U64 \
            and self.tips_or_held + tip <= U128

    def use(self, meter):
        """FEE-9: usage that moves the base fees."""
        self.used["cycles"] += meter.cycles
        self.used["cells"] += meter.cells


class Chain:
    def __init__(self, genesis):
        self.fees = _read_fees(genesis.get("fees", {}))
        self.system_deployers = set(genesis.get("system_deployers", []))
        self.chain_id = genesis.get("chain_id", "t")
        state = State(timestamp_ms=genesis.get("timestamp_ms", 1_000_000))
        state.config = timer_config.genesis_config(genesis.get("config", {}), self.fees["cycle_capacity"])
        state.cycle_basefee, state.cell_basefee = self.fees["cycle_basefee"], self.fees["cell_basefee"]
        state.last_discipline = timer_config.discipline_at(state.config, 0)
        for account in genesis.get("accounts", []):
            _place_account(state, account)
        for actor in genesis.get("actors", []):
            _place_account(state, actor)
            state.actors[actor["address"]] = Actor(actor.get("owner", bytes(20)), actor["handlers"])
        state.validators = dict(genesis.get("validators", {}))
        self.supply = sum(state.balances.values())
        if self.supply > U128:
            raise TraceError("genesis supply above u128")
        self.state = state
        self.history = {}  # height -> State after that block
        self.keep_history = True

    def apply(self, line):
        """Apply a block line; returns the block with everything that it counted."""
        state, height = self.state, self.state.height + 1
        timestamp_ms = line.get("timestamp_ms", state.timestamp_ms + 1000)
        if timestamp_ms <= state.timestamp_ms:
            raise TraceError("timestamp %d is not above %d" % (timestamp_ms, state.timestamp_ms))
        if self.keep_history:
            self.history[state.height] = state.snapshot()
        before = dict(state.balances)
        block = Block(self, height, timestamp_ms, line.get("proposer", bytes(19) + b"\xff"))
        state.exits, state.events, state.messages, state.scheduled = [], [], [], []
        state.burned = {"cycle": 0, "cell": 0, "lane": 0}
        if block.discipline != state.last_discipline:
            stand_all(state)
            agents.forget_queue(state)
            fairness.forget(state)
        fairness.begin_block(block)
        state.clock += block.config["w_age"]
        validators.begin_block(block, line.get("misbehaviour", []))
        operation_runs.run_due(block)
        run_transactions(block, line.get("txs", []))
        _end_of_block(block)
        run_messages(block)
        auction.close(block)
        state.last_cycle_usage = block.used["cycles"]
        state.cycle_basefee = next_basefee(block.cycle_basefee, block.used["cycles"],
                                           self.fees["cycle_target"], self.fees["min_basefee"])
        state.cell_basefee = next_basefee(block.cell_basefee, block.used["cells"],
                                          self.fees["cell_target"], self.fees["min_basefee"])
        state.height, state.timestamp_ms, state.last_discipline = height, timestamp_ms, block.discipline
        block.changed_balances = {a: state.balance(a) for a in state.balances if state.balance(a) != before.get(a, 0)}
        state.check(self.supply)
        return block

    def coming_block(self):
        """The next block as far as it is known: its prices, config and discipline."""
        return Block(self, self.state.height + 1, self.state.timestamp_ms + 1000, bytes(19) + b"\xff")

    def roll_back(self, count):
        if count > self.state.height:
            raise TraceError("rollback of %d at height %d" % (count, self.state.height))
        target = self.state.height - count
        if count:
            if target not in self.history:
                raise TraceError("no history kept for height %d" % target)
            self.state = self.history[target].snapshot()
            self.history = {h: s for h, s in self.history.items() if h < target}


def _end_of_block(block):
    """Procedure 4 and 5. Paused: only intake and watch hits."""
    paused = block.config["timers_paused"]
    if block.discipline == "auction":
        fairness.slide(block)
        block.weights = fairness.Weights(block.state, block.config, block.height)
    if not paused:
        collect_dead(block)
        expire_waiting(block)
    if block.discipline == "auction":
        agents.leave_queue(block)
    take_in(block)
    run_hits(block)
    if block.discipline == "auction" and paused:
        agents.join_queue(block)
    if block.discipline == "globalbox":
        globalbox.enqueue(block)
    if not paused:
        DISCIPLINES[block.discipline](block)
        collect_dead(block)


DISCIPLINES = {"fifo": run_fifo, "auction": auction.run_auction, "globalbox": globalbox.run_globalbox}


def _place_account(state, account):
    if account["address"] in state.balances:
        raise TraceError("address twice in genesis: 0x" + account["address"].hex())
    state.balances[account["address"]] = account.get("balance", 0)


def _read_fees(given):
    fees = {**FEES, **given}
    for meter in ("cycle", "cell"):
        if fees[meter + "_target"] is None:
            fees[meter + "_target"] = fees[meter + "_capacity"] // 2
    for name, value in fees.items():
        if value == 0:
            raise TraceError("genesis fee %s is zero" % name)
    return fees


ACCOUNT = {"address": readers.address, "balance": readers.amount}


def _not_built_python(_value):
    raise NotBuilt("python actors")


def _list_of(read):
    def read_list(value):
        if not isinstance(value, list):
            raise TraceError("not a list: %r" % (value,))
        return [read(entry) for entry in value]
    return read_list


ACTOR = {**ACCOUNT, "owner": readers.address, "handlers": read_handlers, "python": _not_built_python}
GENESIS = {
    "chain_id": readers.text,
    "timestamp_ms": readers.number,
    "accounts": _list_of(lambda v: readers.fields(v, ACCOUNT, "account", ["address"])),
    "system_deployers": _list_of(readers.address),
    "validators": validators.read_genesis,
    "config": lambda v: v,
    "fees": lambda v: readers.fields(
        v, {name: readers.amount if name in AMOUNT_FEES else readers.number for name in FEES}, "fees"),
    "actors": _list_of(lambda v: readers.fields(v, ACTOR, "actor", ["address", "handlers"])),
}


def read_genesis(value):
    return readers.fields(value, GENESIS, "genesis")
