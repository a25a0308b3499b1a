#!/usr/bin/env python3
"""Every character of Unicode in the VM and in CPython 3.11: its cases, by itself and within a word, its classes and the
number that its digits make. Texts in which a sigma's end of a word is looked for are made from a seed."""
import argparse
import random
import sys

from generated.sides import CPython, Vm, become_debian, driver

BLOCK, PART = 0x400, 0x8000
TEXTS, TEXTS_PART = 20_000, 1000
PROGRAM = """\
import hashlib, pvm_host
def show(*values):
    pvm_host.emit_event('', ' '.join([str(value) for value in values]).encode())
CASES = (str.upper, str.lower, str.title, str.casefold, str.swapcase, str.capitalize)
CLASSES = (str.isalpha, str.isdecimal, str.isdigit, str.isnumeric, str.isalnum, str.isupper, str.islower, str.istitle,
           str.isidentifier, str.isspace, str.isprintable)
def digest(texts):
    return hashlib.sha256('\\n'.join(texts).encode()).hexdigest()[:16]
"""
CHARACTERS = PROGRAM + """\
def number(c):
    try:
        return str(int(c)) + str(int('1' + c + '_2', 4))
    except ValueError:
        return '-'
for start in range({start}, {end}, {block}):
    chars = [chr(c) for c in range(start, start + {block}) if not 0xd800 <= c <= 0xdfff]
    if chars:
        words = [c + 'a' + c + 'B' + c for c in chars]
        show(hex(start), *[digest([of(c) for c in chars]) + digest([of(w) for w in words]) for of in CASES],
             *[digest([str(of(c)) for c in chars]) + digest([str(of('a' + c)) for c in chars]) for of in CLASSES],
             digest(map(number, chars)))
"""
WORDS = PROGRAM + """\
for text in {texts}:
    show(ascii(text), *[ascii(of(text)) for of in CASES], *[of(text) for of in CLASSES])
"""
# Where case depends on what is beside, grows, shrinks or differs from title: and what separates.
LETTERS = "aAΣσς\u0130ı\u00df\ufb03\u01c5\u01c4\u1f88\u1f80\u0149\u0345\u0301'\u2019\u00ad.:- 1\u0663\u00b2\u2160\u24b6\u02b0\u10d0\u1c90\u13a0\uab70\U00010400"


def programs():
    for start in range(0, 0x110000, PART):
        yield CHARACTERS.format(start=start, end=start + PART, block=BLOCK)
    choose = random.Random(20261122)
    texts = ["".join(choose.choices(LETTERS, k=choose.randint(1, 9))) for _ in range(TEXTS)]
    for at in range(0, TEXTS, TEXTS_PART):
        yield WORDS.format(texts=texts[at:at + TEXTS_PART])


def main():
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    become_debian()
    sides, passed, failed = (CPython(), Vm(driver())), 0, 0
    for source in programs():
        shown, answered = (side.answer(source) for side in sides)
        if shown == answered and shown is not None:
            passed += 1
            continue
        failed += 1
        wrong = [pair for pair in zip(shown or ["(stopped)"], answered or ["(out of cycles or memory)"]) if pair[0] != pair[1]]
        for pair in wrong[:3]:
            print("  cpython {}\n  vm      {}".format(*pair))
    print(f"every character held against CPython {sys.version.split()[0]}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
