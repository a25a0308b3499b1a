"""The packages: the same bytes twice, installed from nothing, used without anything else of this repository."""
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile
from pathlib import Path

import environment

PACKAGE = [sys.executable, str(environment.ROOT / "tools/package.py"), "--command", environment.LARIAT]
BARE = {name: value for name, value in os.environ.items() if not name.startswith(("LARIAT", "PYTHON", "VIRTUAL"))}
COUNTER = (environment.EXAMPLES / "counter.py").read_text(encoding="utf-8")


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
                          **{"env": BARE, **options})
    return done.returncode, done.stdout


class Packages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.home = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        for out, kinds in (("one", ()), ("two", ("wheel", "deb", "source"))):
            status, said = run(*PACKAGE, *kinds, "--out", cls.home / out)
            assert status == 0, said
        cls.wheel, cls.deb, cls.source = (next((cls.home / "one").glob(f"*{end}")) for end in (".whl", ".deb", ".tar.gz"))

    def test_the_same_input_gives_the_same_bytes_and_the_checksums_are_theirs(self):
        sums = (self.home / "one/SHA256SUMS").read_text()
        self.assertEqual(sums, (self.home / "two/SHA256SUMS").read_text())
        listed = dict(reversed(line.split("  ")) for line in sums.splitlines())
        self.assertEqual({path.name for path in (self.home / "one").iterdir()} - {"SHA256SUMS"}, set(listed))
        for name, wanted in listed.items():
            self.assertEqual(wanted, hashlib.sha256((self.home / "one" / name).read_bytes()).hexdigest())

    def test_the_sbom_names_each_library_inside(self):
        sbom = json.loads(next((self.home / "one").glob("*.cdx.json")).read_text())
        names = " ".join(part["name"] for part in sbom["components"])
        for part in ("libssl3", "libsecp256k1", "libsqlite3", "libstdc++6", "httpx", "coincurve"):
            self.assertIn(part, names)

    def test_the_wheel_is_installed_from_nothing_and_gives_command_client_plugin_and_stubs(self):
        venv = self.home / "venv"
        self.assertEqual(0, run("/usr/bin/python3", "-m", "venv", venv)[0])
        status, said = run(venv / "bin/pip", "install", "--no-index", "--no-deps", self.wheel)
        self.assertEqual(0, status, said)
        # Its dependencies, which pip would fetch: those that the other tests use.
        found = next((environment.HOME / "lib").glob("python*/site-packages"))
        (next((venv / "lib").glob("python*/site-packages")) / "dependencies.pth").write_text(str(found) + "\n")
        status, said = run(venv / "bin/lariat", "version")
        self.assertEqual((0, "lariat 0.1.0\n"), (status, said))
        program = next((venv / "lib").glob("python*/site-packages/lariat/bin/lariat"))
        loaded = {words[0]: words[2] for line in run("ldd", program)[1].splitlines() if len(words := line.split()) > 3}
        for name, path in loaded.items():
            if not name.startswith(("libc.so", "libm.so")):
                self.assertTrue(path.startswith(str(program.parent)), f"{name} comes from {path}")
        away = self.home / "away"
        away.mkdir()
        (away / "counter.py").write_text(COUNTER, encoding="utf-8")
        (away / "test_counter.py").write_text("def test_it(deploy):\n    assert deploy('counter.py').add().events[0].data == b'1'\n\n"
                                              "def test_node(node):\n    assert node.deploy(open('counter.py').read()).add().ok\n\n"
                                              "def test_libraries(chain):\n    import sqlite3\n    loaded = open('/proc/self/maps').read()\n"
                                              "    assert 'lib/liblariat_node.so' in loaded and 'lib/liblariat-sqlite3.so' in loaded\n")
        status, said = run(venv / "bin/python", "-m", "pytest", "-q", cwd=away)
        self.assertEqual(0, status, said)
        self.assertIn("3 passed", said)
        (away / "mypy.ini").write_text("[mypy]\nplugins = lariat.mypy_plugin\ncheck_untyped_defs = True\n")
        (away / "wrong.py").write_text("import pvm_host\npvm_host.transfer(1)\n")
        status, said = run(venv / "bin/python", "-m", "mypy", "counter.py", "wrong.py", cwd=away)
        self.assertEqual((1, True), (status, said.startswith("wrong.py:2: error: Missing positional argument")), said)

    @unittest.skipUnless(hasattr(os, "geteuid") and os.geteuid() == 0, "another root needs the rights of root")
    def test_the_command_of_the_wheel_runs_where_there_is_nothing_but_the_c_library(self):
        root = self.home / "root"
        root.mkdir()
        with zipfile.ZipFile(self.wheel) as archive:
            for entry in archive.infolist():
                if entry.filename.startswith(("lariat/bin/", "lariat/lib/")):
                    archive.extract(entry, root)
                    (root / entry.filename).chmod(0o755)
        for line in run("ldd", environment.LARIAT)[1].splitlines():
            if path := next((word for word in line.split() if word.startswith("/")), None):
                if os.path.basename(path).startswith(("ld-linux", "libc.so", "libm.so")):
                    where = root / path[1:]
                    where.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy(os.path.realpath(path), where)
        chroot = shutil.which("chroot") or "/usr/sbin/chroot"
        there = {"LD_LIBRARY_PATH": "/lariat/lib"}  # the loader finds $ORIGIN through /proc, which this root does not have
        status, said = run(chroot, root, "/lariat/bin/lariat", "version", env=there)
        self.assertEqual((0, "lariat 0.1.0\n"), (status, said))
        (root / "counter.py").write_text(COUNTER, encoding="utf-8")
        status, said = run(chroot, root, "/lariat/bin/lariat", "pvm", "run", "/counter.py", "--handler", "add", env=there)
        self.assertEqual(0, status, said)
        self.assertIn("add: ok", said)

    def test_the_debian_package_has_all_and_its_files_work(self):
        root = self.home / "deb"
        self.assertEqual(0, run("dpkg-deb", "-x", self.deb, root)[0])
        self.assertEqual((0, "lariat 0.1.0\n"), run(root / "usr/bin/lariat", "version"))
        self.assertEqual("0.1.0\n", run("dpkg-deb", "-f", self.deb, "Version")[1])
        self.assertIn("libsecp256k1", run("dpkg-deb", "-f", self.deb, "Depends")[1])
        for name in ("lib/systemd/system/lariat.service", "usr/share/man/man1/lariat.1.gz", "usr/share/man/man1/lariat-node.1.gz", "usr/share/man/man1/lariat-timer-why.1.gz",
                     "usr/share/bash-completion/completions/lariat", "usr/share/zsh/vendor-completions/_lariat",
                     "usr/share/fish/vendor_completions.d/lariat.fish", "usr/share/doc/lariat/copyright", "usr/share/doc/lariat/examples/genesis.json"):
            self.assertTrue((root / name).is_file(), name)
        self.assertIn("--block-time-ms", run("sh", "-c", f"gunzip -c {root}/usr/share/man/man1/lariat-node.1.gz")[1].replace("\\-", "-"))
        status, said = run(root / "usr/bin/lariat", "node", "--print-config", "--config", root / "etc/lariat/lariat.toml")
        self.assertEqual(0, status, said)
        self.assertIn("log_format = 'json'", said)
        if shutil.which("systemd-analyze"):
            unit = (root / "lib/systemd/system/lariat.service").read_text().replace("/usr/bin/lariat", str(root / "usr/bin/lariat"))
            (self.home / "lariat.service").write_text(unit)
            status, said = run("systemd-analyze", "verify", "--man=no", self.home / "lariat.service")
            self.assertEqual(0, status, said)

    def test_the_source_archive_is_the_last_commit(self):
        with tarfile.open(self.source) as archive:
            names = {name.removeprefix("lariat-0.1.0/") for name in archive.getnames()}
        tracked = subprocess.run(["git", "-C", str(environment.ROOT), "ls-tree", "-r", "--name-only", "HEAD"], stdout=subprocess.PIPE, text=True,
                                 check=True).stdout.splitlines()
        self.assertTrue(set(tracked) <= names)
        self.assertIn("Makefile", names)

    def test_versions_agree(self):
        text = (environment.SDK / "src/lariat/__init__.py").read_text(encoding="utf-8")
        self.assertIn(f'__version__ = "{run(environment.LARIAT, "version")[1].split()[1]}"', text)
