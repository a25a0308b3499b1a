"""examples/counter.py: one for each call, ten more three blocks later, at the caller's expense."""
import pytest
from lariat.testing import CallFailed


def test_counts_now_and_later(chain, deploy):
    counter = deploy("../counter.py")
    counter.add()
    assert counter.storage == {"count": 1}
    assert [timer["height"] for timer in counter.timers] == [chain.height + 3]
    assert chain.advance(3) == []
    assert counter.events == [("count", b"1"), ("count", b"11")]


def test_the_caller_pays_for_the_timer(chain, deploy, accounts):
    counter = deploy("../counter.py", balance=0)
    counter.add(sender=accounts[3])
    before = chain.balance(accounts[3].address)
    assert chain.advance(3) == []
    assert chain.balance(accounts[3].address) < before
    assert counter.storage["count"] == 11


def test_nobody_adds_ten_by_hand(deploy):
    with pytest.raises(CallFailed, match="Unauthorized"):
        deploy("../counter.py").handle_timer()


def test_on_a_node(node):
    counter = node.deploy(open(__file__.replace("tests/test_", ""), encoding="utf-8").read())
    counter.add()
    node.dev_mine({"until_timer": counter.timers()[0]["id"]})
    assert counter.get("count") == 11
