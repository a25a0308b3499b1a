"""What handlers cost: a report for people, and files with which a later run is compared."""
from collections.abc import Iterable
from pathlib import Path

HEAD = "# Cycles and cells of each test, written by pytest --gas-snapshot. A line: test, actor.handler, calls, cycles, cells.\n"


class GasReport:
    """Costs of executions, by actor and handler, and by the test that ran."""

    def __init__(self) -> None:
        self.test: str | None = None
        self._costs: dict[tuple[str, str], list[tuple[int, int]]] = {}
        self._tests: dict[tuple[str, str], list[int]] = {}

    def add(self, actor: str, handler: str, cycles: int, cells: int) -> None:
        self._costs.setdefault((actor, handler), []).append((cycles, cells))
        if self.test is not None:
            row = self._tests.setdefault((self.test, f"{actor}.{handler}"), [0, 0, 0])
            row[0], row[1], row[2] = row[0] + 1, row[1] + cycles, row[2] + cells

    def forget(self, test: str) -> None:
        """A test whose costs are not the same in each run."""
        self._tests = {key: row for key, row in self._tests.items() if key[0] != test}

    def table(self) -> list[str]:
        """Lines: handler, calls, least, median and most cycles, most cells."""
        rows = [("handler", "calls", "min", "median", "max cycles", "max cells")]
        for (actor, handler), costs in sorted(self._costs.items()):
            cycles = sorted(cost[0] for cost in costs)
            rows.append((f"{actor}.{handler}", str(len(costs)), f"{cycles[0]:,}", f"{cycles[len(cycles) // 2]:,}", f"{cycles[-1]:,}",
                         f"{max(cost[1] for cost in costs):,}"))
        widths = [max(len(row[n]) for row in rows) for n in range(6)]
        return ["  ".join(cell.ljust(widths[0]) if n == 0 else cell.rjust(widths[n]) for n, cell in enumerate(row)) for row in rows]

    def lines(self) -> list[str]:
        """The lines of a snapshot file."""
        return [f"{test} {handler} {calls} {cycles} {cells}" for (test, handler), (calls, cycles, cells) in sorted(self._tests.items())]

    def write(self, path: Path) -> None:
        path.write_text(HEAD + "".join(line + "\n" for line in self.lines()), encoding="utf-8")

    def compare(self, path: Path) -> list[str]:
        """What differs from a snapshot file; tests that did not run are left out."""
        kept = {(parts[0], parts[1]): parts[2:] for parts in _rows(path.read_text(encoding="utf-8").splitlines())}
        now = {(parts[0], parts[1]): parts[2:] for parts in _rows(self.lines())}
        ran = {test for test, _ in now}
        out = []
        for key in sorted(kept.keys() | now.keys()):
            was, became = kept.get(key), now.get(key)
            if key[0] not in ran or was == became:
                continue
            if was is None or became is None:
                out.append(f"{key[0]} {key[1]}: {'is new' if was is None else 'is gone'}")
            else:
                out.append(f"{key[0]} {key[1]}: " + ", ".join(f"{name} {a} -> {b}" for name, a, b in zip(("calls", "cycles", "cells"), was, became)
                                                              if a != b))
        return out


def _rows(lines: Iterable[str]) -> Iterable[list[str]]:
    for line in lines:
        if line.strip() and not line.startswith("#"):
            yield line.rsplit(" ", 4)
