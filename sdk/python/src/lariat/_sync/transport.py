"""What the sync client takes from threading, httpx and websockets. _async/transport.py has the same names."""
import threading
import time
from collections.abc import Mapping
from types import TracebackType

import httpx
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

from lariat._http import Answer
from lariat._url import is_loopback, websocket_url
from lariat.errors import NoAnswer, UnexpectedAnswer

sleep = time.sleep
Lock = threading.Lock


class HttpxTransport:
    """Requests through httpx, on connections that are kept open."""

    def __init__(self, url: str) -> None:
        self._client = httpx.Client(base_url=url, trust_env=not is_loopback(url), follow_redirects=False)

    def ask(self, method: str, path: str, headers: Mapping[str, str], body: bytes | None, timeout: float) -> Answer:
        try:
            got = self._client.request(method, path, headers=dict(headers), content=body, timeout=timeout)
        except httpx.TransportError as error:
            raise NoAnswer(f"{method} {path}: {type(error).__name__}: {error}") from error
        return Answer(got.status_code, {key.lower(): value for key, value in got.headers.items()}, got.content)

    def close(self) -> None:
        self._client.close()


class Socket:
    """A WebSocket with text both ways. NoAnswer when it ends."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection

    @classmethod
    def open(cls, url: str, path: str, timeout: float) -> "Socket":
        where = websocket_url(url) + path
        try:
            opened = connect(where, open_timeout=timeout, max_size=None, ping_interval=30, proxy=None if is_loopback(url) else True)
            return cls(opened.__enter__())  # close() ends it
        except InvalidStatus as error:
            if error.response.status_code in (429, 503):
                raise NoAnswer(f"{where}: status {error.response.status_code}") from error
            raise UnexpectedAnswer(f"{where}: status {error.response.status_code}") from error
        except (OSError, TimeoutError, InvalidHandshake, EOFError) as error:
            raise NoAnswer(f"{where}: {type(error).__name__}: {error}") from error

    def say(self, text: str) -> None:
        try:
            self._connection.send(text)
        except ConnectionClosed as error:
            raise NoAnswer(f"the stream ended: {error}") from error

    def hear(self, timeout: float | None = None) -> str:
        """The next message; TimeoutError when none comes in time."""
        try:
            return str(self._connection.recv(timeout))
        except ConnectionClosed as error:
            raise NoAnswer(f"the stream ended: {error}") from error
        except WebSocketException as error:
            raise UnexpectedAnswer(f"the stream broke: {error}") from error

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> "Socket":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
