"""Encodes and signs transactions, from the specification of the wire form alone: nothing of it is shared with the node."""
import sys
from pathlib import Path

sys.path.append("/usr/lib/python3/dist-packages")  # Debian's package, for a Python that is not Debian's
from ecdsa import SECP256k1, SigningKey, VerifyingKey
from ecdsa.util import sigencode_string_canonize

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "model"))
from keccak import keccak256  # noqa: E402

ORDER = SECP256k1.order
DOMAIN = b"\x19lariat transaction 1\n"
KINDS = {"call": 0, "transfer": 1, "deploy": 2, "remove_actor": 3, "schedule_at": 4, "drop": 5, "transfer_control": 6,
         "cancel_timer": 48, "update_config": 49, "extend_timer": 50, "set_validator": 51, "plan_version": 52}
AMOUNT_FIELDS = ("w_age", "min_bid", "max_bid")
LIMITS = {"cycles_limit": 500_000, "cells_limit": 50_000, "max_fee_per_cycle": 1_000_000, "max_fee_per_cell": 1_000_000,
          "tip_per_cycle": 0, "tip_per_cell": 0}

# The accounts of a dev chain: BIP-39 `test` eleven times and `junk`, at m/44'/60'/0'/0/i.
DEV_KEYS = ["0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80",
            "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d",
            "0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a"]


def head(major, number):
    if number < 24:
        return bytes([major << 5 | number])
    for info, size in ((24, 1), (25, 2), (26, 4), (27, 8)):
        if number < 1 << (8 * size):
            return bytes([major << 5 | info]) + number.to_bytes(size, "big")
    raise ValueError(number)


def cbor(value):
    """Deterministic CBOR of what a transaction has."""
    if value is None:
        return b"\xf6"
    if isinstance(value, bool):
        return b"\xf5" if value else b"\xf4"
    if isinstance(value, int):
        return head(0, value) if value >= 0 else head(1, -1 - value)
    if isinstance(value, (bytes, bytearray)):
        return head(2, len(value)) + bytes(value)
    if isinstance(value, str):
        return head(3, len(value.encode())) + value.encode()
    if isinstance(value, (list, tuple)):
        return head(4, len(value)) + b"".join(map(cbor, value))
    pairs = sorted((cbor(key), cbor(item)) for key, item in value.items())
    return head(5, len(pairs)) + b"".join(key + item for key, item in pairs)


def raw_bytes(value):
    return bytes.fromhex(value[2:]) if value.startswith("0x") else value.encode()


def amount(value):
    number = int(value)
    return number.to_bytes((number.bit_length() + 7) // 8, "big")


def arguments(tx):
    """(kind, arguments) of a transaction with the keys of a trace."""
    if "call" in tx:
        call = tx["call"]
        return "call", [raw_bytes(call["actor"]), call["handler"], raw_bytes(call.get("payload", ""))]
    if "transfer" in tx:
        return "transfer", [raw_bytes(tx["transfer"]["to"]), amount(tx["transfer"]["amount"])]
    if "deploy" in tx:
        return "deploy", [tx["deploy"]["python"], raw_bytes(tx.get("salt", "")), raw_bytes(tx.get("payload", ""))]
    if "remove_actor" in tx:
        return "remove_actor", [raw_bytes(tx["remove_actor"])]
    if "schedule_at" in tx:
        call = tx["schedule_at"]
        return "schedule_at", [int(call["timestamp_ms"]), raw_bytes(call["actor"]), call.get("handler"),
                               raw_bytes(call.get("payload", "")), call.get("gas_limit")]
    if "drop" in tx:
        return "drop", [raw_bytes(tx["drop"])]
    if "transfer_control" in tx:
        return "transfer_control", []
    system = tx["system"]
    if "cancel_timer" in system:
        return "cancel_timer", [raw_bytes(system["cancel_timer"])]
    if "extend_timer" in system:
        return "extend_timer", [raw_bytes(system["extend_timer"][0]), int(system["extend_timer"][1])]
    if "set_validator" in system:
        change = system["set_validator"]
        payee = change.get("payee")
        return "set_validator", [raw_bytes(change["pub_key"]), int(change["power"]), None if payee is None else raw_bytes(payee)]
    if "plan_version" in system:
        return "plan_version", [int(number) for number in system["plan_version"]]
    return "update_config", [{field: amount(value) if field in AMOUNT_FIELDS else value
                              for field, value in system["update_config"].items()}]


def body(tx, chain_id):
    kind, args = arguments(tx)
    limits = {**LIMITS, **tx}
    fields = {0: chain_id, 1: int(tx["nonce"]), 2: KINDS[kind], 3: args, 4: int(limits["cycles_limit"]),
              5: int(limits["cells_limit"]), 6: amount(limits["max_fee_per_cycle"]), 7: amount(limits["max_fee_per_cell"]),
              8: amount(limits["tip_per_cycle"]), 9: amount(limits["tip_per_cell"])}
    if "valid_until" in tx:
        fields[10] = int(tx["valid_until"])
    return cbor(fields)


def address_of_point(point):
    return keccak256(point)[-20:]


def address_of(key):
    signing = SigningKey.from_string(raw_bytes(key), curve=SECP256k1)
    return "0x" + address_of_point(signing.verifying_key.to_string()).hex()


def sign(digest, key):
    """r ‖ s ‖ v with s in the lower half and the nonce of RFC 6979."""
    import hashlib
    signing = SigningKey.from_string(raw_bytes(key), curve=SECP256k1)
    rs = signing.sign_digest_deterministic(digest, hashfunc=hashlib.sha256, sigencode=sigencode_string_canonize)
    wanted = signing.verifying_key.to_string()
    found = VerifyingKey.from_public_key_recovery_with_digest(rs, digest, SECP256k1, hashfunc=hashlib.sha256)
    # The library gives the keys of both parities in an order of its own: try each as v.
    for v in (0, 1):
        if recover(digest, rs, v) == wanted:
            return rs + bytes([v])
    raise AssertionError(found)


def recover(digest, rs, v):
    """The public key of a signature: SEC 1, section 4.1.6, with the parity of R given."""
    from ecdsa import ellipticcurve, numbertheory
    curve, base = SECP256k1.curve, SECP256k1.generator
    r, s = int.from_bytes(rs[:32], "big"), int.from_bytes(rs[32:], "big")
    alpha = (pow(r, 3, curve.p()) + 7) % curve.p()
    y = numbertheory.square_root_mod_prime(alpha, curve.p())
    if y % 2 != v:
        y = curve.p() - y
    point = ellipticcurve.PointJacobi(curve, r, y, 1, ORDER)
    inverse = pow(r, -1, ORDER)
    public = (point * (s * inverse % ORDER) + base * (-int.from_bytes(digest, "big") * inverse % ORDER)).to_affine()
    return public.x().to_bytes(32, "big") + public.y().to_bytes(32, "big")


def digest_of(encoded_body):
    return keccak256(DOMAIN + encoded_body)


def signed(tx, key, chain_id="lariat-dev"):
    """The raw transaction as bytes."""
    encoded = body(tx, chain_id)
    return head(4, 3) + cbor(1) + encoded + cbor(sign(digest_of(encoded), key))


def hash_of(raw):
    return "0x" + keccak256(raw).hex()
