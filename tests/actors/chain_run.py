"""Actors on a chain of their own: sources are deployed by transactions, their handlers called, one block for each call."""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE.parent / "model"))
from keccak import keccak256  # noqa: E402  (hashlib has only SHA-3, which pads otherwise)

LARIAT = str(Path(os.environ.get("LARIAT", ROOT / "build/lariat")).resolve())
PYTHON = "/usr/bin/python3"  # the CPython 3.11 that is the oracle
ADA = "0x" + "a1" * 20
PAYLOAD = "abc"              # as in shim/run_program.py
PLENTY = 10**12
CYCLES_MAX = 50_000_000
CELLS_MAX = 20_000_000
SECONDS_MAX = 120


class ReplayFailed(Exception):
    """lariat ended with another exit status than 0, or was too slow."""


def genesis(capacity=PLENTY):
    fees = {"cycle_capacity": capacity, "cell_capacity": capacity, "user_lane": capacity}
    return {"genesis": {"accounts": [{"address": ADA, "balance": str(10**30)}], "fees": fees}}


def address_of(source, salt):
    data = source if isinstance(source, bytes) else source.encode()
    return "0x" + keccak256(bytes.fromhex(ADA[2:]) + salt.encode() + keccak256(data))[12:].hex()


def deploy(source, salt, cycles=CYCLES_MAX):
    return {"from": ADA, "deploy": {"python": source}, "salt": salt, "cycles_limit": cycles, "cells_limit": CELLS_MAX}


def call(address, handler, cycles=CYCLES_MAX, cells=CELLS_MAX):
    return {"from": ADA, "call": {"actor": address, "handler": handler, "payload": PAYLOAD}, "cycles_limit": cycles,
            "cells_limit": cells}


def block(*transactions):
    return {"block": {"txs": list(transactions)}}


def replay(lines, seconds=SECONDS_MAX):
    text = "".join(json.dumps(line) + "\n" for line in lines)
    try:
        done = subprocess.run([LARIAT, "replay", "-"], input=text, capture_output=True, text=True, timeout=seconds,
                              check=False)
    except subprocess.TimeoutExpired:
        raise ReplayFailed(f"was stopped after {seconds} s") from None
    if done.returncode != 0:
        raise ReplayFailed(f"exit status {done.returncode}: {done.stderr[-600:]}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def outcome(receipt, events=()):
    """A receipt and its events in the form that the shim prints."""
    return {"status": receipt["status"], "error": receipt.get("error", ""), "cycles": receipt.get("cycles", 0),
            "events": [[e["topic"], e["data"][2:]] for e in events if e["name"] == "actor"]}


def run_on_chain(programs):
    """programs: [(source, [handlers])] -> [(outcome of the deployment, {handler: outcome})], in one process if that lives."""
    lines, deployed = [genesis()], []
    for number, (source, handlers) in enumerate(programs):
        lines.append(block(deploy(source, str(number))))
        address = address_of(source, str(number)) if handlers else ""
        lines.extend(block(call(address, handler)) for handler in handlers)
        deployed.append((address, handlers))
    try:
        results = iter(replay(lines))
    except ReplayFailed as failure:
        if len(programs) == 1:  # this is the one that ends the process
            dead = {"status": "no result", "error": str(failure), "cycles": 0, "events": []}
            return [(dead, {handler: dead for handler in programs[0][1]})]
        return [run_on_chain([program])[0] for program in programs]
    answers = []
    for _, handlers in deployed:
        line = next(results)
        placed = outcome(line["receipts"][0])
        called = {}
        for handler in handlers:
            line = next(results)
            called[handler] = outcome(line["receipts"][0], line.get("events", []))
        answers.append((placed, called))
    return answers


def run_under_cpython(paths):
    """{path: {handler: outcome}}; events carry the line of the handler."""
    done = subprocess.run([PYTHON, str(HERE / "shim/run_program.py"), *map(str, paths)], capture_output=True, text=True,
                          timeout=SECONDS_MAX, check=True, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
    answers = {str(path): {} for path in paths}
    for line in map(json.loads, done.stdout.splitlines()):
        answers[line["file"]][line["handler"]] = line
    return answers


def refusal_reason(source):
    """What `lariat check` says of a source, and its exit status."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "actor.py"
        path.write_bytes(source if isinstance(source, bytes) else source.encode())
        done = subprocess.run([LARIAT, "check", str(path)], capture_output=True, text=True, timeout=SECONDS_MAX, check=False)
        return done.returncode, (done.stdout + done.stderr).replace(str(path), "actor.py").strip()
