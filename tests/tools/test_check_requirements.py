"""The requirements check reads ids from test names and notices stale, unknown and unproven rows."""
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
import check_requirements  # noqa: E402

TABLE = """| id | requirement | status | tests |
| --- | --- | --- | --- |
| LIF-4 | past its height a timer goes | built | |
| AUC-1 | the fee follows use | not built yet: the auction | |
"""
CPP = """TEST(Lifecycle, LIF4_ExpiredTimerIsRemoved) {}
// TEST(Lifecycle, LIF9_CommentedOut) {}
"""


class Requirements(unittest.TestCase):
    def check(self, table=TABLE, cpp=CPP, write=True):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "tests/timers/lifecycle_test.cpp")
            path.parent.mkdir(parents=True)
            path.write_text(cpp, encoding="utf-8")
            by_id, places = check_requirements.proofs(Path(folder))
        if write:
            table = check_requirements.rewrite(table, by_id)
        return check_requirements.check(None, table, by_id, places)

    def test_ids_stand_at_the_head_of_a_name(self):
        self.assertEqual(["BLK-4", "LIF-2"], check_requirements.ids_of("BLK4_LIF2_RevertLeavesNothing"))
        self.assertEqual(["LIF-10"], check_requirements.ids_of("LIF10_cannot_be_revived"))
        self.assertEqual([], check_requirements.ids_of("RevertOfLIF2_IsLate"))
        self.assertEqual([], check_requirements.ids_of("UTF8_IsStrict"))

    def test_every_kind_of_test_is_read(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {
                "tests/a/a_test.cpp": "TEST_F(A,\n     BLK1_Wrapped) {}\nTEST_P(A, BLK2_Row) {}\nRC_GTEST_PROP(A, BLK3_Any, (int x)) {}\n",
                "tests/b/test_b.py": "class B:\n    def test_BLK4_python(self):\n        pass\n",
                "tests/conformance/BLK5_BLK6_trace.jsonl": "{}\n",
            }.items():
                path = Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            by_id, _ = check_requirements.proofs(Path(folder))
        self.assertEqual({f"BLK-{n}" for n in range(1, 7)}, set(by_id))

    def test_a_table_up_to_date_is_counted(self):
        self.assertEqual(([], 1, 1), self.check())

    def test_a_stale_table_is_found(self):
        wrong, _, _ = self.check(write=False)
        self.assertIn("stale", wrong[0])

    def test_a_built_requirement_without_a_test_is_found(self):
        wrong, proven, _ = self.check(cpp="TEST(Lifecycle, Something) {}\n")
        self.assertIn("LIF-4 is marked built, but no test", wrong[0])
        self.assertEqual(0, proven)

    def test_an_unknown_id_is_found_with_its_test(self):
        wrong, _, _ = self.check(cpp=CPP + "TEST(Lifecycle, LFI4_Typo) {}\n")
        self.assertIn("tests/timers/lifecycle_test.cpp: Lifecycle.LFI4_Typo names LFI-4", wrong[0])

    def test_a_disabled_test_proves_nothing(self):
        wrong, _, _ = self.check(cpp="TEST(Lifecycle, DISABLED_LIF4_Late) {}\nTEST(DISABLED_Lifecycle, LIF4_Late) {}\n")
        self.assertIn("LIF-4 is marked built", wrong[0])

    def test_a_status_of_another_wording_is_found(self):
        wrong, _, _ = self.check(table=TABLE.replace("| built |", "| done |"))
        self.assertIn("status of LIF-4 is `done`", wrong[0])

    def test_a_missing_row_and_one_that_stands_twice_are_found(self):
        row = "| AUC-{} | more | not built yet: the auction | |\n"
        self.assertEqual(([], 1, 2), self.check(table=TABLE + row.format(2)))
        for number in (1, 3):
            wrong, _, _ = self.check(table=TABLE + row.format(number))
            self.assertIn(f"AUC-{number} does not follow AUC-1", wrong[0])

    def test_a_malformed_row_is_found(self):
        wrong, _, _ = self.check(table=TABLE + "| SCH-1 | too few |\n")
        self.assertIn("SCH-1 is malformed", wrong[0])


if __name__ == "__main__":
    unittest.main()
