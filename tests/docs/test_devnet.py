"""The tutorial docs/devnet.md in a terminal of 80 columns: each screen is of the kind that the page shows, and fits."""
import sys
import tempfile
import unittest
from pathlib import Path

import console_blocks

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/cli"))
from client import COLUMNS, ESCAPES, LARIAT, Terminal, environment  # noqa: E402

MARK = "@@ command ended with status "


class Tutorial(unittest.TestCase):
    def test_NODE48_the_tutorial_shows_what_it_says_on_a_terminal(self):
        blocks = console_blocks.blocks((ROOT / "docs/devnet.md").read_text(encoding="utf-8"))
        commands = [command for block in blocks if block.is_run for command in block.commands]
        self.assertLess(30, len(commands))
        script = "".join(f"{c.text}\nstatus=$?; printf '\\n{MARK}%d\\n' $status; (exit $status)\n" for c in commands)
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "build").mkdir()
            (Path(folder) / "build/lariat").symlink_to(LARIAT)
            (Path(folder) / "script").write_text(script, encoding="utf-8")
            terminal = Terminal("/bin/bash", "script", env=environment(home=folder), cwd=folder)
            terminal.status()
        screens = ESCAPES.sub("", terminal.seen.replace("\r\n", "\n")).split(MARK)
        self.assertEqual(len(commands) + 1, len(screens), terminal.seen[-2000:])
        for i, command in enumerate(commands):
            screen, status = screens[i].partition("\n")[2], screens[i + 1].partition("\n")[0]
            said = f"line {command.line}: {command.text}\nshowed:\n{screen}"
            asked = i + 1 < len(commands) and commands[i + 1].text == "echo $?"
            self.assertTrue(status == "0" or asked, f"status {status} of {said}")
            self.assertIsNone(console_blocks.missing_line(command.expected, screen), f"is missing in {said}")
            for line in screen.split("\n"):
                self.assertLessEqual(len(line.split("\r")[-1]), COLUMNS, said)


if __name__ == "__main__":
    unittest.main()
