"""Whether the two sides agree on a program, and what a difference looks like."""
import re

from generated.differences import stated

MISSING = "(nothing)"


class Difference:
    """The first line that differs."""
    def __init__(self, number, cpython, vm):
        self.number, self.cpython, self.vm = number, cpython, vm

    def look(self):
        """The same for differences of the same kind: names, numbers and values left out."""
        return tuple(re.sub(r"'[^']*'|\"[^\"]*\"|\d+|\(.*|\[.*", "_", line[line.startswith("'") and line.find("' ") + 1:])[:40]
                     if not re.match(r"'\w+(Error|Exception)' ", line) else line.split(" ")[0]
                     for line in (self.cpython, self.vm))

    def __str__(self):
        return f"  line {self.number} of what is shown\n    cpython {self.cpython}\n    vm      {self.vm}"


def judge(sides, source):
    """As compare; (None, "stopped") where a side did not come to the end."""
    # The VM first: what has no end stops there, and some of it cannot be stopped in CPython (0 in itertools.count(1)).
    vm = sides[1].answer(source)
    cpython = None if vm is None else sides[0].answer(source)
    if cpython is None or vm is None:
        return None, "stopped"
    difference, name = compare(cpython, vm)
    if difference and compare(sides[0].answer(source, limited_too=True) or [], vm) == (None, None):
        return None, None  # but for the width of integers
    return difference, name


def compare(cpython, vm):
    """(None, None) where they agree, (Difference, None), or (Difference, the name of the stated difference)."""
    if cpython == vm or cpython[:1] == vm[:1] == ["REFUSED"]:
        return None, None
    if vm[0:1] == ["REFUSED"]:
        difference = Difference(1, (cpython or [MISSING])[0], vm[1])
    else:
        pairs = zip(cpython + [MISSING], vm + [MISSING])
        at = next((i for i, (a, b) in enumerate(pairs) if a != b))
        difference = Difference(at + 1, (cpython + [MISSING])[at], (vm + [MISSING])[at])
    entry = stated(difference.cpython, difference.vm)
    if entry and entry.goes_on:
        rest, name = compare(cpython[:at] + cpython[at + 1:], vm)
        return (rest, name) if rest else (difference, entry.name)
    return difference, entry and entry.name
