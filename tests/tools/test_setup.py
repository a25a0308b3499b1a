"""The setup script installs missing packages once, and prints a message if it has no permission."""
import subprocess
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "tools/setup.sh"
COREUTILS = ("dirname", "tr", "mktemp", "rm", "date", "tail", "cat", "sleep", "env", "sh")


class Setup(unittest.TestCase):
    """Runs tools/setup.sh with a PATH of fakes: `installed` is what dpkg-query knows, apt-get writes down its arguments."""

    def run_setup(self, installed, section="build", uid=0, apt_status=0, sudo=False, commands=()):
        with tempfile.TemporaryDirectory() as folder:
            fakes = Path(folder)
            log = fakes / "apt.log"
            scripts = {
                "dpkg-query": f"for p in {' '.join(installed) or '-'}; do echo installed:$p; done",
                "apt-get": f'echo "$DEBIAN_FRONTEND $*" >> {log}; echo "apt said this"; exit {apt_status}',
                "id": f"echo {uid}",
            }
            scripts.update({name: "" for name in commands})
            if sudo:
                scripts["sudo"] = '"$@"'
            for name, text in scripts.items():
                (fakes / name).write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
                (fakes / name).chmod(0o755)
            for name in COREUTILS:
                (fakes / name).symlink_to(next(p for d in ("/usr/bin", "/bin") if (p := Path(d, name)).exists()))
            done = subprocess.run(["/bin/sh", str(SCRIPT), section], env={"PATH": folder}, capture_output=True, text=True,
                                  check=False)
            return done.returncode, done.stdout + done.stderr, log.read_text(encoding="utf-8") if log.exists() else ""

    def packages(self, section):
        """The packages of a section; `build` has those of `library` too."""
        inside, names = "", self.packages("library") if section == "build" else []
        for line in (SCRIPT.parent / "packages.txt").read_text(encoding="utf-8").splitlines():
            if line.startswith("["):
                inside = line[1:line.index("]")]
            elif line and not line.startswith("#") and inside == section:
                names.append(line.split()[0].removesuffix("()"))
        return names

    def test_nothing_is_done_when_nothing_is_missing(self):
        self.assertEqual((0, "", ""), self.run_setup(self.packages("build")))

    def test_only_what_is_missing_is_installed_without_questions(self):
        status, said, apt = self.run_setup([p for p in self.packages("build") if p != "libfmt-dev"])
        self.assertEqual(0, status, said)
        update, install = apt.splitlines()
        self.assertIn("update", update)
        self.assertTrue(install.startswith("noninteractive install -y"), install)
        self.assertTrue(install.endswith(" libfmt-dev"), install)
        self.assertNotIn("ccache", install)

    def test_the_library_needs_nothing_of_the_command(self):
        _, _, apt = self.run_setup([], section="library")
        self.assertIn(" libssl-dev", apt)
        for package in ("libfmt-dev", "libcli11-dev", "nlohmann-json3-dev"):
            self.assertNotIn(package, apt)

    def test_a_command_that_is_there_is_not_installed_again(self):
        installed = self.packages("build")
        self.assertTrue(self.run_setup(installed, section="web")[2].endswith(" npm\n"))
        self.assertEqual((0, "", ""), self.run_setup(installed, section="web", commands=["npm"]))

    def test_the_tests_need_all_sections_but_that_of_the_peers(self):
        _, _, apt = self.run_setup([], section="test")
        for package in self.packages("build") + self.packages("web") + self.packages("test"):
            self.assertIn(f" {package}", apt)

    def test_the_peers_need_the_build_and_not_the_tests(self):
        _, _, apt = self.run_setup([], section="peers")
        for package in self.packages("build") + self.packages("peers"):
            self.assertIn(f" {package}", apt)
        for package in self.packages("test"):
            self.assertNotIn(f" {package}", apt)

    def test_a_user_without_rights_is_told_what_to_install(self):
        status, said, apt = self.run_setup(["ccache"], uid=1000)
        self.assertEqual((1, ""), (status, apt))
        self.assertIn("apt-get install g++ cmake", said)

    def test_sudo_is_used_when_it_is_there(self):
        status, said, apt = self.run_setup([], uid=1000, sudo=True)
        self.assertEqual(0, status, said)
        self.assertIn("g++", apt)

    def test_what_apt_says_is_shown_when_it_fails(self):
        status, said, _ = self.run_setup([], apt_status=100)
        self.assertEqual(1, status)
        self.assertIn("apt said this", said)

    def test_an_unknown_section_is_refused(self):
        self.assertEqual(2, self.run_setup([], section="all")[0])


if __name__ == "__main__":
    unittest.main()
