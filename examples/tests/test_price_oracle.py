"""examples/price_oracle.py: the median of what admitted reporters say, at each update that somebody pays for."""
import pytest
from lariat.testing import CallFailed


def test_publishes_the_median(chain, deploy, accounts):
    oracle = deploy("../price_oracle.py", balance=0)
    oracle.admit(b"".join(account.address_bytes for account in accounts[1:4]))
    for account, price in zip(accounts[1:4], (b"30", b"10", b"20")):
        oracle.report(price, sender=account)
    assert chain.advance(6) == []
    assert oracle.storage["price"] == 20


def test_strangers_do_not_report(deploy, accounts):
    oracle = deploy("../price_oracle.py")
    with pytest.raises(CallFailed, match="PermissionError"):
        oracle.report(b"1", sender=accounts[7])


@pytest.mark.parametrize("payload", [b"", b"-1", b"x", b"9" * 31])
def test_what_is_no_price_is_refused(deploy, accounts, payload):
    oracle = deploy("../price_oracle.py")
    oracle.admit(accounts[1].address_bytes)
    with pytest.raises(CallFailed, match="ValueError"):
        oracle.report(payload, sender=accounts[1])
