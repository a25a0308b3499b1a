"""The queue of a crowded chain, under each discipline: order, reasons, prices."""
import csv
import unittest

import chains
from browser import Browser, expect


class Crowd(Browser):
    """Eighteen timers for one height; four fit into a block."""

    config = {}

    @classmethod
    def chain(cls, node):
        if cls.config:
            chains.verb(node, "set", {"config": cls.config})
            node.mine()
        cls.actor = chains.alarms(node, 18, 20)
        cls.due = node.good("/v1/timers?limit=1")["items"][0]["height"]

    def until_due(self):
        if self.height() < self.due:
            self.node.mine(until_height=self.due)


class Fifo(Crowd):
    def test_a_crowded_height_is_seen_before_it_comes_and_then_the_queue(self):
        if self.height() < self.due:
            self.open("coming?zoom=near", "Coming")
            expect(self.panel("The next 128 blocks")).to_contain_text("more than the lane holds")
            row = self.page.get_by_role("group", name="Heights with timers").locator("tbody tr")
            expect(row).to_have_count(1)
            expect(row).to_contain_text("360 %")
            row.get_by_role("link", name="18").click()
            expect(self.page.get_by_role("group", name="Timers", exact=True).locator("tbody tr")).to_have_count(18)
        self.until_due()
        page = self.open("waiting", "Waiting")
        queue = self.node.good("/v1/queue")["items"]
        self.assertGreater(len(queue), 5)
        rows = page.get_by_role("group", name="Waiting timers").locator("tbody tr")
        expect(rows).to_have_count(len(queue))
        expect(rows.nth(0)).to_contain_text("It fires in the coming block")
        expect(rows.nth(len(queue) - 1)).to_contain_text("go before it")
        with page.expect_download() as got:
            self.button("CSV").click()
        with open(got.value.path(), encoding="utf-8", newline="") as file:
            self.assertEqual([row["id"] for row in queue], [row["id"] for row in csv.DictReader(file)])
        expect(rows.nth(0)).to_contain_text("next")
        self.node.mine()
        expect(rows).to_have_count(len(self.node.good("/v1/queue")["items"]))

    def test_the_timer_says_why_it_waits(self):
        self.until_due()
        last = self.node.good("/v1/queue")["items"][-1]
        self.open(f"timer/{last['id']}")
        expect(self.panel("Life")).to_contain_text("waiting")
        self.open("now", "Now")
        lane = self.panel("The lane of the last block")
        expect(lane.locator("tbody tr").first).to_contain_text("cycles")


class Auction(Crowd):
    config = {"auction_activation_height": 3, "max_cycles_per_fire_auction_phase": 400_000}

    def test_weights_are_shown_and_what_cannot_be_known_is_a_dash(self):
        self.until_due()
        page = self.open("waiting", "Waiting")
        expect(page.locator("main")).to_contain_text("under the discipline auction")
        rows = page.get_by_role("group", name="Waiting timers").locator("tbody tr")
        expect(rows.first).to_contain_text("× ")
        expect(page.get_by_role("columnheader", name="Effective priority")).to_be_visible()


class Globalbox(Crowd):
    config = {"discipline": "globalbox"}

    def test_bids_are_shown(self):
        self.until_due()
        page = self.open("waiting", "Waiting")
        expect(page.locator("main")).to_contain_text("under the discipline globalbox")
        expect(page.get_by_role("columnheader", name="Bid")).to_be_visible()


if __name__ == "__main__":
    unittest.main()
