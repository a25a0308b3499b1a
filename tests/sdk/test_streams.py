"""Streams of the client: each item once, whatever is cut, killed, undone; against a server that plays a story, and against nodes."""
import asyncio
import json
import tempfile
import threading
import unittest

import environment

from lariat import Account, AsyncClient, Client, Item, LocalNode, Revert, errors
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import serve

COUNTER = (environment.EXAMPLES / "counter.py").read_text(encoding="utf-8")


def item(height, number):
    return {"id": "s", "height": height, "item": {"height": height, "index": number, "name": "actor", "topic": str(number)}}


def mark(height, root="aa"):
    return {"id": "s", "mark": height, "state_root": "0x" + root * 32}


class Blocks:
    """Answers GET of blocks for a stream that looks whether its marks still stand."""

    def __init__(self, roots):
        self.roots, self.asked = roots, []

    def ask(self, method, path, headers, body, timeout):
        from lariat._http import Answer
        height = int(path.rsplit("/", 1)[1])
        self.asked.append(height)
        if height not in self.roots:
            return Answer(422, {"content-type": "application/problem+json"}, json.dumps({"code": "height_not_reached"}).encode())
        return Answer(200, {}, json.dumps({"height": height, "state_root": "0x" + self.roots[height] * 32}).encode())

    def close(self):
        pass


class Story:
    """A server of streams: for each connection the messages that it sends before it cuts."""

    def __init__(self, *connections):
        self.orders, self.left = [], list(connections)
        self.server = serve(self.play, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self.server.socket.getsockname()[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def play(self, socket):
        try:
            self.orders.append(json.loads(socket.recv()))
            socket.send(json.dumps({"id": "s", "ok": True, "height": 5}))
            messages = self.left.pop(0) if self.left else []
            for message in messages:
                socket.send(json.dumps(message))
            if not self.left:
                socket.recv()
            socket.close(1001)
        except ConnectionClosed:
            pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()

    def client(self, roots):
        return Client(self.url, transport=Blocks(roots))


def take(stream, count):
    return [(said.height, said.item["topic"]) if isinstance(said, Item) else said.height for said in (stream.next(10) for _ in range(count))]


STANDS = {height: "aa" for height in range(20)}


class Stories(unittest.TestCase):
    def test_after_a_cut_items_since_the_mark_come_once(self):
        with Story([item(6, 0), mark(6), item(7, 0), item(7, 1)], [item(7, 0), item(7, 1), item(7, 2), mark(7), item(8, 0)]) as story:
            stream = story.client(STANDS).stream("events", from_height=6)
            self.assertEqual([(6, "0"), (7, "0"), (7, "1"), (7, "2"), (8, "0")], take(stream, 5))
            self.assertEqual([6, 7], [order["from_height"] for order in story.orders])
            stream.close()

    def test_without_a_height_it_begins_with_the_next_block_and_goes_on_there_after_a_cut(self):
        with Story([], [item(6, 0), mark(6)]) as story:
            stream = story.client(STANDS).stream("events", filter={"topic": "0"})
            self.assertEqual([(6, "0")], take(stream, 1))
            self.assertEqual([{"subscribe": "s", "to": "events", "filter": {"topic": "0"}}], story.orders[:1])
            self.assertEqual(6, story.orders[1]["from_height"])
            stream.close()

    def test_blocks_that_were_undone_during_a_cut_are_told(self):
        with Story([mark(6, "aa"), item(7, 0), mark(7, "bb"), item(8, 0), mark(8, "cc")], [], [item(7, 5), mark(7, "ee")]) as story:
            client = story.client({5: "aa", 6: "aa", 7: "ee"})
            stream = client.stream("events", from_height=6)
            self.assertEqual([(7, "0"), (8, "0"), 6, (7, "5")], take(stream, 4))
            self.assertEqual([6, 9, 7], [order["from_height"] for order in story.orders])
            stream.close()

    def test_another_item_in_the_place_of_one_that_was_delivered_is_a_revert(self):
        with Story([mark(6), item(7, 0)], [item(7, 3), mark(7)]) as story:
            stream = story.client(STANDS).stream("events", from_height=6)
            self.assertEqual([(7, "0"), 6, (7, "3")], take(stream, 3))
            stream.close()

    def test_a_revert_that_is_said_is_told_once_and_not_for_what_was_never_told(self):
        with Story([item(6, 0), mark(6), {"revert": 9}, item(7, 0), mark(7), {"revert": 5}, item(6, 1), mark(6)]) as story:
            stream = story.client(STANDS).stream("events", from_height=6)
            self.assertEqual([(6, "0"), (7, "0"), 5, (6, "1")], take(stream, 4))
            stream.close()

    def test_a_cursor_goes_on_in_another_process(self):
        with Story([item(6, 0), mark(6), item(7, 0), item(7, 1)], [item(7, 0), item(7, 1), mark(7)]) as story:
            stream = story.client(STANDS).stream("events", from_height=6)
            take(stream, 2)
            cursor = stream.cursor
            stream.close()
            again = story.client(STANDS).stream("events", resume=cursor)
            self.assertEqual([(7, "1")], take(again, 1))
            again.close()
        for wrong in ("", "{}", "[1]", "7"):
            with self.assertRaises(ValueError):
                Client().stream("events", resume=wrong)

    def test_errors_of_a_subscription_are_exceptions(self):
        with Story([{"id": "s", "error": "pruned"}]) as story, self.assertRaises(errors.Pruned):
            story.client(STANDS).stream("events", from_height=0).next(5)

    def test_nobody_there_is_no_answer_after_the_patience(self):
        with self.assertRaises(errors.NoAnswer):
            Client("http://127.0.0.1:1").stream("events", patience=0.2).next()


class OnNodes(unittest.TestCase):
    def test_every_topic_gives_its_rows_sync_and_async(self):
        with LocalNode("--dev", "--clock", "step", "--empty-blocks", "never") as node, node.client() as client:
            actor = client.deploy(COUNTER)
            actor.add()
            client.dev_mine({"blocks": 3})
            lists = {"blocks": client.iter_blocks, "receipts": client.iter_transactions, "fires": client.iter_fires, "exits": client.iter_exits,
                     "events": client.iter_events}
            for topic, listed in lists.items():
                rows = list(listed(order="asc"))
                if topic == "receipts":  # lists leave sources and payloads out
                    rows = [client.get_transaction(row["hash"]) for row in rows]
                with client.stream(topic, from_height=0) as stream:
                    got = [stream.next(10) for _ in rows]
                    self.assertEqual([row["height"] for row in rows], [said.height for said in got], topic)
                    self.assertEqual(rows, [said.item for said in got], topic)
                    with self.assertRaises(TimeoutError):
                        stream.next(0.05)

            async def go():
                async with AsyncClient(node.url) as other, other.stream("events", from_height=0, filter={"actor": actor.address}) as stream:
                    return [(await stream.next(10)).item["data"] for _ in range(2)]
            self.assertEqual(["0x31", "0x3131"], asyncio.run(go()))

    def test_a_revert_is_told_and_pending_has_the_pool(self):
        with LocalNode("--dev", "--clock", "step", "--mine", "manual") as node, node.client() as client:
            snapshot = client.dev_snapshot({})["id"]
            client.transfer(Account.dev(1).address, 1, wait=0)
            with client.stream("blocks", from_height=1) as blocks, client.stream("pending") as pending:
                self.assertEqual("pending", pending.next(10).item["status"])
                client.dev_mine({"blocks": 2})
                self.assertEqual("included", pending.next(10).item["status"])
                self.assertEqual([1, 2], [blocks.next(10).height for _ in range(2)])
                client.dev_revert({"id": snapshot})
                self.assertEqual(Revert(0), blocks.next(10))
                client.dev_mine({})
                self.assertEqual(1, blocks.next(10).height)

    def test_nodes_that_are_killed_and_started_again_lose_and_double_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            flags = ["--dev", "--data", folder + "/d", "--clock", "step", "--empty-blocks", "never"]
            node = LocalNode(*flags).start()
            try:
                client = node.client()
                stream = client.stream("receipts", from_height=0, patience=20)
                sent = []
                for _ in range(3):
                    for _ in range(4):
                        sent.append(node.client().transfer(Account.dev(1).address, 1).hash)
                    got = [stream.next(20).item["hash"] for _ in range(2)]  # behind, on purpose
                    self.assertEqual(sent[len(sent) // 4 * 2 - 2:][:2], got)
                    node.kill()
                    node = LocalNode(*flags, "--listen", client.url.removeprefix("http://")).start()
                self.assertEqual(sent[6:], [stream.next(20).item["hash"] for _ in range(len(sent) - 6)])
                with self.assertRaises(TimeoutError):
                    stream.next(0.1)
                stream.close()
            finally:
                node.stop()
