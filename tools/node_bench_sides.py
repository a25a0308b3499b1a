"""The two sides of tools/run_node_bench.py as processes: our node and anvil, each new for every measurement."""
import http.client
import json
import os
import re
import resource
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

import sources

BUILT = sources.ROOT / "build/node-bench"
LOAD = BUILT / "node-load"
PEERS = BUILT / "node_modules/.bin"
SECONDS_MAX = 3_600  # of one request: anvil mines 10,000 blocks in two minutes on an idle machine
COUNTER = "0x" + "c0" * 20
TO = "0x" + "70" * 20
DEV_ADDRESS = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266"  # the first account of both dev chains, and its public key
DEV_KEY = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80"
# Without data the contract returns slot 0, with any it adds 1 to it.
CONTRACT = "0x36600f57" "60005460005260206000f3" "5b60005460010160005500"


class Failed(Exception):
    """A node or the load generator did not do what it should; there are no figures."""


def cpu_seconds(pid):
    """CPU time of all threads of a process, from its CPU clock (clock_getcpuclockid(3)): it counts nanoseconds, not ticks."""
    return time.clock_gettime(~pid << 3 | 2)


class Node:
    """`with Ours(...) as node:`. `way` is how blocks come; `wide`: no limit of a block or of the pool is met."""
    name = ""

    def __init__(self, programs, way="auto", wide=False, flags=(), data=None, prefix=(), block_time_ms=1_000):
        self.programs, self.way, self.wide, self.flags, self.data, self.prefix = programs, way, wide, list(flags), data, list(prefix)
        self.block_time_ms = block_time_ms

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="node-bench-", dir=BUILT)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.log = open(f"{self.folder}/log", "w+b")
        begin = time.perf_counter()
        try:
            self.process = subprocess.Popen([*self.prefix, *self.command()], stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        except OSError as why:
            self.log.close()
            shutil.rmtree(self.folder, ignore_errors=True)
            raise Failed(f"{self.name} did not start: {why}") from None
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS_MAX)
        try:
            self.wait_until_ready()
            self.ready_ms = (time.perf_counter() - begin) * 1e3
            self.pid = self.process.pid if not self.prefix else self.child()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.connection.close()
        if self.process.poll() is None:
            if self.prefix:  # a tracer ends with what it traces
                os.kill(self.child(), 15)
            else:
                self.process.terminate()
            try:
                self.process.wait(60)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def child(self):
        with open(f"/proc/{self.process.pid}/task/{self.process.pid}/children", encoding="ascii") as file:
            return int(file.read().split()[0])

    def wait_until_ready(self):
        while True:
            try:
                self.probe()
                return
            except ConnectionError:
                self.connection.close()
                if self.process.poll() is not None:
                    self.log.seek(0)
                    raise Failed(f"{self.name} did not start: {self.log.read()[-2000:].decode(errors='replace')}") from None
                time.sleep(0.0005)

    def ask(self, method, path, body=None):
        """The body of the answer."""
        if isinstance(body, (bytes, type(None))):
            kind = "application/octet-stream"
        else:
            body, kind = json.dumps(body), "application/json"
        self.connection.request(method, path, body, {"Content-Type": kind} if body is not None else {})
        answer = self.connection.getresponse()
        content = answer.read()
        if answer.status >= 300:
            raise Failed(f"{self.name}: {method} {path}: {answer.status} {content[:500].decode(errors='replace')}")
        return content

    def memory_mb(self, field="VmRSS"):
        with open(f"/proc/{self.pid}/status", encoding="ascii") as status:
            return next(int(line.split()[1]) * 1024 / 1e6 for line in status if line.startswith(field + ":"))

    def cpu(self):
        return cpu_seconds(self.pid)

    def load(self, command, **options):
        """What the load generator measured on this node."""
        words = [f"--{key}={value}" for key, value in {"kind": self.name, "address": f"127.0.0.1:{self.port}", "pid": self.pid, **options}.items()]
        done = subprocess.run([str(LOAD), command, *words], capture_output=True, text=True, check=False)
        if done.returncode:
            raise Failed(f"{self.name}: {command} {' '.join(words)}: {done.stderr.strip()[-1000:]}")
        return json.loads(done.stdout)

    def timed(self, work):
        """(wall, CPU of the node) in milliseconds, and what `work` returned."""
        cpu, begin = self.cpu(), time.perf_counter()
        done = work()
        return (time.perf_counter() - begin) * 1e3, (self.cpu() - cpu) * 1e3, done


class Ours(Node):
    name = "lariat"

    def command(self):
        mine = {"auto": ["--mine", "auto"], "interval": ["--mine", "interval", "--block-time-ms", str(self.block_time_ms)], "manual": ["--mine", "manual"]}
        wide = ["--genesis", str(sources.ROOT / "bench/node/wide-genesis.json"), "--pool-count", "1000000", "--pool-bytes", str(1 << 30),
                "--pool-per-sender", "1024", "--max-block-bytes", str(1 << 26)]
        return [str(self.programs.lariat), "node", "--dev", "--listen", f"127.0.0.1:{self.port}", "--log-level", "warn", *mine[self.way],
                *(wide if self.wide else []), *(["--data", self.data] if self.data else []), *self.flags]

    def get(self, path):
        return json.loads(self.ask("GET", path))

    def verb(self, verb, **body):
        return json.loads(self.ask("POST", f"/v1/dev/{verb}", body))

    def probe(self):
        self.get("/v1/status")

    def height(self):
        return self.get("/v1/status")["height"]

    def mine(self, blocks):
        while blocks > 0:
            blocks -= self.verb("mine", blocks=min(blocks, 100_000), max_blocks=100_000)["mined"]

    def add_counter(self):
        """Address, and the limits that the node suggests for a call."""
        source = (sources.ROOT / "bench/node/counter.py").read_text(encoding="utf-8")
        self.verb("set", code={COUNTER: source}, fund={COUNTER: str(10**18)})
        self.mine(1)
        call = {"from": DEV_ADDRESS, "call": {"actor": COUNTER, "handler": "count", "payload": ""}}
        self.act("count")  # so that its slot is there
        suggested = json.loads(self.ask("POST", "/v1/simulate", {"tx": call}))["suggested"]
        return COUNTER, {"cycles": suggested["cycles_limit"], "cells": suggested["cells_limit"]}

    def act(self, handler, payload="", actor=COUNTER):
        """The transaction of a call of an actor, which is mined and must succeed."""
        tx = {"from": DEV_ADDRESS, "call": {"actor": actor, "handler": handler, "payload": payload}}
        sent = json.loads(self.ask("POST", "/v1/dev/send", {"tx": tx}))
        self.mine(1)
        done = self.get(f"/v1/transactions/{sent['hash']}?wait=10000")
        if done["status"] != "included" or done["receipt"]["status"] != "ok":
            raise Failed(f"lariat: {handler} {payload}: {json.dumps(done)[:1000]}")
        return done

    def add_accounts(self, number):
        for first in range(0, number, 5_000):
            self.verb("set", fund={f"0x{i + 2**32:040x}": "1" for i in range(first, min(number, first + 5_000))})
            self.mine(1)

    def snapshot(self):
        return self.verb("snapshot")["id"]

    def revert(self, number):
        self.verb("revert", id=number)

    def dump(self):
        return self.ask("GET", "/v1/dev/dump")

    def load_dump(self, dump):
        self.ask("PUT", "/v1/dev/load", dump)

    def client(self, what):
        """The command line that calls or sends."""
        where = ["--node", f"http://127.0.0.1:{self.port}"]
        return [str(self.programs.lariat), *(["call", *where, COUNTER, "value"] if what == "call" else ["send", *where, "--from", "dev:0", COUNTER, "count"])]


class Anvil(Node):
    name = "anvil"

    def command(self):
        way = {"auto": [], "interval": ["--block-time", str(self.block_time_ms // 1_000)], "manual": ["--no-mining"]}[self.way]
        return [str(PEERS / "anvil"), "--port", str(self.port), "--cache-path", f"{self.folder}/cache", "--quiet", *way,
                *(["--gas-limit", "1000000000000"] if self.wide else []), *self.flags]

    def rpc(self, method, *parameters):
        answer = json.loads(self.ask("POST", "/", {"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}))
        if "error" in answer:
            raise Failed(f"anvil: {method}: {answer['error']}")
        return answer["result"]

    def probe(self):
        self.rpc("eth_blockNumber")

    def height(self):
        return int(self.rpc("eth_blockNumber"), 16)

    def mine(self, blocks):
        self.rpc("anvil_mine", hex(blocks))

    def add_counter(self):
        self.rpc("anvil_setCode", COUNTER, CONTRACT)
        self.rpc("anvil_setStorageAt", COUNTER, "0x0", f"0x{1:064x}")
        return COUNTER, {}

    def add_accounts(self, number):
        for i in range(number):
            self.rpc("anvil_setBalance", f"0x{i + 2**32:040x}", "0x1")

    def snapshot(self):
        return self.rpc("evm_snapshot")

    def revert(self, number):
        if self.rpc("evm_revert", number) is not True:
            raise Failed("anvil: evm_revert refused its snapshot")

    def dump(self):
        return self.rpc("anvil_dumpState")

    def load_dump(self, dump):
        self.rpc("anvil_loadState", dump)

    def client(self, what):
        where = ["--rpc-url", f"http://127.0.0.1:{self.port}"]
        return [str(PEERS / "cast"), *(["call", *where, COUNTER] if what == "call" else ["send", *where, "--private-key", DEV_KEY, COUNTER, "0x01"])]


def run_client(command):
    """(wall, CPU) of a command from start to exit, in milliseconds."""
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    wall, after = time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise Failed(f"{' '.join(command)}: {done.stderr.strip()[-500:]}")
    return wall * 1e3, (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1e3


def synced(path):
    """Calls of fsync, fdatasync and msync in a summary of strace -c."""
    text = Path(path).read_text(encoding="ascii")
    return sum(int(calls) for calls in re.findall(r"^\s*[\d.]+\s+[\d.]+\s+\d+\s+(\d+)\s+(?:\d+\s+)?(?:fsync|fdatasync|msync)$", text, re.M))
