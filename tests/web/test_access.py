"""For everybody: axe finds nothing serious, the keyboard suffices, nothing overflows from 360 px to 4K, light and dark."""
import unittest

import chains
import cost
from browser import ROOT, Browser, expect

AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
VIEWS = ("now", "coming", "coming?zoom=operations", "waiting", "blocks", "transactions", "timers", "actors", "fires", "exits", "events", "dev", "block/head", "search/nothing")
# Names of faults that axe calls serious or critical, with what they concern.
RUN = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations
    .filter((fault) => ["serious", "critical"].includes(fault.impact))
    .map((fault) => fault.id + ": " + fault.nodes.slice(0, 3).map((node) => node.html.slice(0, 200)).join(" | "))"""

# The sum of the browser's layout shifts that no key or click caused; up to 0.1 a page counts as steady.
JUMPS_MAX = 0.1
JUMPS = """
window.jumped = 0;
new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.jumped += entry.value;
}).observe({type: "layout-shift", buffered: true});
"""


class Access(Browser):
    @classmethod
    def chain(cls, node):
        chains.demo(node)
        cls.actor = next(row["address"] for row in node.good("/v1/actors")["items"] if "beats" in node.get(f"/v1/actors/{row['address']}/code").body.decode())
        cls.timer = node.good("/v1/fires?kind=height&limit=1")["items"][0]["id"]
        cls.views = (*VIEWS, f"actor/{cls.actor}", f"timer/{cls.timer}", f"tx/{node.good('/v1/transactions?limit=1')['items'][0]['hash']}")

    def test_axe_finds_no_serious_fault_in_light_and_dark(self):
        if not AXE.is_file():
            self.skipTest("axe-core is not installed; tools/build_web.sh does that")
        script = AXE.read_text(encoding="utf-8")
        for scheme in ("light", "dark"):
            self.page.emulate_media(color_scheme=scheme)
            for view in self.views:
                with self.subTest(f"{view}, {scheme}"):
                    self.open(view)
                    if not self.page.evaluate("!!window.axe"):
                        self.page.evaluate(script)
                    self.assertEqual([], self.page.evaluate(RUN))
        self.page.evaluate("window.forbidden = []")  # axe tries things that the policy forbids

    def test_nothing_is_wider_than_the_window(self):
        for width in (360, 768, 3840):
            self.page.set_viewport_size({"width": width, "height": 900})
            for view in self.views:
                with self.subTest(f"{view}, {width}"):
                    self.open(view)
                    wide = self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
                    self.assertLessEqual(wide, 0)

    def test_nothing_jumps_while_a_view_loads_and_a_block_comes(self):
        for width, height in ((360, 740), (1280, 900), (3840, 2160)):
            for view in self.views:
                with self.subTest(f"{view}, {width}"), self.new_context() as context:
                    context.add_init_script(JUMPS)
                    context.add_init_script(cost.READY)
                    page = context.new_page()
                    page.set_viewport_size({"width": width, "height": height})
                    page.goto(self.url(view))
                    cost.ready_ms(page)
                    page.wait_for_timeout(500)  # names, and the panels further down
                    self.node.mine()
                    page.wait_for_timeout(1_000)
                    self.assertLess(page.evaluate("window.jumped"), JUMPS_MAX)

    def test_the_colours_are_the_systems_or_the_readers(self):
        back = "getComputedStyle(document.body).backgroundColor"
        self.page.emulate_media(color_scheme="light")
        self.open("now", "Now")
        light = self.page.evaluate(back)
        self.page.emulate_media(color_scheme="dark")
        expect(self.page.locator("html")).to_have_attribute("data-theme", "dark")
        self.assertNotEqual(light, self.page.evaluate(back))
        self.page.get_by_label("Colours").select_option("light")
        self.assertEqual(light, self.page.evaluate(back))
        self.page.reload()
        expect(self.page.locator("html")).to_have_attribute("data-theme", "light")

    def tab_to(self, name):
        """Presses Tab until the element with this name has the focus."""
        for _ in range(80):
            self.page.keyboard.press("Tab")
            if self.page.evaluate("(document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent).trim()") == name:
                return
        self.fail(f"Tab does not come to {name}")

    def test_the_keyboard_alone_leads_through_the_page(self):
        page = self.open("now", "Now")
        page.keyboard.press("/")
        page.keyboard.type("3")
        page.keyboard.press("Enter")
        expect(page.locator("h1")).to_have_text("Block 3")
        self.assertEqual("H1", page.evaluate("document.activeElement.tagName"), "the heading of the new view has the focus")
        self.tab_to("4 →")
        page.keyboard.press("Enter")
        expect(page.locator("h1")).to_have_text("Block 4")
        page.reload()
        expect(page.locator("h1")).to_have_text("Block 4")
        self.tab_to("Waiting")
        page.keyboard.press("Enter")
        expect(page.locator("h1")).to_have_text("Waiting")
        before = self.height()
        page.reload()
        expect(self.button("Mine")).to_be_visible()
        self.tab_to("Mine")
        page.keyboard.press("Enter")
        expect(page.locator(".state")).to_contain_text(f"block {before + 1}")

    def test_the_first_tab_leads_past_the_head(self):
        page = self.open("now", "Now")
        page.keyboard.press("Tab")
        self.assertEqual("Skip to the content", page.evaluate("document.activeElement.textContent").strip())
        page.keyboard.press("Enter")
        self.assertEqual("H1", page.evaluate("document.activeElement.tagName"))


if __name__ == "__main__":
    unittest.main()
