"""What the async client takes from asyncio, httpx and websockets. _sync/transport.py has the same names."""
import asyncio
from collections.abc import Mapping
from types import TracebackType

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, WebSocketException

from lariat._http import Answer
from lariat._url import is_loopback, websocket_url
from lariat.errors import NoAnswer, UnexpectedAnswer

sleep = asyncio.sleep
Lock = asyncio.Lock


class HttpxTransport:
    """Requests through httpx, on connections that are kept open."""

    def __init__(self, url: str) -> None:
        self._client = httpx.AsyncClient(base_url=url, trust_env=not is_loopback(url), follow_redirects=False)

    async def ask(self, method: str, path: str, headers: Mapping[str, str], body: bytes | None, timeout: float) -> Answer:
        try:
            got = await self._client.request(method, path, headers=dict(headers), content=body, timeout=timeout)
        except httpx.TransportError as error:
            raise NoAnswer(f"{method} {path}: {type(error).__name__}: {error}") from error
        return Answer(got.status_code, {key.lower(): value for key, value in got.headers.items()}, got.content)

    async def aclose(self) -> None:
        await self._client.aclose()


class Socket:
    """A WebSocket with text both ways. NoAnswer when it ends."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection

    @classmethod
    async def open(cls, url: str, path: str, timeout: float) -> "Socket":
        where = websocket_url(url) + path
        try:
            return cls(await connect(where, open_timeout=timeout, max_size=None, ping_interval=30, proxy=None if is_loopback(url) else True))
        except InvalidStatus as error:
            if error.response.status_code in (429, 503):
                raise NoAnswer(f"{where}: status {error.response.status_code}") from error
            raise UnexpectedAnswer(f"{where}: status {error.response.status_code}") from error
        except (OSError, TimeoutError, InvalidHandshake, EOFError) as error:
            raise NoAnswer(f"{where}: {type(error).__name__}: {error}") from error

    async def say(self, text: str) -> None:
        try:
            await self._connection.send(text)
        except ConnectionClosed as error:
            raise NoAnswer(f"the stream ended: {error}") from error

    async def hear(self, timeout: float | None = None) -> str:
        """The next message; TimeoutError when none comes in time."""
        try:
            async with asyncio.timeout(timeout):
                return str(await self._connection.recv())
        except ConnectionClosed as error:
            raise NoAnswer(f"the stream ended: {error}") from error
        except WebSocketException as error:
            raise UnexpectedAnswer(f"the stream broke: {error}") from error

    async def aclose(self) -> None:
        await self._connection.close()

    async def __aenter__(self) -> "Socket":
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.aclose()
