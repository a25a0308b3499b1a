"""Tests of the oracle: run them with `lariat test`."""
from lariat_test import chain, raises

ANN, BEN, EVE = b"a" * 20, b"b" * 20, b"e" * 20


def test_publishes_the_median():
    oracle = chain.deploy("oracle.py")
    oracle.call("admit", ANN + BEN)
    oracle.call("report", b"100", sender=ANN)
    oracle.call("report", b"300", sender=BEN)
    assert chain.advance(6) == []
    assert oracle.storage["price"] == 300
    assert oracle.events == [("price", b"300")]


def test_strangers_cannot_report():
    oracle = chain.deploy("oracle.py")
    with raises("PermissionError"):
        oracle.call("report", b"1", sender=EVE)


def test_a_caller_buys_one_more_update():
    oracle = chain.deploy("oracle.py")
    chain.advance(6)
    assert oracle.timers == []
    oracle.call("renew", sender=ANN)
    assert len(oracle.timers) == 1
