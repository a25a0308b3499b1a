"""Simulations: many blocks ahead in a process of their own, of which nothing stays."""
import contextlib
import os
import signal
import tempfile
import threading
import time
import unittest
from pathlib import Path

import wire
from process import Node

ALICE, BOB = (wire.address_of(key) for key in wire.DEV_KEYS[:2])
LESS_URGENT = 10  # the niceness that a simulation gives itself after it has asked to end with its node
STEPS = ("--dev", "--clock", "step", "--mine", "manual")
ACTOR = '''from cowboy_sdk import actor
import pvm_host

@actor
class Ahead:
    def every_block(self, payload):
        pvm_host.set_state(b"n", payload)
        self._again(payload)
        return b"begun"
    def handle_timer(self, payload):
        pvm_host.set_state(b"n%d" % pvm_host.context()["block_height"], payload * 20)
        self._again(payload)
        pvm_host.emit_event("ticked", payload)
    def _again(self, payload):
        pvm_host.schedule_timer(height=pvm_host.context()["block_height"] + 1, payload=payload)
    def spin(self, payload):
        while True:
            pass
'''


def everything_in(path):
    """Bytes, size and times of all files but SQLite's marks of readers, which any read may move."""
    out = {}
    for file in sorted(Path(path).rglob("*")):
        if file.name.endswith("-shm"):
            continue
        stat = file.stat()
        out[str(file)] = (stat.st_ino, stat.st_mtime_ns, stat.st_ctime_ns, stat.st_size,
                          file.read_bytes() if file.is_file() else None)
    return out


def everything_at_rest_in(path):
    """The same once nothing changes: the node writes the archive's file when it has nothing else to do."""
    while True:
        found = everything_in(path)
        time.sleep(0.2)
        if everything_in(path) == found:
            return found


def children_of(pid):
    out = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[1]) == pid and fields[0] != "Z":
            out.append(int(stat.parent.name))
    return sorted(out)


def state_of(pid):
    """One letter, as ps shows it; nothing for a process that is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return ""


def lives(pid):
    return state_of(pid) not in ("", "Z", "X")


def is_at_work(pid):
    """A child that is stopped before it has asked to end with its node could not ask any more."""
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[16]) == LESS_URGENT
    except OSError:
        return False


class Held:
    """Simulations whose processes are stopped, so that they last as long as the test wants."""

    def __init__(self, node, body, count):
        self.node, self.body, self.answers = node, body, []
        self.caught = threading.Event()
        self.threads = [threading.Thread(target=self._ask) for _ in range(count)]
        for thread in self.threads:
            thread.start()
        self.pids = []
        end = time.monotonic() + 20
        while len(self.pids) < count:  # those that were too fast are asked for again
            assert time.monotonic() < end, f"{len(self.pids)} simulations were caught"
            for pid in children_of(node.process.pid):
                if is_at_work(pid):
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGSTOP)
            self.pids = [pid for pid in children_of(node.process.pid) if state_of(pid) == "T"]
        self.caught.set()

    def _ask(self):
        while True:
            is_last = self.caught.is_set()
            try:
                answer = self.node.post("/v1/simulate", self.body)
            except OSError as error:
                answer = error
            if is_last or self.caught.is_set():
                self.answers.append(answer)
                return

    def go_on(self):
        for pid in self.pids:
            if lives(pid):
                os.kill(pid, signal.SIGCONT)

    def join(self):
        for thread in self.threads:
            thread.join()
        return self.answers


class Simulations(unittest.TestCase):
    def deploy(self, node):
        actor = node.ok_mined({"deploy": {"python": ACTOR}})["receipt"]["address"]
        node.ok_mined({"transfer": {"to": actor, "amount": "1000000000000"}})
        return actor

    def call(self, actor, handler, **more):
        return {"call": {"actor": actor, "handler": handler, "payload": "p"}, **more}

    def test_NODE32_blocks_ahead_are_the_blocks_that_come(self):
        for mode in ("memory", "disk"):
            with self.subTest(mode), tempfile.TemporaryDirectory() as scratch:
                flags = () if mode == "memory" else ("--data", scratch + "/node")
                with Stepper(*STEPS, *flags) as node:
                    actor = self.deploy(node)
                    tx = self.call(actor, "every_block", nonce=node.nonce(ALICE))
                    raw = "0x" + wire.signed(tx, wire.DEV_KEYS[0]).hex()
                    before, status = everything_at_rest_in(scratch), node.good("/v1/status")
                    said = node.post("/v1/simulate", {"raw": raw, "blocks": 64})
                    self.assertEqual(200, said.status, said)
                    self.assertEqual(str(status["height"]), said.headers["lariat-height"])
                    self.assertEqual(said.body, node.post("/v1/simulate", {"raw": raw, "blocks": 64}).body)
                    self.assertEqual(before, everything_in(scratch))
                    self.assertEqual(status, node.good("/v1/status"))
                    self.assertEqual(202, node.post("/v1/transactions", {"raw": raw}).status)
                    node.mine(blocks=64)
                    results = said.json["results"]
                    self.assertEqual(64, len(results))
                    self.assertTrue(all(result["fired"] for result in results[1:]), "a timer fires in each")
                    for result in results:
                        block = node.good(f"/v1/blocks/{result['height']}?full=true")
                        self.assertEqual({key: block[key] for key in result}, result)
                    got = node.good(f"/v1/transactions/{wire.hash_of(bytes.fromhex(raw[2:]))}")["receipt"]
                    self.assertEqual(got, {key: said.json["receipt"][key] for key in got})
                    self.assertEqual("0x" + b"begun".hex(), said.json["receipt"]["returned"])
                    self.assertEqual(1, len(said.json["receipt"]["scheduled"]))

    def test_NODE32_limits_left_out_leave_room_for_what_the_block_runs_first(self):
        """An operation that is due uses cells before any transaction, so a block's whole capacity does not fit."""
        with Stepper(*STEPS) as node:
            actor = self.deploy(node)
            at = node.good("/v1/status")["timestamp_ms"] + 5_000
            node.ok_mined({"schedule_at": {"timestamp_ms": at, "actor": actor, "handler": "every_block", "payload": "0x01", "gas_limit": 100_000}})
            node.post("/v1/dev/time", {"advance_ms": 10_000})
            done = node.post("/v1/simulate", {"tx": {"from": ALICE, "transfer": {"to": BOB, "amount": "1"}}}).json
            self.assertEqual("ok", done["receipt"]["status"], done)
            self.assertIn("executed", [row["exit"] for row in done["results"][0]["exits"]])

    def test_NODE32_limits_left_out_are_paid_by_what_the_amount_leaves(self):
        with Stepper(*STEPS) as node:
            for left, status in ((100_000, "ok"), (-1, "revert")):
                with self.subTest(left=left):
                    amount = int(node.good(f"/v1/accounts/{BOB}")["balance"]) - left
                    receipt = node.post("/v1/simulate", {"tx": {"from": BOB, "transfer": {"to": ALICE, "amount": str(amount)}}}).json["receipt"]
                    self.assertEqual(status, receipt["status"], receipt)
                    self.assertEqual("InsufficientBalance" if left < 0 else None, receipt.get("error"))

    def test_NODE28_blocks_is_a_number_from_1_to_64(self):
        with Stepper(*STEPS) as node:
            tx = {"from": ALICE, "transfer": {"to": ALICE, "amount": "1"}}
            for blocks in (0, 65, -1, "x", 1.5, None):
                answer = node.post("/v1/simulate", {"tx": tx, "blocks": blocks})
                self.assertEqual((400, "bad_request"), (answer.status, answer.json["code"]), blocks)
                self.assertIn("blocks", answer.json["detail"])
            self.assertEqual(2, len(node.post("/v1/simulate", {"tx": tx, "blocks": 2}).json["results"]))

    def test_NODE56_a_third_simulation_at_once_is_busy_and_the_others_are_answered(self):
        with Stepper(*STEPS) as node:
            actor = self.deploy(node)
            body = {"tx": self.call(actor, "every_block", **{"from": ALICE}), "blocks": 64}
            held = Held(node, body, 2)
            third = node.post("/v1/simulate", body)
            self.assertEqual((503, "busy"), (third.status, third.json["code"]), third)
            self.assertIn("retry-after", third.headers)
            node.mine(blocks=1)  # blocks and reads do not wait for them
            self.assertEqual(3, node.good("/v1/status")["height"])
            held.go_on()
            self.assertEqual([200, 200], [answer.status for answer in held.join()])
            self.assertEqual(200, node.post("/v1/simulate", body).status)

    def test_NODE47_a_revert_or_reset_ends_simulations_and_the_chain_is_as_it_was(self):
        with tempfile.TemporaryDirectory() as scratch, Stepper(*STEPS, "--data", scratch + "/node") as node:
            actor = self.deploy(node)
            for verb in ("revert", "reset"):
                before, taken = node.good("/v1/blocks/head"), node.post("/v1/dev/snapshot", {}).json
                node.mine(blocks=3)
                held = Held(node, {"tx": self.call(actor, "every_block", **{"from": ALICE}), "blocks": 64}, 2)
                self.assertEqual(200, node.post(f"/v1/dev/{verb}", {"id": taken["id"]} if verb == "revert" else {}).status)
                self.assertFalse(any(lives(pid) for pid in held.pids))
                self.assertEqual({"busy"}, {answer.json["code"] for answer in held.join()})
                if verb == "revert":
                    self.assertEqual(before, node.good("/v1/blocks/head"))
            self.assertEqual(0, node.good("/v1/status")["height"])

    def test_NODE32_changes_that_wait_are_made_first(self):
        with Stepper(*STEPS) as node:
            poor = "0x" + "12" * 20
            body = {"tx": {"from": poor, "transfer": {"to": ALICE, "amount": "5"}}, "blocks": 2}
            self.assertEqual("sender_unknown", node.post("/v1/simulate", body).json["receipt"]["reason"])
            self.assertEqual(200, node.post("/v1/dev/set", {"balances": {poor: "1000000000"}}).status)
            said = node.post("/v1/simulate", {"tx": {**body["tx"], "cycles_limit": 10_000, "cells_limit": 1_000}, "blocks": 2}).json
            self.assertEqual("ok", said["receipt"]["status"], said["receipt"])
            self.assertEqual([1, 0], [len(result.get("dev", [])) for result in said["results"]])

    def test_NODE6_NODE8_a_node_that_ends_or_is_killed_leaves_no_simulation_behind(self):
        for how in (signal.SIGTERM, signal.SIGKILL):
            with self.subTest(how), tempfile.TemporaryDirectory() as scratch:
                flags = (*STEPS, "--data", scratch + "/node")
                with Stepper(*flags) as node:
                    actor = self.deploy(node)
                    held = Held(node, {"tx": self.call(actor, "every_block", **{"from": ALICE}), "blocks": 64}, 2)
                    self.assertEqual(0 if how == signal.SIGTERM else -signal.SIGKILL, node.stop(how))
                    again = Stepper(*flags)  # nobody holds the directory any more
                    with again:
                        self.assertEqual(2, again.good("/v1/status")["height"])
                    again.until(lambda: not any(lives(pid) for pid in held.pids))
                    held.join()

    def test_NODE13_blocks_keep_coming_while_simulations_run(self):
        def longest_gap(node, seconds):
            heights, last, longest = node.good("/v1/status")["height"], time.monotonic(), 0
            end = last + seconds
            while time.monotonic() < end:
                height = node.good("/v1/status")["height"]
                if height != heights:
                    heights, longest, last = height, max(longest, time.monotonic() - last), time.monotonic()
                time.sleep(0.005)
            return max(longest, time.monotonic() - last)

        with Node("--dev", "--mine", "interval", "--block-time-ms", "100", "--empty-blocks", "always") as node:
            actor = node.ok({"deploy": {"python": ACTOR}})["receipt"]["address"]
            quiet = longest_gap(node, 2)
            stop, answers = threading.Event(), []
            body = {"tx": self.call(actor, "spin", **{"from": ALICE}), "blocks": 64}

            def simulate():
                while not stop.is_set():
                    answers.append(node.post("/v1/simulate", body))
            threads = [threading.Thread(target=simulate) for _ in range(3)]
            for thread in threads:
                thread.start()
            loud = longest_gap(node, 4)
            stop.set()
            for thread in threads:
                thread.join()
            self.assertLess(loud, quiet + 1)
            done = [answer.json for answer in answers if answer.status == 200]
            self.assertTrue(done)
            self.assertEqual({"out_of_cycles"}, {answer["receipt"]["status"] for answer in done})
            times = [result["timestamp_ms"] for result in done[0]["results"]]
            self.assertEqual([100] * 63, [b - a for a, b in zip(times, times[1:])], "as ticks would give them")

    def test_NODE57_two_hundred_simulations_leave_no_descriptor_thread_or_process(self):
        with Stepper(*STEPS) as node:
            body = {"tx": {"from": ALICE, "transfer": {"to": ALICE, "amount": "1"}}}

            def held():
                proc = Path(f"/proc/{node.process.pid}")
                return len(list((proc / "fd").iterdir())), len(list((proc / "task").iterdir())), children_of(node.process.pid)
            node.post("/v1/simulate", body)
            node.until(lambda: not children_of(node.process.pid))
            files, threads, _ = held()  # a thread or connection that is about to end may be among them
            for _ in range(200):
                self.assertEqual(200, node.post("/v1/simulate", body).status)

            def is_as_before():
                files_now, threads_now, children = held()
                return files_now <= files and threads_now <= threads and not children
            node.until(is_as_before)


class Stepper(Node):
    """A node that makes blocks by hand alone."""

    def ok_mined(self, tx):
        sent = self.send(tx, wait=0)
        assert sent.status == 202, sent
        self.mine()
        got = self.good(f"/v1/transactions/{sent.json['hash']}")
        assert got["receipt"]["status"] == "ok", got
        return got


if __name__ == "__main__":
    unittest.main()
