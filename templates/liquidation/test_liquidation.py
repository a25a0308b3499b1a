"""Tests of liquidation.py: run them with `lariat test`."""
from lariat_test import chain, raises

ANN, BEN = b"a" * 20, b"b" * 20


def bot(balance=10**9):
    actor = chain.deploy("liquidation.py", balance=balance)
    actor.call("start")
    return actor


def test_closes_the_position_that_is_worth_too_little():
    actor = bot()
    actor.call("open", b"100 60", sender=ANN)
    actor.call("open", b"100 20", sender=BEN)
    assert chain.advance(4) == [] and actor.call("positions") == b"2"
    actor.call("set_price", b"80")
    chain.advance(4)
    assert ("liquidated", ANN) in actor.events and actor.call("positions") == b"1"


def test_warns_before_its_money_is_gone():
    actor = bot(balance=1_000_000)
    chain.advance(4)
    assert [topic for topic, _ in actor.events] == ["low_funds"]


def test_comes_back_after_its_payer_ran_dry():
    actor = bot(balance=500_000)
    actor.call("open", b"100 90", sender=ANN)
    assert chain.advance(4) == ["timer: insufficient_funds"]
    assert actor.call("positions") == b"1"
    actor.balance = 10**9
    actor.call("start")
    assert chain.advance(4) == []
    assert actor.call("positions") == b"0"


def test_runs_once_at_a_time():
    actor = bot()
    with raises("ValueError"):
        actor.call("start")
