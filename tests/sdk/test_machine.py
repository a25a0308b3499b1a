"""The stateful machine finds the mistake of each of ten broken actors, and none in their repairs and in the examples."""
import sys
import unittest

import environment

sys.path.insert(0, str(environment.HERE / "broken"))
from actors import ACTORS  # noqa: E402
from hypothesis import Phase, given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402
from hypothesis.stateful import invariant, run_state_machine_as_test  # noqa: E402
from lariat.testing import machine as machines  # noqa: E402
from lariat.testing.strategies import addresses, amounts, payloads, schedules  # noqa: E402
from machines import machine  # noqa: E402

SAYS = {"no_guard": "two hearts beat", "no_reschedule": "no timer waits", "refund_assumed": "left behind", "double_schedule": "two timers wait",
        "copy_changed": "a note is lost", "stale_id": "stop.*must succeed: revert TimerNotFound", "open_purse": "a stranger was paid",
        "growing_list": "a fire failed", "tight_expiry": "it expired", "passed_on": "a stranger chose the handler"}
FIND = settings(machines.SETTINGS, max_examples=200, derandomize=True, phases=[Phase.generate], database=None)
TRUST = settings(machines.SETTINGS, max_examples=12, derandomize=True, phases=[Phase.generate], database=None)


class TenMistakes(unittest.TestCase):
    def test_each_is_found(self):
        self.assertEqual(10, len(ACTORS))
        for name, *_ in ACTORS:
            with self.subTest(name), self.assertRaisesRegex(AssertionError, SAYS[name]):
                run_state_machine_as_test(machine(name, repaired=False), settings=FIND)

    def test_nothing_is_found_in_their_repairs(self):
        for name, *_ in ACTORS:
            with self.subTest(name):
                run_state_machine_as_test(machine(name, repaired=True), settings=TRUST)

    def test_the_counter_of_the_examples_counts_whatever_happens(self):
        class Counting(machines.ActorMachine):
            source = (environment.EXAMPLES / "counter.py").read_text(encoding="utf-8")
            handlers = {"add": payloads(), "handle_timer": payloads()}
            starves = pauses = True

            @invariant()
            def one_for_each_call_and_ten_for_each_fire(self):
                fired = len([1 for fire in self.chain.client.iter_fires(actor=self.actor.address) if fire["status"] == "ok"])
                assert self.actor.storage.get("count", 0) == len(self.called("add")) + 10 * fired
        run_state_machine_as_test(Counting, settings=TRUST)


    def test_the_test_case_of_a_machine_has_its_settings(self):
        class Own(machines.ActorMachine):
            machine_settings = TRUST
        self.assertEqual((TRUST, machines.SETTINGS), (Own.TestCase.settings, machine("no_guard", False).TestCase.settings))


class Strategies(unittest.TestCase):
    @settings(max_examples=30, deadline=None, database=None)
    @given(payloads(32), addresses(), amounts(7), schedules({"a": st.just(b"x"), "b": payloads()}, 4))
    def test_they_give_what_an_actor_takes(self, payload, address, amount, steps):
        self.assertLessEqual(len(payload), 32)
        self.assertEqual((20, True), (len(address), 0 <= amount <= 7))
        self.assertTrue(all(0 <= blocks <= 4 and name in ("a", "b") and isinstance(data, bytes) for blocks, name, data in steps))
