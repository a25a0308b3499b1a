"""A node inside of this process: the API of a dev chain as calls of a library, without sockets and without a second process."""
import ctypes
import os
from collections.abc import Mapping
from pathlib import Path

from lariat import binary
from lariat._http import Answer
from lariat.errors import LariatError, NoAnswer

NAME = "liblariat_node.so"
URL = "http://in-process.invalid"  #: for a client, which wants one; nothing is sent there
BUNDLED = Path(__file__).parent.parent / "lib" / NAME
_Node = ctypes.c_void_p
_Text = ctypes.c_void_p  # not c_char_p: ctypes would copy it and lose what has to be given back


def find() -> Path:
    """The library: the one inside this package or the one beside the command; the latter first where LARIAT names the command."""
    places = [BUNDLED, Path(binary.find()).resolve().with_name(NAME)]
    if "LARIAT" in os.environ:
        places.reverse()
    for place in places:
        if place.is_file():
            return place
    raise FileNotFoundError(f"{NAME} is not there: it comes with the wheel, and with a build, beside the command; "
                            f"looked for {' and '.join(map(str, places))}")


def _load() -> ctypes.CDLL:
    library = ctypes.CDLL(str(find()))
    library.lariat_node_open.argtypes = [ctypes.POINTER(ctypes.c_char_p), ctypes.c_size_t, ctypes.POINTER(_Node), ctypes.POINTER(_Text)]
    library.lariat_node_ask.argtypes = [_Node, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_size_t,
                                        ctypes.POINTER(_Text), ctypes.POINTER(_Text), ctypes.POINTER(ctypes.c_size_t)]
    library.lariat_node_close.argtypes = [_Node]
    library.lariat_node_close.restype = None
    library.lariat_node_free.argtypes = [_Text]
    library.lariat_node_free.restype = None
    return library


class InProcessNode:
    """A node with these settings, under their names in the settings file. It is a transport of the sync client: `Client(URL, transport=node)`.

    For streams it has no socket; `LocalNode` has. A process that was forked must not use a node of its parent."""

    def __init__(self, **settings: str) -> None:
        self._library = _load()
        self._node: ctypes.c_void_p | None = None
        texts = [f"{name}={value}".encode() for name, value in settings.items()]
        node, message = _Node(), _Text()
        given = (ctypes.c_char_p * len(texts))(*texts)
        if self._library.lariat_node_open(given, len(texts), ctypes.byref(node), ctypes.byref(message)):
            raise LariatError(f"the node did not start: {self._take(message).decode('utf-8', 'replace')}")
        self._node, self._process = node, os.getpid()

    def _take(self, text: ctypes.c_void_p, size: int = -1) -> bytes:
        data = ctypes.string_at(text, size)
        self._library.lariat_node_free(text)
        return data

    def ask(self, method: str, path: str, headers: Mapping[str, str], body: bytes | None, timeout: float) -> Answer:
        """Answers a request when the node has the answer: `timeout` does not end it."""
        if self._node is None or self._process != os.getpid():
            raise NoAnswer(f"{method} {path}: the node in this process {'is closed' if self._node is None else 'belongs to its parent'}")
        lines = "".join(f"{name}: {value}\n" for name, value in headers.items()).encode("latin-1")
        said, answer, size = _Text(), _Text(), ctypes.c_size_t()
        status = self._library.lariat_node_ask(self._node, method.encode(), path.encode(), lines, body or b"", len(body or b""),
                                               ctypes.byref(said), ctypes.byref(answer), ctypes.byref(size))
        fields = (line.split(": ", 1) for line in self._take(said).decode("latin-1").splitlines())
        got = Answer(status, {name.lower(): value for name, value in fields}, self._take(answer, size.value))
        if status == 0:
            raise NoAnswer(f"{method} {path}: {got.body.decode('utf-8', 'replace')}")
        return got

    def close(self) -> None:
        """Ends the node."""
        node, self._node = self._node, None
        if node is not None and self._process == os.getpid():
            self._library.lariat_node_close(node)
