"""How a node begins and ends: settings and where they come from, the page for people, the directory, signals."""
import json
import os
import pty
import select
import signal
import socket
import subprocess
import tempfile
import time
import tomllib
import unittest
from pathlib import Path

import wire
from process import LARIAT, Node

STEPS = ("--dev", "--clock", "step", "--mine", "manual")
GENESIS = {"chain_id": "here", "accounts": [{"address": wire.address_of(wire.DEV_KEYS[0]), "balance": "1000000000"}]}


def printed(*flags, env=None):
    """The settings in force; exit status and standard error when there are none."""
    done = subprocess.run([LARIAT, "node", "--print-config", *flags], capture_output=True, text=True, check=False, env={**os.environ, **(env or {})})
    return tomllib.loads(done.stdout) if done.returncode == 0 else (done.returncode, done.stderr)


def run(*flags):
    done = subprocess.run([LARIAT, "node", "--listen", "127.0.0.1:0", *flags], capture_output=True, text=True, timeout=30, check=False)
    return done.returncode, done.stderr


class Memory(unittest.TestCase):
    @unittest.skipUnless(Path("/sys/kernel/mm/transparent_hugepage/enabled").exists(), "this kernel has no large pages to ask for")
    def test_BLK8_the_heap_of_a_node_is_marked_for_large_pages_and_takes_no_memory_for_it(self):
        with Node(*STEPS) as node:
            areas = Path(f"/proc/{node.process.pid}/smaps").read_text(encoding="ascii").split("VmFlags:")
            marked = [area for area, flags in zip(areas, areas[1:]) if "[heap]" in area and " hg" in flags.split("\n")[0]]
            self.assertEqual(1, len(marked), "areas of the heap with VM_HUGEPAGE")
            size, resident = (int(marked[0].split(name)[1].split()[0]) for name in ("Size:", "Rss:"))
            self.assertGreater(size, 400 * 1024)
            self.assertLess(resident, 100 * 1024)


class Settings(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_NODE1_a_flag_goes_before_the_variable_that_before_the_file_and_that_before_the_default(self):
        config = self.folder / "some.toml"
        config.write_text('block_time_ms = 500\nhosts = ["a.example", "b.example"]\nmine = "interval"\n', encoding="utf-8")
        got = printed("--dev", "--config", str(config))
        self.assertEqual((500, ["a.example", "b.example"], "interval", 10_000), (got["block_time_ms"], got["hosts"], got["mine"], got["pool_count"]))
        env = {"LARIAT_BLOCK_TIME_MS": "600", "LARIAT_HOSTS": "c.example,d.example"}
        got = printed("--dev", "--config", str(config), env=env)
        self.assertEqual((600, ["c.example", "d.example"]), (got["block_time_ms"], got["hosts"]))
        got = printed("--dev", "--config", str(config), "--block-time-ms", "700", "--hosts", "e.example", env=env)
        self.assertEqual((700, ["e.example"]), (got["block_time_ms"], got["hosts"]))

    def test_NODE1_the_file_of_the_directory_is_read_unless_another_is_named(self):
        data = self.folder / "data"
        data.mkdir()
        (data / "lariat.toml").write_text("dev = true\nblock_time_ms = 77\n", encoding="utf-8")
        self.assertEqual(77, printed("--data", str(data))["block_time_ms"])
        other = self.folder / "other.toml"
        other.write_text("dev = true\n", encoding="utf-8")
        self.assertEqual(1000, printed("--data", str(data), "--config", str(other))["block_time_ms"])
        with Node("--data", str(data)) as node:
            self.assertEqual((True, 77), (node.first["dev"], node.good("/v1/status")["mining"]["block_time_ms"]))

    def test_NODE1_defaults_are_those_of_the_specification(self):
        genesis = self.folder / "genesis.json"
        genesis.write_text(json.dumps(GENESIS), encoding="utf-8")
        wanted = {"listen": "127.0.0.1:8640", "block_time_ms": 1000, "clock": "wall", "proposer": "0x" + "00" * 19 + "ff", "pool_count": 10_000,
                  "pool_bytes": 64 << 20, "pool_per_sender": 64, "pool_ttl_s": 10_800, "max_tx_bytes": 1 << 20, "max_block_bytes": 4 << 20,
                  "max_connections": 1024, "max_streams": 256, "rate": 0, "keep_blocks": 0, "log_level": "info", "log_format": "text", "hosts": [], "cors": []}
        for flags, more in ((("--genesis", str(genesis)), {"dev": False, "mine": "interval", "empty_blocks": "always", "keep_states": 1}),
                            (("--dev",), {"dev": True, "mine": "auto", "empty_blocks": "due", "keep_states": 10_000}),
                            (("--dev", "--mine", "interval"), {"mine": "interval", "empty_blocks": "always"})):
            got = printed(*flags)
            self.assertEqual({**wanted, **more}, {key: got[key] for key in {**wanted, **more}})

    def test_NODE1_what_cannot_be_is_named(self):
        config = self.folder / "bad.toml"
        for text, word in (("blok_time_ms = 5", "blok_time_ms"), ("block_time_ms = 5", "block_time_ms"), ('block_time_ms = "500"', "block_time_ms"),
                           ("dev = 1", "dev"), ("hosts = \"a\"", "hosts"), ("mine = \"often\"", "mine"), ("dev = ", "line 1")):
            config.write_text(text + "\n", encoding="utf-8")
            status, said = run("--config", str(config))
            self.assertEqual((2, True), (status, word in said), (text, said))
        for flags, word in (((), "genesis"), (("--dev", "--nothing", "1"), "nothing"), (("--dev", "--pool-count", "0"), "pool-count"),
                            (("--dev", "--clock", "sun"), "clock"), (("--dev", "--proposer", "0x12"), "proposer"), (("--dev", "--block-time-ms", "3600001"), "block-time-ms"),
                            (("--genesis", str(self.folder / "none")), "none"), (("--mine", "manual", "--genesis", str(config)), "manual")):
            status, said = run(*flags)
            self.assertEqual((2, True), (status, word in said), (flags, said))
        status, said = printed("--dev", env={"LARIAT_RATE": "much"})
        self.assertEqual((2, True), (status, "LARIAT_RATE" in said), said)

    def test_NODE3_the_token_is_hidden_everywhere(self):
        secret = "a-token-of-many-bytes"
        self.assertNotIn(secret, str(printed("--dev", "--token", secret)))
        with Node(*STEPS, env={"LARIAT_TOKEN": secret}) as node:
            self.assertEqual(401, node.ask("POST", "/v1/dev/mine", {}, {"Authorization": "Bearer " + secret[:-1]}).status)
            self.assertEqual(200, node.ask("POST", "/v1/dev/mine", {}, {"Authorization": "Bearer " + secret}).status)
            self.assertNotIn(secret, node.said() + node.get("/metrics").body.decode())


class Beginning(unittest.TestCase):
    def on_terminal(self, *flags, last=b"info: listening on"):
        """(first line of standard output, what standard error shows on a terminal up to its line `last`)"""
        master, slave = pty.openpty()
        process = subprocess.Popen([LARIAT, "node", "--listen", "127.0.0.1:0", *flags], stdout=subprocess.PIPE, stderr=slave, text=True)
        os.close(slave)
        first = json.loads(process.stdout.readline())
        shown, end = b"", time.monotonic() + 10
        while time.monotonic() < end and last not in shown:
            if select.select([master], [], [], 0.2)[0]:
                shown += os.read(master, 65536)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(0, process.wait(timeout=20))
        process.stdout.close()
        os.close(master)
        return first, shown.decode()

    def test_NODE2_the_first_line_is_for_programs_and_the_page_for_people(self):
        first, shown = self.on_terminal("--dev")
        self.assertEqual(["listen", "chain_id", "height", "dev"], list(first))
        self.assertEqual(("lariat-dev", True), (first["chain_id"], first["dev"]))
        for wanted in (first["listen"], first["listen"] + "/docs", wire.DEV_KEYS[0], wire.address_of(wire.DEV_KEYS[0]), "whole world"):
            self.assertIn(wanted, shown)
        self.assertEqual(3, shown.count("curl "))

    def test_NODE2_with_logs_in_json_there_is_no_page(self):
        _, shown = self.on_terminal("--dev", "--log-format", "json", last=b"listening on")
        for line in shown.splitlines():
            self.assertLessEqual({"ts", "level", "msg"}, set(json.loads(line)), line)
        with tempfile.TemporaryDirectory() as folder:
            genesis = Path(folder) / "genesis.json"
            genesis.write_text(json.dumps(GENESIS), encoding="utf-8")
            first, shown = self.on_terminal("--genesis", str(genesis))
        self.assertEqual(("here", False), (first["chain_id"], first["dev"]))
        self.assertNotIn("0xac0974", shown)
        with Node("--dev") as node:
            self.assertNotIn("Try:", node.said())

    def test_NODE9_the_directory_has_a_closed_list_of_names(self):
        known = {"format", "lock", "genesis.json", "lariat.toml", "state", "blocks", "pool", "dev", "archive.sqlite"}
        with tempfile.TemporaryDirectory() as folder:
            data = Path(folder) / "data"
            for _ in range(2):
                with Node(*STEPS, "--data", str(data)) as node:
                    node.send({"transfer": {"to": "0x" + "11" * 20, "amount": "1"}}, wait=0)
                    node.post("/v1/dev/snapshot", {})
                    node.mine(blocks=3)
                    for name in (path.name for path in data.iterdir()):
                        self.assertIn(name.removesuffix(".new").removesuffix("-wal").removesuffix("-shm"), known)
                self.assertEqual(known - {"lariat.toml"}, {path.name for path in data.iterdir()} - {"archive.sqlite-wal", "archive.sqlite-shm"})
            self.assertEqual("1", (data / "format").read_text(encoding="utf-8").strip())
            (data / "format").write_text("2\n", encoding="utf-8")
            status, said = run(*STEPS, "--data", str(data))
            self.assertEqual((2, True), (status, "format" in said), said)
            (data / "format").write_text("1\n", encoding="utf-8")
            (data / "notes.txt").write_text("x", encoding="utf-8")
            status, said = run(*STEPS, "--data", str(data))
            self.assertEqual((2, True), (status, "notes.txt" in said), said)

    def test_NODE9_a_journal_of_an_archive_half_made_stops_no_start(self):
        with tempfile.TemporaryDirectory() as folder:
            data = Path(folder) / "data"
            with Node(*STEPS, "--data", str(data)) as node:
                node.mine(blocks=3)
            for path in data.glob("archive.sqlite*"):
                path.unlink()
            (data / "archive.sqlite").touch()
            (data / "archive.sqlite-journal").write_bytes(bytes(512))
            with Node(*STEPS, "--data", str(data)) as node:
                self.assertEqual(3, int(node.good("/v1/blocks/3")["height"]))

    def with_answers_that_nobody_reads(self, signals):
        """(exit status, seconds) of a node that is told to end while it writes to a client that does not read."""
        node = Node(*STEPS).start()
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as slow:
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            slow.connect(("127.0.0.1", node.port))
            slow.sendall(b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 100)
            time.sleep(0.5)
            begin = time.monotonic()
            for one in signals:
                self.assertIsNone(node.process.poll(), "it waits for the answer to be written")
                node.process.send_signal(one)
                time.sleep(0.3)
            status = node.process.wait(timeout=30)
            seconds = time.monotonic() - begin
        node.stop()
        return status, seconds

    def test_NODE6_it_ends_within_10_seconds_also_when_a_client_does_not_read(self):
        status, seconds = self.with_answers_that_nobody_reads([signal.SIGTERM])
        self.assertEqual((0, True), (status, seconds < 10), seconds)

    def test_NODE6_a_second_signal_ends_it_at_once(self):
        status, seconds = self.with_answers_that_nobody_reads([signal.SIGINT, signal.SIGTERM])
        self.assertEqual((130, True), (status, seconds < 3), seconds)


if __name__ == "__main__":
    unittest.main()
