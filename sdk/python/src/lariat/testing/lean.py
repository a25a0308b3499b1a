"""Requests of tests: one connection to a node of this machine, without what a general client does for each request."""
import http.client
import socket
from collections.abc import Mapping
from urllib.parse import urlsplit

from lariat._http import Answer
from lariat.errors import NoAnswer


class LeanTransport:
    """A transport of the sync client. Not for several threads."""

    def __init__(self, url: str) -> None:
        self._host = urlsplit(url).netloc
        self._connection: http.client.HTTPConnection | None = None

    def ask(self, method: str, path: str, headers: Mapping[str, str], body: bytes | None, timeout: float) -> Answer:
        if self._connection is None:
            self._connection = http.client.HTTPConnection(self._host, timeout=timeout)
            self._connection.connect()
            self._connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            self._connection.sock.settimeout(timeout)
            self._connection.request(method, path, body, dict(headers))
            got = self._connection.getresponse()
            answer = Answer(got.status, {key.lower(): value for key, value in got.getheaders()}, got.read())
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise NoAnswer(f"{method} {path}: {error}") from error
        if self._connection.sock is None:  # the node closes it after this answer
            self.close()
        return answer

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
