"""The comparison with the model finds a planted bug and shrinks its trace to a few lines."""
import json
import os
import random
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent))
import compare  # noqa: E402
import differences  # noqa: E402
from differences import Comparison, run_model  # noqa: E402
from generate import generate  # noqa: E402


def forgets_what_is_cancelled(_, lines, __):
    """The model as the program, with a bug: an exit by cancelling is not in the result."""
    printed = json.loads(json.dumps(run_model(lines)))
    for line in printed:
        if "exits" in line:
            line["exits"] = [left for left in line["exits"] if "cancelled" not in json.dumps(left)]
    return printed, None


class Shrinking(unittest.TestCase):
    def test_DET3_a_planted_bug_is_found_and_shrunk_to_a_small_trace_that_still_shows_it(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(differences, "run_program", forgets_what_is_cancelled):
            comparison = Comparison([])
            for seed in range(20):
                lines = generate(random.Random(seed), 8, "small", ["fifo"])
                if comparison.difference(lines) is not None:
                    break
            before = comparison.difference(lines)
            self.assertIsNotNone(before, "a history of these seeds cancels a timer")
            small, path = compare.shrink_and_keep(comparison, seed, lines, folder, 600)
            self.assertIn("exits", comparison.difference(small)[1])
            written = [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]
            self.assertEqual(small, written)
            self.assertIsNotNone(comparison.difference(written))
            self.assertLessEqual(len(small), 4, "genesis, an actor that schedules and cancels, a block: " + differences.dump(small))
            self.assertGreater(len(lines), len(small))
            self.assertEqual(2, len(os.listdir(folder)), "the whole trace is beside it")


if __name__ == "__main__":
    unittest.main()
