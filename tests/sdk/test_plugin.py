"""The pytest plugin: its fixtures, what it adds to failures, gas reports; the tests and scripts of the examples."""
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import environment

from lariat import LocalNode

COUNTER = str(environment.EXAMPLES / "counter.py")
HEAD = f"import pytest\nCOUNTER = {COUNTER!r}\n\n\n"


def pytest(folder, *flags, **more):
    done = subprocess.run([sys.executable, "-m", "pytest", "-p", "lariat.pytest_plugin", "-p", "no:cacheprovider", "-q", *map(str, flags)],
                          cwd=folder, env=environment.env(**more), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return done.returncode, done.stdout


class InAFolder(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def go(self, text, *flags, **more):
        (self.folder / "test_it.py").write_text(HEAD + text, encoding="utf-8")
        return pytest(self.folder, *flags, **more)


class Fixtures(InAFolder):
    def test_each_test_begins_with_the_same_chain_and_travels_in_time(self):
        (self.folder / "beside.py").write_text(Path(COUNTER).read_text(encoding="utf-8"), encoding="utf-8")
        status, out = self.go('''
@pytest.mark.parametrize("n", range(3))
def test_begins_anew(chain, deploy, n):
    assert chain.height == 0 and chain.failed == []
    counter = deploy(COUNTER)
    counter.add()
    assert counter.storage == {"count": 1} and counter.cycles > 1000
    here = chain.snapshot()
    assert chain.until(counter.timers[0]["id"]) == [] and counter.storage["count"] == 11
    chain.revert(here)
    assert counter.storage["count"] == 1
    assert chain.fire(counter.timers[0]["id"]) == [] and counter.storage["count"] == 11
    chain.warp(chain.timestamp_ms + 86_400_000)
    assert chain.height == 4 and deploy(COUNTER).address != counter.address

def test_configures_and_refuses_what_breaks_a_rule(chain):
    chain.configure(max_timers_per_actor=1)
    with pytest.raises(Exception, match="max_watch_keys: 0 below 1"):
        chain.configure(max_watch_keys=0)

def test_reads_returns(deploy):
    actor = deploy("def go(payload):\\n    return payload * 2\\n")
    assert actor.read("go", b"ab") == b"abab"

def test_a_file_beside_the_test(deploy):
    assert deploy("beside.py").label == "beside"
    with pytest.raises(FileNotFoundError, match="nowhere.py"):
        deploy("nowhere.py")

def test_failures_of_blocks_are_told(chain, deploy):
    actor = deploy("import pvm_host\\n\\ndef go(payload):\\n    pvm_host.schedule_timer(pvm_host.block_height() + 1, b'')\\n\\n"
                   "def handle_timer(payload):\\n    raise KeyError\\n")
    actor.go()
    failed = chain.advance()
    assert failed == ["handle_timer: KeyError"] == chain.failed
    assert (failed[0].kind, failed[0].actor, failed[0].status) == ("height", actor.address, "revert")

def test_a_node_by_itself(node, accounts):
    counter = node.deploy(open(COUNTER).read())
    assert counter.add(account=accounts[1]).events[0].data == b"1"

def test_the_node_was_reverted(node):
    assert node.get_status()["height"] == 0
''')
        self.assertEqual(0, status, out)
        self.assertIn("9 passed", out)

    def test_a_failure_says_why_timers_wait_and_how_the_call_failed(self):
        status, out = self.go('''
def test_fails(chain, deploy):
    late = deploy("import pvm_host\\n\\ndef go(payload):\\n    pvm_host.schedule_timer(pvm_host.block_height() + 1, b'')\\n\\n"
                  "def handle_timer(payload):\\n    return 1 // 0\\n\\ndef bad(payload):\\n    return int(payload)\\n")
    late.go()
    chain.advance()
    deploy(COUNTER, balance=0).add(sender=b"p" * 20)
    late.bad("ten")
''')
        self.assertEqual(1, status, out)
        for said in ("CallFailed: revert ValueError", "invalid literal for int()", 'line 10, in bad', "handle_timer: ZeroDivisionError",
                     r"of counter: handle_timer, due \d+, pending: not_due \(height \d+, blocks \d+\)"):
            self.assertRegex(out, said.replace("()", r"\(\)"))

    def test_the_node_of_an_url_is_used_and_left_as_it_was(self):
        with LocalNode("--dev") as node:
            client = node.client()
            client.transfer(client.account.address, 1)
            status, out = self.go("\ndef test_it(node):\n    assert node.get_status()['height'] == 1\n    node.dev_mine({'blocks': 3})\n",
                                     f"--node={node.url}")
            self.assertEqual(0, status, out)
            self.assertEqual(1, client.get_status()["height"])
            client.close()


class Gas(InAFolder):
    TEST = "\ndef test_costs(deploy):\n    deploy(COUNTER).add()\n"

    def test_a_report_and_a_snapshot_that_is_kept_compared_and_written_anew(self):
        file = self.folder / "gas.txt"
        status, out = self.go(self.TEST, "--gas-report", f"--gas-snapshot={file}")
        self.assertEqual(0, status, out)
        kept = file.read_text()
        line = re.search(r"^test_it\.py::test_costs counter\.add 1 (\d+) (\d+)$", kept, re.M)
        cycles, cells = int(line.group(1)), int(line.group(2))
        self.assertTrue(1_000 < cycles < 10_000 and 0 < cells < 1_000, line.group())
        self.assertRegex(out, rf"counter\.add +1 +{cycles:,} +{cycles:,} +{cycles:,} +{cells:,}\n")
        self.assertEqual(0, self.go(self.TEST, f"--gas-snapshot={file}")[0])
        file.write_text(kept.replace(f" {cycles} ", " 7 "))
        status, out = self.go(self.TEST, f"--gas-snapshot={file}")
        self.assertEqual(1, status, out)
        self.assertIn(f"test_it.py::test_costs counter.add: cycles 7 -> {cycles}", out)
        self.assertEqual(0, self.go(self.TEST, f"--gas-snapshot={file}", "--gas-update")[0])
        self.assertEqual(kept, file.read_text())


class Examples(unittest.TestCase):
    def test_their_tests_pass(self):
        status, out = pytest(environment.ROOT, "examples/tests")
        self.assertEqual(0, status, out)
        self.assertRegex(out, r"\b(2[2-9]|[3-9]\d) passed")
        self.assertEqual({path.stem for path in environment.EXAMPLES.glob("*.py")},
                         {path.stem.removeprefix("test_") for path in (environment.EXAMPLES / "tests").glob("test_*.py")})

    def test_the_script_drives_each_of_them_on_a_node(self):
        script = environment.EXAMPLES / "scripts/drive.py"
        with LocalNode("--dev") as node:
            for path in sorted(environment.EXAMPLES.glob("*.py")):
                done = subprocess.run([sys.executable, str(script), path.stem, "--node", node.url], env=environment.env(), stdout=subprocess.PIPE,
                                      stderr=subprocess.STDOUT, text=True, check=False)
                self.assertEqual(0, done.returncode, done.stdout)
                self.assertTrue(re.search(r"handle_timer ok|claim ok", done.stdout), done.stdout)
