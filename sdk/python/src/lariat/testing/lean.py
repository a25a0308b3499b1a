"""Requests of tests: one connection to a node of this machine, without what a general client does for each request."""
import socket
from collections.abc import Mapping
from urllib.parse import urlsplit

from lariat._http import Answer
from lariat.errors import NoAnswer, UnexpectedAnswer

CHUNK = 1 << 18


class LeanTransport:
    """A transport of the sync client, for a node that answers with Content-Length. Not for several threads."""

    def __init__(self, url: str) -> None:
        where = urlsplit(url)
        if where.scheme != "http" or where.hostname is None or where.port is None:
            raise ValueError(f"a node of this machine has a URL with http and a port, got {url!r}")
        self._address = (where.hostname, where.port)
        self._socket: socket.socket | None = None

    def ask(self, method: str, path: str, headers: Mapping[str, str], body: bytes | None, timeout: float) -> Answer:
        fields = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        length = f"Content-Length: {len(body)}\r\n" if body is not None else ""
        request = f"{method} {path} HTTP/1.1\r\nHost: {self._address[0]}:{self._address[1]}\r\n{fields}{length}\r\n".encode("ascii") + (body or b"")
        try:
            if self._socket is None:
                self._socket = socket.create_connection(self._address, timeout)
                self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._socket.settimeout(timeout)
            self._socket.sendall(request)
            answer = self._answer(self._socket)
        except OSError as error:
            self.close()
            raise NoAnswer(f"{method} {path}: {type(error).__name__}: {error}") from error
        except UnexpectedAnswer:
            self.close()
            raise
        if answer.headers.get("connection", "").lower() == "close":
            self.close()
        return answer

    @staticmethod
    def _answer(connection: socket.socket) -> Answer:
        got = b""
        while (end := got.find(b"\r\n\r\n")) < 0:
            part = connection.recv(CHUNK)
            if not part:
                raise ConnectionError("the connection ended before the answer")
            got += part
        first, *lines = got[:end].decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        words = first.split(" ", 2)
        if not first.startswith("HTTP/1.") or not words[1:2] or not words[1].isdecimal() or not headers.get("content-length", "").isdecimal():
            raise UnexpectedAnswer(f"no HTTP answer with a length: {got[:200]!r}")
        parts, missing = [got[end + 4:]], int(headers["content-length"]) - (len(got) - end - 4)
        while missing > 0:
            part = connection.recv(min(missing, CHUNK))
            if not part:
                raise ConnectionError("the connection ended within the answer")
            parts.append(part)
            missing -= len(part)
        return Answer(int(words[1]), headers, b"".join(parts))

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None
