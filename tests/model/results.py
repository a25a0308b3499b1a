# Result lines and query results, as docs/results.md and docs/trace.md spell them; what only an implementation can know is left out.
import config as timer_config
import estimate
import fairness
import operations
import readers
from errors import NotBuilt, TraceError
from state import U64, State
from steps import SCHEDULE

# Not predictable from the specification, so never printed here and never compared.
LEFT_OUT = ("state_root", "results_root", "used.moves", "fired.deliver_id")

EXACT = 2 ** 53


def plain(value):
    """Other numbers are JSON numbers up to 2^53 and decimal strings above."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) and value > EXACT else value


def plain_all(value):
    if isinstance(value, dict):
        return {name: plain_all(member) for name, member in value.items()}
    if isinstance(value, list):
        return [plain_all(member) for member in value]
    return plain(value)


def config_object(config):
    return {name: str(value) if name in timer_config.AMOUNTS else plain(value) for name, value in config.items()}


def _event(event):
    if event["name"] == "timer_config.updated":
        return {**event, "config": config_object(event["config"])}
    return plain_all(event)


def _exit(gone, exit_name, cause):
    """`gone` is a timer or an operation."""
    label = {} if gone.label is None else {"label": gone.label}
    return {"id": "0x" + gone.id.hex(), **label, "exit": exit_name, "cause": cause}


def _scheduled(state):
    """With the label that each has at the end of the block, or had when it left."""
    known = {**{gone.id: gone for gone, _, _ in state.exits}, **state.timers, **state.operations}
    return [{"id": "0x" + i.hex(), **({} if known[i].label is None else {"label": known[i].label}), "kind": kind,
             "cause": cause} for i, kind, cause in state.scheduled]


def block_line(block):
    state = block.state
    return {
        "height": plain(block.height), "timestamp_ms": plain(block.timestamp_ms), "discipline": block.discipline,
        "basefee": {"cycle": str(block.cycle_basefee), "cell": str(block.cell_basefee),
                    "lane": str(block.lane_basefee)},
        "used": plain_all(block.used),
        "burned": {name: str(value) for name, value in state.burned.items()}, "tips": str(block.tips),
        "receipts": plain_all(block.receipts), "fired": plain_all(block.fired),
        "exits": [_exit(gone, name, cause) for gone, name, cause in state.exits],
        "events": [_event(event) for event in state.events],
        "scheduled": _scheduled(state),
        **({"validators": plain_all(block.validators.rows())} if block.validators.updates else {}),
        "live": len(state.timers), "due_waiting": len(state.waiting) + len(state.parked),
        "dead": len(state.dead), "operations": len(state.operations),
        "balances": {"0x" + a.hex(): str(v) for a, v in sorted(block.changed_balances.items())},
        "totals": dict(state.totals),
        "supply": {"balances": str(sum(state.balances.values())), "locked": str(sum(state.locked.values())),
                   "burned": str(state.burned_total)},
    }


def _hex(value):
    return None if value is None else "0x" + value.hex()


def _fee(value):
    return None if value is None else str(value)


def _known_id(state, wanted):
    wanted = readers.timer_id(wanted)
    if isinstance(wanted, str) and wanted not in state.labels:
        raise TraceError("unknown label %r" % wanted)
    return state.labels[wanted] if isinstance(wanted, str) else wanted


def _timer(chain, wanted):
    state = chain.state
    timer = state.timers.get(_known_id(state, wanted))
    if timer is None:
        return None
    return {"id": _hex(timer.id), "owner": _hex(timer.owner), "target": _hex(timer.target), "kind": timer.kind,
            "height": plain(timer.height), "handler": timer.handler,
            "fee_payer": _hex(timer.payer), "gas_limit": plain(timer.gas_limit),
            "expires_at": plain(timer.expires_at), "max_fee_per_cycle": _fee(timer.max_fee),
            "max_priority_fee_per_cycle": _fee(timer.max_priority), "fire_seq": timer.fire_seq}


def _account(chain, value):
    state = chain.state
    address = readers.address(value)
    return {"balance": str(state.balance(address)), "nonce": state.nonces.get(address, 0),
            "locked": str(state.locked.get(address, 0))}


def _storage(chain, value):
    actor, key = readers.pair(value, "storage query")
    return _hex(chain.state.storage.get((readers.address(actor), readers.data(key))))


ESTIMATE = {"actor": readers.address, **SCHEDULE}


def _estimate(chain, value):
    """A call from outside is made in the coming block at the earliest."""
    call = readers.fields(value, ESTIMATE, "estimate query", ["actor", "height"])
    return plain_all(estimate.estimate(chain.coming_block(), call["actor"], call, None))


def _weight(chain, value):
    owner, block = readers.address(value), chain.coming_block()
    goes_on = block.discipline == chain.state.last_discipline == "auction"
    weights = fairness.Weights(chain.state if goes_on else State(), block.config, block.height)
    return {"recent": weights.recent.get(owner, 0), "median": weights.median, "weight": weights.of(owner)}


def _scheduled_until(chain, value):
    """Ids, in the order in which they will run."""
    account, until_ms = readers.pair(value, "scheduled_until")
    account, until_ms = readers.address(account), readers.number(until_ms)
    mine = [o for o in chain.state.operations.values() if o.account == account and o.timestamp_ms <= until_ms]
    return [_hex(operation.id) for operation in operations.in_order(mine)]


def _operation(chain, wanted):
    operation = chain.state.operations.get(_known_id(chain.state, wanted))
    if operation is None:
        return None
    return {"id": _hex(operation.id), "account": _hex(operation.account), "target": _hex(operation.target),
            "timestamp_ms": plain(operation.timestamp_ms), "sequence": plain(operation.sequence),
            "handler": operation.handler, "gas_limit": plain(operation.gas_limit), "deposit": str(operation.deposit)}


def _room(chain, value):
    """The earliest time from the asked one on, above the last block's, in whose second there is room."""
    state = chain.state
    asked_ms, gas_limit = readers.pair(value, "room")
    at_ms, gas_limit = max(readers.number(asked_ms), state.timestamp_ms + 1), readers.number(gas_limit)
    cap = state.config["sch_cycles_per_second"]
    while at_ms <= U64 and gas_limit <= cap:
        if state.seconds.get(at_ms // 1000, 0) + gas_limit <= cap:
            return plain(at_ms)
        at_ms = (at_ms // 1000 + 1) * 1000
    return None


def _height(chain, value):
    return [_hex(i) for i in chain.state.heights.get(readers.number(value), ())]


QUERIES = {
    "timer": _timer,
    "height": _height,
    "actor_timers": lambda chain, value: [_hex(i) for i in chain.state.timers_of(readers.address(value))],
    "account": _account,
    "storage": _storage,
    "config": lambda chain, _value: config_object(chain.state.config),
    "estimate": _estimate,
    "weight": _weight,
    "scheduled_until": _scheduled_until,
    "operation": _operation,
    "room": _room,
}


def query_line(chain, query):
    if not isinstance(query, dict) or len(query) != 1:
        raise TraceError("a query has one name: %r" % (query,))
    name, value = next(iter(query.items()))
    if name == "proof":
        raise NotBuilt("query " + name)
    if name not in QUERIES:
        raise TraceError("unknown query %r" % name)
    return {"query": query, "result": QUERIES[name](chain, value)}
