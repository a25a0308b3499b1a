"""A node among strangers: a thousand of each at once (NODE-56), and a mixture at random (NODE-57; `make node-abuse` takes longer)."""
import os
import socket
import time
import unittest

from abuse import Strangers, facts
from process import Node

SECONDS = float(os.environ.get("LARIAT_ABUSE_SECONDS", "12"))
SEED = int(os.environ.get("LARIAT_ABUSE_SEED", "57"))
AT_ONCE = 1000
POST = b"POST /v1/dev/mine HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
ROWS = {
    "two lengths": (POST + b"Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", {400}),
    "a body that is too large": (POST + b"Content-Length: 5000000\r\n\r\n", {413}),
    "headers that are too large": (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 17000, {431}),
    "a path that is too long": (b"GET /" + b"a" * 9000, {414}),
    "an encoded body": (POST + b"Content-Encoding: gzip\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}", {415}),
    "deep JSON": (POST + b"Connection: close\r\nContent-Length: 40000\r\n\r\n" + b"[" * 40000, {400}),
    "a path to a file": (b"GET /../etc/passwd HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", {404}),
    "another host": (b"GET /v1/status HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n", {403}),
    "another origin": (POST + b"Origin: http://evil.example\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}", {403}),
    "a head that is not whole": (b"GET /v1/status HTTP/1.1\r\nHost: lo", {408}),
    "what is allowed": (b"GET /v1/blocks?limit=5 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", {200}),
}


def status_of(connection):
    said = b""
    try:
        while len(said) < 12:
            piece = connection.recv(4096)
            if not piece:
                break
            said += piece
    except ConnectionResetError:
        pass
    return int(said[9:12]) if len(said) >= 12 else 0


class Abuse(unittest.TestCase):
    def at_once(self, node, data):
        """The statuses of as many connections that are open at the same time and send the same."""
        connections = []
        try:
            for _ in range(AT_ONCE):
                connection = socket.create_connection(("127.0.0.1", node.port), timeout=30)
                connections.append(connection)
                connection.sendall(data)
            return {status_of(connection) for connection in connections}
        finally:
            for connection in connections:
                connection.close()

    def test_NODE56_each_row_a_thousand_at_once(self):
        with Node("--dev", "--mine", "manual") as node:
            before = facts(node)
            for name, (data, statuses) in ROWS.items():
                self.assertEqual(statuses, self.at_once(node, data), name)
                self.assertEqual(200, node.get("/readyz").status, name)
                node.until(lambda: facts(node)[1] <= before[1] + 4, 30)
            self.assertLess(facts(node)[0], before[0] + (64 << 20))
            self.assertEqual(0, node.good("/v1/status")["height"])
            self.assertEqual(0, node.stop())

    def test_NODE56_more_connections_than_allowed_are_told_and_those_inside_go_on(self):
        with Node("--dev", "--mine", "manual", "--max-connections", "20") as node:
            inside = node.connection()
            inside.request("GET", "/livez")
            self.assertEqual(b"ok\n", inside.getresponse().read())
            statuses = self.at_once(node, b"GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n")
            self.assertEqual({200, 503}, statuses)
            inside.request("GET", "/v1/status")
            self.assertEqual(200, inside.getresponse().status)
            inside.close()
            node.until(lambda: node.get("/readyz").status == 200)

    def test_NODE57_strangers_of_every_kind_end_no_process_and_leak_nothing(self):
        with Node("--dev", "--mine", "interval", "--block-time-ms", "100") as node:
            strangers = Strangers(node, SECONDS, SEED)
            before = facts(node)
            strangers.run()
            self.assertEqual([], strangers.wrong, f"seed {SEED}")
            self.assertEqual(6, len(strangers.count), strangers.count)
            self.assertTrue(all(strangers.count.values()))
            node.until(lambda: facts(node)[1] <= before[1] + 4, 90)
            self.assertLessEqual(facts(node)[2], before[2] + 2)
            self.assertEqual(200, node.get("/readyz").status)
            height = node.good("/v1/status")["height"]
            node.until(lambda: node.good("/v1/status")["height"] > height)
            self.assertEqual(0, node.stop())


if __name__ == "__main__":
    unittest.main()
