"""Transactions: their wire form, signatures and hashes, made without a node.

A transaction is a dict with the keys of the API: one of call, transfer, deploy (with salt and payload), remove_actor,
schedule_at, drop, transfer_control and system, and nonce, cycles_limit, cells_limit, the four fees, valid_until."""
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import cbor2
from coincurve import PublicKey

from lariat._hex import Bytes, keccak256, sized, to_bytes, to_hex
from lariat.accounts import Account, address_of
from lariat.errors import TransactionMalformed

DOMAIN = b"\x19lariat transaction 1\n"
HALF_ORDER = 0x7FFFFFFF_FFFFFFFF_FFFFFFFF_FFFFFFFF_5D576E73_57A4501D_DFE92F46_681B20A0
ORDER = 2 * HALF_ORDER + 1
AMOUNT_FIELDS = ("w_age", "min_bid", "max_bid")  # of a config: written as amounts
LIMITS = ("cycles_limit", "cells_limit", "max_fee_per_cycle", "max_fee_per_cell", "tip_per_cycle", "tip_per_cell")
VERSION = 1
U64 = 1 << 64

Tx = Mapping[str, Any]


@dataclass(frozen=True)
class Signed:
    """A signed transaction: what is posted, its hash and its sender."""

    raw: bytes
    hash: str
    sender: str


def amount(value: int | str) -> bytes:
    """Big-endian without leading zeros; 0 is empty."""
    number = int(value)
    if not 0 <= number < 1 << 128:
        raise ValueError(f"an amount is from 0 to 2**128 - 1, got {number}")
    return number.to_bytes((number.bit_length() + 7) // 8, "big")


def unsigned(value: int | str, what: str) -> int:
    number = int(value)
    if not 0 <= number < U64:
        raise ValueError(f"{what} is from 0 to 2**64 - 1, got {number}")
    return number


def payload_bytes(value: Bytes) -> bytes:
    """0x digits or bytes; other text as UTF-8, as on the command line."""
    return value.encode() if isinstance(value, str) and not value.startswith("0x") else to_bytes(value)


def _arguments(tx: Tx) -> tuple[int, list[Any]]:
    def address(value: Bytes) -> bytes:
        return sized(value, 20, "an address")

    def identity(value: Bytes) -> bytes:
        return sized(value, 32, "an id")

    kinds: dict[str, Callable[[Any], tuple[int, list[Any]]]] = {
        "call": lambda call: (0, [address(call["actor"]), call["handler"], payload_bytes(call.get("payload", b""))]),
        "transfer": lambda to: (1, [address(to["to"]), amount(to["amount"])]),
        "deploy": lambda deploy: (2, [deploy["python"], payload_bytes(tx.get("salt", b"")), payload_bytes(tx.get("payload", b""))]),
        "remove_actor": lambda actor: (3, [address(actor)]),
        "schedule_at": lambda at: (4, [unsigned(at["timestamp_ms"], "timestamp_ms"), address(at["actor"]), at.get("handler"),
                                       payload_bytes(at.get("payload", b"")),
                                       None if at.get("gas_limit") is None else unsigned(at["gas_limit"], "gas_limit")]),
        "drop": lambda operation: (5, [identity(operation)]),
        "transfer_control": lambda _: (6, []),
        "system": _system,
    }
    chosen = [name for name in kinds if name in tx]
    if len(chosen) != 1:
        raise ValueError(f"a transaction has one of {', '.join(kinds)}; this one has {', '.join(chosen) or 'none'}")
    return kinds[chosen[0]](tx[chosen[0]])


def _system(system: Mapping[str, Any]) -> tuple[int, list[Any]]:
    ((verb, value),) = system.items()
    if verb == "cancel_timer":
        return 48, [sized(value, 32, "an id")]
    if verb == "update_config":
        fields = {name: amount(v) if name in AMOUNT_FIELDS else int(v) if isinstance(v, str) and v.isdecimal() else v for name, v in value.items()}
        return 49, [dict(sorted(fields.items(), key=lambda item: (len(item[0].encode()), item[0].encode())))]
    if verb == "extend_timer":
        return 50, [sized(value[0], 32, "an id"), unsigned(value[1], "expires_at")]
    if verb == "set_validator":
        payee = value.get("payee")
        return 51, [sized(value["pub_key"], 32, "a public key"), unsigned(value["power"], "power"), None if payee is None else sized(payee, 20, "an address")]
    if verb == "plan_version":
        return 52, [unsigned(value[0], "height"), unsigned(value[1], "version")]
    raise ValueError(f"no system instruction {verb!r}")


def body(tx: Tx, chain_id: str) -> bytes:
    """What is signed. The nonce and all limits must be there."""
    if missing := [name for name in ("nonce", *LIMITS) if name not in tx]:
        raise ValueError(f"a transaction needs {', '.join(missing)}")
    kind, arguments = _arguments(tx)
    fields: dict[int, Any] = {0: chain_id, 1: unsigned(tx["nonce"], "nonce"), 2: kind, 3: arguments,
                              4: unsigned(tx["cycles_limit"], "cycles_limit"), 5: unsigned(tx["cells_limit"], "cells_limit")}
    fields.update((6 + n, amount(tx[name])) for n, name in enumerate(LIMITS[2:]))
    if tx.get("valid_until") is not None:
        fields[10] = unsigned(tx["valid_until"], "valid_until")
    return cbor2.dumps(fields)


def digest(encoded_body: bytes) -> bytes:
    """The 32 bytes that a signature is of."""
    return keccak256(DOMAIN, encoded_body)


def sign(tx: Tx, account: Account, chain_id: str) -> Signed:
    """Encodes and signs."""
    encoded = body(tx, chain_id)
    raw = b"\x83\x01" + encoded + cbor2.dumps(account.sign(digest(encoded)))
    return Signed(raw, to_hex(keccak256(raw)), account.address)


_KINDS: dict[int, tuple[str, tuple[tuple[type, ...], ...]]] = {
    0: ("call", ((bytes,), (str,), (bytes,))), 1: ("transfer", ((bytes,), (bytes,))), 2: ("deploy", ((str,), (bytes,), (bytes,))),
    3: ("remove_actor", ((bytes,),)), 4: ("schedule_at", ((int,), (bytes,), (str, type(None)), (bytes,), (int, type(None)))),
    5: ("drop", ((bytes,),)), 6: ("transfer_control", ()), 48: ("cancel_timer", ((bytes,),)), 49: ("update_config", ((dict,),)),
    50: ("extend_timer", ((bytes,), (int,))), 51: ("set_validator", ((bytes,), (int,), (bytes, type(None)))),
    52: ("plan_version", ((int,), (int,))),
}
_FIXED = {0: {0: 20}, 1: {0: 20}, 3: {0: 20}, 4: {1: 20}, 5: {0: 32}, 48: {0: 32}, 50: {0: 32}, 51: {0: 32, 2: 20}}


def _require(holds: bool, what: str) -> None:
    if not holds:
        raise TransactionMalformed(what)


def _number(data: Any) -> int:
    _require(isinstance(data, bytes) and len(data) <= 16 and not data.startswith(b"\0"), "wrong_type: an amount")
    return int.from_bytes(data, "big")


def decode(raw: Bytes) -> tuple[dict[str, Any], str]:
    """The transaction and its chain id; `from` and `hash` are in it. Anything that a node refuses as malformed or badly signed is refused."""
    data = to_bytes(raw)
    try:
        parts = cbor2.loads(data)
        canonical = cbor2.dumps(parts)
    except (ValueError, TypeError, RecursionError, OverflowError, cbor2.CBORError) as error:
        raise TransactionMalformed(str(error)) from error
    _require(canonical == data, "not_canonical, truncated or trailing bytes")
    _require(isinstance(parts, list) and len(parts) == 3 and parts[0] == VERSION and not isinstance(parts[0], bool), "unknown_version")
    fields, signature = parts[1], parts[2]
    _require(isinstance(fields, dict) and isinstance(signature, bytes), "wrong_type")
    _require(list(fields) == list(range(10)) + ([10] if len(fields) == 11 else []), "unknown_field, missing_field or not_canonical")
    numbers = [n for n in (1, 2, 4, 5, 10) if n in fields]
    _require(all(type(fields[n]) is int and 0 <= fields[n] < U64 for n in numbers) and isinstance(fields[0], str), "wrong_type")
    _require(fields[2] in _KINDS, "unknown_kind")
    tx = _decoded(fields[2], fields[3])
    tx.update(nonce=fields[1], cycles_limit=fields[4], cells_limit=fields[5])
    tx.update((name, _number(fields[6 + n])) for n, name in enumerate(LIMITS[2:]))
    tx["valid_until"] = fields.get(10)
    encoded = cbor2.dumps(fields)
    tx.update({"from": to_hex(_signer(encoded, signature)), "hash": to_hex(keccak256(data))})
    return tx, fields[0]


def _decoded(kind: int, arguments: Any) -> dict[str, Any]:
    name, wanted = _KINDS[kind]
    _require(isinstance(arguments, list) and len(arguments) == len(wanted), "wrong_type: arguments")
    for n, (value, types) in enumerate(zip(arguments, wanted)):
        _require(type(value) in types and (not isinstance(value, int) or 0 <= value < U64), "wrong_type: an argument")
        fixed = _FIXED.get(kind, {}).get(n)
        _require(fixed is None or value is None or isinstance(value, bytes) and len(value) == fixed, "wrong_type: length of an argument")
    shown = [to_hex(value) if isinstance(value, bytes) else value for value in arguments]
    if kind == 1:
        return {name: {"to": shown[0], "amount": _number(arguments[1])}}
    if kind == 2:
        return {name: {"python": shown[0]}, "salt": shown[1], "payload": shown[2]}
    if kind == 0:
        return {name: dict(zip(("actor", "handler", "payload"), shown))}
    if kind == 4:
        return {name: dict(zip(("timestamp_ms", "actor", "handler", "payload", "gas_limit"), shown))}
    if kind == 6:
        return {name: True}
    if kind == 49:
        config: dict[Any, Any] = arguments[0]
        _require(all(isinstance(key, str) for key in config), "wrong_type: a key of update_config")
        keys = list(config)
        _require(keys == sorted(keys, key=lambda key: (len(key.encode()), key.encode())), "not_canonical: order of keys")
        for key, value in config.items():
            _require(isinstance(value, bytes) == (key in AMOUNT_FIELDS) and isinstance(value, (bytes, bool, int, str)), f"wrong_type: {key}")
        return {"system": {name: {key: _number(v) if isinstance(v, bytes) else v for key, v in config.items()}}}
    if kind == 51:
        return {"system": {name: {key: value for key, value in zip(("pub_key", "power", "payee"), shown) if value is not None}}}
    if kind == 52:
        return {"system": {name: shown}}
    if kind in (48, 50):
        return {"system": {name: shown[0] if kind == 48 else shown}}
    return {name: shown[0]}


def _signer(encoded: bytes, signature: bytes) -> bytes:
    _require(len(signature) == 65, "wrong_type: a signature has 65 bytes")
    r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:64], "big")
    _require(0 < r < ORDER and 0 < s <= HALF_ORDER and signature[64] < 2, "bad_signature")
    try:
        return address_of(PublicKey.from_signature_and_message(signature, digest(encoded), hasher=None))
    except (ValueError, Exception) as error:  # the library raises a bare Exception for a signature of no point
        raise TransactionMalformed("bad_signature") from error
