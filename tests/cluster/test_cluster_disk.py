"""A validator whose disk is full, and one whose consensus log has lost its end."""
import contextlib
import os
import time
import unittest

import disk
import faults
import net
from net import Net

SEED = int(os.environ.get("LARIAT_SEED", "20261128"))
CONSENSUS_LOST, STORE = 70, 74  # exit statuses


def tear(validator, size):
    """The last bytes of a killed one's consensus log are lost."""
    path = validator.home / "data/cs.wal/wal"
    assert path.stat().st_size > size, path.stat()
    os.truncate(path, path.stat().st_size - size)


long = unittest.skipUnless(os.environ.get("LARIAT_FAULTS"), "LARIAT_FAULTS=1 runs it: it takes most of a minute")
needs_disk = unittest.skipIf(disk.why_not(), disk.why_not())


@unittest.skipIf(net.why_not(), net.why_not())
class DiskTest(unittest.TestCase):
    @contextlib.contextmanager
    def load_on(self, cluster):
        """Sends until the end. Then every accepted transaction is in a block, the blocks are the same everywhere, and the
        chain run again without CometBFT agrees."""
        load = faults.Load(cluster, SEED)
        load.start()
        try:
            yield
            faults.Campaign(cluster, SEED, load).settle()
            height = min(one.height() for one in cluster.validators)
            cluster.same_blocks(range(1, height + 1))
            for one in cluster.validators:
                self.assertEqual(one.stop(), 0, one.said())
            self.assertGreaterEqual(faults.check_archives(cluster.validators, load.accepted), height)
        finally:
            load.ends.set()

    def fill_again_and_again(self, folder, statuses):
        """A disk with this folder of a validator is filled, and each time another of its writers may be the first to fail."""
        with disk.SmallDisk() as small, Net(genesis=net.genesis_of(actors=faults.DEPLOYED)) as cluster:
            odd, *others = cluster.validators
            cluster.until_height(3)
            odd.stop()
            small.take(odd.home / folder)
            odd.start()
            with self.load_on(cluster):
                for left in (200_000, 50_000, 4096, 0):
                    begin = time.monotonic()
                    small.fill(left)
                    status = odd.wait_end()
                    seconds = time.monotonic() - begin
                    self.assertIn(status, statuses, odd.said())
                    height = cluster.until_height(max(one.height() for one in others) + 2)[0]
                    small.fill(0)
                    odd.start(wait=False)
                    again = odd.wait_end()
                    # 2 would say that it need not be started again.
                    self.assertIn(again, (1, CONSENSUS_LOST, STORE), odd.said())
                    small.make_room()
                    odd.start()
                    cluster.until_height(height + 2)
                    print(f"{self.id().rpartition('.')[2]}: {left} bytes left: exit {status} after {seconds:.1f} s; started on "
                          f"the full disk: exit {again}; with space it goes on", flush=True)

    @needs_disk
    def test_CLU5_CLU25_a_full_disk_ends_one_without_whom_nobody_makes_a_block(self):
        """CometBFT that cannot write its log signs no vote and says so in messages alone. While others make blocks it ends at
        the next one; here there is none."""
        with disk.SmallDisk() as small, Net(genesis=net.genesis_of(), start=False) as cluster:
            heavy = cluster.validators[-1]
            small.take(heavy.home)
            cluster.start_all()
            cluster.until_height(2)
            cluster.give_power(heavy, 4)
            for _ in range(6):
                small.fill(4096)
                self.assertIn(heavy.wait_end(), (CONSENSUS_LOST, STORE), heavy.said())
                small.make_room()
                heavy.start()
                cluster.until_height(heavy.height() + 2)

    @needs_disk
    def test_CLU25_a_full_disk_ends_a_validator_and_with_space_it_goes_on(self):
        self.fill_again_and_again("", (CONSENSUS_LOST, STORE))

    @long
    @needs_disk
    def test_CLU25_a_full_disk_of_the_chain_ends_a_validator(self):
        self.fill_again_and_again("lariat", (STORE,))

    @long
    @needs_disk
    def test_CLU25_a_full_disk_of_the_engine_ends_a_validator(self):
        self.fill_again_and_again("data", (CONSENSUS_LOST,))

    def test_CLU25_a_torn_consensus_log_needs_no_hand(self):
        with Net(genesis=net.genesis_of(actors=faults.DEPLOYED)) as cluster:
            cluster.until_height(3)
            first, *others = cluster.validators
            with self.load_on(cluster):
                for size in (1, 100, 3000):
                    first.kill()
                    tear(first, size)
                    first.start()
                    cluster.until_height(others[0].height() + 2)
                self.assertIn("DataCorruptionError", first.said(1 << 20))
                # All at once: nobody has the messages that are lost.
                for one, size in zip(cluster.validators, (1, 30, 300, 3000)):
                    one.kill()
                    tear(one, size)
                cluster.start_all()
                cluster.until_height(first.height() + 2)


if __name__ == "__main__":
    unittest.main()
