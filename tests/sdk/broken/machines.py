"""A machine for each of the broken actors: what must hold, whatever is called in whatever order."""
from hypothesis.stateful import invariant

from actors import source
from lariat.testing.machine import ActorMachine
from lariat.testing.strategies import envelopes, payloads

NOTHING = payloads(8)


class NoGuard(ActorMachine):
    handlers = {"handle_timer": NOTHING}

    @invariant()
    def one_timer_waits(self):
        assert len(self.actor.timers) == 1, "two hearts beat"


class NoReschedule(ActorMachine):
    handlers = {"set": payloads()}

    @invariant()
    def it_never_stops(self):
        assert len(self.actor.timers) == 1, "no timer waits"


class RefundAssumed(ActorMachine):
    owner_handlers = {"start": NOTHING}
    balance = 3_000_000

    @invariant()
    def nothing_to_speak_of_stays_behind(self):
        assert "paid" not in self.actor.storage or self.actor.balance < 10_000, "money is left behind"


class DoubleSchedule(ActorMachine):
    handlers = {"start": NOTHING}

    @invariant()
    def at_most_one_timer_waits(self):
        assert len(self.actor.timers) <= 1, "two timers wait"


class CopyChanged(ActorMachine):
    handlers = {"add": NOTHING}

    @invariant()
    def each_note_is_kept(self):
        assert self.actor.storage["notes"] == [payload for payload, _ in self.called("add")], "a note is lost"


class StaleId(ActorMachine):
    owner_handlers = {"stop": NOTHING}
    must_succeed = frozenset({"stop"})


class OpenPurse(ActorMachine):
    handlers = {"take": NOTHING}

    @invariant()
    def no_stranger_takes(self):
        assert all(sender == self.owner.address_bytes for _, sender in self.called("take")), "a stranger was paid"


class GrowingList(ActorMachine):
    handlers = {"post": NOTHING}

    @invariant()
    def no_fire_fails(self):
        assert self.chain.failed == [], "a fire failed"


class TightExpiry(ActorMachine):
    pauses = True

    @invariant()
    def the_timer_does_not_expire(self):
        assert "timer: expired" not in self.chain.failed, "it expired"


class PassedOn(ActorMachine):
    handlers = {"remind": payloads(8) | envelopes(["wipe", "handle_timer"])}

    @invariant()
    def nobody_wipes(self):
        assert "wiped" not in self.actor.storage, "a stranger chose the handler"


MACHINES = {"no_guard": NoGuard, "no_reschedule": NoReschedule, "refund_assumed": RefundAssumed, "double_schedule": DoubleSchedule,
            "copy_changed": CopyChanged, "stale_id": StaleId, "open_purse": OpenPurse, "growing_list": GrowingList,
            "tight_expiry": TightExpiry, "passed_on": PassedOn}


def machine(name, repaired):
    """The machine of an actor, broken or repaired."""
    return type(f"{MACHINES[name].__name__}{'Repaired' if repaired else ''}", (MACHINES[name],), {"source": source(name, repaired)})
