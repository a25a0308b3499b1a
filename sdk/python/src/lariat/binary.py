"""The command `lariat`: that of this package, or the one that is installed."""
import os
import shutil
import sys
from pathlib import Path

BUNDLED = Path(__file__).parent / "bin/lariat"


def find() -> str:
    """The path of the command: LARIAT, else the one inside this package, else the one on PATH."""
    if given := os.environ.get("LARIAT"):
        return given
    if BUNDLED.is_file():
        return str(BUNDLED)
    here = Path(sys.argv[0]).resolve()
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        found = shutil.which("lariat", path=folder)
        if found and Path(found).resolve() != here and Path(found).read_bytes()[:2] != b"#!":
            return found
    raise FileNotFoundError("the command lariat is not there: this package was installed without it, and it is not on PATH")


def main() -> None:
    """Becomes the command: what the script of this package does."""
    try:
        command = find()
    except FileNotFoundError as error:
        print(error, file=sys.stderr)
        sys.exit(1)
    os.execv(command, [command, *sys.argv[1:]])
