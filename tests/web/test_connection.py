"""A node that goes away and comes back, and a chain that goes back: the page follows, and says what it cannot know."""
import re
import tempfile
import unittest

import chains
from browser import STEPS, Browser, expect
from process import Node


class Connection(Browser):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.flags = (*STEPS, "--data", folder.name + "/chain")
        super().setUpClass()

    @classmethod
    def chain(cls, node):
        chains.deploy(node, chains.ALARM)

    def restart(self):
        node = type(self).node
        again = Node(*self.flags, port=node.port).start()
        type(self).node = again
        self.addClassCleanup(lambda: again.stop() if again.process.poll() is None else None)

    def test_a_node_that_stops_and_comes_back_is_followed_without_a_reload(self):
        page = self.open("now", "Now")
        before = self.height()
        expect(page.locator(".state")).to_contain_text(f"block {before}")
        self.node.stop()
        expect(page.locator(".state")).to_contain_text("The node does not answer")
        expect(self.panel("Chain")).to_contain_text("fifo")  # what was known stays
        self.restart()
        expect(page.locator(".state")).to_contain_text(f"block {before}")
        self.node.mine(blocks=2)
        expect(page.locator(".state")).to_contain_text(f"block {before + 2}")

    def test_what_happened_while_the_page_was_away_is_there_once(self):
        actor = chains.deploy(self.node, chains.ALARM, salt="away")
        page = self.open("now", "Now")
        expect(page.locator(".state")).to_contain_text(f"block {self.height()}")
        self.node.stop()
        expect(page.locator(".state")).to_contain_text("The node does not answer")
        self.restart()
        chains.call(self.node, actor, "set", "3 2")
        self.node.mine(blocks=3)
        expect(page.locator(".state")).to_contain_text(re.compile(rf"block {self.height()}$"))
        fires = self.panel("Fires").locator("tbody tr")
        expect(fires).to_have_count(len(self.node.good("/v1/fires?limit=30")["items"]))

    def test_undone_blocks_go_from_the_page(self):
        snapshot = chains.verb(self.node, "snapshot", {})
        actor = chains.deploy(self.node, chains.ALARM, salt="undone")
        chains.call(self.node, actor, "set", "2 1")
        self.node.mine()
        page = self.open("now", "Now")
        expect(self.panel("Fires").locator("tbody tr")).to_have_count(len(self.node.good("/v1/fires?limit=30")["items"]))
        chains.verb(self.node, "revert", {"id": snapshot["id"]})
        expect(page.locator(".state")).to_contain_text(re.compile(rf"block {snapshot['height']}$"))
        kept = len(self.node.good("/v1/fires?limit=30")["items"])
        expect(self.panel("Fires").locator("tbody tr")).to_have_count(kept)


if __name__ == "__main__":
    unittest.main()
