"""examples/auction_close.py: it closes if somebody bids, and costs nothing if nobody does."""
import pytest
from lariat.testing import CallFailed


def test_the_highest_bid_wins(chain, deploy, accounts):
    auction = deploy("../auction_close.py")
    auction.bid(b"10", sender=accounts[1])
    with pytest.raises(CallFailed, match="ValueError"):
        auction.bid(b"10", sender=accounts[2])
    auction.bid(b"11", sender=accounts[2])
    assert chain.advance(12) == []
    assert auction.events[-1] == ("sold", b"11")


def test_without_a_bid_it_expires_at_nobodys_expense(chain, deploy):
    auction = deploy("../auction_close.py", balance=777)
    assert chain.advance(12) == ["timer: expired"]
    assert auction.balance == 777
