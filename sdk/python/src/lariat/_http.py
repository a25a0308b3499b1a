"""What the sync and the async client share: requests, answers, numbers of answers, problems."""
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar
from urllib.parse import quote, urlencode

from lariat import errors, types

DEFAULT_URL = "http://127.0.0.1:8640"
Item = TypeVar("Item")
Query = Mapping[str, Any] | None


@dataclass(frozen=True)
class Page(Generic[Item]):
    """A page of a list. `next` is the cursor of the page after it, or None; `height` the block that the page is of."""

    items: list[Item]
    next: str | None
    height: int

    @classmethod
    def of(cls, answer: Mapping[str, Any]) -> "Page[Any]":
        return cls(answer["items"], answer["next"], int(answer["height"]))


@dataclass(frozen=True)
class Answer:
    """An HTTP answer. Header names are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Transport(Protocol):
    """Sends one request of the sync client. NoAnswer if there is no answer."""

    def ask(self, method: str, path: str, headers: Mapping[str, str], body: bytes | None, timeout: float) -> Answer: ...

    def close(self) -> None: ...


class AsyncTransport(Protocol):
    """Sends one request of the async client."""

    async def ask(self, method: str, path: str, headers: Mapping[str, str], body: bytes | None, timeout: float) -> Answer: ...

    async def aclose(self) -> None: ...


def part(value: Any) -> str:
    """A segment of a path."""
    return quote(str(value), safe="")


def target(path: str, query: Query) -> str:
    """Path and query; parameters that are None are left out."""
    given = {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in (query or {}).items() if value is not None}
    return path + ("?" + urlencode(given) if given else "")


def numbers(value: Any, shape: Any) -> Any:
    """The value with its numbers as int, where the shape says that they are numbers."""
    if value is None or shape is None:
        return value
    if shape == "int":
        return int(value) if isinstance(value, str) and value.isdecimal() else value
    if isinstance(shape, str):
        return numbers(value, types.SHAPES.get(shape))
    if isinstance(shape, list):
        return [numbers(item, shape[0]) for item in value] if isinstance(value, list) else value
    if not isinstance(value, dict):
        return value
    rest = shape.get("*")
    return {key: numbers(item, shape.get(key, rest)) for key, item in value.items()}


def shaped(answer: Any, shape: str) -> Any:
    """An answer of a type of the API, or a page of them."""
    if shape.startswith("page:"):
        if not isinstance(answer, dict) or not {"items", "next", "height"} <= set(answer):
            raise errors.UnexpectedAnswer(f"a page is expected, got {str(answer)[:200]}")
        return {**answer, "items": numbers(answer["items"], [shape[5:]])}
    return numbers(answer, shape) if shape else answer


def encoded(body: Any) -> bytes:
    """JSON; amounts and other numbers beyond 2^53 as text, bytes as 0x."""
    return json.dumps(_plain(body), ensure_ascii=False).encode()


def _plain(value: Any) -> Any:
    if isinstance(value, (bytes, bytearray)):
        return "0x" + value.hex()
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > 1 << 53:
        return str(value)
    if isinstance(value, Mapping):
        return {key: str(item) if key in _AMOUNTS and isinstance(item, int) and not isinstance(item, bool) else _plain(item)
                for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value


_AMOUNTS = {"amount", "max_fee_per_cycle", "max_fee_per_cell", "tip_per_cycle", "tip_per_cell"}


def checked(answer: Answer) -> Answer:
    """The answer, if it is no problem; else the exception of the problem."""
    if answer.status < 400:
        return answer
    kind = answer.headers.get("content-type", "")
    try:
        problem = json.loads(answer.body) if "json" in kind else None
    except ValueError:
        problem = None
    if not isinstance(problem, dict) or "code" not in problem:
        raise errors.UnexpectedAnswer(f"status {answer.status} and no problem of this API: {answer.body[:200]!r}")
    after = answer.headers.get("retry-after", "")
    raise errors.of_problem(problem, answer.status, float(after) if after.isdecimal() else None)


def parsed(answer: Answer) -> Any:
    """The JSON of an answer."""
    try:
        return json.loads(answer.body)
    except ValueError as error:
        raise errors.UnexpectedAnswer(f"no JSON: {answer.body[:200]!r}") from error


def height_of(answer: Answer) -> int | None:
    """The block that the answer is of."""
    text = answer.headers.get("lariat-height", "")
    return int(text) if text.isdecimal() else None
