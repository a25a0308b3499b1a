"""An order of thousands of blocks has its archive written beside (docs/decisions/0048): nobody may see that."""
import threading
import unittest

from process import Node
from test_node import ALICE, STEPS

SPREAD = '''from cowboy_sdk import actor
import pvm_host

@actor
class Spread:
    def handle_message(self, payload):
        for i in range(200):
            pvm_host.schedule_timer_ex(20 + i * 11, b"%d" % i, gas_limit=20_000)
    def handle_timer(self, payload):
        pvm_host.set_state(payload, payload)
        pvm_host.emit_event("fired", payload)
'''
ORDERS_MAX = 10
BLOCKS = 2_600


class LongOrders(unittest.TestCase):
    def begin(self, node):
        sent = node.send({"deploy": {"python": SPREAD}}, wait=0)
        node.mine()
        actor = node.good(f"/v1/transactions/{sent.json['hash']}")["receipt"]["address"]
        node.send({"transfer": {"to": actor, "amount": "1000000000"}}, wait=0)
        node.mine()
        sent = node.send({"call": {"actor": actor, "handler": "handle_message", "payload": "0x"}}, wait=0)
        node.mine()
        return [timer["id"] for timer in node.good(f"/v1/transactions/{sent.json['hash']}")["scheduled"]]

    def shown(self, node, timers):
        def pages(path):
            out, cursor = [], ""
            while True:
                page = node.good(f"{path}{'&' if '?' in path else '?'}limit=1000{cursor}")
                out += page["items"]
                if not page["next"]:
                    return out
                cursor = f"&cursor={page['next']}"
        return {**{path: pages(path) for path in ("/v1/blocks", "/v1/fires", "/v1/exits", "/v1/events", "/v1/timers?state=gone")},
                **{timer: node.good(f"/v1/timers/{timer}") for timer in timers},
                **{path: node.good(path) for path in ("/v1/status", "/v1/blocks/head?full=true", f"/v1/accounts/{ALICE}?at_height=2400")}}

    def test_NODE46_a_long_order_leaves_what_many_short_ones_do(self):
        for flags in ((), ("--keep-blocks", "700", "--keep-states", "300")):
            with self.subTest(flags=flags), Node(*STEPS, *flags) as long, Node(*STEPS, *flags) as short:
                timers = self.begin(long)
                self.assertEqual(timers, self.begin(short))
                self.assertEqual(200, len(timers))
                self.assertEqual(BLOCKS, long.mine(blocks=BLOCKS)["mined"])
                for _ in range(26):
                    short.mine(blocks=BLOCKS // 26)
                timers = timers[-20:] if flags else timers  # the others are forgotten
                self.assertEqual(self.shown(short, timers), self.shown(long, timers))

    def test_NODE46_who_reads_during_a_long_order_finds_every_block_up_to_the_head(self):
        with Node(*STEPS) as node:
            self.begin(node)
            ended = threading.Event()
            seen, wrong = set(), []

            def read():
                while not ended.is_set():
                    height = node.good("/v1/status")["height"]
                    for at in (height, max(0, height - 40)):
                        if node.good(f"/v1/blocks/{at}")["height"] != at:
                            wrong.append(at)
                    listed = [row["height"] for row in node.good("/v1/blocks?limit=50")["items"]]
                    if listed != list(range(listed[0], listed[0] - len(listed), -1)) or listed[0] < height:
                        wrong.append(listed)
                    seen.add(height)
            readers = [threading.Thread(target=read) for _ in range(2)]
            for thread in readers:
                thread.start()
            orders = 0
            while orders == 0 or (len(seen) <= 2 and orders < ORDERS_MAX):  # who reads may have few turns in one
                node.mine(blocks=60_000)
                orders += 1
            ended.set()
            for thread in readers:
                thread.join()
            self.assertEqual([], wrong)
            self.assertGreater(len(seen), 2)

    def test_NODE50_what_would_be_is_asked_in_the_midst_of_a_long_order(self):
        """The question forks the process, which then has no thread but one."""
        with Node(*STEPS) as node:
            self.begin(node)
            asked = orders = 0
            while asked <= 3 and orders < ORDERS_MAX:
                order = threading.Thread(target=lambda: node.mine(blocks=60_000))
                order.start()
                while order.is_alive():
                    answer = node.post("/v1/simulate", {"tx": {"from": ALICE, "transfer": {"to": ALICE, "amount": "1"}}, "blocks": 3})
                    self.assertIn(answer.status, (200, 503), answer)
                    asked += 1
                order.join()
                orders += 1
            self.assertGreater(asked, 3)


if __name__ == "__main__":
    unittest.main()
