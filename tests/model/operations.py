# Operations at a timestamp: scheduling, dropping, transfer of control (SCH).
import timer_calls
from errors import HostError
from keccak import keccak256
from state import U64, Operation

INDEX_CELLS = 96
RECORD_BYTES = 64
OPERATION_MARK = b"\x02"


def schedule(block, account, target, call, meter):
    """Once its 200 cycles are paid: checks, cells, initiation fee and deposit. The account pays both and runs it."""
    state, config = block.state, block.config
    handler, payload = call.get("handler", "handle_timer"), call.get("payload", b"")
    gas_limit = call.get("gas_limit", config["max_cycles_per_fire"])
    timestamp_ms = max(timer_calls.resolve(call["timestamp_ms"], block.timestamp_ms), block.timestamp_ms + 1)
    initiation = config["sch_initiation_cycles"] * block.cycle_basefee
    size = len(payload) + len(handler.encode("utf-8"))
    deposit = (size + RECORD_BYTES) * block.cell_basefee
    for name in _refusals(block, timestamp_ms, handler, payload, gas_limit):
        raise HostError(name)
    second = timestamp_ms // 1000
    if state.seconds.get(second, 0) + gas_limit > config["sch_cycles_per_second"]:
        raise HostError("ScheduleFull")
    if state.balance(account) < initiation + deposit:
        raise HostError("InsufficientBalance")
    meter.charge_cells(size + INDEX_CELLS)
    state.debit(account, initiation + deposit)
    block.burn("cycle", initiation)
    state.locked[account] = state.locked.get(account, 0) + deposit
    state.seconds[second] = state.seconds.get(second, 0) + gas_limit
    nonce = state.take_nonce(account)
    operation_id = keccak256(account + timestamp_ms.to_bytes(8, "big") + OPERATION_MARK + nonce.to_bytes(8, "big"))
    state.operations[operation_id] = Operation(operation_id, account, target, timestamp_ms, state.next_operation,
                                               handler, gas_limit, deposit, call.get("label"))
    state.next_operation += 1
    state.scheduled.append((operation_id, "operation", state.cause))
    timer_calls.name(state, call, operation_id)


def _refusals(block, timestamp_ms, handler, payload, gas_limit):
    config = block.config
    if timestamp_ms > U64:
        yield "InvalidInput"
    yield from timer_calls.handler_refusals(handler)
    if len(payload) > config["max_payload_size"]:
        yield "PayloadTooLarge"
    if gas_limit > config["max_cycles_per_fire"]:
        yield "GasLimitTooHigh"
    if gas_limit < config["min_gas_limit_per_timer"]:
        yield "GasLimitTooLow"


def drop(state, account, wanted):
    """The owner takes one back: deposit and room in its second come back."""
    operation_id = state.labels.get(wanted) if isinstance(wanted, str) else wanted
    operation = state.operations.get(operation_id)
    if operation is None:
        raise HostError("TimerNotFound")
    if operation.account != account:
        raise HostError("Unauthorized")
    state.seconds[operation.timestamp_ms // 1000] -= operation.gas_limit
    leave(state, operation, "dropped")
    unlock(state, operation)


def transfer_control(state, account):
    """SCH-9: what the account has scheduled so far will not run."""
    state.barriers[account] = state.next_operation


def in_order(operations):
    return sorted(operations, key=lambda o: (o.timestamp_ms, o.sequence))


def leave(state, operation, exit_name):
    del state.operations[operation.id]
    state.exits.append((operation, exit_name, state.cause))


def unlock(state, operation):
    state.locked[operation.account] -= operation.deposit
    if not state.locked[operation.account]:
        del state.locked[operation.account]
    state.credit(operation.account, operation.deposit)
