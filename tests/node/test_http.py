"""HTTP of a node as section 10 of its specification has it: each row of the table, and what HTTP asks for."""
import gzip
import json
import socket
import time
import unittest

import wire
from process import Node

ALICE = wire.address_of(wire.DEV_KEYS[0])
STEPS = ("--dev", "--clock", "step", "--mine", "manual")
POST = b"POST /v1/dev/mine HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
GET = b"GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n"


def exchange(port, *pieces, timeout=20):
    """Sends the pieces and reads until the node closes. (all that it said, seconds)"""
    begin = time.monotonic()
    with socket.create_connection(("127.0.0.1", port), timeout=timeout) as connection:
        said = b""
        try:
            for piece in pieces:
                connection.sendall(piece)
        except (BrokenPipeError, ConnectionResetError):
            pass  # it reads no further; what it said is there all the same
        try:
            while got := connection.recv(65536):
                said += got
        except ConnectionResetError:
            pass
    return said, time.monotonic() - begin


def status_of(said):
    return int(said[9:12]) if said.startswith(b"HTTP/1.1 ") else 0


def code_of(said):
    return json.loads(said.split(b"\r\n\r\n", 1)[1])["code"]


class Requests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.node = Node(*STEPS).start()
        cls.addClassCleanup(cls.node.stop)

    def test_NODE56_a_request_that_two_programs_could_split_differently_is_400_and_closed(self):
        before = self.node.good("/v1/status")["height"]
        chunked = POST + b"Transfer-Encoding: chunked\r\n\r\n"
        for request in (POST + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", POST + b"Content-Length: 2, 2\r\n\r\n{}",
                        POST + b"Content-Length: +2\r\n\r\n{}", POST + b"Content-Length: 0x2\r\n\r\n{}",
                        POST + b"Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n{}",
                        POST + b"Transfer-Encoding: gzip, chunked\r\n\r\n", POST + b"X: a\nY: b\r\n\r\n",
                        POST + b"X: a\r\n b\r\n\r\n", POST + b"X: a\0b\r\n\r\n", b"GET /livez HTTP/1.1\nHost: localhost\n\n", b"GET /livez 1\r\nHost: a\r\n\r\n",
                        b"GET /livez HTTP/1.1\r\nHost : localhost\r\n\r\n", b"GET /livez HTTP/2.0\r\nHost: localhost\r\n\r\n",
                        b"GET /livez\r\n\r\n", b"\r\n\r\n", chunked + b"2\n{}\n0\n\n", chunked + b"2\r\n{}\r\n0\r\nX: a\n\r\n",
                        chunked + b"2x\r\n{}\r\n0\r\n\r\n", chunked + b"2\r\n{}}\r\n0\r\n\r\n"):
            said, seconds = exchange(self.node.port, request)
            self.assertEqual((400, "bad_request"), (status_of(said), code_of(said)), request)
            self.assertLess(seconds, 4, request)
        self.assertEqual(before, self.node.good("/v1/status")["height"])

    def test_NODE56_what_is_too_large_is_refused_and_read_no_further(self):
        for request, status, code in (
                (b"GET /" + b"a" * 8192 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", 414, "uri_too_long"),
                (b"GET /" + b"a" * 8192, 414, "uri_too_long"),
                (b"GET /livez HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 16384 + b"\r\n\r\n", 431, "headers_too_large"),
                (b"GET /livez HTTP/1.1\r\nHost: localhost\r\n" + b"X: a\r\n" * 3000 + b"\r\n", 431, "headers_too_large"),
                (POST + b"Content-Length: 4194305\r\n\r\n", 413, "body_too_large"),
                (POST + b"Content-Length: 99999999999999999999999\r\n\r\n", 413, "body_too_large"),
                (POST + b"Expect: 100-continue\r\nContent-Length: 4194305\r\n\r\n", 413, "body_too_large"),
                (POST + b"Transfer-Encoding: chunked\r\n\r\n500000\r\n" + b" " * 4_200_000, 413, "body_too_large")):
            said, seconds = exchange(self.node.port, request)
            self.assertEqual((status, code), (status_of(said), code_of(said)), request[:80])
            self.assertLess(seconds, 4, request[:80])
        largest = b'{"blocks": 0' + b" " * (4 * 1024 * 1024 - 13) + b"}"
        self.assertEqual("bad_request", self.node.post("/v1/dev/mine", largest).json["code"])
        target = b"/livez?" + b"a" * (8192 - 7)
        self.assertEqual(400, status_of(exchange(self.node.port, b"GET " + target + b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")[0]))

    def test_NODE56_a_head_that_is_not_whole_in_5_seconds_is_408(self):
        for beginning in (b"GET /livez HTTP/1.1\r\nHost: lo", b"G"):
            said, seconds = exchange(self.node.port, beginning)
            self.assertEqual((408, "timeout"), (status_of(said), code_of(said)))
            self.assertTrue(4 < seconds < 15, seconds)

    def test_NODE56_one_connection_takes_many_requests_also_ahead_of_their_answers(self):
        said, _ = exchange(self.node.port, GET * 20 + GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        self.assertEqual(21, said.count(b"HTTP/1.1 200 OK"))
        connection = self.node.connection()
        for _ in range(3):
            connection.request("GET", "/v1/status")
            answer = connection.getresponse()
            self.assertEqual((200, None), (answer.status, answer.getheader("connection")))
            answer.read()
        connection.close()
        self.assertIn(b"Connection: close", exchange(self.node.port, b"GET /livez HTTP/1.0\r\nHost: localhost\r\n\r\n")[0])

    def test_NODE56_bodies_come_in_chunks_too_and_piece_by_piece(self):
        before = self.node.good("/v1/status")["height"]
        pieces = [bytes([byte]) for byte in b"1;a=b\r\n{\r\n1\r\n}\r\n0\r\nX: y\r\n\r\n"]
        said, _ = exchange(self.node.port, POST + b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n", *pieces)
        self.assertEqual(200, status_of(said), said)
        big = b'{"blocks": 1' + b"\n" * 300_000 + b"}"
        said, _ = exchange(self.node.port, POST + b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n", b"%x\r\n" % len(big) + big, b"\r\n0\r\n\r\n")
        self.assertEqual(200, status_of(said), said)
        self.assertEqual(before + 2, self.node.good("/v1/status")["height"])
        with socket.create_connection(("127.0.0.1", self.node.port), timeout=10) as connection:
            connection.sendall(POST + b"Expect: 100-continue\r\nContent-Length: 2\r\n\r\n")
            self.assertEqual(b"HTTP/1.1 100 Continue\r\n\r\n", connection.recv(100))
            connection.sendall(b"{}")
            self.assertEqual(200, status_of(connection.recv(4096)))

    def test_NODE56_paths_lead_to_no_file(self):
        for path in ("/..", "/v1/..", "/v1/../v1/status", "/%2e%2e/etc/passwd", "/v1/%2E./status", "/v1%2fstatus", "/v1/%2F", "/v1/status%00",
                     "/%00", "/v1/./status", "//v1/status", "/v1/status/", "", "/docs/index.html"):
            answer = self.node.get(path or "/v1")
            self.assertEqual((404, "not_found"), (answer.status, answer.json["code"]), path)

    def test_NODE56_bodies_other_than_plain_json_are_415(self):
        for headers in ({"Content-Type": "text/plain"}, {"Content-Type": "application/x-www-form-urlencoded"}, {"Content-Type": ""},
                        {"Content-Encoding": "gzip"}, {"Content-Encoding": "identity"}):
            answer = self.node.ask("POST", "/v1/dev/mine", "{}", headers)
            self.assertEqual((415, "unsupported_media_type"), (answer.status, answer.json["code"]), headers)
        self.assertEqual(415, self.node.ask("GET", "/v1/status", headers={"Content-Encoding": "gzip"}).status)
        self.assertEqual(415, status_of(exchange(self.node.port, b"POST /v1/dev/mine HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")[0]))
        self.assertEqual(200, self.node.ask("POST", "/v1/dev/mine", "{}", {"Content-Type": "Application/JSON; charset=utf-8"}).status)

    def test_NODE56_json_may_be_32_levels_deep_and_must_be_strict(self):
        def code(body):
            return self.node.post("/v1/dev/mine", body).json.get("code")
        for levels, wanted in ((32, "bad_request"), (33, "bad_json"), (100_000, "bad_json")):
            self.assertEqual(wanted, code('{"a":' * levels + "1" + "}" * levels), levels)
            self.assertEqual(wanted, code("[" * levels + "1" + "]" * levels), levels)
        for body in ('{"blocks":1,"blocks":1}', '{"a":{"b":1,"b":1}}', b'{"\xff":1}', b'"\xc0\xaf"', b'"\xed\xa0\x80"', '"\\ud800"', "{} {}", "",
                     "{'blocks':1}", '{"blocks":1,}', '{"blocks":01}', "NaN", '{"blocks":1e999}'):
            self.assertEqual("bad_json", code(body), body)
        for values, wanted in ((99_990, "bad_request"), (100_001, "bad_json")):
            self.assertEqual(wanted, code('{"a":[' + ",".join("0" * values) + "]}"), values)

    def test_NODE56_hosts_of_others_are_kept_out(self):
        for host in ("evil.example", "localhost.evil.example", "evil.example:127.0.0.1", "", "127.0.0.1.evil.example", "0x7f000001"):
            for path in ("/v1/status", "/metrics", "/nothing", "/v1/stream"):
                answer = self.node.ask("GET", path, headers={"Host": host})
                self.assertEqual((403, "forbidden_host"), (answer.status, answer.json["code"]), (host, path))
        for host in ("localhost", "LocalHost:1", "127.0.0.1", "10.1.2.3:80", "[::1]:8640", "[::1]"):
            self.assertEqual(200, self.node.ask("GET", "/v1/status", headers={"Host": host}).status, host)

    def test_NODE56_answers_are_never_for_every_origin(self):
        own = f"http://127.0.0.1:{self.node.port}"
        for origin, status in (("http://evil.example", 403), ("null", 403), (own + "0", 403), ("https://localhost", 403), (own, 200)):
            answer = self.node.ask("POST", "/v1/dev/mine", {}, {"Origin": origin})
            self.assertEqual(status, answer.status, origin)
            read = self.node.ask("GET", "/v1/status", headers={"Origin": origin})
            asked = self.node.ask("OPTIONS", "/v1/transactions", headers={"Origin": origin, "Access-Control-Request-Method": "POST"})
            for one in (answer, read, asked):
                self.assertNotIn("access-control-allow-origin", one.headers)

    def test_NODE56_methods_that_a_path_lacks_are_405_and_named(self):
        for method, path, allowed in (("POST", "/v1/status", {"GET", "HEAD", "OPTIONS"}), ("DELETE", "/v1/transactions", {"GET", "HEAD", "POST", "OPTIONS"}),
                                      ("GET", "/v1/simulate", {"POST", "OPTIONS"}), ("TRACE", "/livez", {"GET", "HEAD", "OPTIONS"}),
                                      ("POST", "/v1/dev/load", {"PUT", "OPTIONS"}), ("get", "/livez", {"GET", "HEAD", "OPTIONS"})):
            answer = self.node.ask(method, path, {} if method == "POST" else None)
            self.assertEqual((405, "method_not_allowed"), (answer.status, answer.json["code"]), (method, path))
            self.assertEqual(allowed, set(answer.headers["allow"].split(", ")), (method, path))
            asked = self.node.ask("OPTIONS", path)
            self.assertEqual((204, allowed), (asked.status, set(asked.headers["allow"].split(", "))))
        self.assertEqual(404, self.node.ask("OPTIONS", "/v1/nothing").status)
        for path in ("/v1/status", "/openapi.json", "/metrics", "/v1/nothing"):
            head, full = self.node.ask("HEAD", path), self.node.get(path)
            self.assertEqual((full.status, b"", full.headers["content-type"]), (head.status, head.body, head.headers["content-type"]))
        self.assertEqual(self.node.get("/v1/config").headers["content-length"], self.node.ask("HEAD", "/v1/config").headers["content-length"])

    def test_NODE29_bodies_from_1_kib_are_gzipped_if_asked(self):
        plain = self.node.get("/v1/config")
        self.assertGreater(len(plain.body), 1024)
        self.assertNotIn("content-encoding", plain.headers)
        for asked, packed in (("gzip", True), ("deflate, GZIP;q=0.5", True), ("*", True), ("gzip;q=0", False), ("gzip;q=0.00, *", False),
                              ("br", False), ("identity;q=1", False), ("", False)):
            answer = self.node.ask("GET", "/v1/config", headers={"Accept-Encoding": asked})
            self.assertEqual("gzip" if packed else None, answer.headers.get("content-encoding"), asked)
            self.assertEqual(plain.body, gzip.decompress(answer.body) if packed else answer.body)
        self.assertNotIn("content-encoding", self.node.ask("GET", "/v1/fees", headers={"Accept-Encoding": "gzip"}).headers)

    def test_NODE29_entity_tags_change_with_what_they_stand_for_alone(self):
        def tag(path):
            answer = self.node.get(path)
            self.assertEqual(304, self.node.ask("GET", path, headers={"If-None-Match": f'"x", {answer.headers["etag"]}'}).status)
            self.assertEqual(200, self.node.ask("GET", path, headers={"If-None-Match": '"x"'}).status)
            return answer.headers["etag"]
        sent = self.node.send({"transfer": {"to": ALICE, "amount": "1"}}, wait=0).json["hash"]
        height = self.node.mine()["height"]
        fixed = [f"/v1/blocks/{height}", f"/v1/blocks/{height}?full=true", f"/v1/transactions/{sent}", f"/v1/accounts/{ALICE}?at_height={height}",
                 f"/v1/config?at_height={height - 1}", f"/v1/timers?at_height={height}", "/openapi.json", "/docs", "/version"]
        moving = ["/v1/status", "/v1/blocks/head", "/v1/blocks", "/v1/transactions", f"/v1/accounts/{ALICE}", "/v1/timers", "/v1/queue", "/v1/fees",
                  "/v1/config", f"/v1/fairness/{ALICE}", "/v1/proofs/height/9"]
        before = {path: tag(path) for path in fixed + moving}
        self.assertEqual(before, {path: tag(path) for path in fixed + moving})
        self.node.send({"transfer": {"to": ALICE, "amount": "1"}}, wait=0)
        self.assertNotEqual(before["/v1/status"], tag("/v1/status"))
        with_pool = tag("/v1/status")
        self.node.post("/v1/dev/time", {"advance_ms": 5})
        self.assertNotEqual(with_pool, tag("/v1/status"))
        self.node.post("/v1/dev/set", {"fund": {ALICE: "1"}})
        self.node.mine()
        for path in fixed:
            self.assertEqual(before[path], tag(path), path)
        for path in moving:
            self.assertNotEqual(before[path], tag(path), path)

    def test_NODE25_problems_name_the_height_too(self):
        for path in ("/v1/nothing", "/v1/blocks/99999", "/v1/timers?x=1", "/v1/transactions/0x" + "00" * 32):
            self.assertIn("lariat-height", self.node.get(path).headers, path)


class Settings(unittest.TestCase):
    def test_NODE56_hosts_and_origins_of_the_settings_are_let_in(self):
        with Node(*STEPS, "--hosts", "Node.Example", "--cors", "https://app.example") as node:
            self.assertEqual(200, node.ask("GET", "/livez", headers={"Host": "node.example:80"}).status)
            self.assertEqual(403, node.ask("GET", "/livez", headers={"Host": "x.node.example"}).status)
            origin = {"Origin": "https://app.example"}
            for answer in (node.ask("POST", "/v1/dev/mine", {}, origin), node.ask("GET", "/v1/status", headers=origin),
                           node.ask("GET", "/v1/nothing", headers=origin),
                           node.ask("OPTIONS", "/v1/dev/load", headers={**origin, "Access-Control-Request-Method": "PUT"})):
                self.assertEqual("https://app.example", answer.headers["access-control-allow-origin"])
            self.assertIn("PUT", answer.headers["access-control-allow-methods"])
            self.assertEqual("content-type", next(name for name in answer.headers["access-control-allow-headers"].lower().split(", ") if "type" in name))
            self.assertNotIn("access-control-allow-origin", node.ask("GET", "/v1/status", headers={"Origin": "https://app.example.evil"}).headers)

    def test_NODE56_requests_over_the_rate_are_429(self):
        with Node(*STEPS, "--rate", "5") as node:
            connection = node.connection()
            statuses = []
            for _ in range(12):
                connection.request("GET", "/livez")
                answer = connection.getresponse()
                statuses.append(answer.status)
                if answer.status == 429:
                    self.assertEqual(("1", "rate_limited"), (answer.getheader("retry-after"), json.loads(answer.read())["code"]))
                answer.read()
            connection.close()
            self.assertEqual([200] * 5, statuses[:5])
            self.assertIn(429, statuses)
            time.sleep(1.1)
            self.assertEqual(200, node.get("/livez").status)

    def test_NODE56_connections_beyond_the_limit_are_busy(self):
        with Node(*STEPS, "--max-connections", "3") as node:
            held = [socket.create_connection(("127.0.0.1", node.port)) for _ in range(3)]
            for connection in held:
                connection.sendall(GET)
                self.assertEqual(200, status_of(connection.recv(4096)))
            answer = node.get("/livez")
            self.assertEqual((503, "busy", "1"), (answer.status, answer.json["code"], answer.headers["retry-after"]))
            for connection in held:
                connection.close()
            node.until(lambda: node.get("/livez").status == 200)


if __name__ == "__main__":
    unittest.main()
