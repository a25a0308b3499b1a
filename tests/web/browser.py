"""The dashboard in Debian's Chromium, for the tests of this folder: a node with a scripted chain, a browser, a page.

Where the page is not built in, or Playwright or Chromium cannot be had, the tests are skipped and say so."""
import atexit
import functools
import os
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/node"))
from process import Node  # noqa: E402

FETCHED = ROOT / "build/playwright"  # by tools/fetch_pypi.sh
STEPS = ("--dev", "--clock", "step", "--mine", "manual")
WAIT_MS = 20_000  # a machine under load; what is there is seen at once


def _lacks():
    """Why no browser can be driven here, or an empty text."""
    if not shutil.which("chromium"):
        return "there is no chromium; tools/setup.sh test installs it"
    done = subprocess.run([ROOT / "tools/fetch_pypi.sh", "tests/web/requirements.txt", "build/playwright"], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        return f"Playwright cannot be fetched: {done.stdout.strip()[-300:]}"
    site = FETCHED / f"lib/python{sys.version_info.major}.{sys.version_info.minor}/site-packages"
    if not site.is_dir():
        return f"Playwright is there for another Python than {sys.version.split()[0]}"
    sys.path.insert(0, str(site))
    return ""


@functools.cache
def chromium():
    """The browser, started at the first test that needs it. The tests of a file share it."""
    if lacks := _lacks():
        raise unittest.SkipTest(lacks)
    from playwright.sync_api import expect as all_expectations, sync_playwright
    all_expectations.set_options(timeout=WAIT_MS)
    playwright = sync_playwright().start()
    browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"] if os.geteuid() == 0 else [])

    def close():
        browser.close()
        playwright.stop()
    atexit.register(close)
    return browser


def expect(what):
    from playwright.sync_api import expect as expectation
    return expectation(what)


# In the page: what the policy forbade, and what a hostile text would set if it ran.
LISTEN = """
window.forbidden = [];
document.addEventListener("securitypolicyviolation", (e) => forbidden.push(e.violatedDirective + " " + e.blockedURI));
"""


def expect_loaded(page):
    """The names of actors have come."""
    expect(page.locator(".address .name").first).to_be_visible()


def has_page(node):
    return b"<div id=\"app\">" in node.get("/").body


class Browser(unittest.TestCase):
    """A node and pages on it. `chain` scripts the node before the first test of the class."""

    flags = STEPS
    size = (1280, 900)

    @classmethod
    def setUpClass(cls):
        chromium()
        cls.node = Node(*cls.flags).start()
        cls.addClassCleanup(cls.node.stop)
        if not has_page(cls.node):
            raise unittest.SkipTest("the dashboard is not built into this program; make web does that")
        cls.chain(cls.node)

    @classmethod
    def chain(cls, node):
        pass

    def setUp(self):
        self.context = self.new_context()
        self.addCleanup(self.context.close)
        self.page = self.new_page(self.context)

    def new_context(self, **more):
        context = chromium().new_context(viewport={"width": self.size[0], "height": self.size[1]}, **more)
        context.set_default_timeout(WAIT_MS)
        context.add_init_script(LISTEN)
        return context

    def new_page(self, context):
        page = context.new_page()
        self.errors = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        return page

    def tearDown(self):
        self.assertEqual([], self.errors, "errors of the page's script")
        if self.page.url.startswith("http"):
            self.assertEqual([], self.page.evaluate("window.forbidden"), "the policy was broken")

    def url(self, view=""):
        return f"http://127.0.0.1:{self.node.port}/#/{view}"

    def open(self, view, title=None):
        """Goes to a view and waits until its heading is there and nothing is loading."""
        self.page.goto(self.url(view))
        if title:
            expect(self.page.locator("h1")).to_have_text(title)
        expect(self.page.locator(".loading")).to_have_count(0)
        return self.page

    def panel(self, name):
        return self.page.get_by_role("region", name=name, exact=True)

    def button(self, name, within=None):
        return (within or self.page).get_by_role("button", name=name, exact=True)

    def height(self):
        return int(self.node.good("/v1/status")["height"])
