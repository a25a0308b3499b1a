"""A chain that is reopened after each block has the same state roots as one that is not (TMR-7, BLK-6)."""
import concurrent.futures
import json
import os
import random
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/model"))
import generate  # noqa: E402

PROGRAM = os.environ.get("LARIAT", str(ROOT / "build/lariat"))
SEEDS = int(os.environ.get("LARIAT_SEEDS", 400))
FEATURES = ("fifo", "auction", "globalbox", "watch", "operations")


def roots(lines):
    text = "".join(json.dumps(line) + "\n" for line in lines)
    done = subprocess.run([PROGRAM, "replay", "--fields", "height,state_root", "-"], input=text, capture_output=True,
                          text=True, check=False)
    return [line for line in done.stdout.splitlines() if "state_root" in line]


def block_by_block(lines):
    """What changes the chain, a block a line: results, queries and restarts are left out."""
    for line in lines:
        if "blocks" in line and line["blocks"] <= 100:
            yield from [{"blocks": 1}] * line["blocks"]
        elif not {"assert", "query", "restart"} & line.keys():
            yield line


def first_difference(lines):
    """The first block whose root a restart after each block changes, or None."""
    steady = list(block_by_block(lines))
    restarted = [line for step in steady for line in ([step] if "genesis" in step else [step, {"restart": True}])]
    with_restarts, without = roots(restarted), roots(steady)
    if with_restarts == without:
        return None
    return next((pair for pair in zip(without, with_restarts) if pair[0] != pair[1]), "one of the two ended early")


def random_history(seed):
    """Half of them with so little room for removing the dead that these are there for many blocks."""
    lines = generate.generate(random.Random(seed), 40, "small", FEATURES)
    if seed % 2:
        config = lines[0].setdefault("genesis", {}).setdefault("config", {})
        config.update({"gc_cycles_per_block": 200, "max_ttl_blocks": 5 + seed % 20})
    return lines


def written(path):
    return [json.loads(line) for line in path.read_text().splitlines() if line.strip()]


class RestartsAgree(unittest.TestCase):
    def agree(self, histories):
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            running = {name: pool.submit(first_difference, lines) for name, lines in histories}
            for name, done in running.items():
                with self.subTest(history=name):
                    self.assertIsNone(done.result())

    def test_TMR7_BLK6_every_conformance_trace_has_the_roots_that_it_has_with_a_restart_after_each_block(self):
        self.agree((path.name, written(path)) for path in sorted((ROOT / "tests/conformance").glob("*.jsonl")))

    def test_TMR7_BLK6_random_histories_with_the_dead_long_unremoved_have_the_same_roots_too(self):
        self.agree((seed, random_history(seed)) for seed in range(SEEDS))


if __name__ == "__main__":
    unittest.main()
