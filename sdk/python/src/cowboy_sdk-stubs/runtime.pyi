"""The host by other names."""
from typing import Any

from pvm_host import Context

def get_sender() -> bytes:
    """Who called: context()["sender"]."""

def get_block_height() -> int:
    """The height of the block that runs."""

def get_timestamp_ms() -> int:
    """The time of the block that runs."""

def emit_event(name: str, value: Any) -> None:
    """Adds an event: bytes as they are, text as UTF-8, anything else as canonical CBOR. 50 cycles; cells: the bytes of name and value."""

def send_message(target: bytes, payload: bytes, gas: int | None = None, cells: int | None = None) -> None:
    """The same as pvm_host.send_message."""

def charge_gas(n: int) -> None:
    """Uses up so many cycles."""

def context() -> Context:
    """The same as pvm_host.context."""

def keccak256(data: bytes) -> bytes:
    """The hash of Ethereum, 32 bytes."""
