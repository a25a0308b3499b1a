"""The short form of `make cluster-faults`: each fault once, under load. Not part of `make test`: on a busy machine an
accepted transaction was not included within the time that it waits, and it is not yet known why. LARIAT_FAULTS=1 runs it."""
import os
import unittest

import campaign
import net

SEED = int(os.environ.get("LARIAT_SEED", "20261128"))


@unittest.skipUnless(os.environ.get("LARIAT_FAULTS"), "LARIAT_FAULTS=1 runs it: it waits for transactions by the clock")
@unittest.skipIf(net.why_not(), net.why_not())
class FaultsTest(unittest.TestCase):
    def test_CLU29_CLU30_CLU31_each_fault_leaves_one_chain(self):
        self.assertEqual(campaign.run(SEED, 7, say=lambda _: None), 7)


if __name__ == "__main__":
    unittest.main()
