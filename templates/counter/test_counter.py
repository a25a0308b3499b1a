"""Tests of counter.py: run them with `lariat test`."""
from lariat_test import chain, raises


def test_counts_calls():
    counter = chain.deploy("counter.py")
    counter.call("add")
    counter.call("add")
    assert counter.storage == {"count": 2}


def test_adds_ten_by_itself_three_blocks_later():
    counter = chain.deploy("counter.py")
    counter.call("add")
    assert [timer["height"] for timer in counter.timers] == [chain.height + 3]
    assert chain.advance(3) == []
    assert counter.storage == {"count": 11}


def test_nobody_else_may_run_the_timer_handler():
    counter = chain.deploy("counter.py")
    with raises("Unauthorized"):
        counter.call("handle_timer")
