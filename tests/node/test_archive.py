"""The archive is made anew from the block log, and checked against it (NODE-51, NODE-52)."""
import contextlib
import json
import random
import shutil
import sqlite3
import subprocess
import tempfile
import unittest
from pathlib import Path

import wire
from block_text import unpack
from process import LARIAT, SECONDS_MAX, Node
from test_node import ACTOR, ALICE, BOB

FLAGS = ("--dev", "--clock", "step", "--mine", "manual")


def check(data, status):
    done = subprocess.run([LARIAT, "archive", "check", str(data), "--json"], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == status, (done.returncode, done.stdout, done.stderr)
    return json.loads(done.stdout) if done.stdout else done.stderr


class Archive(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="lariat-archive-")
        self.addCleanup(self.folder.cleanup)
        self.data = Path(self.folder.name) / "data"
        self.file = self.data / "archive.sqlite"

    def node(self, *flags):
        return Node("--data", str(self.data), *FLAGS, *flags)

    def live(self, node, blocks=20):
        """Deploys an actor whose timers fire, and makes blocks."""
        sent = node.send({"deploy": {"python": ACTOR}}, wait=0)
        node.mine()
        actor = node.good(f"/v1/transactions/{sent.json['hash']}")["receipt"]["address"]
        node.send({"transfer": {"to": actor, "amount": "1000000000"}}, wait=0)
        for number in range(blocks):
            node.send({"call": {"actor": actor, "handler": "begin", "payload": f"0x{number:02x}"}}, wait=0)
            node.send({"transfer": {"to": BOB, "amount": "5"}}, wire.DEV_KEYS[2], wait=0)
            node.mine()
        node.mine(blocks=4)
        return actor

    def test_NODE51_the_text_of_each_block_can_be_unpacked_by_who_reads_how(self):
        with self.node() as node:
            self.live(node)
            told = {row["height"]: row for row in node.good("/v1/blocks?limit=1000")["items"]}
        with sqlite3.connect(f"file:{self.file}?mode=ro", uri=True) as archive:
            known = archive.execute("SELECT known FROM packing").fetchone()[0]
            rows = archive.execute("SELECT height, packed FROM block").fetchall()
        self.assertEqual(len(told), len(rows))
        for height, packed in rows:
            self.assertEqual(told[height], json.loads(unpack(packed, known)))

    def test_NODE7_a_read_of_the_archive_that_fails_ends_the_node(self):
        """It is not answered as if nothing were there, and the next start has everything again."""
        with self.node() as node:
            self.live(node)
            told = node.get("/v1/events?limit=1000").body
            with contextlib.closing(sqlite3.connect(self.file)) as other:
                other.execute("DROP TABLE event")
            answer = node.get("/v1/events?limit=1000")
            self.assertEqual((500, "internal"), (answer.status, answer.json["code"]), answer)
            self.assertEqual(74, node.process.wait(timeout=SECONDS_MAX), node.said())
            self.assertIn("archive.sqlite", node.said())
        with self.node() as node:
            self.assertEqual(told, node.get("/v1/events?limit=1000").body)

    def test_NODE7_NODE52_an_archive_that_the_system_does_not_open_is_left_as_it_is(self):
        with self.node() as node:
            self.live(node)
        before = self.file.stat().st_ino, self.file.read_bytes()
        with contextlib.closing(sqlite3.connect(self.file, isolation_level=None)) as other:
            other.execute("PRAGMA locking_mode=EXCLUSIVE")
            other.execute("BEGIN EXCLUSIVE")
            done = subprocess.run([LARIAT, "node", "--data", str(self.data), *FLAGS], capture_output=True, text=True, timeout=SECONDS_MAX, check=False)
            self.assertEqual(74, done.returncode, done.stderr)
            self.assertIn("locked", done.stderr)
            other.execute("ROLLBACK")
        self.assertEqual(before, (self.file.stat().st_ino, self.file.read_bytes()))

    def test_NODE51_every_filter_of_a_list_has_an_index_in_the_order_of_the_list(self):
        with self.node():
            pass
        filters = {"tx": ("sender",), "fire": ("timer", "owner", "actor", "kind", "status"), "exit": ("timer", "owner", "exit"),
                   "event": ("name", "actor", "topic", "timer")}
        with sqlite3.connect(f"file:{self.file}?mode=ro", uri=True) as archive:
            for table, columns in filters.items():
                for column in columns:
                    plan = " ".join(row[3] for row in archive.execute(
                        f"EXPLAIN QUERY PLAN SELECT json FROM {table} WHERE id >= 1 AND id < 9 AND {column} = 'x' ORDER BY id DESC LIMIT 5"))
                    with self.subTest(table=table, column=column):
                        self.assertRegex(plan, f"^SEARCH {table} USING INDEX {table}_\\w+ \\({column}=\\? AND rowid>\\? AND rowid<\\?\\)$")

    def answers(self, node, actor):
        """Everything that comes from the archive, and states of all heights that are kept."""
        status = node.good("/v1/status")
        paths = [f"/v1/{name}?limit=1000" for name in ("blocks", "transactions", "fires", "exits", "events", "timers")]
        paths += [f"/v1/blocks/{height}?full=true" for height in range(int(status["height"]) + 1)]
        for row in node.good("/v1/fires?limit=1000")["items"]:
            paths.append(f"/v1/timers/{row['id']}")
        for row in node.good("/v1/transactions?limit=1000")["items"]:
            paths.append(f"/v1/transactions/{row['hash']}")
        for height in range(int(status["oldest_state"]), int(status["height"]) + 1):
            paths += [f"/v1/accounts/{ALICE}?at_height={height}", f"/v1/actors/{actor}/storage?at_height={height}",
                      f"/v1/timers?at_height={height}"]
        answers = {path: node.get(path) for path in paths}
        return {**{path: (answer.status, answer.body) for path, answer in answers.items()},
                "status": {key: status[key] for key in ("height", "hash", "state_root", "oldest_block", "oldest_state", "archive_height")}}

    def test_NODE52_an_archive_removed_is_made_anew_with_the_same_answers_and_states(self):
        with self.node() as node:
            actor = self.live(node)
            before = self.answers(node, actor)
        good = check(self.data, 0)
        self.assertEqual((True, 0, 0, 0), tuple(good[key] for key in ("good", "blocks_from", "states_from", "blocks_behind")))
        for path in self.data.glob("archive.sqlite*"):
            path.unlink()
        self.assertIn("missing", check(self.data, 1)["reason"])
        with self.node() as node:
            self.assertEqual(before, self.answers(node, actor))
        self.assertEqual(good, check(self.data, 0))

    def test_NODE52_an_archive_with_wrong_bytes_or_cut_short_is_made_anew_with_the_same_answers(self):
        with self.node() as node:
            actor = self.live(node, 6)
            before = self.answers(node, actor)
        whole, rng, noticed = self.file.read_bytes(), random.Random(52), 0
        for number in range(8):
            damaged = bytearray(whole)
            if number == 0:
                del damaged[len(damaged) // 3:]
            elif number == 1:
                damaged = bytearray(b"no database at all")
            else:
                for _ in range(rng.choice([1, 40])):
                    damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
            self.file.write_bytes(damaged)
            with self.node() as node:
                self.assertEqual(before, self.answers(node, actor), f"damage {number}")
                noticed += "made anew" in node.said()
            check(self.data, 0)
        self.assertGreater(noticed, 3)

    def test_NODE52_states_begin_where_the_state_can_be_rolled_back_to_and_it_is_said(self):
        with self.node("--keep-states", "9") as node:
            actor = self.live(node, 70)
            before = self.answers(node, actor)
        self.file.unlink()
        with self.node("--keep-states", "9") as node:
            self.assertEqual(before, self.answers(node, actor))
        # More states than there are: nobody has them any more.
        with self.node("--keep-states", "40") as node:
            status = node.good("/v1/status")
            oldest, height = int(status["oldest_state"]), int(status["height"])
            self.assertGreater(oldest, height - 39)
            self.assertEqual(200, node.get(f"/v1/accounts/{ALICE}?at_height={oldest}").status)
            self.assertEqual("pruned", node.get(f"/v1/accounts/{ALICE}?at_height={oldest - 1}").json["code"])
        check(self.data, 0)

    def test_NODE52_check_finds_each_change_of_a_row(self):
        with self.node() as node:
            self.live(node, 4)
        whole = self.file.read_bytes()
        changes = ("UPDATE tx SET json = replace(json, '\"5\"', '\"6\"') WHERE height = 4", "DELETE FROM fire WHERE height = 6",
                   "UPDATE event SET topic = 'other' WHERE id = (SELECT max(id) FROM event)", "DELETE FROM exit WHERE id = (SELECT min(id) FROM exit)",
                   "UPDATE origin SET cause = 'null' WHERE cause != 'null'", "UPDATE gone SET exit = 'blocked'", "DELETE FROM gone", "DELETE FROM state WHERE height = 5",
                   "DELETE FROM block_values WHERE height = 5", "UPDATE block_values SET packed = zeroblob(3) WHERE height = 3",
                   "UPDATE state SET value = zeroblob(3) WHERE height = 3", "UPDATE block SET lists = '{}' WHERE height = 2",
                   "DELETE FROM block WHERE height = 2", "INSERT INTO state VALUES ((4 << 28) + 99, x'77', x'01', 0)")
        for change in changes:
            self.file.write_bytes(whole)
            database = sqlite3.connect(self.file)
            # Sums are made right again: what differs is what they are of.
            database.create_function("row_sum", -1, lambda *_: 0)
            changed = database.execute(change).rowcount
            self.assertGreater(changed, 0, change)
            database.commit()
            database.close()
            if change.startswith(("DELETE",)):
                self.assertIn("is missing", check(self.data, 1)["reason"], change)
            else:
                self.assertRegex(check(self.data, 74)["reason"], "wrong sum", change)

    def test_NODE52_a_log_without_its_beginning_gives_what_it_has(self):
        flags = ("--keep-blocks", "10")
        holder, value = "0x" + "70" * 20, "0x" + "00" * 65_000
        with self.node(*flags) as node:
            self.assertEqual(200, node.post("/v1/dev/set", {"code": {holder: ACTOR}}).status)
            node.mine()
            for _ in range(46):  # a file of the log has 16 MiB
                self.assertEqual(200, node.post("/v1/dev/set", {"storage": [[holder, f"0x{key:02x}", value] for key in range(6)]}).status)
                node.mine()
            actor = self.live(node, 30)
            node.mine(until_height=130)
            before = self.answers(node, actor)
        good = check(self.data, 0)
        self.assertGreater(good["blocks_from"], 100)
        self.assertEqual(good["height"], good["states_from"])
        self.file.unlink()
        with self.node(*flags) as node:
            after = self.answers(node, actor)
            first, oldest = int(before["status"]["oldest_block"]), int(after["status"]["oldest_block"])
            self.assertLessEqual(oldest, first)
            for height in range(first, 131):
                self.assertEqual(*(said[f"/v1/blocks/{height}?full=true"] for said in (before, after)))
            for path in (f"/v1/accounts/{ALICE}?at_height={height}" for height in range(int(after["status"]["oldest_state"]), 131)):
                self.assertEqual(before[path], after[path])
        check(self.data, 0)
        database = sqlite3.connect(self.file)
        database.execute("DELETE FROM state WHERE height = (SELECT max(height) FROM state)")
        database.commit()
        database.close()
        self.assertRegex(check(self.data, 1)["reason"], "state key 0x.* (is missing|is not what the blocks give)")

    def test_NODE5_check_of_a_running_node_is_refused(self):
        with self.node() as node:
            node.mine()
            check(self.data, 3)
        shutil.rmtree(self.data / "blocks")
        check(self.data, 74)


if __name__ == "__main__":
    unittest.main()
