"""A validator that cannot take part any more ends and says so: CometBFT alone would live on."""
import json
import shutil
import time
import unittest

import net
from net import Net

FAILED, SETTINGS, CONSENSUS_LOST = 1, 2, 70  # exit statuses


@unittest.skipIf(net.why_not(), net.why_not())
class EndsTest(unittest.TestCase):
    def test_CLU5_CLU25_one_that_cannot_open_its_consensus_log_ends_whatever_way_its_home_was_named(self):
        """It has votes without which nobody makes a block, so nothing else would end it."""
        with Net(genesis=net.genesis_of()) as cluster:
            heavy = cluster.validators[-1]
            cluster.until_height(2)
            cluster.give_power(heavy, 4)
            heavy.stop()
            heavy.working_dir, heavy.told_home = heavy.home.parent, heavy.home.name
            heavy.start()
            cluster.until_height(heavy.height() + 2)
            log, away = heavy.home / "data/cs.wal/wal", heavy.home / "wal"
            log.rename(away)
            log.mkdir()
            self.assertEqual(heavy.wait_end(), CONSENSUS_LOST, heavy.said())
            self.assertIn("cannot write its log", heavy.said())
            log.rmdir()
            away.rename(log)
            heavy.start()
            cluster.until_height(heavy.height() + 2)

    def test_CLU5_CLU22_one_whose_join_fails_ends_and_a_join_that_was_cut_begins_anew(self):
        with Net(genesis=net.genesis_of(), snapshot_every=30) as cluster:  # a snapshot stays for as long as it takes
            first, second, *_ = cluster.validators
            cluster.until_height(31)
            joins = cluster.add_home()
            cluster.make_known(joins)
            joins.set_state_sync(first, second)
            cluster.validators.append(joins)
            joins.start(env={"TMPDIR": str(cluster.folder / "nothing")})  # where its chunks would come
            self.assertEqual(joins.wait_end(), FAILED, joins.said())
            self.assertIn("joining by a snapshot has ended", joins.said())
            joins.start()
            cluster.until_height(first.height() + 2)
            oldest = int(joins.good("/v1/status")["oldest_block"])
            self.assertGreaterEqual(oldest, 30)
            # As if it had been killed when it had the state of the snapshot and no block behind it yet.
            joins.stop()
            shutil.rmtree(joins.home / "data/blockstore.db")
            cluster.until_height(oldest + 31)
            joins.start()
            height = min(cluster.until_height(first.height() + 2))
            self.assertGreater(int(joins.good("/v1/status")["oldest_block"]), oldest)
            self.assertEqual(joins.root_at(height), first.root_at(height))

    def test_CLU5_one_for_which_nobody_has_blocks_any_more_ends(self):
        """To CometBFT it has caught up: it knows of no block that somebody could give it."""
        with Net(genesis=net.genesis_of(), start=False) as cluster:
            for one in cluster.validators:
                one.set_options(retain_blocks=2)
                path = one.home / "config/genesis.json"
                document = json.loads(path.read_text())
                document["consensus_params"]["evidence"]["max_age_num_blocks"] = "10"
                path.write_text(json.dumps(document))
            cluster.start_all()
            cluster.until_height(15)
            new = cluster.add_home()
            cluster.make_known(new)
            new.set_options(stall_seconds=5)
            new.until(lambda: all(int(one.rpc("/status")["sync_info"]["earliest_block_height"]) > 1 for one in cluster.validators))
            cluster.validators.append(new)  # it is ended with the others
            begin = time.monotonic()
            new.start()
            self.assertEqual(new.wait_end(), CONSENSUS_LOST, new.said())
            self.assertGreaterEqual(time.monotonic() - begin, 5)
            self.assertIn("has stood at block 0 for 5s", new.said())

    def test_one_that_was_away_for_long_is_dialled_again_and_a_signer_outside_is_refused(self):
        """The address book takes addresses of a private network, and persistent peers are tried at least each minute. A signer
        that is gone would be a line in the log for each vote that is missing."""
        with Net(genesis=net.genesis_of(), nodes=1, start=False) as cluster:
            one = cluster.validators[0]
            path = one.home / "config/config.toml"
            text = path.read_text()
            path.write_text(text.replace('priv_validator_laddr = ""', 'priv_validator_laddr = "tcp://127.0.0.1:1"'))
            one.start(wait=False)
            self.assertEqual(one.wait_end(), SETTINGS, one.said())
            self.assertIn("priv_validator_laddr", one.said())
            for setting in ("addr_book_strict = false", 'persistent_peers_max_dial_period = "1m0s"'):
                self.assertIn(setting, text)


if __name__ == "__main__":
    unittest.main()
