"""The independent model and the program give the same results on random histories of a replicated chain's system
instructions: powers, payees, equivocation and versions of the rules (CLU-17, CLU-19, DET-3)."""
import hashlib
import json
import os
import random
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("LARIAT", str(ROOT / "build/lariat"))
SEEDS = int(os.environ.get("LARIAT_SEEDS", 400))
GOVERNOR, STRANGER = ("0x" + pair * 20 for pair in ("11", "22"))
POWER_MAX = 2 ** 60 - 1


def key(n):
    return "0x%064x" % (n * 0x1357_9bdf_0246_8ace + 1)


def address_of(public_key):
    return "0x" + hashlib.sha256(bytes.fromhex(public_key[2:])).digest()[:20].hex()


def trace(seed):
    rng = random.Random(seed)
    def validator(n):
        entry = {"pub_key": key(n), "power": str(rng.choice([1, 1, 2, 10, POWER_MAX // 4]))}
        if rng.random() < 0.3:
            entry["payee"] = STRANGER
        return entry

    def instruction():
        if rng.random() < 0.25:
            return {"plan_version": [rng.choice([0, height, height + 1, height + 2, height + 3]), rng.choice([0, 1, 2, 3, 9])]}
        change = {"pub_key": key(rng.randint(1, 6)),
                  "power": str(rng.choice([0, 0, 0, 1, 2, 10, POWER_MAX // 2, POWER_MAX - 20, POWER_MAX, POWER_MAX + 1, 2 ** 64 - 1]))}
        if rng.random() < 0.3:
            change["payee"] = rng.choice([STRANGER, GOVERNOR])
        return {"set_validator": change}

    genesis = {"accounts": [{"address": who, "balance": str(10 ** 15)} for who in (GOVERNOR, STRANGER)],
               "system_deployers": [GOVERNOR]}
    if rng.random() < 0.9:
        genesis["validators"] = [validator(n) for n in range(1, rng.choice([1, 2, 4]) + 1)]
    lines = [{"genesis": genesis}]
    for height in range(1, rng.randint(3, 12)):
        block = {"txs": [{"from": GOVERNOR if rng.random() < 0.9 else STRANGER, "cycles_limit": 1000, "system": instruction()} for _ in range(rng.randint(0, 5))]}
        if rng.random() < 0.3:
            block["misbehaviour"] = [address_of(key(rng.randint(1, 7))) for _ in range(rng.randint(1, 3))]
        lines.append({"block": block})
        if rng.random() < 0.1:
            lines.append({"rollback": 1})
    return lines


def program_results(lines):
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.write("".join(json.dumps(line) + "\n" for line in lines))
        file.flush()
        out = subprocess.run([PROGRAM, "replay", file.name], capture_output=True, text=True, check=False)
    return [json.loads(line) for line in out.stdout.splitlines()], out.stderr


class ValidatorsAgree(unittest.TestCase):
    def test_CLU17_CLU19_model_and_program_agree_on_random_sets_of_validators(self):
        sys.path.insert(0, str(ROOT / "tests/model"))
        import differences  # what a comparison of the other histories uses

        comparison = differences.Comparison([PROGRAM])
        changed = 0
        for seed in range(SEEDS):
            lines = trace(seed)
            with self.subTest(seed=seed):
                self.assertIsNone(comparison.difference(lines))
            if seed < 20:
                results, said = program_results(lines)
                self.assertTrue(results, said)
                changed += sum("validators" in result for result in results)
        self.assertGreater(changed, 0)


if __name__ == "__main__":
    unittest.main()
