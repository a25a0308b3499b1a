"""examples/subscription.py: a payment every four blocks, until the money is gone."""
MERCHANT = b"m" * 20


def test_pays_until_the_money_is_gone(chain, deploy):
    subscription = deploy("../subscription.py", MERCHANT, balance=2_000_000)
    assert chain.advance(60) == ["timer: insufficient_funds"]
    assert chain.balance(MERCHANT) == sum(int(data) for topic, data in subscription.events if topic == "paid")


def test_the_owner_closes_it(chain, deploy):
    subscription = deploy("../subscription.py", MERCHANT)
    chain.advance(4)
    subscription.close()
    assert subscription.balance == 0
    assert chain.advance(8) == [] and chain.balance(MERCHANT) == 250_000
