"""Random sequences of dev verbs: a chain after a revert is that of a node that never went on. `make node-sequences` runs more of them."""
import os
import unittest

from dev_sequences import FLAGS, Sequences
from process import Node

SEQUENCES = int(os.environ.get("LARIAT_SEQUENCES", "60"))


class RandomSequences(unittest.TestCase):
    def test_NODE47_NODE49_a_chain_after_reverts_is_that_of_a_node_that_never_went_on(self):
        with Node(*FLAGS) as went, Node(*FLAGS) as never:
            sequences = Sequences(went, never)
            for seed in range(SEQUENCES):
                sequences.check(seed)


if __name__ == "__main__":
    unittest.main()
