# The set of validators and the version of the rules of a replicated chain (CLU-17, CLU-19).
import hashlib

import readers
from errors import HostError, TraceError

POWER_MAX = (1 << 60) - 1
COUNT_MAX = 128
KEEPER = bytes(19) + b"\x09"
SET_KEY, RULES_KEY = (KEEPER, b"system:validators"), (KEEPER, b"system:rules_version")

FIELDS = {"pub_key": readers.hash32, "power": readers.number, "payee": readers.address}


def address_of(key):
    return hashlib.sha256(key).digest()[:20]


def read_change(value):
    return readers.fields(value, FIELDS, "set_validator", ["pub_key", "power"])


def read_genesis(value):
    """{key: (power, payee)}"""
    if not isinstance(value, list):
        raise TraceError("validators are no list: %r" % (value,))
    members = {}
    for entry in value:
        entry = read_change(entry)
        if entry["pub_key"] in members or entry["power"] == 0:
            raise TraceError("a validator twice, or without power")
        members[entry["pub_key"]] = entry["power"], entry.get("payee", address_of(entry["pub_key"]))
    if len(members) > COUNT_MAX or sum(power for power, _ in members.values()) > POWER_MAX:
        raise TraceError("too many validators, or too much power")
    return members


class Changes:
    """What a block did to the set: CometBFT adds all its updates before it removes anybody."""

    def __init__(self):
        self.updates, self.removed_power = {}, 0

    def note(self, key, power, payee):
        self.updates[key] = power, payee

    def rows(self):
        return [{"pub_key": "0x" + key.hex(), "power": power, "payee": "0x" + payee.hex()}
                for key, (power, payee) in self.updates.items()]


def _remove(state, changes, key):
    power, payee = state.validators.pop(key)
    changes.removed_power += power
    changes.note(key, 0, payee)


def begin_block(block, misbehaviour):
    state = block.state
    if state.next_rules and block.height >= state.next_rules[0]:
        state.rules, state.next_rules = state.next_rules[1], None
        state.modified.add(RULES_KEY)
    for address in misbehaviour:
        found = [key for key in state.validators if address_of(key) == address]
        if found and len(state.validators) > 1:
            _remove(state, block.validators, found[0])
            state.modified.add(SET_KEY)


def set_validator(block, change):
    state, changes, key, power = block.state, block.validators, change["pub_key"], change["power"]
    before = dict(state.validators)
    known = key in state.validators
    if not state.validators or key in changes.updates:
        raise HostError("InvalidInput")
    if power == 0:
        if not known or len(state.validators) == 1:
            raise HostError("InvalidInput")
        _remove(state, changes, key)
    else:
        rest = sum(p for k, (p, _) in state.validators.items() if k != key) + changes.removed_power
        if rest + power > POWER_MAX or (not known and len(state.validators) == COUNT_MAX):
            raise HostError("InvalidInput")
        payee = change.get("payee", state.validators[key][1] if known else address_of(key))
        state.validators[key] = power, payee
        changes.note(key, power, payee)
    if state.validators != before:
        state.modified.add(SET_KEY)


def plan_version(block, height, version):
    state, before = block.state, block.state.next_rules
    if not state.validators:
        raise HostError("InvalidInput")
    if height == 0:
        state.next_rules = None
    elif height < block.height + 2 or version <= state.rules:
        raise HostError("InvalidInput")
    else:
        state.next_rules = height, version
    if state.next_rules != before:
        state.modified.add(RULES_KEY)
