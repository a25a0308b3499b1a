"""Addresses of nodes."""
import ipaddress
import os
from urllib.parse import urlsplit

from lariat.errors import LariatError

DEFAULT = "http://127.0.0.1:8640"


def node_url(given: str | None) -> str:
    """The URL of the node: as given, else LARIAT_NODE, else the default."""
    url = (given or os.environ.get("LARIAT_NODE") or DEFAULT).rstrip("/")
    if urlsplit(url).scheme not in ("http", "https"):
        raise ValueError(f"the URL of a node begins with http:// or https://, got {url!r}")
    return url


def websocket_url(url: str) -> str:
    """Where its streams are. A node inside of this process has none: its URL ends with .invalid."""
    if (urlsplit(url).hostname or "").endswith(".invalid"):
        raise LariatError("a node inside of this process has no streams: a LocalNode has, and the fixture `node`")
    return "ws" + url.removeprefix("http")


def is_loopback(url: str) -> bool:
    """No proxy stands between this process and its own host."""
    host = urlsplit(url).hostname or ""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
