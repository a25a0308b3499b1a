"""Validators that lie to the others, as processes: in state sync and in proposals."""
import unittest

import net
from liars import LyingChain
from net import Net

EVERY = 10  # blocks between snapshots


def damage(path):
    """Another bit in the middle; the bytes from before."""
    was = path.read_bytes()
    at = len(was) // 2
    path.write_bytes(was[:at] + bytes([was[at] ^ 1]) + was[at + 1:])
    return was


@unittest.skipIf(net.why_not(), net.why_not())
class LiarsTest(unittest.TestCase):
    def test_CLU22_peers_that_lie_in_state_sync(self):
        """The chain stands still while the peers lie: two of four run, so their snapshots stay what they are."""
        with Net(genesis=net.genesis_of(), snapshot_every=EVERY) as cluster:
            honest, liar, rests, joins = cluster.validators
            cluster.until_height(2)
            joins.stop()
            joins.lose_chain()
            cluster.until_height(EVERY + 3)
            joins.set_state_sync(honest, liar)
            rests.stop()
            height = max(honest.height(), liar.height())
            newest = str(height // EVERY * EVERY)
            files = [one.home / "snapshots" / newest for one in (honest, liar)]
            honest.until(lambda: all(file.exists() for file in files), 60)
            kept = [damage(file) for file in files]
            # Both send bytes that have not the hash that they promised.
            joins.start()
            joins.until(lambda: "a chunk of a snapshot is wrong" in joins.said(1 << 20), 60)
            self.assertEqual(joins.height(), 0)
            joins.kill()
            # One is honest again. The other promises what it sends: a file that is no state.
            files[0].write_bytes(kept[0])
            liar.stop()
            liar.start()
            joins.start()
            cluster.until_height(height + 2, among=[honest, liar, joins])
            self.assertGreater(int(joins.good("/v1/status")["oldest_block"]), 3)
            self.assertEqual(len({one.root_at(height + 1) for one in (honest, liar, joins)}), 1)

    def test_CLU15_a_proposer_that_sends_garbage(self):
        with Net(genesis=net.genesis_of(), start=False) as cluster:
            *others, liar = cluster.validators
            real = cluster.folder / "real.sock"
            liar.socket_path = str(cluster.folder / "lies.sock")
            liar.app_socket = str(real)
            with LyingChain(liar.socket_path, real) as lies:
                cluster.start_all(others)
                liar.start()
                cluster.until_height(12, among=others)
                others[0].until(lambda: lies.lies > 1, 60)
                height = cluster.until_height(others[0].height() + 4, among=others)[0]
                cluster.same_blocks(range(1, height + 1), among=others)
                for one in others:
                    self.assertIn("a proposal is rejected", one.said(1 << 20))
                for at in range(1, height):
                    self.assertEqual(others[0].rpc(f"/block?height={at}")["block"]["data"]["txs"], [])
                self.assertIsNone(liar.process.poll())
                liar.stop()


if __name__ == "__main__":
    unittest.main()
