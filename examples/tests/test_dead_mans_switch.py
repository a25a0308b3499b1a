"""examples/dead_mans_switch.py: the heir is paid when the owner is silent for twenty blocks."""
import pytest

HEIR = b"h" * 20


@pytest.fixture
def switch(deploy):
    return deploy("../dead_mans_switch.py", HEIR, balance=2_000_000)


def test_silence_pays_the_heir(switch, chain):
    assert chain.advance(20) == []
    assert chain.balance(HEIR) > 1_900_000


def test_a_sign_of_life_moves_the_deadline(switch, chain):
    chain.advance(15)
    switch.check_in()
    chain.advance(15)
    assert chain.balance(HEIR) == 0
    chain.advance(10)
    assert chain.balance(HEIR) > 0


def test_disarming_gives_the_money_back(switch, chain):
    switch.disarm()
    assert switch.balance == 0 and switch.timers == []
