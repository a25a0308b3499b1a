"""Every table of docs/state-layout.md is one that the state check knows, with the lengths of its keys, and every letter in the code is one of these."""
import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BYTES = {"address": (20, 20), "owner": (20, 20), "target": (20, 20), "keccak": (32, 32), "timer id": (32, 32),
         "operation id": (32, 32), "u64": (8, 8), "u32": (4, 4), "name": (0, 256), "`raw`": (0, 1024)}
SIZES = {"ALONE": 1, "NUMBER": 9, "OF_ADDRESS": 21, "OF_HASH": 33, "NAME_MAX_BYTES": 256, "STORAGE_KEY_BYTES_MAX": 1024}


def part_bytes(part):
    name = next((name for name in BYTES if part.startswith(name)), "u64" if " u64" in part else None)
    assert name, part
    return BYTES[name]


def of_the_page():
    text = (ROOT / "docs/state-layout.md").read_text()
    rows = []
    for key in re.findall(r'^\| (`"."`[^|]*) \|', text[:text.index("are keys of one byte")], re.M):
        letter, *parts = key.split(" ‖ ")
        sizes = [part_bytes(part) for part in parts]
        rows.append((letter[2], 1 + sum(low for low, _ in sizes), 1 + sum(high for _, high in sizes)))
    return sorted(rows)


def of_the_check():
    text = (ROOT / "src/chain/state_tables.cpp").read_text()
    return sorted((letter, *(sum(SIZES.get(x) or int(x) for x in size.split(" + ")) for size in (low, high)))
                  for letter, low, high in re.findall(r"StateTable\{'(.)', ([^,]+), ([^}]+)\}", text))


class StateTables(unittest.TestCase):
    def test_the_check_knows_every_table_of_the_page_and_no_other(self):
        self.assertGreater(len(of_the_page()), 30)
        self.assertEqual(of_the_page(), of_the_check())

    def test_every_letter_of_a_table_in_the_code_is_one_of_the_page(self):
        letters = set()
        for layer in "chain", "lane", "timers":
            for path in (ROOT / "src" / layer).rglob("*.[ch]pp"):
                for line in re.findall(r"constexpr u8 ([^;]*);", path.read_text()):
                    letters |= set(re.findall(r"\w+ = '(.)'", line))
        self.assertGreater(len(letters), 20)
        self.assertEqual(set(), letters - {letter for letter, *_ in of_the_page()})


if __name__ == "__main__":
    unittest.main()
