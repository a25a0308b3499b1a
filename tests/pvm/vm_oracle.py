#!/usr/bin/env python3
"""Runs tests/pvm/programs/*.py under the VM and under CPython and compares what they emit.

Under CPython the modules `pvm_host` and `cowboy_sdk` are replaced, and emit_event prints. The programs show their
results as events; the events must be the same, line for line."""
import argparse
import io
import os
import pathlib
import subprocess
import sys
import types

HERE = pathlib.Path(__file__).parent


def run_cpython(path):
    out = io.StringIO()
    host = types.ModuleType("pvm_host")
    host.emit_event = lambda topic, data: out.write(data.decode() + "\n")
    host.HostError = type("HostError", (Exception,), {})
    sdk = types.ModuleType("cowboy_sdk")
    sdk.actor = lambda cls: cls
    sys.modules["pvm_host"], sys.modules["cowboy_sdk"] = host, sdk
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(256)
    try:
        exec(compile(path.read_text(), "<actor>", "exec"), {"__name__": "__main__"})
    except Exception as e:
        sys.setrecursionlimit(limit)
        out.write(f"UNCAUGHT {type(e).__name__}: {e}\n")
    finally:
        sys.setrecursionlimit(limit)
    return out.getvalue().splitlines()


def run_vm(program, path):
    done = subprocess.run([program, str(path)], capture_output=True, timeout=300)
    lines = done.stdout.decode().splitlines()
    if done.returncode not in (0, 3):
        lines.append(f"EXIT {done.returncode}: {done.stderr.decode()[:200]}")
    return lines


def built(name):
    """The program of this name beside the command that is being tested."""
    lariat = os.environ.get("LARIAT", str(HERE.parent.parent / "build/dev/lariat"))
    return os.path.join(os.path.dirname(lariat), "tests", name)


# Of a patch release from which on CPython's enum is as ours: which names are members, and what a flag refuses.
NEEDS = {"enum_module.py": (3, 11, 4), "fixes_of_3_11.py": (3, 11, 6)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", metavar="FILE", type=pathlib.Path, help="a Python source [all of programs/]")
    parser.add_argument("--driver", default=built("pvm_run"), metavar="PROGRAM", help="the program pvm_run")
    args = parser.parse_args()
    program = args.driver
    paths = args.files or sorted((HERE / "programs").glob("*.py"))
    failed = skipped = 0
    for path in paths:
        if sys.version_info < NEEDS.get(path.name, ()):
            skipped += 1
            print(f"skipped: {path.name} is held against CPython {'.'.join(map(str, NEEDS[path.name]))} and later")
            continue
        ours, theirs = run_vm(program, path), run_cpython(path)
        if ours == theirs and theirs:
            continue
        failed += 1
        print(f"--- {path.name}")
        shown = 0
        for i in range(max(len(ours), len(theirs))):
            a = theirs[i] if i < len(theirs) else "(nothing)"
            b = ours[i] if i < len(ours) else "(nothing)"
            if a != b and shown < 6:
                print(f"  line {i + 1}\n    cpython {a}\n    vm      {b}")
                shown += 1
    print(f"programs held against CPython {sys.version.split()[0]}")
    print(f"{len(paths) - failed - skipped} passed, {failed} failed, {skipped} skipped")
    return 1 if failed or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
