"""The short form of `make cluster-faults`: some faults under load. LARIAT_SEED chooses other moments."""
import os
import unittest

import faults
import net

SEED = int(os.environ.get("LARIAT_SEED", "20261128"))


@unittest.skipIf(net.why_not(), net.why_not())
class FaultsTest(unittest.TestCase):
    def test_CLU29_CLU30_CLU31_each_fault_leaves_one_chain(self):
        self.assertEqual(faults.run(SEED, 7, say=lambda _: None), 7)


if __name__ == "__main__":
    unittest.main()
