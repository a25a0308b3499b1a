"""The buttons of dev chains, each against the node, and the form that calls a handler."""
import re
import unittest

import chains
from browser import Browser, expect


class Verbs(Browser):
    @classmethod
    def chain(cls, node):
        cls.actor = chains.deploy(node, chains.ALARM)

    def test_blocks_are_mined_from_every_page(self):
        before = self.height()
        page = self.open("actors", "Actors")
        self.button("Mine").click()
        bar = page.get_by_role("group", name="Dev chain")
        expect(bar).to_contain_text(f"1 block made, now at {before + 1}")
        self.button("Mine 10").click()
        expect(bar).to_contain_text(f"10 blocks made, now at {before + 11}")
        self.assertEqual(before + 11, self.height())

    def test_blocks_are_mined_until_a_height(self):
        before = self.height()
        page = self.open("dev", "Dev chain")
        panel = self.panel("Blocks and time")
        page.get_by_label("Until height").fill(str(before + 7))
        self.button("Mine until", panel).first.click()
        expect(panel).to_contain_text("7 blocks made")
        self.assertEqual(before + 7, self.height())
        page.get_by_label("Make blocks:").fill("3")
        self.button("Mine", panel).click()
        expect(panel).to_contain_text("3 blocks made")

    def test_the_clock_is_moved(self):
        page = self.open("dev", "Dev chain")
        before = int(self.node.good("/v1/status")["clock_ms"])
        page.get_by_label("Move the clock by seconds:").fill("7200")
        self.button("Warp").click()
        expect(self.panel("Blocks and time")).to_contain_text("the next block has")
        self.assertEqual(before + 7_200_000, int(self.node.good("/v1/status")["clock_ms"]))

    def test_timers_are_paused_and_go_on(self):
        page = self.open("now", "Now")
        self.button("Pause timers").click()
        expect(self.button("Resume timers")).to_be_visible()
        self.assertTrue(self.node.good("/v1/config")["config"]["timers_paused"])
        self.button("Resume timers").click()
        expect(self.button("Pause timers")).to_be_visible()
        expect(page.get_by_role("group", name="Dev chain")).to_contain_text("timers go on")
        self.assertFalse(self.node.good("/v1/config")["config"]["timers_paused"])

    def test_a_timer_is_fired_at_once_or_mined_until_it_fires(self):
        for button, text in (("Fire now", "it is due in block"), ("Mine until it fires", "made, now at")):
            with self.subTest(button):
                timer = chains.call(self.node, self.actor, "set", "1 30")["scheduled"][0]["id"]
                page = self.open(f"timer/{timer}", f"Timer {timer[:10]}…")
                expect(self.panel("Life")).to_contain_text("Due at height")
                self.button(button).click()
                expect(self.panel("Timer")).to_contain_text("gone: fired")
                expect(page.get_by_role("list", name="Its life")).to_contain_text("fired")
                self.assertEqual("fired", self.node.good(f"/v1/timers/{timer}")["exit"])

    def test_a_snapshot_is_taken_and_gone_back_to(self):
        self.open("dev", "Dev chain")
        before = self.height()
        snapshots = self.panel("Snapshots")
        self.button("Snapshot").click()
        expect(snapshots).to_contain_text(f"taken at height {before}")
        self.button("Mine 10").click()
        expect(self.page.locator(".state")).to_contain_text(f"block {before + 10}")
        self.button("Revert").click()
        expect(snapshots).to_contain_text(f"at height {before}")
        expect(self.page.locator(".state")).to_contain_text(re.compile(rf"block {before}$"))
        self.assertEqual(before, self.height())

    def test_an_account_is_funded(self):
        who = "0x" + "51" * 20
        self.open(f"account/{who}")
        expect(self.panel("Account")).to_contain_text("never")
        self.panel("Account").get_by_label(re.compile("^Add")).fill("2.5")
        self.button("Fund").click()
        expect(self.panel("Account")).to_contain_text("2.5 CBY")
        self.assertEqual("2500000000", self.node.good(f"/v1/accounts/{who}")["balance"])
        self.panel("Account").get_by_label(re.compile("^Add")).fill("2.5.5")
        expect(self.button("Fund")).to_be_disabled()

    def test_a_handler_is_tried_and_called_as_any_sender(self):
        page = self.open(f"actor/{self.actor}", "Actor Alarm")
        form = self.panel("Call a handler")
        form.get_by_label("Handler").select_option("set")
        form.get_by_label("Payload, text or 0x bytes").fill("2 40")
        before = self.height()
        self.button("Try").click()
        expect(form).to_contain_text("It would end with ok")
        expect(form).to_contain_text("It would schedule")
        self.assertEqual(before, self.height(), "nothing of it stays")
        form.get_by_label("Sender, not signed").fill(chains.BERT)
        self.button("Send").click()
        expect(form.locator(".outcome")).to_contain_text("ok")
        tx = self.node.good("/v1/transactions?limit=1")["items"][0]
        self.assertEqual((chains.BERT, "set"), (tx["from"], tx["call"]["handler"]))
        form.locator(".outcome a").click()
        expect(page.locator("h1")).to_have_text(f"Transaction {tx['hash'][:10]}…")
        expect(self.panel("What it scheduled").get_by_role("row")).to_have_count(3)

    def test_a_call_that_fails_shows_its_message_and_traceback(self):
        self.open(f"actor/{self.actor}", "Actor Alarm")
        form = self.panel("Call a handler")
        form.get_by_label("Handler").select_option("fail")
        self.button("Try").click()
        expect(form).to_contain_text("it was told to fail")
        expect(form.locator("pre")).to_contain_text("fail")
        self.button("Send").click()
        expect(form.locator(".outcome")).to_contain_text("revert: ValueError")

    def test_a_fire_that_failed_is_run_again_with_its_traceback(self):
        actor = chains.deploy(self.node, chains.ALARM, salt="broken")
        timer = chains.call(self.node, actor, "set", "1 2")["scheduled"][0]["id"]
        chains.call(self.node, actor, "break_it")
        self.node.mine(blocks=2)
        for view in (f"timer/{timer}", f"actor/{actor}"):
            with self.subTest(view):
                self.open(view)
                expect(self.page.locator("main")).to_contain_text("revert: ValueError")
                self.button("Run handle_timer again, with traceback").click()
                expect(self.page.locator(".again pre")).to_contain_text("the bell is broken")

    def test_a_watch_shows_the_keys_that_matched(self):
        actor = chains.deploy(self.node, chains.ALARM, salt="watch")
        watch = chains.call(self.node, actor, "watch")["scheduled"][0]["id"]
        chains.call(self.node, actor, "touch", "x")
        self.node.mine(blocks=2)
        self.open(f"timer/{watch}", f"Watch {watch[:10]}…")
        expect(self.panel("Keys that it watches")).to_contain_text("k")
        expect(self.panel("Fires")).to_contain_text("key")

    def test_how_blocks_come_is_changed(self):
        page = self.open("dev", "Dev chain")
        self.addCleanup(chains.verb, self.node, "mining", {"mode": "manual"})
        page.get_by_label("How blocks come:").select_option("auto")
        self.button("Change").click()
        expect(self.panel("Blocks and time")).to_contain_text("now auto")
        self.assertEqual("auto", self.node.good("/v1/status")["mining"]["mode"])


class Reset(Browser):
    @classmethod
    def chain(cls, node):
        chains.deploy(node, chains.ALARM)

    def test_the_chain_goes_back_to_genesis_only_when_the_reader_says_yes(self):
        answers = ["dismiss", "accept"]
        self.page.on("dialog", lambda dialog: getattr(dialog, answers.pop(0))())
        self.open("dev", "Dev chain")
        height = self.height()
        self.button("Reset").click()
        expect(self.panel("Snapshots")).to_contain_text("nothing was done")
        self.assertEqual(height, self.height())
        self.button("Reset").click()
        expect(self.panel("Snapshots")).to_contain_text("at genesis")
        expect(self.page.locator(".state")).to_contain_text(re.compile(r"block 0$"))


class Token(Browser):
    flags = ("--dev", "--clock", "step", "--mine", "manual", "--token", "sixteen bytes or more")

    def test_a_node_with_a_token_wants_it_for_its_verbs(self):
        page = self.open("dev", "Dev chain")
        self.button("Mine").first.click()
        expect(page.get_by_role("group", name="Dev chain")).to_contain_text("unauthorized")
        page.locator("input[type=password]").fill("sixteen bytes or more")
        self.button("Use it").click()
        self.button("Mine").first.click()
        expect(page.get_by_role("group", name="Dev chain")).to_contain_text("1 block made")


if __name__ == "__main__":
    unittest.main()
