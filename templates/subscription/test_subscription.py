"""Tests of subscription.py: run them with `lariat test`."""
from lariat_test import chain, raises

MERCHANT, EVE = b"m" * 20, b"e" * 20


def test_pays_every_four_blocks():
    subscription = chain.deploy("subscription.py", MERCHANT)
    assert chain.advance(8) == []
    assert chain.balance(MERCHANT) == 2 * 250_000


def test_ends_by_itself_when_the_money_is_gone():
    subscription = chain.deploy("subscription.py", MERCHANT, balance=600_000)
    assert chain.advance(12) == ["timer: insufficient_funds"]
    assert subscription.timers == []


def test_only_the_owner_closes_it():
    subscription = chain.deploy("subscription.py", MERCHANT)
    with raises("Unauthorized"):
        subscription.call("close", sender=EVE)
    subscription.call("close")
    assert subscription.balance == 0 and subscription.timers == []
