"""Reads ```console blocks of a Markdown page: commands after `$ `, and what they are said to print."""
import re
from typing import NamedTuple

FENCE = re.compile(r"^```(\S*)[ \t]*(.*)$")
HEREDOC = re.compile(r"<<-?\s*(['\"]?)(\w+)\1")


class Command(NamedTuple):
    line: int       # in the page, from 1
    text: str       # as it is typed, here documents included
    expected: list  # lines that must appear in its output, in this order


class Block(NamedTuple):
    line: int
    is_run: bool    # not marked `no-run`
    commands: list
    in_clone: bool = False  # marked `in-clone`: run at the root of a copy of the repository


def _commands(lines, first_line):
    commands, at = [], 0
    while at < len(lines):
        line = lines[at]
        if not line.startswith("$ "):
            if not commands:
                raise ValueError(f"line {first_line + at}: output before the first command")
            if line.strip():
                commands[-1].expected.append(line)
            at += 1
            continue
        begin, text = at, [line[2:]]
        at += 1
        while text[-1].endswith("\\") and at < len(lines):
            text.append(lines[at])
            at += 1
        for _, word in HEREDOC.findall("\n".join(text)):
            while at < len(lines) and text[-1] != word:
                text.append(lines[at])
                at += 1
            if text[-1] != word:
                raise ValueError(f"line {first_line + begin}: the here document never ends with {word}")
        commands.append(Command(first_line + begin, "\n".join(text), []))
    return commands


def blocks(page):
    """The console blocks of a page. A fence that never ends, or a console block without a command, is an error."""
    found, lines, at = [], page.splitlines(), 0
    while at < len(lines):
        fence = FENCE.match(lines[at])
        at += 1
        if not fence:
            continue
        begin = at
        while at < len(lines) and lines[at] != "```":
            at += 1
        if at == len(lines):
            raise ValueError(f"line {begin}: the fence never ends")
        if fence.group(1) == "console":
            commands = _commands(lines[begin:at], begin + 1)
            if not commands:
                raise ValueError(f"line {begin}: a console block without a command")
            marks = fence.group(2).split()
            if unknown := set(marks) - {"no-run", "in-clone"}:
                raise ValueError(f"line {begin}: unknown mark {unknown.pop()}")
            found.append(Block(begin, "no-run" not in marks, commands, "in-clone" in marks))
        at += 1
    return found


def missing_line(expected, output):
    """The first expected line that the output does not have after those before it. `…` stands for anything."""
    lines = iter(output.splitlines())
    for want in expected:
        pattern = re.compile(".*".join(re.escape(part) for part in want.strip().split("…")))
        if not any(pattern.fullmatch(line.strip()) for line in lines):
            return want
    return None
