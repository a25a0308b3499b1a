"""The Python in which tests of the SDK run: one with the packages of requirements.txt, in build/sdk. Importing this file runs the
test again in it, unless it already does."""
import fcntl
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = ROOT / "tests/sdk"
SDK = ROOT / "sdk/python"
HOME = ROOT / "build/sdk"
PYTHON = HOME / "bin/python"
LARIAT = str(Path(os.environ.get("LARIAT", ROOT / "build/lariat")).resolve())
EXAMPLES = ROOT / "examples"
PYRIGHT = "1.1.414"


def install():
    """Does nothing when all is there."""
    subprocess.run([str(ROOT / "tools/fetch_pypi.sh"), "tests/sdk/requirements.txt", "build/sdk"], check=True, stdout=sys.stderr)


def pyright():
    """The command of pyright, from npm, in build/pyright. Tests that begin at once wait for each other."""
    home = ROOT / "build/pyright"
    command = home / "node_modules/.bin/pyright"
    with open(ROOT / "build/pyright.lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        stamp = home / "version"
        if not command.exists() or not stamp.exists() or stamp.read_text(encoding="utf-8") != PYRIGHT:
            home.mkdir(parents=True, exist_ok=True)
            subprocess.run(["npm", "install", "--prefix", str(home), "--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--omit=optional",
                            "--fetch-retries", "5", f"pyright@{PYRIGHT}"], check=True, stdout=subprocess.DEVNULL, cwd=home)
            stamp.write_text(PYRIGHT, encoding="utf-8")
    return str(command)


def env(**more):
    """The environment of a program that uses the SDK from its sources."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("LARIAT")}
    return {**kept, "LARIAT": LARIAT, "PYTHONPATH": str(SDK / "src"), "PYTHONDONTWRITEBYTECODE": "1", **more}


if Path(sys.prefix).resolve() != HOME.resolve():
    install()
    os.environ["PYTHONPATH"] = str(SDK / "src")
    os.execv(str(PYTHON), [str(PYTHON), "-W", "ignore::ResourceWarning", *sys.orig_argv[1:]])
os.environ["LARIAT"] = LARIAT
sys.path.insert(0, str(SDK / "src"))
