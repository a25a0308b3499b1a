"""The page as the node serves it: its size, its policy, what it may load. No browser is needed."""
import base64
import gzip
import hashlib
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/node"))
from process import Node  # noqa: E402

FIRST_LOAD_BYTES_MAX = 150 * 1024


class Served(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.node = Node("--dev").start()
        cls.addClassCleanup(cls.node.stop)
        cls.answer = cls.node.get("/")
        cls.html = cls.answer.body.decode()
        cls.is_built = '<div id="app">' in cls.html

    def setUp(self):
        if not self.is_built and "not_built" not in self.id():
            self.skipTest("the dashboard is not built into this program; make web does that")

    def test_it_is_one_page_for_browsers(self):
        self.assertEqual(200, self.answer.status)
        self.assertEqual("text/html; charset=utf-8", self.answer.headers["content-type"])
        self.assertEqual("nosniff", self.answer.headers["x-content-type-options"])
        self.assertEqual("0", self.answer.headers["lariat-height"])

    def test_the_first_load_is_at_most_150_KiB_compressed(self):
        packed = self.node.get("/", **{"Accept-Encoding": "gzip"})
        self.assertEqual("gzip", packed.headers["content-encoding"])
        self.assertLessEqual(len(packed.body), FIRST_LOAD_BYTES_MAX)
        self.assertEqual(self.html, gzip.decompress(packed.body).decode())

    def test_the_policy_names_the_one_script_and_the_one_style_by_their_hashes_and_nothing_else(self):
        policy = dict(part.strip().split(" ", 1) for part in self.answer.headers["content-security-policy"].split(";"))
        for directive, pattern in (("script-src", r"<script\b[^>]*>(.*?)</script>"), ("style-src", r"<style\b[^>]*>(.*?)</style>")):
            (text,) = re.findall(pattern, self.html, re.S)
            digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
            self.assertEqual(f"'sha256-{digest}'", policy[directive])
        self.assertEqual("'none'", policy["default-src"])
        self.assertEqual("'self'", policy["connect-src"])
        self.assertEqual("'none'", policy["frame-ancestors"])
        self.assertEqual("'none'", policy["base-uri"])
        self.assertNotIn("unsafe", self.answer.headers["content-security-policy"])

    def test_it_loads_nothing_and_has_no_inline_handler(self):
        markup = re.sub(r"<(script|style)\b.*?</\1>", "", self.html, flags=re.S)
        self.assertEqual([], re.findall(r"\son\w+\s*=", markup))
        self.assertEqual(["data:,"], re.findall(r"(?:src|href)=\"([^\"]*)\"", markup))
        self.assertEqual([], re.findall(r"@import|url\(", self.html))

    def test_a_browser_that_has_it_gets_304(self):
        etag = self.answer.headers["etag"]
        again = self.node.get("/", **{"If-None-Match": etag})
        self.assertEqual((304, b""), (again.status, again.body))
        self.assertEqual(200, self.node.get("/", **{"If-None-Match": '"other"'}).status)

    def test_other_methods_parameters_and_hosts_are_refused_as_ever(self):
        self.assertEqual(405, self.node.post("/", {}).status)
        self.assertEqual("unknown_parameter", self.node.get("/?x=1").json["code"])
        self.assertEqual("forbidden_host", self.node.get("/", Host="evil.example").json["code"])
        self.assertEqual(404, self.node.get("/index.html").status)

    def test_all_routes_that_the_page_asks_for_are_documented(self):
        routes = [re.compile(re.sub(r"\{[^}]*\}", "[^/]+", path)) for path in self.node.good("/openapi.json")["paths"]]
        sources = "".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "web/src").rglob("*.ts*")))
        asked = {re.sub(r"\$\{[^}]*\}", "X", path) for path in re.findall(r"[\"`](/(?:v1|docs)[^\"`?]*)", sources)}
        self.assertGreater(len(asked), 20)
        for path in asked - {"/v1/", "/v1/dev/", "/v1/X/X"}:  # two comparisons, and the four kinds of ids that the search box tries
            self.assertTrue(any(route.fullmatch(path) for route in routes), f"{path} is in no route of /openapi.json")

    def test_a_page_that_is_not_built_says_so_and_how_to_build_it(self):
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder, "page_data.cpp")
            command = [sys.executable, str(ROOT / "tools/embed_page.py"), folder, str(out)]
            subprocess.run(command, check=True)
            text, written = out.read_text(encoding="ascii"), out.stat().st_mtime_ns
            self.assertIn("make web", text)
            self.assertIn("is_built = false", text)
            subprocess.run(command, check=True)
            self.assertEqual(written, out.stat().st_mtime_ns, "an unchanged page is not written again")
            Path(folder, "index.html").write_bytes(b'<p id="app">"a\\b"? \xc3\xa4</p>')
            Path(folder, "policy").write_text("default-src 'none'\n", encoding="ascii")
            subprocess.run(command, check=True)
            text = out.read_text(encoding="ascii")
            self.assertIn(r'"<p id=\"app\">\"a\\b\"\? \303\244</p>"', text)
            self.assertIn("is_built = true", text)


if __name__ == "__main__":
    unittest.main()
