"""Schemathesis draws requests from the node's own /openapi.json and holds the answers against it (NODE-24): good and bad values of each parameter.

What the document cannot say is left out: that a request which fits it is taken (a nonce may be used, a cursor be another list's)."""
import os
import subprocess
import unittest

from process import ROOT, Node

HOME = "build/schemathesis"
CASES = os.environ.get("LARIAT_SCHEMATHESIS_CASES", "4")
LEFT_OUT = ("/v1/stream", "/v1/dev/load", "/v1/dev/dump", "/v1/dev/reset")  # a WebSocket; files; what takes the chain away


class Schemathesis(unittest.TestCase):
    def test_NODE24_answers_to_drawn_requests_fit_the_document(self):
        subprocess.run([str(ROOT / "tools/fetch_pypi.sh"), "tests/node/schemathesis-requirements.txt", HOME], cwd=ROOT, check=True)
        with Node("--dev", "--clock", "step", "--mine", "manual") as node:
            url = node.first["listen"]
            for path in LEFT_OUT:
                self.assertIn(path, node.good("/openapi.json")["paths"])
            done = subprocess.run(
                [str(ROOT / HOME / "bin/st"), "run", url + "/openapi.json", "--url", url, "--phases", "examples,coverage,fuzzing", "--max-examples", CASES,
                 "--generation-deterministic", "--request-timeout", "30", "--no-color", "--suppress-health-check", "all",
                 "--exclude-checks", "positive_data_acceptance", *(word for path in LEFT_OUT for word in ("--exclude-path", path))],
                cwd=ROOT / "build", capture_output=True, text=True, timeout=600, check=False)
            self.assertEqual(0, done.returncode, done.stdout[-8000:] + done.stderr[-2000:])
            self.assertRegex(done.stdout, r"[0-9]{3,} generated")
            self.assertEqual(200, node.get("/readyz").status)


if __name__ == "__main__":
    unittest.main()
