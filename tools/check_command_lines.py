#!/usr/bin/env python3
"""Starts every program in some folders of the build with --help and with --nonsense.

A program must print a help text and exit with 0, refuse the other with status 2, and leave no file behind. `make test`
does this for what the preset dev builds (tests/tools/test_command_lines.py) and for the fuzzers; for the programs of
bench/peers: check_command_lines.py build/peers/bench/peers build/peers/timers/release"""
import argparse
import concurrent.futures
import os
import subprocess
import sys
import tempfile
from pathlib import Path

SECONDS_MAX = 60
ELF = b"\x7fELF"
PLACES = ("here", "home", "temporary")  # the working folder, $HOME and $TMPDIR of the program


def binaries(folder):
    """Programs below a folder of the build."""
    for path in sorted(Path(folder).rglob("*")):
        if path.is_file() and os.access(path, os.X_OK) and not {"CMakeFiles", "build", "deps"} & set(path.parts[len(Path(folder).parts):]):
            with open(path, "rb") as file:
                if path.suffix != ".so" and file.read(len(ELF)) == ELF:
                    yield path


def refusals(command):
    """What is wrong with the answers of a program, one line each."""
    for argument, status in (("--help", 0), ("--nonsense", 2)):
        with tempfile.TemporaryDirectory() as folder:
            here, home, temporary = (Path(folder, name) for name in PLACES)
            for place in (here, home, temporary):
                place.mkdir()
            env = {**os.environ, "HOME": str(home), "TMPDIR": str(temporary), "PYTHONDONTWRITEBYTECODE": "1"}
            try:
                done = subprocess.run([*command, argument], cwd=here, env=env, stdin=subprocess.DEVNULL, text=True, errors="replace",
                                      capture_output=True, timeout=SECONDS_MAX, check=False)
            except subprocess.TimeoutExpired:
                yield f"{argument}: it does not end"
                continue
            if done.returncode != status:
                yield f"{argument}: status {done.returncode}, not {status}: {(done.stderr or done.stdout)[-300:]}"
            elif argument == "--help" and not done.stdout.strip():
                yield f"{argument}: no help text on standard output"
            elif argument == "--nonsense" and (done.stdout or not done.stderr.strip()):
                yield f"{argument}: the refusal must stand on standard error alone"
            if left := sorted(path.name for place in (here, home, temporary) for path in place.iterdir()):
                yield f"{argument}: left {', '.join(left)}"


def check(commands):
    """`commands`: a name and the words that start the program. The names and what is wrong with each, one line each."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 2) as pool:
        found = pool.map(lambda command: list(refusals(command)), commands.values())
        return [f"{name} {line}" for name, lines in zip(commands, found) for line in lines]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", metavar="FOLDER", help="with programs that are built")
    args = parser.parse_args()
    commands = {str(path): [str(path.resolve())] for folder in args.folders for path in binaries(folder)}
    wrong = check(commands)
    print("\n".join(wrong))
    bad = len({line.partition(" ")[0] for line in wrong})
    print(f"{len(commands) - bad} passed, {bad} failed")
    return 1 if wrong or not commands else 0


if __name__ == "__main__":
    sys.exit(main())
