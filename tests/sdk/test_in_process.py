"""The node inside of this process: it answers as a node behind a socket does, and its misuse is told."""
import os
import subprocess
import tempfile
import threading
import unittest
from pathlib import Path

import environment

from lariat import Account, Client, LocalNode, errors
from lariat.testing.in_process import URL, InProcessNode

MANUAL = {"dev": "true", "mine": "manual", "clock": "step"}
COUNTER = (environment.EXAMPLES / "counter.py").read_text(encoding="utf-8")


def use(client):
    """A deployment, calls and fires, and what a client sees of them."""
    sender = Account.dev(0).address
    for tx in ({"deploy": {"python": COUNTER}, "payload": "0x"}, {"transfer": {"to": Account.dev(1).address, "amount": "5"}}):
        client.dev_send({"tx": {"from": sender, **tx, "cycles_limit": 500_000, "cells_limit": 1_000_000}})
    client.dev_mine({"blocks": 1})
    actor = client.get_block(1, full=True)["receipts"][0]["address"]
    client.dev_set({"balances": {actor: "1000000000000"}})
    call = {"from": sender, "call": {"actor": actor, "handler": "add", "payload": "0x"}}
    client.dev_send({"tx": {**call, "cycles_limit": 500_000, "cells_limit": 50_000}})
    client.dev_mine({"blocks": 20})
    return [client.get_status()["state_root"], [client.get_block(height, full=True) for height in range(22)], client.run(call),
            list(client.iter_events(actor=actor)), list(client.iter_storage(actor)), client.get_openapi()]


class InProcess(unittest.TestCase):
    def client(self, **settings):
        client = Client(URL, transport=InProcessNode(**settings))
        self.addCleanup(client.close)
        return client

    def test_it_answers_as_a_node_behind_a_socket(self):
        with LocalNode("--dev", "--mine", "manual", "--clock", "step") as node, node.client() as far:
            self.assertEqual(use(far), use(self.client(**MANUAL)))

    def test_problems_have_their_codes(self):
        with self.assertRaises(errors.HeightNotReached) as error:
            self.client(**MANUAL).get_block(5)
        self.assertEqual("height_not_reached", error.exception.code)

    def test_two_nodes_are_two_chains_and_keep_out_of_each_others_way(self):
        one, other = self.client(**MANUAL), self.client(**MANUAL)
        one.dev_mine({"blocks": 3})
        self.assertEqual((3, 0), (one.get_status()["height"], other.get_status()["height"]))

    def test_threads_ask_at_once_and_each_gets_its_answer(self):
        client = self.client(**MANUAL)
        wrong = []

        def ask(number):
            address = Account.dev(number).address
            wrong.extend(number for _ in range(200) if client.get_account(address)["address"] != address)
            client.dev_mine({"blocks": 5})

        threads = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(([], 40), (wrong, client.get_status()["height"]))

    def test_a_wrong_setting_is_named(self):
        for settings, said in (({"dev": "true", "mine": "sometimes"}, "mine"), ({"nothing": "1"}, "nothing")):
            with self.assertRaisesRegex(errors.LariatError, said):
                InProcessNode(**settings)

    def test_a_directory_is_kept_and_taken_by_one_at_a_time(self):
        folder = self.enterContext(tempfile.TemporaryDirectory())
        client = self.client(**MANUAL, data=folder)
        client.dev_mine({"blocks": 2})
        with self.assertRaisesRegex(errors.LariatError, "another process|in use|locked"):
            InProcessNode(**MANUAL, data=folder)
        client.close()
        self.assertEqual(2, self.client(**MANUAL, data=folder).get_status()["height"])

    def test_streams_closed_nodes_and_those_of_a_parent_are_refused(self):
        client = self.client(**MANUAL)
        with self.assertRaisesRegex(errors.LariatError, "no streams"):
            next(iter(client.stream(to="blocks")))
        child = os.fork()
        if child == 0:
            try:
                client.retries = 0
                client.get_status()
            except errors.NoAnswer as error:
                os._exit(7 if "parent" in str(error) else 1)
            os._exit(2)
        self.assertEqual(7, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        self.assertEqual(0, client.get_status()["height"])
        client.close()
        client.retries = 0
        with self.assertRaisesRegex(errors.NoAnswer, "closed"):
            client.get_status()

    def test_the_library_shows_its_four_functions_and_nothing_else(self):
        library = Path(environment.LARIAT).with_name("liblariat_node.so")
        symbols = subprocess.run(["nm", "-D", "--defined-only", str(library)], stdout=subprocess.PIPE, check=True, text=True).stdout
        self.assertEqual({f"lariat_node_{name}" for name in ("open", "ask", "close", "free")}, {line.split()[-1].split("@")[0] for line in symbols.splitlines()})
