"""What tools/run_node_bench.py measures: groups of lines, each with the work that one side does for it.

A group's work gets a Side and returns a value for each of its lines. Sizes are those of a real run or of --smoke."""
import dataclasses
import re
import shutil
import statistics
import subprocess
import tempfile

import sources
from node_bench_sides import BUILT, DEV_ADDRESS, Failed, run_client, synced

STRACE = ["strace", "-f", "-qq", "-c", "-e", "trace=fsync,fdatasync,msync"]


@dataclasses.dataclass(frozen=True)
class Sizes:
    receipts: int = 1_000       # transactions of one connection, each waited for
    receipts_each: int = 16     # of each of many connections
    connections: int = 64
    flood_seconds: float = 5
    flood_each: int = 1_000     # transactions of each connection, at most 1,023 (nonces ahead)
    reads_each: int = 1_000
    reads_with_fires: int = 4_000
    fires: int = 512
    young: int = 10             # blocks
    old: tuple = (10_000, 100_000)
    accounts: int = 100_000
    turns: int = 25
    turn: int = 64              # empty blocks: as many of each housekeeping as in the next turn
    history: int = 10_000       # blocks that are mined, and undone
    history_peer: int = 1_000
    timers: int = 100_000
    heights: int = 2_592_000
    commands: int = 20
    messages: int = 500
    dumped: int = 1_000         # blocks with a transaction each
    process_batches: int = 20


SMOKE = Sizes(receipts=5, receipts_each=2, connections=4, flood_seconds=0.2, flood_each=20, reads_each=5, reads_with_fires=20, fires=16, young=2,
              old=(10, 20), accounts=50, turns=1, turn=4, history=20, timers=6, heights=60, commands=1, messages=3, dumped=5, process_batches=1)


@dataclasses.dataclass(frozen=True)
class Line:
    """One line of the result. `target`: a bound of the ratio, or with the unit behind it of the value; empty: none is set."""
    name: str
    title: str
    unit: str
    target: str = ""


@dataclasses.dataclass(frozen=True)
class Group:
    name: str
    lines: list
    work: object          # (side, sizes) -> {name of a line: value}
    has_peer: bool = True
    once: bool = False    # too long for every round


@dataclasses.dataclass
class Side:
    """`new(...)` gives a node of this side, to be used with `with`."""
    new: object
    is_ours: bool
    full: bool = False    # anvil too makes long histories

    @property
    def name(self):
        return "ours" if self.is_ours else "anvil"


def posted(name, found):
    return {f"{name}_p50": found["p50_ms"], f"{name}_p99": found["p99_ms"], f"{name}_cpu": found["cpu_ms"] * 1e3, f"{name}_rate": found["per_second"]}


def better(first, second):
    """Of two ways of the same work the better figure of each line."""
    return {key: max(first[key], second[key]) if key.endswith("_rate") else min(first[key], second[key]) for key in first}


def receipts(side, sizes, name, connections, call=False, data=None):
    """Posts and waits for receipts. anvil has two ways to bring a receipt, and each figure is of the better one."""
    count = sizes.receipts if connections == 1 else sizes.receipts_each
    found = []
    for wait in ("answer",) if side.is_ours else ("answer", "poll"):
        with side.new(data=data) as node:
            options = {"connections": connections, "count": count, "wait": wait, "pause": "200us" if connections == 1 else "10ms"}
            if call:
                address, limits = node.add_counter()
                options.update(call=address, **limits)
            found.append(posted(name, node.load("post", **options)))
    return better(*found) if len(found) == 2 else found[0]


def receipts_on_disk(side, sizes, name, connections):
    """Ours with its files, then again under strace, which counts the syncs; a run without transactions is taken off."""
    with tempfile.TemporaryDirectory(dir=BUILT) as folder:
        found = receipts(side, sizes, name, connections, data=f"{folder}/timed")
        if not shutil.which("strace"):
            return found
        count = sizes.receipts if connections == 1 else sizes.receipts_each
        syncs = []
        for number in (0, count):
            with side.new(data=f"{folder}/counted{number}", prefix=[*STRACE, "-o", f"{folder}/syncs{number}"]) as node:
                if number:
                    node.load("post", connections=connections, count=number)
            syncs.append(synced(f"{folder}/syncs{number}"))
        return {**found, f"{name}_syncs": (syncs[1] - syncs[0]) / (connections * count)}


def flat_out(side, sizes):
    with side.new(way="interval", wide=True) as node:
        return posted("interval", node.load("post", wait="none", connections=sizes.connections, count=sizes.flood_each, seconds=sizes.flood_seconds))


def reads(side, sizes, what):
    """A timer of ours against a slot of anvil: a contract would keep its record there."""
    with side.new() as node:
        node.add_counter()
        asked, subject = what, DEV_ADDRESS
        if what == "storage":
            subject = "0x" + "c0" * 20
        if what == "timer" and side.is_ours:
            subject = node.act("once", "1000000 1 1")["scheduled"][0]["id"]
        elif what == "timer":
            asked, subject = "storage", "0x" + "c0" * 20
        return posted(f"read_{what}", node.load("read", what=asked, id=subject, connections=sizes.connections, count=sizes.reads_each))


def reads_with_fires(side, sizes):
    with side.new(way="interval", wide=True, block_time_ms=200) as node:
        node.add_counter()
        node.act("beat", str(sizes.fires))
        node.mine(1)
        before = node.get("/v1/blocks/head")
        found = node.load("read", what="balance", id=DEV_ADDRESS, connections=sizes.connections, count=sizes.reads_with_fires)
        after = node.get("/v1/blocks/head")
        blocks = after["height"] - before["height"]
        if after["totals"]["fired"] - before["totals"]["fired"] != blocks * sizes.fires:
            raise Failed(f"{blocks} blocks had {after['totals']['fired'] - before['totals']['fired']} fires, not {sizes.fires} each")
        return {"read_with_fires_p50": found["p50_ms"], "read_with_fires_p99": found["p99_ms"]}


def start(side, _):
    with side.new() as node:
        return {"start_ready": node.ready_ms, "start_resident": node.memory_mb()}


def block_cpu(node, blocks):
    """Microseconds of CPU of an empty block."""
    before = node.cpu()
    node.mine(blocks)
    return (node.cpu() - before) / blocks * 1e6


def growth(side, sizes, name, blocks=0, accounts=0):
    """Empty blocks of a young and of an old chain, in turns."""
    with side.new(way="manual") as young, side.new(way="manual") as old:
        young.mine(sizes.young)
        old.mine(max(blocks, sizes.young))
        if accounts:
            old.add_accounts(accounts)
        costs = [(block_cpu(young, sizes.turn), block_cpu(old, sizes.turn)) for _ in range(sizes.turns)]
    of_young, of_old = (statistics.median(column) for column in zip(*costs))
    return {f"{name}_cpu": of_old, f"{name}_growth": of_old / of_young}


def growth_of_blocks(name, number):
    def work(side, sizes):
        return growth(side, sizes, name, blocks=sizes.old[number]) if side.is_ours or (side.full and number == 0) else {}
    return work


def growth_of_accounts(side, sizes):
    return growth(side, sizes, "accounts", accounts=sizes.accounts) if side.is_ours or side.full else {}


def empty_blocks(side, sizes):
    if not side.is_ours and not side.full:
        return {}
    with side.new(way="manual") as node:
        before = node.memory_mb()
        wall, cpu, _ = node.timed(lambda: node.mine(sizes.history))
        return {"mine_10000_wall": wall / 1e3, "mine_10000_cpu": cpu / sizes.history * 1e3, "mine_10000_memory": node.memory_mb() - before}


def history(side, sizes, name, blocks):
    if blocks > sizes.history_peer and not side.is_ours and not side.full:
        return {}
    with side.new(way="manual") as node:
        taken, _, number = node.timed(node.snapshot)
        node.mine(blocks)
        later, _, _ = node.timed(node.snapshot)
        back, cpu, _ = node.timed(lambda: node.revert(number))
        if node.height() != 0:
            raise Failed(f"{side.name}: after the revert the height is {node.height()}")
        return {f"{name}_snapshot": max(taken, later), f"{name}_revert": back, f"{name}_cpu": cpu}


def mine_until(side, sizes):
    """Timers over all heights in equal distances; then blocks until the last has fired."""
    calls = max(1, sizes.timers // 1_000)
    each, span = sizes.timers // calls, sizes.heights // calls
    with side.new(way="manual", wide=True, flags=["--keep-blocks", "10000"]) as node:
        node.add_counter()
        first = calls + 100
        for k in range(calls):
            last = node.act("once", f"{first + k * span} {span // each} {each}")["scheduled"][-1]["id"]
        base = node.height()

        def mine():
            while not node.verb("mine", until_timer=last, max_blocks=100_000)["reached"]:
                pass
        wall, cpu, _ = node.timed(mine)
        fired = node.get("/v1/blocks/head")["totals"]["fired"]
        if fired != calls * each:
            raise Failed(f"{fired} timers fired, not {calls * each}")
        blocks = node.height() - base
        return {"mine_until_wall": wall / 1e3, "mine_until_cpu": cpu / blocks * 1e3, "mine_until_memory": node.memory_mb()}


def command(side, sizes, what):
    with side.new() as node:
        node.add_counter()
        walls, cpus = zip(*(run_client(node.client(what)) for _ in range(sizes.commands)))
        return {f"command_{what}_wall": statistics.median(walls), f"command_{what}_cpu": statistics.median(cpus)}


def stream(side, sizes):
    with side.new(way="manual") as node:
        found = node.load("stream", count=sizes.messages)
        return {"stream_p50": found["p50_ms"], "stream_p99": found["p99_ms"]}


def dump(side, sizes):
    with side.new() as node:
        node.load("post", count=sizes.dumped)
        height = node.height()
        if height < sizes.dumped:
            raise Failed(f"{side.name}: {height} blocks, not {sizes.dumped}")
        dumping, dump_cpu, content = node.timed(node.dump)
    with side.new() as node:
        loading, load_cpu, _ = node.timed(lambda: node.load_dump(content))
        if node.height() != height:
            raise Failed(f"{side.name}: after the load the height is {node.height()}, not {height}")
    return {"dump_wall": dumping, "dump_cpu": dump_cpu, "load_wall": loading, "load_cpu": load_cpu, "dump_size": len(content) / 1e6}


def in_process(_, sizes):
    """bench/node_bench.cpp: the program of the preset bench prints lines of its own."""
    program = sources.ROOT / "build/bench/bench/bench_node"
    if not program.exists():
        return {}
    done = subprocess.run([str(program), str(sizes.process_batches), "1"], capture_output=True, text=True, check=False)
    if done.returncode:
        raise Failed(f"bench_node: {done.stderr.strip()[-500:]}")
    found = {name: (float(ours), peer) for name, ours, peer in re.findall(r"^bench (\S+) ours=(\S+) peer=(\S+)", done.stdout, re.M)}
    values = {name: ours for name, (ours, _) in found.items()}
    if "process_rate" in found:
        values["process_share"] = found["process_rate"][0] / float(found["process_rate"][1]) * 100
    return values


def figures(name, what, p50="", cpu="", rate="", p50_unit="ms"):
    return [Line(f"{name}_p50", f"{what}: wall p50", p50_unit, p50), Line(f"{name}_p99", f"{what}: wall p99", "ms"),
            Line(f"{name}_cpu", f"{what}: CPU of the node", "us/op", cpu), Line(f"{name}_rate", f"{what}: rate", "1/s", rate)]


def receipt_groups():
    for call, verb, what in ((False, "transfer", "a transfer"), (True, "call", "a call of a counter")):
        for connections, title, targets in ((1, "1 connection", {"p50": "<=0.5", "cpu": "<=0.2"}), (64, "64 connections", {"cpu": "<=0.25", "rate": ">=3"})):
            name = f"{verb}_{connections}"
            yield Group(name, figures(name, f"{what} and its receipt, {title}", **targets),
                        lambda side, sizes, n=name, c=connections, k=call: receipts(side, sizes, n, 1 if c == 1 else sizes.connections, call=k))
    for connections, title in ((1, "1 connection"), (64, "64 connections")):
        name = f"disk_{connections}"
        yield Group(name, [*figures(name, f"a transfer on disk and its receipt, {title}"), Line(f"{name}_syncs", f"a transfer on disk and its receipt, {title}: syncs", "syncs")],
                    lambda side, sizes, n=name, c=connections: receipts_on_disk(side, sizes, n, 1 if c == 1 else sizes.connections), has_peer=False)


def read_groups():
    for what, title in (("balance", "a balance"), ("timer", "a timer (anvil: a slot)"), ("storage", "an entry of storage")):
        yield Group(f"read_{what}", figures(f"read_{what}", f"read {title}, 64 connections", cpu="<=1"),
                    lambda side, sizes, w=what: reads(side, sizes, w))
    yield Group("read_with_fires", [Line("read_with_fires_p50", "read a balance while blocks of 512 fires run: wall p50", "ms"),
                                    Line("read_with_fires_p99", "read a balance while blocks of 512 fires run: wall p99", "ms")], reads_with_fires, has_peer=False)


GROUPS = [
    *receipt_groups(),
    Group("interval", figures("interval", "transfers flat out, blocks each second, 64 connections", cpu="<=0.6"), flat_out),
    *read_groups(),
    Group("start", [Line("start_ready", "start to the first answer", "ms", "<=70 ms"), Line("start_resident", "resident memory at start", "MB", "<=20 MB")], start),
    *(Group(f"growth_{blocks}", [Line(f"growth_{blocks}_cpu", f"an empty block after {blocks:,} blocks: CPU of the node", "us/block"),
                                 Line(f"growth_{blocks}_growth", "the same against one after 10 blocks", "times", "<=1.1 times")],
            growth_of_blocks(f"growth_{blocks}", number))
      for number, blocks in enumerate(Sizes().old)),
    Group("growth_accounts", [Line("accounts_cpu", "an empty block with 100,000 accounts: CPU of the node", "us/block"),
                              Line("accounts_growth", "the same against one with 10 accounts", "times", "<=1.1 times")], growth_of_accounts),
    Group("process", [Line("process_rate", "one process, no HTTP: signed bytes in, receipt and root out, durable, batches of 512", "tx/s"),
                      Line("process_share", "its share of the ideal: signature, execution and commit alone", "%"),
                      Line("process_cpu", "the same: CPU", "us/tx"),
                      Line("process_given_rate", "the same with whole blocks that an engine outside gives", "tx/s"),
                      Line("process_signature", "the ideal: recovery of a sender", "us/tx"), Line("process_execution", "the ideal: execution with the root", "us/tx"),
                      Line("process_commit", "the ideal: commit of the state", "us/tx")], in_process, has_peer=False),
    Group("mine_10000", [Line("mine_10000_wall", "10,000 empty blocks", "s", "<=1 s"), Line("mine_10000_cpu", "the same: CPU of the node", "us/block"),
                         Line("mine_10000_memory", "resident memory that they add", "MB", "<=20 MB")],
          empty_blocks),
    Group("mine_until", [Line("mine_until_wall", "mine until the last of 100,000 timers over 2,592,000 heights has fired", "s", "<=60 s"),
                         Line("mine_until_cpu", "the same: CPU of the node", "us/block"), Line("mine_until_memory", "the same: resident memory at its end", "MB")],
          mine_until, has_peer=False, once=True),
    Group("history_1000", [Line("history_1000_snapshot", "a snapshot, at height 0 and 1,000", "ms", "<=1 ms"), Line("history_1000_revert", "revert over 1,000 blocks", "ms"),
                           Line("history_1000_cpu", "the same: CPU of the node", "ms")],
          lambda side, sizes: history(side, sizes, "history_1000", min(sizes.history, sizes.history_peer))),
    Group("history_10000", [Line("history_10000_snapshot", "a snapshot, at height 0 and 10,000", "ms", "<=1 ms"),
                            Line("history_10000_revert", "revert over 10,000 blocks", "ms", "<=10 ms"), Line("history_10000_cpu", "the same: CPU of the node", "ms")],
          lambda side, sizes: history(side, sizes, "history_10000", sizes.history)),
    *(Group(f"command_{what}", [Line(f"command_{what}_wall", f"`lariat {what}` against `cast {what}`, start to exit", "ms", "<=1"),
                                Line(f"command_{what}_cpu", "the same: CPU of the command", "ms")], lambda side, sizes, w=what: command(side, sizes, w))
      for what in ("call", "send")),
    Group("stream", [Line("stream_p50", "request for a block to the message of the stream: p50", "ms", "<=1"),
                     Line("stream_p99", "request for a block to the message of the stream: p99", "ms", "<=5 ms")], stream),
    Group("dump", [Line("dump_wall", "dump of 1,000 blocks with a transaction each", "ms", "<=1"), Line("dump_cpu", "the same: CPU of the node", "ms"),
                   Line("load_wall", "its load into a new node", "ms", "<=1"), Line("load_cpu", "the same: CPU of the node", "ms"), Line("dump_size", "its size", "MB")], dump),
]
