"""Every command that the documents print does what they say.

The ```console blocks of a page run in order in one shell, in an empty folder that has the command at build/lariat and a
copy of examples/. Lines below a command must appear in what it prints, in their order; `…` in them stands for anything.
A command must succeed unless `echo $?` comes next. Blocks marked ```console no-run are only looked at: their make targets
must exist. If a block is marked ```console in-clone, the page runs in a copy of the repository without anything that was built."""
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import console_blocks

ROOT = Path(__file__).resolve().parents[2]
LARIAT = Path(os.environ.get("LARIAT", ROOT / "build/lariat")).resolve()
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
SECONDS_MAX = 120
SECONDS_MAX_IN_CLONE = 900  # it compiles the library
MARK = "@@ command ended with status "


def compiler_cache():
    """The environment variable that lets ccache find its results although HOME is another folder."""
    if not shutil.which("ccache"):
        return {}
    return {"CCACHE_DIR": subprocess.run(["ccache", "--get-config", "cache_dir"], capture_output=True, text=True, check=True).stdout.strip()}


def run_page(commands, in_clone=False):
    """(exit status, output) of each command that was reached, all in one shell."""
    script = "".join(f"{c.text}\nstatus=$?; printf '\\n{MARK}%d\\n' $status; (exit $status)\n" for c in commands)
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        env = {**os.environ, "PATH": f"{home}/build:{os.environ['PATH']}", "HOME": folder, "PYTHONDONTWRITEBYTECODE": "1"}
        if in_clone:
            env |= compiler_cache()
            shutil.copytree(ROOT, home / "clone", symlinks=True, ignore=shutil.ignore_patterns("build", ".git", "__pycache__", "node_modules"))
        else:
            (home / "build").mkdir()
            (home / "build/lariat").symlink_to(LARIAT)
            shutil.copytree(ROOT / "examples", home / "examples")
        done = subprocess.run(["bash", "-c", script], cwd=home / "clone" if in_clone else home, env=env, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                              timeout=SECONDS_MAX_IN_CLONE if in_clone else SECONDS_MAX, check=False)
    parts = re.split(rf"^{MARK}(\d+)$", done.stdout, flags=re.M)
    return [(int(status), output) for output, status in zip(parts[::2], parts[1::2])]


def make_targets():
    return set(re.findall(r"^([a-z][\w-]*):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))


class Documents(unittest.TestCase):
    def blocks_of(self, page):
        try:
            return console_blocks.blocks(page.read_text(encoding="utf-8"))
        except ValueError as wrong:
            return self.fail(f"{page.relative_to(ROOT)}, {wrong}")

    def test_the_commands_of_each_page_do_what_it_says(self):
        for page in PAGES:
            blocks = [block for block in self.blocks_of(page) if block.is_run]
            commands = [c for block in blocks for c in block.commands]
            if not commands:
                continue
            with self.subTest(page=page.relative_to(ROOT).as_posix()):
                results = run_page(commands, any(block.in_clone for block in blocks))
                self.assertEqual(len(commands), len(results), "the shell ended early")
                for i, (command, (status, output)) in enumerate(zip(commands, results)):
                    said = f"line {command.line}: {command.text}\nprinted:\n{output}"
                    asked = i + 1 < len(commands) and commands[i + 1].text == "echo $?"
                    self.assertTrue(status == 0 or asked, f"status {status} from {said}")
                    self.assertIsNone(console_blocks.missing_line(command.expected, output), f"is missing in {said}")

    def test_make_targets_in_blocks_that_are_not_run_exist(self):
        targets = make_targets()
        for page in PAGES:
            for block in self.blocks_of(page):
                for command in block.commands:
                    for target in re.findall(r"\bmake (?!git\b)([a-z]\w*)", command.text):
                        self.assertIn(target, targets, f"{page.name}, line {command.line}")

    def test_make_targets_and_tools_named_in_the_text_exist(self):
        targets = make_targets()
        for page in PAGES:
            for named in re.findall(r"`([^`\n]+)`", page.read_text(encoding="utf-8")):
                for target in re.findall(r"^make ([a-z]\w*)", named):
                    self.assertIn(target, targets, page.name)
                for tool in re.findall(r"(?<![\w/])tools/[\w/]+\.(?:py|sh|txt)\b", named):
                    self.assertTrue((ROOT / tool).is_file(), f"{page.name} names {tool}")

    def test_files_that_a_page_links_to_exist(self):
        for page in PAGES:
            text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
            for target in re.findall(r"\]\((?![a-z]+:)([^)#]+)", text):
                self.assertTrue((page.parent / target).exists(), f"{page.relative_to(ROOT)} links to {target}")


class ConsoleBlocks(unittest.TestCase):
    def test_commands_here_documents_and_outputs_are_told_apart(self):
        page = "text\n```console\n$ cat > f <<'EOF'\n$ not a command\nEOF\n$ cat f\n$ one \\\n  two\nout\n```\n```python\nx\n```\n"
        (block,) = console_blocks.blocks(page)
        self.assertEqual(["cat > f <<'EOF'\n$ not a command\nEOF", "cat f", "one \\\n  two"], [c.text for c in block.commands])
        self.assertEqual([[], [], ["out"]], [c.expected for c in block.commands])

    def test_a_block_can_be_marked_as_not_to_be_run(self):
        self.assertFalse(console_blocks.blocks("```console no-run\n$ make demo\n```\n")[0].is_run)

    def test_a_block_can_be_marked_as_run_in_a_clone(self):
        self.assertTrue(console_blocks.blocks("```console in-clone\n$ cmake .\n```\n")[0].in_clone)
        self.assertFalse(console_blocks.blocks("```console\n$ cmake .\n```\n")[0].in_clone)

    def test_what_cannot_be_read_is_an_error(self):
        for page in ("```console elsewhere\n$ x\n```\n", "```console\nout\n```\n", "```console\n```\n", "```console\n$ x\n", "```console\n$ cat <<EOF\n```\n"):
            with self.assertRaises(ValueError, msg=page):
                console_blocks.blocks(page)

    def test_expected_lines_must_appear_in_their_order(self):
        self.assertIsNone(console_blocks.missing_line(["b", "d…f"], "a\nb\nc\n  d e f\n"))
        self.assertEqual("b", console_blocks.missing_line(["d", "b"], "b\nd\n"))
        self.assertEqual("a.c", console_blocks.missing_line(["a.c"], "abc\n"))


if __name__ == "__main__":
    unittest.main()
