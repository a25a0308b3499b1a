"""Bytes and their 0x form, addresses, and keccak256."""
from Crypto.Hash import keccak

Bytes = bytes | bytearray | str


def to_bytes(value: Bytes) -> bytes:
    """Bytes as they are; text is 0x and hexadecimal digits."""
    if isinstance(value, (bytes, bytearray)):
        return bytes(value)
    if not value.startswith("0x"):
        raise ValueError(f"bytes are given as bytes or as 0x and hexadecimal digits, got {value!r}")
    return bytes.fromhex(value[2:])


def to_hex(value: Bytes) -> str:
    """0x and lower-case digits."""
    return "0x" + to_bytes(value).hex()


def sized(value: Bytes, size: int, what: str) -> bytes:
    """Bytes of exactly this size."""
    data = to_bytes(value)
    if len(data) != size:
        raise ValueError(f"{what} has {size} bytes, got {len(data)}")
    return data


def keccak256(*parts: bytes) -> bytes:
    """The hash of Ethereum, 32 bytes."""
    state = keccak.new(digest_bits=256)
    for part in parts:
        state.update(part)
    return state.digest()
