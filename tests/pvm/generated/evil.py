"""Runs programs of which nothing is asked but that the VM comes to their end: what is no program of the language, and
what stops the VM, is a failure."""
import argparse
import itertools
import os
import pickle
import sys

from generated.compare import compare
from generated.sides import CPython, Vm, become_debian, driver

SHOWN = 40
FOLDER = os.path.dirname(os.path.abspath(__file__))


def listed(name):
    """The lines of a file beside this one that are no comments, `\\n` in them as a new line."""
    with open(os.path.join(FOLDER, name), encoding="utf-8") as lines:
        return [line.rstrip("\n").replace("\\n", "\n") for line in lines if not line.startswith("#")]


def indented(text, by):
    return text.replace("\n", "\n" + by * " ")


def forked(cpython, source):
    """What CPython shows, from a process of its own; None when that one crashed or did not end."""
    here, there = os.pipe()
    child = os.fork()
    if child == 0:
        with os.fdopen(there, "wb") as out:
            pickle.dump(cpython.answer(source), out)
        os._exit(0)
    os.close(there)
    with os.fdopen(here, "rb") as answer:
        said = answer.read()
    return pickle.loads(said) if os.waitpid(child, 0)[1] == 0 else None


def run(description, programs, endless=False):
    """`programs` gives names, and functions that give sources; `endless`: they may use all of their cycles."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--print", type=int, metavar="N", help="print a program and do nothing else")
    parser.add_argument("--cpython", action="store_true", help="compare with CPython")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="run every Nth program only")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="begin with this one")
    parser.add_argument("--driver", default=driver())
    args = parser.parse_args()
    if args.cpython:
        become_debian()
    if args.print is not None:
        print(next(itertools.islice(programs, args.print, None))[1]())
        return 0
    vm, cpython, failed, passed, crashed, meant = Vm(args.driver), CPython(), 0, 0, 0, 0
    for number, (name, write) in itertools.islice(enumerate(programs), args.first, None, args.every):
        source = write()
        said = vm.answer(source)
        problem = None
        if said is None:
            problem = None if endless else "it did not end"
        elif said and said[0].split()[0] in ("REFUSED", "CRASHED"):
            problem = said
        elif args.cpython:
            shown = forked(cpython, source)
            crashed += shown is None
            problem, stated = compare(shown, said) if shown is not None else (None, None)
            meant += stated is not None
            problem = None if stated else problem
        failed, passed = failed + bool(problem), passed + (not problem)
        if problem and failed <= SHOWN:
            print(f"--- {number}: {name}\n{problem}", flush=True)
    if args.cpython:
        print(f"CPython {sys.version.split()[0]} crashed on {crashed}; stated differences: {meant}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0
