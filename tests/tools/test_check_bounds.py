"""The check of the table of loops finds rows without a bound, a payer or an existing test."""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
import check_bounds  # noqa: E402

HEAD = "# Page\n\n## Loops, bounds, payers\n\n| loop | bound | payer | test |\n| --- | --- | --- | --- |\n"
KNOWN = {"Budgets.CAL9_Storm", "test_it"}


class Bounds(unittest.TestCase):
    def problems(self, *rows):
        return check_bounds.check(HEAD + "\n".join(rows) + "\n\n## Next\n\n| a | b |\n", KNOWN)

    def test_a_whole_row_passes_and_is_counted(self):
        self.assertEqual(([], 1), self.problems("| intake | `due_intake_per_block` | nobody | `Budgets.CAL9_Storm` |"))

    def test_a_test_that_does_not_exist_is_found_with_its_line(self):
        wrong, _ = self.problems("| intake | so many | nobody | `Budgets.Gone` |")
        self.assertEqual(["docs/architecture.md:7: there is no test Budgets.Gone"], wrong)

    def test_an_empty_column_is_found(self):
        wrong, _ = self.problems("| intake |  | nobody | `test_it` |")
        self.assertIn("the column bound is empty", wrong[0])

    def test_a_row_without_a_test_is_found(self):
        self.assertIn("names no test", self.problems("| intake | so many | nobody | none |")[0][0])
        self.assertIn("has 3", self.problems("| intake | so many | nobody |")[0][0])

    def test_a_page_without_the_table_is_found(self):
        self.assertEqual(0, check_bounds.check("# Page\n", KNOWN)[1])
        self.assertEqual(1, len(check_bounds.check("# Page\n", KNOWN)[0]))


if __name__ == "__main__":
    unittest.main()
