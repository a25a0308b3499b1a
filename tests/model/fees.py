# Base fees, prices, the two meters of an execution, and settlement (FEE).
from dataclasses import dataclass

from errors import OutOfCells, OutOfCycles

BASEFEE_CEILING = 10 ** 24


def next_basefee(old, used, target, floor):
    if used > target:
        step = max(1, min(old * (used - target) // (8 * target), old // 8))
        return min(BASEFEE_CEILING, old + step)
    if used < target:
        step = min(old * (target - used) // (8 * target), old // 8)
        return min(BASEFEE_CEILING, max(floor, old - step))
    return old


@dataclass(frozen=True)
class Purse:
    """Who pays for an execution, and the parts of its two prices."""
    payer: bytes
    cycle_base: int
    cell_base: int
    cycle_tip: int = 0
    cell_tip: int = 0
    lane_base: int = 0  # the lane base fee, burned apart; auction only

    def cost(self, cycles, cells):
        cycle_price = self.cycle_base + self.lane_base + self.cycle_tip
        return cycles * cycle_price + cells * (self.cell_base + self.cell_tip)

    def tip(self, cycles, cells):
        return cycles * self.cycle_tip + cells * self.cell_tip


class Meter:
    """Counts up to two limits; what a message takes along is set aside, and counts as used."""

    def __init__(self, cycles_limit, cells_limit):
        self.cycles_limit, self.cells_limit = cycles_limit, cells_limit
        self.cycles = self.cells = 0
        self.aside_cycles = self.aside_cells = 0

    @property
    def cycles_left(self):
        return self.cycles_limit - self.cycles

    def charge_cycles(self, amount):
        if amount > self.cycles_left:
            raise OutOfCycles()
        self.cycles += amount

    def charge_cells(self, amount):
        if amount > self.cells_limit - self.cells:
            raise OutOfCells()
        self.cells += amount

    def set_aside(self, cycles, cells):
        self.charge_cycles(cycles)
        self.aside_cycles += cycles
        self.charge_cells(cells)
        self.aside_cells += cells

    def fail(self, out_of=None):
        """A failed execution's messages are gone, so what they took was not used;
        a meter that ran out is used whole."""
        self.cycles -= self.aside_cycles
        self.cells -= self.aside_cells
        self.aside_cycles = self.aside_cells = 0
        if out_of == "cycles":
            self.cycles = self.cycles_limit
        elif out_of == "cells":
            self.cells = self.cells_limit


def settle(block, purse, meter, precharged):
    """Burn and tip what the execution itself used, keep what its messages hold, give the rest back.
    Returns the charge and the tip in it, both with what is held."""
    own_cycles = meter.cycles - meter.aside_cycles
    own_cells = meter.cells - meter.aside_cells
    block.burn("cycle", own_cycles * purse.cycle_base)
    block.burn("cell", own_cells * purse.cell_base)
    block.burn("lane", own_cycles * purse.lane_base)
    tip = purse.tip(own_cycles, own_cells)
    block.tips += tip
    block.state.credit(block.proposer, tip)
    charged = purse.cost(meter.cycles, meter.cells)
    block.tips_or_held += purse.tip(meter.cycles, meter.cells)
    block.state.credit(purse.payer, precharged - charged)
    return charged, purse.tip(meter.cycles, meter.cells)
