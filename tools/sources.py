"""Lists the files of the project and removes comments and literals from C++ text, for the checks."""
import functools
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LAYERS = ["base", "state", "timers", "lane", "scheduler", "pvm", "chain", "scripted", "trace", "sim", "node", "abci", "in_process", "client", "actor_tools", "cli"]
CONSENSUS = LAYERS[:LAYERS.index("chain") + 1]
_SKIPPED = {"build", ".git", "__pycache__", "node_modules", ".cache"}


def files(root, *suffixes, under=(".",)):
    """Files below root/under whose name ends with one of the suffixes, sorted; build trees left out."""
    found = set()
    for folder in under:
        for path in (root / folder).rglob("*"):
            parts = path.relative_to(root).parts
            if path.is_file() and path.name.endswith(suffixes) and not any(
                    p in _SKIPPED or p.startswith("build-") for p in parts):
                found.add(path)
    return sorted(found)


def cpp_files(root, under=("src", "include", "tests", "fuzz", "bench", "examples")):
    return files(root, ".cpp", ".hpp", ".h", ".cc", under=under)


_TOKEN = re.compile(r'''
      //[^\n]*
    | /\*.*?\*/
    | R"(?P<mark>[^()\\\s]*)\(.*?\)(?P=mark)"
    | "(?:\\.|[^"\\\n])*"
    | (?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])+'
''', re.S | re.X)


@functools.lru_cache(maxsize=None)
def bare_cpp(text):
    """The same text with comments and string and character literals blanked; line breaks stay."""
    def blank(match):
        token = match.group()
        if token.startswith(("//", "/*")):
            return re.sub(r"[^\n]", " ", token)
        return '"' + "\n" * token.count("\n") + '"'
    return _TOKEN.sub(blank, text)
