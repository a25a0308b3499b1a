#!/usr/bin/env python3
"""Python that others wrote, in the VM and in CPython: modules of the standard library and of well-known collections of
algorithms, from Debian and from PyPI, with the examples of their own documentation and some more (corpus/modules.py).

What is left out is printed with its reason: code that needs floats, or a module that no actor may import."""
import argparse
import re
import subprocess
import sys

from corpus.extract import programs
from corpus.modules import FETCHED, ROOT, modules
from generated.compare import compare
from generated.sides import CPython, Vm, become_debian, driver, settled

# What a program may be refused for: something that the language leaves out (docs/actors.md).
LEFT_OUT = re.compile(r"float|complex|async|await|import|metaclass|eval|exec|compile|__del__|weak")
BUILT_IN = re.compile("<built-in function")  # what the library has in Python is no builtin here
NOT_HERE = re.compile("ENDED (NameError|ImportError|NotImplementedError)")  # in what the definitions themselves do
# Programs that differ, and why: mended in the VM, they leave this list.
KNOWN = {"boltons.typeutils.get_all_subclasses": "there is no type.__subclasses__, through which a sandbox is left"}
EXAMPLES_MIN = 2000  # fewer, and they were lost on the way


def hold(program, sides):
    """("agrees", ""), ("left out", why), ("known", why) or ("differs", how)."""
    nothing = ("left out", "its examples need what is not here, or show nothing")
    shown = sides[0].answer(program.source()) or []
    while program.without(shown):
        shown = sides[0].answer(program.source()) or []
    if not program.steps or not shown or NOT_HERE.search(shown[0]):
        return nothing
    answered = sides[1].answer(program.source()) or ["ENDED out of cycles or memory"]
    if answered[0] == "REFUSED" and LEFT_OUT.search(answered[1]):
        return "left out", answered[1]
    difference, _ = compare(*([BUILT_IN.sub("<function", line) for line in lines] for lines in (shown, answered)))
    if program.title in KNOWN:
        return ("known", KNOWN[program.title]) if difference else ("differs", "  no more: take it out of KNOWN")
    if not difference:
        return "agrees", ""
    if compare(sides[0].answer(program.source(), limited_too=True) or [], answered) == (None, None):
        return "left out", "its integers are wider than 4,096 bits"
    return ("differs", str(difference)) if settled(program.source()) else nothing


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="programs whose title has this text")
    parser.add_argument("--print", action="store_true", help="print the programs and do nothing else")
    args = parser.parse_args()
    become_debian()
    subprocess.run([f"{ROOT}/tools/fetch_pypi.sh", "tests/pvm/corpus/requirements.txt", FETCHED], check=True)
    sides, found, examples = (CPython(), Vm(driver())), {}, 0
    for module in modules():
        made, without = programs(module)
        for title, why in without:
            found.setdefault("left out", []).append((title, why))
        for program in made:
            if args.only not in program.title:
                continue
            if args.print:
                print(program.source())
                continue
            verdict, why = hold(program, sides)
            found.setdefault(verdict, []).append((program.title, why))
            examples += len(program.steps) if verdict == "agrees" else 0
    for title, why in found.get("differs", ()):
        print(f"--- {title}\n{why}")
    for verdict in ("known", "left out"):
        for title, why in found.get(verdict, ()):
            print(f"{verdict}: {title}: {why}")
    agreed, failed = len(found.get("agrees", ())), len(found.get("differs", ()))
    print(f"{examples} examples of {agreed} definitions agree with CPython {sys.version.split()[0]}")
    if not args.only and not args.print and examples < EXAMPLES_MIN:
        print(f"fewer than {EXAMPLES_MIN} examples")
        failed += 1
    print(f"{agreed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
