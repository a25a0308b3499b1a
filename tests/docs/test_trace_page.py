"""Compares docs/trace.md and docs/results.md with the code: the traces of the page are accepted, every key and name of the
code is on one of the two pages, and the table of TimerConfig has the fields, defaults and rules of the chain."""
import json
import os
import re
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LARIAT = Path(os.environ.get("LARIAT", ROOT / "build/dev/lariat"))
PAGE = (ROOT / "docs/trace.md").read_text(encoding="utf-8")
RESULTS = (ROOT / "docs/results.md").read_text(encoding="utf-8")
GOVERNOR = "0x" + 39 * "0" + "a"
CYCLE_CAPACITY = 20_000_000
# The sources that read traces and write results. Each word of theirs in quotes is a key or a name of a closed list.
SOURCES = ("src/trace/input.cpp", "src/trace/input_tx.cpp", "src/trace/query.cpp", "src/trace/output.cpp", "src/trace/proof_json.cpp",
           "src/scripted/script.cpp", "src/scripted/script_runner.cpp", "src/scripted/bid_fields.cpp", "src/chain/json_input.cpp",
           "include/lariat/execution_status.hpp",
           "src/chain/transactions.cpp", "src/lane/settlement.cpp", "src/timers/lifecycle.cpp", "src/timers/record.cpp")
NO_KEYS = {"answer", "new_expires_at",  # parts of messages
           "not_run"}  # results print the reason of the refusal in its place


def replay(*lines):
    """Exit status, printed lines, standard error."""
    done = subprocess.run([str(LARIAT), "replay", "-"], input="\n".join(map(json.dumps, lines)), capture_output=True, text=True, check=False)
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr


def genesis(config=None):
    return {"genesis": {"system_deployers": [GOVERNOR], "accounts": [{"address": GOVERNOR, "balance": "1000000000"}],
                        "config": config or {}}}


def update(patch):
    return {"block": {"txs": [{"from": GOVERNOR, "system": {"update_config": patch}}]}}


def table(heading, page=PAGE):
    """The rows of the first table below a heading."""
    section = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", page, re.M | re.S).group(1)
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if line.startswith("|")]
    return rows[2:]


def value_of(text):
    """A default of the table as JSON: a number, a flag or a name."""
    if text in ("true", "false"):
        return text == "true"
    if text.startswith("`"):
        return text.strip("`")
    number = int(text)
    return number if number <= 1 << 53 else str(number)


FIELDS = {name.strip("`"): (value_of(default), rule) for name, _, default, rule in table("TimerConfig")}


def bound(text):
    """The number of a bound, and the field that it is, if it is one."""
    if text.startswith("`"):
        return int(FIELDS[text.strip("`")][0]), text.strip("`")
    return CYCLE_CAPACITY if text == "the cycle capacity of a block" else int(text), None


class TracePage(unittest.TestCase):
    def test_the_traces_of_the_page_are_accepted(self):
        traces = re.findall(r"^```json\n(.*?)^```", PAGE, re.M | re.S)
        self.assertEqual(3, len(traces))
        for trace in traces:
            status, printed, problems = replay(*map(json.loads, trace.splitlines()))
            self.assertEqual((0, ""), (status, problems))
            statuses = [receipt["status"] for line in printed for receipt in line["receipts"]]
            self.assertEqual([], [s for s in statuses if s not in ("ok", "revert", "out_of_cycles")])

    def test_every_key_and_name_of_the_code_is_on_the_page(self):
        known = set(re.findall(r"[A-Za-z][A-Za-z_.]*[A-Za-z]", " ".join(re.findall(r"`([^`\n]*)`", PAGE + RESULTS))))
        for source in SOURCES:
            text = (ROOT / source).read_text(encoding="utf-8")
            literals = re.findall(r'"((?:\\.|[^"\\\n])*)"', re.sub(r"^#include.*$", "", text, flags=re.M))
            words = {word for word in literals if re.fullmatch(r"[A-Za-z][A-Za-z_.]*[A-Za-z]", word)}
            self.assertEqual(set(), words - known - NO_KEYS, source)

    def test_every_error_is_on_the_page_and_no_other(self):
        header = (ROOT / "include/lariat/error.hpp").read_text(encoding="utf-8")
        codes = re.findall(r"^    (\w+) = \d+,$", header, re.M)
        self.assertEqual(sorted(codes), sorted(name for row in table("Errors", RESULTS) for name in re.findall(r"`(\w+)`", row[0])))

    def test_the_table_has_the_fields_and_defaults_of_the_chain_in_their_order(self):
        _, printed, _ = replay(genesis(), {"query": {"config": True}})
        self.assertEqual(list(printed[0]["result"].items()), [(field, self.shown(field)) for field in FIELDS])

    @staticmethod
    def shown(field):
        """Amounts are shown as strings, whatever their size."""
        default = FIELDS[field][0]
        return str(default) if field in ("w_age", "min_bid", "max_bid") else default

    def test_every_field_of_the_table_is_accepted_and_no_other(self):
        for field, (default, rule) in FIELDS.items():
            status, _, problems = replay(genesis({field: default}), {"blocks": 1})
            self.assertEqual((0, ""), (status, problems), field)
            status, printed, problems = replay(genesis(), update({field: default}))
            wanted = "revert" if rule.startswith("fixed") else "ok"
            self.assertEqual(wanted, printed[0]["receipts"][0]["status"], f"update of {field}")
        self.assertEqual(2, replay(genesis({"no_such_field": 1}), {"blocks": 1})[0])
        self.assertEqual(2, replay(genesis(), update({"no_such_field": 1}))[0])

    def assert_accepted(self, field, value, other, accepted):
        if value < 0 or value >= 1 << 128:
            return
        config = {field: value if value <= 1 << 53 else str(value), **({other: FIELDS[other][0]} if other else {})}
        status, _, problems = replay(genesis(config), {"blocks": 1})
        if accepted:  # an extreme value may break the rule of another field
            self.assertFalse(status == 2 and f"InvalidConfig, {field}:" in problems, f"{config}: {problems}")
        else:
            self.assertTrue(status == 2 and "InvalidConfig" in problems, f"{config}: {problems}")

    def test_the_rules_of_the_table_are_those_of_the_chain(self):
        looked_at = 0
        for field, (_, rule) in FIELDS.items():
            rule = rule.removeprefix("fixed; ")
            ends = re.fullmatch(r"(\S+) to (.+)", rule)
            least = re.fullmatch(r"at least (\S+)", rule)
            looked_at += bool(ends or least)
            if ends or least:
                low, other = bound((ends or least).group(1))
                self.assert_accepted(field, low, other, True)
                self.assert_accepted(field, low - 1, other, False)
            if ends:
                high, other = bound(ends.group(2))
                self.assert_accepted(field, high, other, True)
                self.assert_accepted(field, high + 1, other, False)
        self.assertGreater(looked_at, 30)


if __name__ == "__main__":
    unittest.main()
