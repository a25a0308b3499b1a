"""The metrics page: its format, as `promtool check metrics` holds it, and that what it counts is what happened."""
import re
import shutil
import subprocess
import unittest

import wire
from process import Node

ALICE, BOB = (wire.address_of(key) for key in wire.DEV_KEYS[:2])
STEPS = ("--dev", "--clock", "step", "--mine", "manual")
NAMES = ("build_info height head_timestamp_seconds blocks_total block_apply_seconds cycles_used_total cells_used_total basefee transactions_total fires_total "
         "exits_total timers operations pool_transactions pool_bytes pool_refused_total pool_dropped_total archive_height http_requests_total "
         "http_request_duration_seconds streams stream_closed_total").split()
SAMPLE = re.compile(r'^([a-z_]+)(?:\{((?:[a-z_]+="[^"\\\n]*",?)*)\})? (NaN|[+-]Inf|-?[0-9.]+(?:e[+-]?[0-9]+)?)$')


def read(text):
    """({name: type}, {(name, labels): value}); fails where the format or its rules do not hold."""
    types, helps, samples, done = {}, {}, {}, set()
    family = None
    for line in text.splitlines():
        if line.startswith("# HELP "):
            _, _, name, words = line.split(" ", 3)
            assert words and name not in helps, line
            helps[name] = words
        elif line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            assert name in helps and name not in types and kind in ("counter", "gauge", "histogram", "summary"), line
            assert (kind == "counter") == name.endswith("_total"), line
            types[name], family = kind, name
            assert family not in done, line
            done.add(family)
        else:
            match = SAMPLE.match(line)
            assert match, line
            name, labels, value = match.groups()
            suffix = name.removeprefix(family)
            assert name.startswith(family) and suffix in {"histogram": ("_bucket", "_sum", "_count"), "summary": ("_sum", "_count")}.get(types[family], ("",)), line
            assert (name, labels) not in samples, line
            samples[name, labels] = float(value)
    assert text.endswith("\n") and set(types) == set(helps)
    return types, samples


class Metrics(unittest.TestCase):
    def page(self, node):
        answer = node.get("/metrics")
        self.assertEqual("text/plain; version=0.0.4; charset=utf-8", answer.headers["content-type"])
        return answer.body.decode()

    def test_NODE55_the_page_has_the_format_and_every_name(self):
        with Node(*STEPS) as node:
            node.send({"transfer": {"to": BOB, "amount": "1"}}, wait=0)
            node.send({"transfer": {"to": BOB, "amount": "1"}, "nonce": 9999}, wait=0)
            node.post("/v1/transactions", {"raw": "0x00"})
            node.mine()
            text = self.page(node)
        types, samples = read(text)
        self.assertLessEqual({"lariat_" + name for name in NAMES}, set(types))
        self.assertIn("process_cpu_seconds_total", types)
        buckets = [value for (name, _), value in samples.items() if name == "lariat_block_apply_seconds_bucket"]
        self.assertEqual(sorted(buckets), buckets)
        self.assertEqual((1, 1), (samples["lariat_block_apply_seconds_count", None], buckets[-1]))
        self.assertEqual(1, samples["lariat_transactions_total", 'status="ok"'])
        self.assertEqual(1, samples["lariat_pool_refused_total", 'code="nonce_gap"'])
        self.assertEqual(1, samples["lariat_pool_refused_total", 'code="tx_malformed"'])
        if shutil.which("promtool"):
            done = subprocess.run(["promtool", "check", "metrics"], input=text, capture_output=True, text=True, check=False)
            self.assertEqual((0, "", ""), (done.returncode, done.stdout, done.stderr))

    def test_NODE55_counters_never_fall_and_times_are_exact(self):
        with Node(*STEPS) as node:
            node.post("/v1/dev/time", {"next_timestamp_ms": 1_764_291_234_567})
            last = {}
            for number in range(12):
                node.send({"transfer": {"to": BOB, "amount": "1"}}, wait=0)
                node.mine()
                if number == 0:
                    self.assertIn("lariat_head_timestamp_seconds 1764291234.567\n", self.page(node))
                if number == 8:
                    node.post("/v1/dev/reset", {})
                types, samples = read(self.page(node))
                counted = {key: value for key, value in samples.items() if types.get(key[0], "histogram") in ("counter", "histogram", "summary")}
                for key, value in last.items():
                    self.assertGreaterEqual(counted[key], value, key)
                last = counted
            self.assertEqual(12, last["lariat_blocks_total", None])

    def test_NODE55_clients_choose_no_label(self):
        with Node(*STEPS) as node:
            for method, path in (("GET", "/evil"), ("EVIL", "/v1/status"), ("GET", "/v1/timers?evil=1"), ("GET", "/v1/accounts/evil"), ("DELETE", "/v1/status")):
                self.assertGreaterEqual(node.ask(method, path, headers={"User-Agent": "evil"}).status, 400)
            self.assertEqual(403, node.ask("GET", "/v1/status", headers={"Host": "evil.example"}).status)
            text = self.page(node)
            self.assertNotIn("evil", text.lower())
            _, samples = read(text)
            self.assertEqual(2, samples["lariat_http_requests_total", 'route="none",method="GET",status="404"'] + samples["lariat_http_requests_total", 'route="none",method="GET",status="403"'])
            self.assertEqual(2, samples["lariat_http_requests_total", 'route="none",method="other",status="405"'])

    def test_NODE53_the_archive_has_each_block_before_it_is_told(self):
        with Node(*STEPS) as node:
            for _ in range(20):
                node.send({"transfer": {"to": BOB, "amount": "1"}}, wait=0)
                node.mine(blocks=7)
                status = node.good("/v1/status")
                self.assertEqual(status["height"], status["archive_height"])
                self.assertEqual(status["height"], node.good("/v1/blocks?limit=1")["items"][0]["height"])
                self.assertEqual(200, node.get("/readyz").status)


if __name__ == "__main__":
    unittest.main()
