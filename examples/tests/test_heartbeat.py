"""examples/heartbeat.py: it beats every ten blocks while its balance pays."""


def test_beats_every_ten_blocks(chain, deploy):
    heart = deploy("../heartbeat.py")
    assert chain.advance(30) == []
    assert heart.storage == {"beats": 3}


def test_stops_without_money(chain, deploy):
    heart = deploy("../heartbeat.py", balance=1_100_000)
    assert chain.advance(25) == ["timer: insufficient_funds"]
    assert heart.storage == {"beats": 1} and heart.timers == []
