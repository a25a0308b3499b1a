"""Small scenarios for the tests of `lariat sim`, and what its files hold."""
import json
import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LARIAT = str(Path(os.environ.get("LARIAT", ROOT / "build/lariat")).resolve())
SECONDS_MAX = 600

HEAD = """
[sim]
blocks = {blocks}
warmup = {warmup}
seeds = "{seeds}"
every = {every}
[chain]
cycle_basefee = "{fee}"
{chain}
"""


def scenario(populations, blocks=200, warmup=20, seeds="1..2", every=1, fee=1000000000, chain=""):
    return HEAD.format(blocks=blocks, warmup=warmup, seeds=seeds, every=every, fee=fee, chain=chain) + populations


def sim(*arguments, cwd=None):
    """(exit status, standard output, standard error)"""
    done = subprocess.run([LARIAT, "sim", *arguments], capture_output=True, text=True, timeout=SECONDS_MAX, cwd=cwd,
                          check=False)
    return done.returncode, done.stdout, done.stderr


class Run:
    """A file of results."""

    def __init__(self, path):
        lines = [json.loads(line) for line in Path(path).read_text().splitlines()]
        self.header, self.rows, self.totals = lines[0], lines[1:-1], lines[-1]


def run(folder, text, *arguments):
    """Writes the scenario into the folder, runs it, and gives its files by (arm, seed)."""
    path = Path(folder) / "market.toml"
    path.write_text(text)
    out = Path(folder) / "out"
    status, _, problems = sim("run", str(path), "--out", str(out), "--quiet", *arguments)
    if status != 0:
        raise AssertionError(problems)
    runs = [Run(file) for file in out.glob("*.jsonl")]
    return {(r.header["arm"], r.header["seed"]): r for r in runs}
