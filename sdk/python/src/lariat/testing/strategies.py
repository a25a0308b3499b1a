"""Hypothesis strategies of what actors are given."""
import base64
import json
from collections.abc import Sequence

from hypothesis import strategies as st

from lariat.testing.machine import Step


def payloads(max_size: int = 64) -> st.SearchStrategy[bytes]:
    """At most `max_size` bytes: none, text, numbers as text, JSON, anything. What is longer is cut."""
    return st.one_of(st.just(b""), st.integers(-2**70, 2**70).map(lambda n: str(n).encode()), st.text(max_size=max_size // 4).map(str.encode),
                     st.dictionaries(st.text(max_size=4), st.integers(), max_size=2).map(lambda d: json.dumps(d).encode()),
                     st.binary(max_size=max_size)).map(lambda payload: payload[:max_size])


def numbers(least: int = 0, most: int = 1000) -> st.SearchStrategy[bytes]:
    """Numbers as text, which int(payload) reads."""
    return st.integers(least, most).map(lambda n: str(n).encode())


def envelope(handler: str, payload: bytes = b"") -> bytes:
    """A payload that names its handler."""
    return json.dumps({"_handler": handler, "_payload": base64.b64encode(payload).decode()}).encode()


def envelopes(handlers: Sequence[str], inner: st.SearchStrategy[bytes] | None = None) -> st.SearchStrategy[bytes]:
    """Payloads that name one of these handlers: what a caller may try where a payload is passed on."""
    return st.builds(envelope, st.sampled_from(list(handlers)), inner or st.just(b""))


def addresses() -> st.SearchStrategy[bytes]:
    """Addresses that nobody has."""
    return st.binary(min_size=18, max_size=18).map(lambda b: b"\xee\xee" + b)


def amounts(most: int = 10**12) -> st.SearchStrategy[int]:
    """Base units, often near the ends."""
    return st.one_of(st.sampled_from([0, 1, most]), st.integers(0, most))


def schedules(handlers: dict[str, st.SearchStrategy[bytes]], max_size: int = 8) -> st.SearchStrategy[list[Step]]:
    """Orders of calls and blocks: lists of (blocks before it, handler, payload), for tests without a machine."""
    step = st.one_of(*(st.tuples(st.integers(0, 4), st.just(name), payload) for name, payload in handlers.items()))
    return st.lists(step, max_size=max_size)
