"""Scripted chains for the dashboard, on a dev node whose blocks are made by hand."""
import json
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "node"))
from process import LARIAT  # noqa: E402

ANNA, BERT = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266", "0x70997970c51812dc3a010c7d01b50e0d17dc79c8"


def verb(node, name, body):
    answer = node.post(f"/v1/dev/{name}", body)
    assert answer.status in (200, 202), (name, answer)
    return answer.json


def send(node, tx, sender=ANNA):
    """The transaction, included."""
    sent = verb(node, "send", {"tx": {"from": sender, **tx}})
    node.mine()
    return node.good(f"/v1/transactions/{sent['hash']}")


def deploy(node, source, funds=10**9, sender=ANNA, **more):
    """The address of a new actor with money."""
    tx = send(node, {"deploy": {"python": source}, **more}, sender)
    assert tx["receipt"]["status"] == "ok", tx
    address = tx["receipt"]["address"]
    verb(node, "set", {"fund": {address: str(funds)}})
    node.mine()
    return address


def call(node, actor, handler, payload="", sender=ANNA):
    return send(node, {"call": {"actor": actor, "handler": handler, "payload": payload}}, sender)


def demo(node):
    """The blocks of `lariat demo`, with its people as senders."""
    done = subprocess.run([LARIAT, "demo", "--trace"], capture_output=True, text=True, timeout=60, check=True)
    for line in map(json.loads, done.stdout.splitlines()):
        if "genesis" in line:
            verb(node, "set", {"fund": {account["address"]: account["balance"] for account in line["genesis"]["accounts"]}})
            node.mine()
        elif "block" in line:
            for tx in line["block"]["txs"]:
                verb(node, "send", {"tx": tx})
            node.mine()
        elif "blocks" in line:
            node.mine(blocks=line["blocks"])


ALARM = '''import pvm_host

WORK = 120000  # most of the gas limit, so that few fit into a block

class Alarm:
    """Sets many timers for one height, and fails when it is told to."""

    def set(self, payload):
        count, blocks = payload.split(b" ")
        for i in range(int(count)):
            pvm_host.schedule_timer_ex(pvm_host.block_height() + int(blocks), b"ring", gas_limit=400000)

    def fail(self, payload):
        raise ValueError("it was told to fail")

    def handle_timer(self, payload):
        if self.storage.get("broken"):
            raise ValueError("the bell is broken")
        for i in range(WORK):
            pass
        self.storage["rung"] = self.storage.get("rung", 0) + 1
        pvm_host.emit_event("rang", payload)

    def break_it(self, payload):
        self.storage["broken"] = True

    def watch(self, payload):
        pvm_host.set_state_watch(self.address, [(self.address, b"k")], b"w")

    def touch(self, payload):
        pvm_host.set_state(b"key", payload)
'''


def alarms(node, count, blocks):
    """An actor whose timers are all due at one height, more than fit into one block."""
    actor = deploy(node, ALARM)
    tx = call(node, actor, "set", f"{count} {blocks}")
    assert tx["receipt"]["status"] == "ok", tx
    return actor


CROWD = '''import pvm_host

class Crowd:
    """Sets many timers: COUNT of them, from height FIRST on, over HEIGHTS heights."""

    def set(self, payload):
        count, first, heights = [int(word) for word in payload.split(b" ")]
        for i in range(count):
            pvm_host.schedule_timer_ex(first + i % heights, b"ring", gas_limit=100000)

    def handle_timer(self, payload):
        pvm_host.emit_event("rang", payload)
'''
CROWD_IN_A_CALL = 8_000  # as many as the cells of a block pay for


def crowd(node, *parts):
    """An actor with many timers: of each part (count, first height, heights)."""
    verb(node, "set", {"config": {"max_timers_per_actor": 200_000, "max_timers_per_target": 200_000}})
    node.mine()
    actor = deploy(node, CROWD, funds=10**12)
    for count, first, heights in parts:
        for begin in range(0, count, CROWD_IN_A_CALL):
            some = {"actor": actor, "handler": "set", "payload": f"{min(count - begin, CROWD_IN_A_CALL)} {first} {heights}"}
            verb(node, "send", {"tx": {"from": ANNA, "call": some, "cycles_limit": 5_000_000, "cells_limit": 1_000_000}})
            node.mine()
    live = node.good("/v1/status")["timers"]["live"]
    assert live == sum(count for count, _, _ in parts), live
    return actor


# Texts that would run, load or mislead if anything took them for more than text.
HOSTILE = ('<img src=x onerror="window.ran=1">', "</script><script>window.ran=1</script>", "</style><svg onload=window.ran=1>",
           "javascript:window.ran=1", "{{constructor.constructor('window.ran=1')()}}", "\u202egnp.exe", '" onmouseover="window.ran=1')

EVIL = '''"""</script><script>window.ran=1</script> <img src=x onerror="window.ran=1">"""
import pvm_host

class Evil:
    # \u202e <svg onload=window.ran=1>
    def put(self, payload):
        pvm_host.set_state(payload, payload)
        self.storage[payload.decode()] = payload.decode()
        pvm_host.emit_event(payload.decode(), payload)
        pvm_host.schedule_timer_ex(pvm_host.block_height() + 2, payload, gas_limit=100000)

    def fail(self, payload):
        raise ValueError(payload.decode())

    def handle_timer(self, payload):
        pvm_host.emit_event(payload.decode(), payload)
        raise ValueError(payload.decode())
'''


def hostile(node):
    """An actor that puts hostile texts wherever an actor can put text."""
    actor = deploy(node, EVIL, salt=HOSTILE[0], payload=HOSTILE[1])
    for text in HOSTILE:
        call(node, actor, "put", text)
        call(node, actor, "fail", text)
    node.mine(blocks=3)
    call(node, actor, "put", HOSTILE[0])
    return actor
