"""Tests of vesting.py: run them with `lariat test`."""
from lariat_test import chain, raises

BENEFICIARY, EVE = b"b" * 20, b"e" * 20


def vesting():
    actor = chain.deploy("vesting.py", BENEFICIARY, balance=10_000_000)
    actor.call("start", b"8000000")
    return actor


def test_releases_a_part_every_five_blocks():
    actor = vesting()
    assert chain.advance(10) == []
    assert chain.balance(BENEFICIARY) == 2 * 2_000_000
    assert actor.events == [("released", b"2000000")] * 2


def test_ends_after_the_last_part():
    actor = vesting()
    assert chain.advance(30) == []
    assert chain.balance(BENEFICIARY) == 8_000_000 and actor.timers == []
    actor.call("finish")
    assert actor.balance == 0


def test_the_owner_revokes_the_rest():
    actor = vesting()
    chain.advance(5)
    with raises("Unauthorized"):
        actor.call("revoke", sender=EVE)
    actor.call("revoke")
    assert actor.timers == [] and actor.balance == 0
    assert chain.balance(BENEFICIARY) == 2_000_000


def test_it_starts_once():
    with raises("ValueError"):
        vesting().call("start", b"1")
