"""How tools/run_peers.py talks to peer programs, takes turns, judges, and writes its section of the page."""
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
import bench_page  # noqa: E402
import peer_program  # noqa: E402
import run_bench  # noqa: E402
import run_peers  # noqa: E402
from run_peers import Comparison, Config, Pair  # noqa: E402

SMALL = Config(20_000, 32)


class Recorded:
    """A program that answers everything and writes down, in one list for both sides, what it was asked."""

    def __init__(self, name, asked, content="ab"):
        self.name, self.asked, self.content = name, asked, content

    def ask(self, *words):
        self.asked.append((self.name, *words))
        if words[0] == "check":
            return {"keys": "20000", "content": self.content}
        return None if words[0] == "prove" and self.name == "theirs" else {
            "seconds": "0.5", "longest": "0.25", "verify": "0.1", "bytes": "800"}

    def seconds(self, *words):
        return float(self.ask(*words)["seconds"])


class Programs(unittest.TestCase):
    def program(self, script, folder):
        binary = Path(folder) / "program"
        binary.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        binary.chmod(0o755)
        return peer_program.Program("fake", binary, Path(folder) / "data", SMALL, {"cache": 5}, 0)

    def test_arguments_and_answers_of_a_program(self):
        with tempfile.TemporaryDirectory() as folder:
            with self.program('echo "ok given=$2,$3,$4"; read line; read line; echo "ok line=${line%% *} seconds=1.5"; echo none', folder) as p:
                self.assertEqual({"given": "20000,32,cache=5"}, p.ask("open"))
                self.assertEqual("update", p.ask("update", 512, 64)["line"])
                self.assertIsNone(p.ask("prove", 10))
            self.assertFalse((Path(folder) / "data").exists())

    def test_a_program_that_fails_or_ends_gives_no_figure(self):
        for script, said in (("echo failed key 7 has the value of the model; exit 1", "key 7"), ("exit 0", "ended")):
            with tempfile.TemporaryDirectory() as folder, self.program(script, folder) as p:
                with self.assertRaisesRegex(peer_program.Failed, said):
                    p.ask("get", 100)

    def test_memory_is_that_of_the_program(self):
        # Only a program that has answered is past its start: before, its memory changes from one reading to the next.
        with tempfile.TemporaryDirectory() as folder, self.program("while read line; do echo ok; done", folder) as p:
            p.ask("close")
            self.assertLess(0, p.memory("RssAnon"))
            self.assertGreaterEqual(p.memory(), p.memory("RssAnon"))

    def test_disk_is_the_blocks_of_all_files(self):
        with tempfile.TemporaryDirectory() as folder, self.program("cat > /dev/null", folder) as p:
            (p.directory / "deep").mkdir()
            (p.directory / "deep/file").write_bytes(b"x" * 10_000)
            self.assertEqual((p.directory / "deep/file").stat().st_blocks * 512, p.disk())


class Turns(unittest.TestCase):
    def setUp(self):
        self.asked = []
        self.pair = Pair(SMALL, "rocksdb", Recorded("ours", self.asked), Recorded("theirs", self.asked))

    def test_both_sides_do_the_same_and_who_is_first_changes(self):
        self.pair.round(0)
        self.pair.round(1)
        did = {name: [words for who, *words in self.asked if who == name] for name in ("ours", "theirs")}
        self.assertEqual(did["ours"], did["theirs"])
        firsts = [self.asked[i][0] for i in range(0, len(self.asked), 4)]
        self.assertEqual(["ours", "theirs"] * 2 + ["theirs", "ours"] * 2, firsts)

    def test_figures_are_for_one_operation(self):
        self.pair.round(0)
        self.assertEqual(([10_000 * 8 / 0.5],) * 2, self.pair.samples["update_32768"], "a batch is at most half of the keys")
        self.assertEqual(([512 * 64 / 0.5],) * 2, self.pair.samples["update_512"])
        self.assertEqual(([0.5 / 200_000 * 1e9],) * 2, self.pair.samples["get"])
        self.assertEqual(([0.5 / 5_000 * 1e6], []), self.pair.samples["prove"], "one side has no proofs")

    def test_each_closing_follows_new_batches(self):
        self.pair.reopen(0)
        did = [words[0] for who, *words in self.asked if who == "ours"]
        self.assertEqual(["update", "settle", "close", "open"], did)

    def test_different_contents_end_the_comparison(self):
        self.pair.sides[1].content = "cd"
        with self.assertRaisesRegex(peer_program.Failed, "contents differ"):
            self.pair.compare_contents()


class Judgement(unittest.TestCase):
    def test_targets_are_met_in_the_direction_of_the_unit(self):
        def met(name, ours, peer="commonware_fixed"):
            return Comparison(SMALL, peer, name, [ours], [100.0]).met
        self.assertEqual([True, False], [met("update_512", 150.0), met("update_512", 149.0)])
        self.assertEqual([True, False], [met("get", 50.0), met("get", 51.0)])
        self.assertEqual([True, False], [met("get", 100.0, "rocksdb"), met("get", 101.0, "rocksdb")])
        self.assertIsNone(met("disk", 500.0, "rocksdb"))

    def test_the_lines_are_those_of_every_benchmark(self):
        lines = list(Comparison(Config(1_000_000, 32), "rocksdb", "get", [500.0, 700.0, 600.0], [1000.0, 1400.0, 600.0]).lines())
        kind, name, fields = run_bench.parse(lines[-1])
        self.assertEqual(("bench", "store_1m_v32_get_vs_rocksdb"), (kind, name))
        self.assertEqual({"ours": "600.0", "peer": "1000", "unit": "ns", "ratio": "0.60", "target": "<=1.00"}, fields)
        _, _, runs = run_bench.parse(lines[0])
        self.assertEqual(("500.0", "700.0", "3"), (runs["best"], runs["worst"], runs["repetitions"]))
        self.assertEqual("ratios store_1m_v32_get_vs_rocksdb median=0.50 lowest=0.50 highest=1.00 rounds=3", lines[2])

    def test_a_missed_target_is_marked_in_the_table(self):
        found = [Comparison(SMALL, "commonware_fixed", "get", [40.0], [100.0]),
                 Comparison(SMALL, "commonware_variable", "get", [60.0], [100.0])]
        rows = [line for line in run_peers.table(found) if "random get" in line]
        self.assertEqual([False, True], ["**missed**" in row for row in rows])


class Page(unittest.TestCase):
    def test_a_section_is_added_once_and_then_replaced(self):
        page = bench_page.with_section("# Title\n\ntext\n", "peers", "first\n")
        page = bench_page.with_section(page, "peers", "second \\1\n")
        self.assertEqual("# Title\n\ntext\n\n<!-- begin peers -->\nsecond \\1\n<!-- end peers -->\n", page)
        self.assertEqual("<!-- begin peers -->\nsecond \\1\n<!-- end peers -->\n", bench_page.section(page, "peers"))
        self.assertEqual("", bench_page.section(page, "other"))

    def test_all_sections_are_found_in_their_order(self):
        page = "# Title\n"
        for name in ("peers", "peers 1m_v32", "life"):
            page = bench_page.with_section(page, name, f"text of {name}\n")
        self.assertEqual([bench_page.section(page, name) for name in ("peers", "peers 1m_v32", "life")],
                         bench_page.sections(page))

    def test_the_table_of_one_size_leaves_the_others_alone(self):
        with tempfile.TemporaryDirectory() as folder, unittest.mock.patch.object(bench_page, "PAGE", Path(folder) / "page.md"):
            bench_page.PAGE.write_text("# Title\n", encoding="utf-8")
            for keys, ours in ((1_000_000, 30.0), (10_000_000, 40.0), (1_000_000, 45.0)):
                found = [Comparison(Config(keys, 32), "rocksdb", "get", [ours], [100.0])]
                run_peers.write_section(found[0].config, found, 3, 0.1)
            ratios = [line.split(" | ")[5] for line in bench_page.PAGE.read_text(encoding="utf-8").splitlines()
                      if line.startswith("| random get")]
        self.assertEqual(["0.45", "0.40"], ratios)


if __name__ == "__main__":
    unittest.main()
