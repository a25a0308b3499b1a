"""Tests of actors in Python: a chain of their own, gas reports, Hypothesis. The fixtures are in lariat.pytest_plugin."""
from lariat.testing.chain import CallFailed, Chain, ChainActor, Failure
from lariat.testing.gas import GasReport

__all__ = ["CallFailed", "Chain", "ChainActor", "Failure", "GasReport"]
