# Running operations at a timestamp, before the transactions (SCH).
import executions
from dispatch import outcome
from fees import Meter, Purse, settle
from operations import in_order, leave, unlock
from state import U64

LEAST_CYCLES = 200  # of the budget, for each that was run or blocked


def run_due(block):
    """The oldest first, as long as they fit the budget; the first of a block always does."""
    state, first, budget = block.state, True, block.config["sch_cycles_per_block"]
    for operation in in_order(state.operations.values()):
        if operation.id not in state.operations:  # an earlier one has dropped it
            continue
        blocked = operation.sequence < state.barriers.get(operation.account, 0)
        needs = LEAST_CYCLES if blocked else operation.gas_limit
        if operation.timestamp_ms > block.timestamp_ms or not (first or _fits(block, needs, budget)):
            return
        first = False
        if blocked:
            block.used["sch"] += LEAST_CYCLES
            leave(state, operation, "blocked")
        else:
            sequence = block.next_seq()
            state.cause = {"seq": sequence}
            leave(state, operation, "executed")
            _run(block, operation, sequence)
            state.cause = None
        unlock(state, operation)


def _fits(block, needs, budget):
    """Neither the budget nor a sum of the block (R-41) would be exceeded."""
    most = max(needs, LEAST_CYCLES)
    return needs <= budget - block.used["sch"] and block.used["sch"] + most <= U64 \
        and block.has_room(needs, block.config["max_cells_per_fire"])


def _run(block, operation, sequence):
    state, account = block.state, operation.account
    balance, purse = state.balance(account), Purse(account, block.cycle_basefee, block.cell_basefee)
    cycles = min(operation.gas_limit, balance // purse.cycle_base)
    cells = min(block.config["max_cells_per_fire"], (balance - cycles * purse.cycle_base) // purse.cell_base)
    meter, precharged = Meter(cycles, cells), purse.cost(cycles, cells)
    state.debit(account, precharged)
    origin = {"timer_id": "0x" + operation.id.hex(), "trigger": {"kind": "timestamp"}}
    status, error = executions.attempt(state, meter, lambda: executions.enter(
        block, operation.target, operation.handler, account, meter, purse, origin=origin))
    charged, tip = settle(block, purse, meter, precharged)
    block.use(meter)
    block.used["sch"] += max(meter.cycles, LEAST_CYCLES)
    block.fired.append({
        "seq": sequence, "kind": "timestamp", "id": "0x" + operation.id.hex(),
        **({"label": operation.label} if operation.label is not None else {}),
        "actor": "0x" + operation.target.hex(), "owner": "0x" + account.hex(), "handler": operation.handler,
        "payer": "0x" + account.hex(), "fire_seq": 0, "cause": None, **outcome(status, error, meter, charged, tip)})
