"""Every view of the dashboard, on the chain of `lariat demo`: what a reader looks for is there and links lead on."""
import csv
import re
import unittest

import chains
from browser import Browser, expect_loaded, expect


class Views(Browser):
    @classmethod
    def chain(cls, node):
        chains.demo(node)
        at = node.good("/v1/status")["timestamp_ms"] + 3_000_000  # far behind the blocks of these tests
        cls.actors = {row["address"]: row for row in node.good("/v1/actors")["items"]}
        cls.fire = node.good("/v1/fires?kind=height&status=ok&limit=1")["items"][0]
        cls.heartbeat = next(address for address, row in cls.actors.items() if "HeartbeatActor" in node.get(f"/v1/actors/{address}/code").body.decode())
        operation = {"timestamp_ms": at, "actor": cls.heartbeat, "handler": "check_positions", "payload": "0x", "gas_limit": 20_000}
        chains.send(node, {"schedule_at": operation})

    def test_now_shows_the_head_the_lane_and_the_charts(self):
        page = self.open("now", "Now")
        expect(self.panel("Chain")).to_contain_text("fifo")
        expect(self.panel("Chain").get_by_role("link", name=str(self.height()), exact=True)).to_be_visible()
        expect(self.panel("The lane of the last block")).to_contain_text("of the lane")
        for chart in ("Base fees", "Use of the timer lane", "Burned and paid as tips"):
            expect(page.get_by_role("img", name=re.compile(chart))).to_be_visible()
        expect(self.panel("Fires").get_by_role("row")).not_to_have_count(0)
        expect(self.panel("Exits")).to_contain_text("insufficient funds")

    def test_a_block_that_is_made_appears_without_a_reload(self):
        page = self.open("now", "Now")
        before = self.height()
        expect(page.locator(".state")).to_contain_text(f"block {before}")
        self.node.mine()
        expect(page.locator(".state")).to_contain_text(f"block {before + 1}")

    def test_every_chart_gives_its_data_as_CSV(self):
        for view, charts in (("now", 3), ("coming", 2), ("coming?zoom=ring", 2), ("coming?zoom=operations", 1), (f"actor/{self.heartbeat}", 1)):
            with self.subTest(view):
                page = self.open(view)
                expect(page.locator("figure.chart")).to_have_count(charts)
                for i in range(charts):
                    with page.expect_download() as got:
                        page.locator("figure.chart").nth(i).get_by_role("button", name=re.compile(" as CSV$")).click()
                    with open(got.value.path(), encoding="utf-8", newline="") as file:
                        head, *rows = csv.reader(file)
                    self.assertRegex(got.value.suggested_filename, r"^[a-z-]+\.csv$")
                    self.assertGreater(len(head), 1)
                    self.assertEqual({len(head)}, {len(row) for row in rows})
        page = self.open("now", "Now")
        expect(self.button("100 blocks")).to_be_visible()
        self.button("all").click()
        with page.expect_download() as got:
            self.button("Base fees as CSV").click()
        self.assertEqual("basefees.csv", got.value.suggested_filename)
        with open(got.value.path(), encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file))
        self.assertEqual(["height", "cycle (units)", "cell (units)", "lane (units)"], rows[0])
        self.assertEqual(["0", "1", "1", "1"], rows[1])
        self.assertGreater(len(rows), 20)

    def test_coming_shows_the_next_block_and_the_calendar_at_each_zoom(self):
        due = self.node.good("/v1/timers?limit=1")["items"][0]["height"]
        page = self.open("coming", "Coming")
        expect(self.panel("The next block")).to_contain_text("fires")
        expect(self.panel("The next 128 blocks").get_by_role("cell", name=str(due), exact=True)).to_be_visible()
        for zoom, title in (("Ring", "The ring: 4,096 blocks"), ("Epochs", "Epochs of 3,600 blocks"), ("Beyond", "Beyond"), ("Operations", "Operations by second")):
            page.get_by_role("navigation", name="Zoom").get_by_role("link", name=zoom).click()
            expect(self.panel(title)).to_be_visible()
        page.get_by_label("Height", exact=True).fill(str(due))
        self.button("Is there room?").click()
        expect(self.panel(f"From height {due}").get_by_role("cell", name=str(due), exact=True)).to_be_visible()
        self.assertIn(f"from={due}", page.url)

    def test_waiting_says_that_nothing_waits(self):
        self.open("waiting", "Waiting")
        expect(self.page.locator("main")).to_contain_text("Nothing waits")

    def test_an_actor_has_source_storage_timers_fires_and_a_forecast(self):
        page = self.open(f"actor/{self.heartbeat}", "Actor HeartbeatActor")
        expect(self.panel("Source")).to_contain_text("def handle_timer(self, payload):")
        expect(self.panel("Storage").get_by_role("row").nth(1)).to_contain_text("beats")
        expect(self.panel("Timers and watches")).to_contain_text("Due at height")
        expect(self.panel("Fires and spending")).to_contain_text("The balance pays for")
        expect(self.panel("Events")).to_contain_text("beat")
        with page.expect_download() as got:
            self.button("Spent on fires as CSV").click()
        self.assertEqual("spending.csv", got.value.suggested_filename)

    def test_amounts_are_in_CBY_with_the_exact_value_on_hover(self):
        account = self.node.good(f"/v1/accounts/{chains.BERT}")
        self.open(f"account/{chains.BERT}", "Account dev:1")
        amount = self.panel("Account").locator(".amount").first
        expect(amount).to_have_text("10,000 CBY")
        expect(amount).to_have_attribute("title", f"10,000 CBY = {int(account['balance']):,} units")

    def test_a_timer_has_its_life_on_one_line_and_what_it_caused(self):
        page = self.open(f"timer/{self.fire['id']}")
        life = page.get_by_role("list", name="Its life")
        for step in ("set", "due", "fired"):
            expect(life).to_contain_text(step)
        expect(self.panel("What it caused")).to_be_visible()
        life.get_by_role("link", name=str(self.fire["height"])).first.click()
        expect(page.locator("h1")).to_have_text(f"Block {self.fire['height']}")
        expect(self.panel("Fires")).to_contain_text(self.fire["handler"])

    def test_a_block_leads_to_its_neighbours_and_transactions(self):
        self.node.mine()
        page = self.open("block/2", "Block 2")
        page.get_by_role("link", name="3 →").click()
        expect(page.locator("h1")).to_have_text("Block 3")
        self.open("block/2", "Block 2")
        self.panel("Transactions").get_by_role("link").first.click()
        expect(page.locator("h1")).to_contain_text("Transaction 0x")
        expect(self.panel("Transaction")).to_contain_text("impersonated")
        expect(self.panel("Source")).to_be_visible()

    def test_the_lists_have_rows_and_more_of_them(self):
        for view, title, text in (("blocks", "Blocks", "Cycles"), ("transactions", "Transactions", "deploy"), ("timers", "Timers", "Due at height"),
                                  ("actors", "Actors", "HeartbeatActor"), ("fires", "Fires", "handle_timer"), ("exits", "Exits", "expired"),
                                  ("events", "Events", "beat")):
            with self.subTest(view):
                self.open(view, title)
                expect(self.page.locator("main")).to_contain_text(text)
        self.node.mine(blocks=120)
        self.open("blocks", "Blocks")
        rows = self.panel("Blocks").locator("tbody tr")
        expect(rows).to_have_count(100)
        self.page.get_by_role("link", name="Next page →").click()
        expect(rows).to_have_count(self.height() + 1 - 100)
        expect(rows.last).to_contain_text("0")
        self.page.reload()  # each page has its address
        expect(rows).to_have_count(self.height() + 1 - 100)
        self.page.get_by_role("link", name="← First page").click()
        expect(rows).to_have_count(100)

    def test_filters_stand_in_the_address_of_the_view(self):
        page = self.open("exits", "Exits")
        page.get_by_label("Exit", exact=True).select_option("expired")
        expect(page).to_have_url(re.compile(r"#/exits\?exit=expired$"))
        expect(self.panel("Exits").locator("tbody tr")).to_have_count(1)
        self.open("exits?exit=cancelled", "Exits")
        expect(self.panel("Exits").locator("tbody tr")).to_have_count(len(self.node.good("/v1/exits?exit=cancelled")["items"]))

    def test_every_view_has_an_address_that_opens_it_again(self):
        page = self.open("now", "Now")
        for name in ("Coming", "Waiting", "Blocks", "Transactions", "Timers", "Actors", "Fires", "Exits", "Events", "Dev", "Now"):
            page.get_by_role("navigation", name="Views").get_by_role("link", name=name, exact=True).click()
            title = "Dev chain" if name == "Dev" else name
            expect(page.locator("h1")).to_have_text(title)
            expect(page).to_have_url(re.compile(f"#/{name.lower()}$"))
            page.reload()
            expect(page.locator("h1")).to_have_text(title)
        tx = self.node.good("/v1/transactions?limit=1")["items"][0]["hash"]
        for view, title in ((f"actor/{self.heartbeat}", "Actor HeartbeatActor"), (f"timer/{self.fire['id']}", f"Timer {self.fire['id'][:10]}…"),
                            ("block/3", "Block 3"), (f"tx/{tx}", f"Transaction {tx[:10]}…"), ("coming?zoom=epochs", "Coming"), ("timers?state=pending", "Timers")):
            self.open(view, title)
            page.reload()
            expect(page.locator("h1")).to_have_text(title)
        page.go_back()
        expect(page.locator("h1")).to_have_text("Coming")

    def test_the_search_box_takes_heights_hashes_addresses_ids_and_names(self):
        tx = self.node.good("/v1/transactions?limit=1")["items"][0]["hash"]
        block = self.node.good("/v1/blocks/3")["hash"]
        for text, title in (("12", "Block 12"), ("head", "Block head"), (tx, f"Transaction {tx[:10]}…"), (self.fire["id"], f"Timer {self.fire['id'][:10]}…"),
                            (block, f"Block {block[:10]}…"), (self.heartbeat, "Actor HeartbeatActor"), ("heartbeat", "Actor HeartbeatActor"), ("dev:1", "Account dev:1")):
            with self.subTest(text):
                page = self.open("now", "Now")
                expect_loaded(page)
                page.get_by_role("searchbox").fill(text)
                page.get_by_role("searchbox").press("Enter")
                expect(page.locator("h1")).to_have_text(title)
        self.page.get_by_role("searchbox").fill("no such thing")
        self.page.get_by_role("searchbox").press("Enter")
        expect(self.page.locator("main")).to_contain_text("Nothing on this chain is")

    def test_what_is_not_there_is_said(self):
        for view, text in (("block/99999999", "height_not_reached"), ("timer/0x" + "12" * 32, "not_found"), ("tx/0x" + "12" * 32, "not_found"),
                           ("tx/0x12", "bad_parameter"), ("nowhere", "has no view"), ("account/0x" + "99" * 20, "never")):
            with self.subTest(view):
                self.open(view)
                expect(self.page.locator("main")).to_contain_text(text)

    def test_every_address_hash_and_id_has_a_button_that_copies_it(self):
        for view in ("now", "waiting", "transactions", "timers", "actors", "fires", "exits", f"actor/{self.heartbeat}", f"timer/{self.fire['id']}", "block/2"):
            with self.subTest(view):
                self.open(view)
                hexes = self.page.locator("main .hex")
                if view != "waiting":  # nothing waits on this chain
                    expect(hexes.first).to_be_visible()
                self.assertEqual([], hexes.evaluate_all("all => all.filter((one) => !one.querySelector('button.copy')).map((one) => one.textContent)"))

    def test_every_amount_is_in_CBY_and_has_all_its_digits_on_hover(self):
        for view in ("now", "fires", "blocks", "transactions", "events", f"actor/{self.heartbeat}", f"timer/{self.fire['id']}", "block/head"):
            with self.subTest(view):
                self.open(view)
                amounts = self.page.locator("main .amount").evaluate_all("all => all.map((one) => [one.textContent, one.title])")
                for text, title in amounts:
                    self.assertRegex(title, r"^[\d,]+(\.\d+)? CBY" if text.endswith("units") else r"^[\d,]+(\.\d+)? CBY = [\d,]+ units$")
                    if text.endswith("CBY"):
                        whole, _, units = title.partition(" CBY = ")
                        exact = int(units.removesuffix(" units").replace(",", ""))
                        digits = whole.replace(",", "").partition(".")
                        self.assertEqual(exact, int(digits[0]) * 10**9 + int(digits[2].ljust(9, "0") or 0))
        self.assertTrue(amounts, "a block has fees")

    def test_a_hash_is_copied_whole(self):
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.open("block/2", "Block 2")
        self.button("Copy block hash").click()
        expect(self.page.get_by_role("button", name="block hash copied")).to_be_visible()
        self.assertEqual(self.node.good("/v1/blocks/2")["hash"], self.page.evaluate("navigator.clipboard.readText()"))


if __name__ == "__main__":
    unittest.main()
