# The hash of a transaction that came without one, as docs/state-layout.md describes it.
from keccak import keccak256

KINDS = {"call": 0, "as": 1, "transfer": 2, "deploy": 3, "remove_actor": 4, "cancel_timer": 5, "extend_timer": 6,
         "update_config": 7, "schedule_at": 8, "drop": 9, "transfer_control": 10,
         "set_validator": 11, "plan_version": 12}
LIMITS = (("cycles_limit", 8), ("cells_limit", 8), ("max_fee_per_cycle", 16), ("max_fee_per_cell", 16),
          ("tip_per_cycle", 16), ("tip_per_cell", 16))


def _uint(value, size):
    return value.to_bytes(size, "big")


def _sized(data):
    data = data.encode("utf-8") if isinstance(data, str) else data
    return _uint(len(data), 4) + data


def _named(wanted):
    """A timer or an operation by its label or its id."""
    return _sized(wanted) + bytes(32) if isinstance(wanted, str) else _sized(b"") + wanted


def _patch(patch):
    def value(v):
        if isinstance(v, bool):
            return b"\1" + _uint(v, 1)
        return b"\2" + _sized(v) if isinstance(v, str) else b"\0" + _uint(v, 16)
    return b"".join(_sized(name) + value(patch[name]) for name in sorted(patch))


def _schedule_at(call):
    time, handler, gas_limit = call["timestamp_ms"], call.get("handler"), call.get("gas_limit")
    relative = isinstance(time, tuple)
    return (call["actor"] + _uint(time[1] if relative else time, 8) + _uint(relative, 1)
            + _uint(handler is not None, 1) + _sized(handler or "") + _sized(call.get("payload", b""))
            + _uint(gas_limit is not None, 1) + _uint(gas_limit or 0, 8))


def _body(kind, transaction):
    value = transaction.get(kind)
    if kind == "call":
        return value["actor"] + _sized(value["handler"]) + _sized(value.get("payload", b""))
    if kind == "as":
        return value + _sized(transaction["steps_source"])
    if kind == "transfer":
        return value["to"] + _uint(value["amount"], 16)
    if kind == "deploy":
        salt, payload = transaction.get("salt", b""), transaction.get("payload", b"")
        return b"\1" + _sized(value[1]) + _sized(salt) + _sized(payload)
    if kind == "remove_actor":
        return value
    if kind == "schedule_at":
        return _schedule_at(value)
    return _named(value) if kind == "drop" else b""


def _system(kind, argument):
    if kind == "update_config":
        return _patch(argument)
    if kind == "set_validator":
        payee = argument.get("payee")
        return argument["pub_key"] + _uint(argument["power"], 8) + _uint(payee is not None, 1) + (payee or b"")
    if kind == "plan_version":
        return _uint(argument[0], 8) + _uint(argument[1], 8)
    return _named(argument) if kind == "cancel_timer" else _named(argument[0]) + _uint(argument[1], 8)


def of(chain_id, transaction, nonce):
    kind, system = transaction["kind"], transaction.get("system")
    body = _system(*system) if system else _body(kind, transaction)
    return keccak256(b"".join((
        _sized(chain_id), transaction["from"], _uint(nonce, 8), *(_uint(transaction[name], size) for name, size in LIMITS),
        _uint(KINDS[system[0] if system else kind], 1), body)))
