"""Runs the lariat command in tests: the program that LARIAT names, by default build/lariat."""
import json
import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LARIAT = str(Path(os.environ.get("LARIAT", ROOT / "build/lariat")).resolve())
SECONDS_MAX = 120


def lariat(*arguments, stdin="", cwd=None):
    """(exit status, standard output, standard error)"""
    done = subprocess.run([LARIAT, *arguments], input=stdin, capture_output=True, text=True, timeout=SECONDS_MAX, cwd=cwd,
                          check=False)
    return done.returncode, done.stdout, done.stderr


def json_lines(text):
    return [json.loads(line) for line in text.splitlines()]


def trace(*lines):
    return "".join(json.dumps(line) + "\n" for line in lines)
