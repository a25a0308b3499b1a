# Shrinks a failing trace: removes lines and parts, then makes numbers smaller, as long as it still fails.
import copy
import time


class Shrinker:
    """`fails` judges a candidate; the model refuses malformed ones, so any deletion may be tried."""

    def __init__(self, lines, fails, seconds):
        self.lines, self.fails = lines, fails
        self.deadline = time.monotonic() + seconds

    def out_of_time(self):
        return time.monotonic() > self.deadline

    def accept(self, candidate):
        if candidate == self.lines or self.out_of_time() or not self.fails(candidate):
            return False
        self.lines = candidate
        return True

    def run(self):
        before = None
        while before != self.lines and not self.out_of_time():
            before = copy.deepcopy(self.lines)
            self._drop_chunks()
            self._split_empty_blocks()
            self._drop_members()
            self._unwrap_steps()
            self._shorten_values()
        return self.lines

    def _drop_chunks(self):
        size = max(1, len(self.lines) // 2)
        while size:
            at = len(self.lines) - size
            while at >= 1:  # the first line is the genesis
                self.accept(self.lines[:at] + self.lines[at + size:])
                at = min(at - size, len(self.lines) - size) if at > size else at - 1 if size == 1 else at - size
            size //= 2

    def _split_empty_blocks(self):
        for i, line in enumerate(self.lines):
            if "blocks" in line:
                for count in range(1, line["blocks"]):
                    if self.accept(self.lines[:i] + [{"blocks": count}] + self.lines[i + 1:]):
                        break

    def _drop_members(self):
        """Delete list entries and object members anywhere, the outer ones first, from the back."""
        for path in sorted(_paths(self.lines), key=len):
            if len(path) < 2:
                continue
            candidate = _edited(self.lines, path, lambda holder, key: holder.__delitem__(key))
            if candidate is not None:
                self.accept(candidate)

    def _unwrap_steps(self):
        """A repeat or if_nth gives way to the steps in it."""
        for path in _paths(self.lines):
            def unwrap(holder, key):
                step = holder[key]
                inner = step.get("repeat") or step.get("if_nth")
                if not isinstance(holder, list) or not inner:
                    raise KeyError
                holder[key:key + 1] = inner[1]
            candidate = _edited(self.lines, path, unwrap)
            if candidate is not None:
                self.accept(candidate)

    def _shorten_values(self):
        for path in _paths(self.lines):
            for shorter in self._shorter(path):
                def put(holder, key, value=shorter):
                    holder[key] = value
                candidate = _edited(self.lines, path, put)
                if candidate is not None and self.accept(candidate):
                    break

    def _shorter(self, path):
        value = self.lines
        try:
            for key in path:
                value = value[key]
        except (KeyError, IndexError, TypeError):
            return []
        if isinstance(value, bool):
            return []
        if isinstance(value, int):
            return [n for n in dict.fromkeys((0, 1, 10, 100, 1000, value // 2, value - 1)) if 0 <= n < value]
        if isinstance(value, str) and value.isdigit():
            number = int(value)
            return [str(n) for n in dict.fromkeys((0, 1, 10 ** 9, number // 2)) if n < number]
        if isinstance(value, str) and value and not value.startswith(("0x", "+")):
            return ["", value[:len(value) // 2]]
        return []


def _paths(value, path=()):
    """Every place in a trace, each list from its back, so that deleting does not move what comes next."""
    if isinstance(value, dict):
        pairs = list(value.items())
    elif isinstance(value, list):
        pairs = list(reversed(list(enumerate(value))))
    else:
        return []
    found = []
    for key, member in pairs:
        found.append(path + (key,))
        found += _paths(member, path + (key,))
    return found


def _edited(lines, path, edit):
    """A copy with one place edited, or None if an earlier edit took the place away."""
    candidate = copy.deepcopy(lines)
    holder = candidate
    try:
        for key in path[:-1]:
            holder = holder[key]
        edit(holder, path[-1])
    except (KeyError, IndexError, TypeError, AttributeError):
        return None
    return candidate
