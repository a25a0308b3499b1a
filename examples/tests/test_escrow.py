"""examples/escrow.py: the deposit goes to the seller once the buyer confirms, else back at the deadline."""
import pytest
from lariat.testing import CallFailed


@pytest.fixture
def escrow(deploy, chain, accounts):
    buyer, seller = accounts[1], accounts[2]
    actor = deploy("../escrow.py", buyer.address_bytes + seller.address_bytes, balance=0)
    chain.transfer(actor.address, 5_000, sender=buyer)
    return actor


def test_the_seller_claims_after_the_buyer_has_confirmed(escrow, chain, accounts):
    with pytest.raises(CallFailed, match="ValueError"):
        escrow.claim(sender=accounts[2])
    escrow.confirm(sender=accounts[1])
    before = chain.balance(accounts[2].address)
    paid = escrow.claim(sender=accounts[2])
    assert escrow.balance == 0
    assert chain.balance(accounts[2].address) == before + 5_000 - paid.fee


def test_it_goes_back_at_the_deadline(escrow, chain, accounts):
    before = chain.balance(accounts[1].address)
    assert chain.advance(40) == []
    assert chain.balance(accounts[1].address) == before + 5_000


def test_a_stranger_gets_nothing(escrow, accounts):
    escrow.confirm(sender=accounts[1])
    with pytest.raises(CallFailed, match="PermissionError"):
        escrow.claim(sender=accounts[5])
