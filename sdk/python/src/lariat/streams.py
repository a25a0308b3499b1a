"""What a stream gives, and where it stands."""
import hashlib
import json
from collections import deque
from dataclasses import dataclass
from typing import Any

MARKS_MAX = 256


@dataclass(frozen=True)
class Item:
    """What happened in a block: a row of the list of the stream's topic."""

    height: int
    item: Any


@dataclass(frozen=True)
class Revert:
    """Blocks above this height are undone: forget what came from them. Their successors follow."""

    height: int


def _sum(item: Any) -> str:
    return hashlib.sha256(json.dumps(item, sort_keys=True).encode()).hexdigest()[:16]


class Position:
    """The last mark, the items since it, and the roots of earlier marks."""

    def __init__(self, mark: int | None) -> None:
        self.mark = mark
        self._since: list[tuple[int, str]] = []  # delivered after the mark
        self._skip: list[tuple[int, str]] = []   # of these, what comes once more after a cut
        self._roots: deque[tuple[int, str]] = deque(maxlen=MARKS_MAX)

    def marked(self, height: int, root: str) -> None:
        if self.mark is None or height >= self.mark:
            self.mark = height
            self._since, self._skip = [], []
            if not self._roots or self._roots[-1][0] != height:
                self._roots.append((height, root))

    def delivered(self, height: int, item: Any) -> bool | None:
        """True: an item to deliver. False: it was delivered before the cut. None: another one was, so its block is undone."""
        seen = (height, _sum(item))
        if self._skip:
            if self._skip.pop(0) == seen:
                return False
            self._since, self._skip = [seen], []
            return None
        self._since.append(seen)
        return True

    def cut(self) -> None:
        """What came after the mark will come again."""
        self._skip = list(self._since)

    def revert(self, height: int) -> bool:
        """Back to this height; False if nothing above it was told."""
        told = self.mark is not None and self.mark > height or any(at > height for at, _ in self._since)
        while self._roots and self._roots[-1][0] > height:
            self._roots.pop()
        if self.mark is not None and self.mark > height:
            self.mark = height
            self._since = []
        self._since = [entry for entry in self._since if entry[0] <= height]
        self._skip = []
        return bool(told)

    def last_root(self) -> tuple[int, str] | None:
        return self._roots[-1] if self._roots else None

    def forget_last(self) -> bool:
        """Forgets the last mark's root; False if it was the only one."""
        if len(self._roots) < 2:
            return False
        self._roots.pop()
        return True

    def dump(self) -> str:
        return json.dumps({"mark": self.mark, "since": self._since, "roots": list(self._roots)[-16:]}, separators=(",", ":"))

    @classmethod
    def load(cls, text: str) -> "Position":
        try:
            content = json.loads(text)
            out = cls(content["mark"])
            out._since = [(int(at), str(name)) for at, name in content["since"]]
            out._roots.extend((int(at), str(root)) for at, root in content["roots"])
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(f"no cursor of a stream: {text[:100]!r}") from error
        out.cut()
        return out
