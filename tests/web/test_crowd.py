"""A chain with 100,000 timers: each view that shows timers opens, answers, asks for a part of them and never stops the page."""
import os
import unittest

import chains
import cost
from browser import Browser, expect

TASK_MS_MAX = 200  # of the processor: a busy machine does not lengthen it
ROWS_ASKED_MAX = 1_000
ROWS_DRAWN_MAX = 100
DUE, LATER = 40_000, 60_000
DUE_AT, LATER_FROM, LATER_HEIGHTS = 40, 200, 20_000


@unittest.skipUnless(os.environ.get("LARIAT_PAGE_COST"), "make web-cost runs it: it takes minutes, and measures")
class Crowd(Browser):
    @classmethod
    def chain(cls, node):
        cls.actor = chains.crowd(node, (DUE, DUE_AT, 1), (LATER, LATER_FROM, LATER_HEIGHTS))
        cls.scheduled_at = node.good("/v1/timers?sort=created&limit=1")["items"][0]["schedule_block"]
        cls.near, cls.far = (node.good(f"/v1/timers?due_from={height}&limit=1")["items"][0]["id"] for height in (DUE_AT, LATER_FROM))

    def new_context(self, **more):
        context = super().new_context(**more)
        context.add_init_script(cost.READY)
        return context

    def costs(self, view, action=None):
        """Opens a view on a page of its own, or does something on the page that is open, and holds it against the limits."""
        if not action:
            self.page.close()
            self.page = self.new_page(self.context)
            self.answers = cost.listen_for_answers(self.page)
        with cost.Tasks(self.page) as tasks:
            if action:
                action()
            else:
                self.page.goto(self.url(view))
            ready = cost.ready_ms(self.page)
            self.page.wait_for_timeout(1_000)  # for what comes behind the first answer
        drawn = max([table.locator("tbody tr").count() for table in self.page.locator("table").all()] or [0])
        print(f"{view}: data after {ready:.0f} ms; longest task {tasks.longest_ms:.0f} ms of the processor, "
              f"{tasks.longest_on_the_clock_ms:.0f} ms on the clock", flush=True)
        self.assertLess(tasks.longest_ms, TASK_MS_MAX, view)
        self.assertLessEqual(drawn, ROWS_DRAWN_MAX, view)
        for answer in self.answers:
            self.assertLessEqual(cost.items_of(answer), ROWS_ASKED_MAX, answer.url)
        self.answers.clear()

    def test_100000_timers_do_not_stop_the_page(self):
        block = f"block/{self.scheduled_at}"
        tx = f"tx/{self.node.good(f'/v1/blocks/{self.scheduled_at}')['txs'][0]}"
        for view in ("now", "coming", "coming?zoom=ring", "coming?zoom=epochs", "coming?zoom=beyond", f"coming?from={LATER_FROM}&span=128", "waiting",
                     "timers", f"timers?due_from={LATER_FROM}", f"actor/{self.actor}", f"timer/{self.far}", block, tx):
            with self.subTest(view):
                self.costs(view)
        self.node.mine(until_height=DUE_AT - 1)
        for view in ("coming", f"actor/{self.actor}", f"timer/{self.near}"):
            with self.subTest(f"{view}, the block before 40,000 are due"):
                self.costs(view)
        self.node.mine(blocks=3)
        waiting = self.node.good("/v1/queue?limit=1000")["items"]
        self.assertEqual(1_000, len(waiting))
        for view in ("now", f"timer/{waiting[-1]['id']}", "waiting"):
            with self.subTest(f"{view}, while they wait"):
                self.costs(view)
        with self.subTest("a thousand of them"):
            self.costs("waiting, 1,000 shown", lambda: self.page.get_by_label("Show").select_option("1000"))
            expect(self.page.get_by_role("group", name="Pages of Waiting timers")).to_contain_text("1 to 100 of 1,000")
            self.costs("waiting, the next page", lambda: self.button("Next →").click())
            expect(self.page.get_by_role("group", name="Waiting timers").locator("tbody tr").first).to_contain_text("101")
            self.costs("waiting, a block comes", self.node.mine)


if __name__ == "__main__":
    unittest.main()
