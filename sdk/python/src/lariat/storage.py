"""Keys and values of an actor's storage, as bytes and as what the actor wrote."""
from typing import Any, TypeAlias

import cbor2

from lariat._hex import Bytes, to_bytes

Key: TypeAlias = str | bytes | int | None | tuple["Key", ...]


def _sorted(value: Any) -> Any:
    """Dicts in the order of the canonical encoding."""
    if isinstance(value, dict):
        pairs = sorted((cbor2.dumps(_sorted(key)), key) for key in value)
        return {_sorted(key): _sorted(value[key]) for _, key in pairs}
    if isinstance(value, tuple):
        return tuple(_sorted(item) for item in value)
    if isinstance(value, list):
        return [_sorted(item) for item in value]
    if isinstance(value, bytearray):
        return bytes(value)
    if value is None or isinstance(value, (bool, int, str, bytes)):
        return value
    raise TypeError(f"a value of type {type(value).__name__} cannot be stored")


def encode(value: Any) -> bytes:
    """The canonical CBOR in which self.storage keeps a value."""
    return cbor2.dumps(_sorted(value))


def decode(data: Bytes) -> Any:
    """What self.storage gives back for these bytes; ValueError if they are no value of it (set_state wrote them)."""
    raw = to_bytes(data)
    try:
        value = cbor2.loads(raw)
        if encode(value) == raw:
            return value
    except (cbor2.CBORError, TypeError, RecursionError, OverflowError) as error:
        raise ValueError(f"no value of self.storage: {error}") from error
    raise ValueError("no value of self.storage: not canonical CBOR")


def key_bytes(key: Key) -> bytes:
    """The bytes of a key: text and bytes as they are, anything else 0x00 and its encoding."""
    if isinstance(key, str):
        return key.encode()
    if isinstance(key, bytes):
        return key
    return b"\0" + encode(key)


def key_of(data: Bytes) -> Key:
    """The key of an entry: text where the bytes are UTF-8."""
    raw = to_bytes(data)
    if raw.startswith(b"\0"):
        try:
            return _frozen(decode(raw[1:]))
        except ValueError:
            return raw
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw


def _frozen(value: Any) -> Key:
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value
