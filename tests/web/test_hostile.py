"""Texts of actors are shown as text: none of them runs, loads anything, or hides what follows."""
import unittest

import chains
from browser import Browser, expect


class Hostile(Browser):
    @classmethod
    def chain(cls, node):
        cls.actor = chains.hostile(node)
        cls.tx = node.good(f"/v1/transactions?sender={chains.ANNA}&limit=1")["items"][0]["hash"]
        cls.timer = node.good("/v1/timers?limit=1")["items"][0]["id"]
        cls.gone = node.good("/v1/fires?limit=1&kind=height")["items"][0]

    def setUp(self):
        super().setUp()
        self.requests = []
        self.page.on("request", lambda request: self.requests.append(request.url))

    def check(self, where):
        self.assertIsNone(self.page.evaluate("window.ran ?? null"), where)
        self.assertEqual(0, self.page.locator("img, iframe, object, embed, [onload], [onerror], [onmouseover]").count(), where)
        self.assertEqual(1, self.page.locator("script").count(), where)
        self.assertEqual([], self.page.evaluate("window.forbidden"), where)
        own = f"http://127.0.0.1:{self.node.port}/"
        self.assertEqual([], [url for url in self.requests if not url.startswith((own, "data:,", "blob:" + own[:-1]))], where)
        self.assertNotIn("\u202e", self.page.locator("body").inner_text(), where)

    def test_every_view_shows_them_as_text(self):
        views = ("now", "coming", "waiting", "blocks", "transactions", "timers", "actors", "fires", "exits", "events", "dev", f"actor/{self.actor}",
                 f"account/{chains.ANNA}", f"tx/{self.tx}", f"timer/{self.timer}", f"timer/{self.gone['id']}", f"block/{self.gone['height']}", "block/head")
        for view in views:
            with self.subTest(view):
                self.open(view)
                self.check(view)

    def test_they_are_there_word_for_word(self):
        self.open(f"actor/{self.actor}", "Actor Evil")
        main = self.page.locator("main")
        for text in chains.HOSTILE:
            if "\u202e" not in text:
                expect(self.panel("Storage")).to_contain_text(text)
                expect(self.panel("Events")).to_contain_text(text)
        expect(self.panel("Source")).to_contain_text('"""</script><script>window.ran=1</script>')
        expect(self.panel("Source")).to_contain_text("\\u{202e} <svg")
        self.button("Run handle_timer again, with traceback").click()
        expect(main.locator(".again")).to_contain_text("It ends with")
        self.check("the traceback")

    def test_addresses_of_views_and_searches_are_texts_too(self):
        for text in chains.HOSTILE:
            with self.subTest(text):
                self.page.goto("about:blank")
                self.page.goto(self.url("search/" + "".join(f"%{byte:02x}" for byte in text.encode())))
                expect(self.page.locator("h1")).to_have_text("Search")
                expect(self.page.locator("main")).to_contain_text("Nothing on this chain is")
                self.check("the search")
        self.open("%3Cimg%20src=x%20onerror=%22window.ran=1%22%3E")
        expect(self.page.locator("main")).to_contain_text("has no view")
        self.check("the view")
        self.open("timer/%3Cimg%20src=x%3E?x=%3Cimg%20src=x%3E")
        self.check("the id")


if __name__ == "__main__":
    unittest.main()
