#!/usr/bin/env python3
"""Checks the style rules of CONTRIBUTING.md in every file.

  long-file        no source file above 500 lines
  first-line       each source file begins with a comment that says what it is
  words            no marks of unfinished work, no host names of package registries, no paths of one machine
  nondeterminism   no floating point, clock, locale or randomness in the consensus layers
  unordered        no loop over an unordered container in the consensus layers
  exceptions       no throw, try, catch in the consensus layers
  long-function    a warning only: functions above 70 lines

Exceptions stand in tools/style_allowed.txt, with reasons."""
import argparse
import re
import sys

import check_layers
import sources

LINES_MAX = 500
FUNCTION_LINES_MAX = 70

# Assembled, so that this file does not hold the words that it looks for.
_UNFINISHED = re.compile("|".join([r"\bTO" r"DO\b", r"\bFIX" r"ME\b", r"\bXX" r"X\b", r"(?i:\bfor " r"now\b)",
                                   r"(?i:\bsimpli" r"fied\b)", r"(?i:place" r"holder)", r"(?i:not imple" r"mented)",
                                   r"(?i:unimple" r"mented)"]))
_REGISTRY = re.compile(r"\b(?:registry|proxy|deb|security|index|files|static|repo|repo1)\.[a-z0-9-]+\.(?:org|com|io|net|dev)\b"
                       r"|\b(?:pypi|crates|npmjs|rubygems|pythonhosted)\.(?:org|io|com)\b", re.I)
_MACHINE_PATH = re.compile(r"(?<![\w.~}$*/-])/(?:work|tmp|home|root|Users)/[\w.]")
_WORDS = [(_UNFINISHED, "a mark of unfinished work"), (_REGISTRY, "the host name of a package registry"),
          (_MACHINE_PATH, "a path of one machine")]

_NONDETERMINISM = re.compile(r"\b(?:float|double|chrono|locale|setlocale|random_device|mt19937|this_thread|getenv)\b"
                             r"|(?<![\w.>])(?:s?rand|time|clock|gettimeofday|localtime|gmtime)\s*\(")
_EXCEPTIONS = re.compile(r"\bthrow\b|\btry\s*\{|\bcatch\s*\(")
_UNORDERED = re.compile(r"\bunordered_(?:flat_)?(?:multi)?(?:map|set)\s*<")


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


def check_size(where, text):
    lines = text.count("\n")
    if lines > LINES_MAX:
        yield "long-file", where, None, f"{lines} lines, at most {LINES_MAX}: look for the second subject"


def check_first_line(where, text):
    first, _, rest = text.partition("\n")
    if where.endswith(".py"):
        lines = (rest if first.startswith("#!") else text).lstrip("\n")
        good = lines.startswith(('"""', "# ", 'r"""'))
    elif where.endswith((".sh", "run")):
        good = first.startswith("#!") and rest.startswith("# ")
    elif where.endswith(".cmake"):
        good = first.startswith("# ")
    else:
        good = first.startswith(("// ", "/// ", "/* "))
    if not good:
        yield "first-line", where, 1, "the first line is no comment that says what the file is"


def check_words(where, text):
    for pattern, what in _WORDS:
        for match in pattern.finditer(text):
            yield "words", where, line_of(text, match.start()), f"{what}: {match.group().strip()}"


def check_consensus(where, bare):
    for match in _NONDETERMINISM.finditer(bare):
        yield "nondeterminism", where, line_of(bare, match.start()), f"{match.group().strip()} in a consensus layer (BLK-1)"
    for match in _EXCEPTIONS.finditer(bare):
        yield "exceptions", where, line_of(bare, match.start()), f"{match.group().strip(' {(')} in a consensus layer: errors are values"


def unordered_names(bare):
    """Names of variables and members declared with an unordered container type, aliases included."""
    names, aliases = set(), set()
    for match in _UNORDERED.finditer(bare):
        depth, at = 1, match.end()
        while at < len(bare) and depth:
            depth += {"<": 1, ">": -1}.get(bare[at], 0)
            at += 1
        alias = re.search(r"using\s+(\w+)\s*=\s*(?:std::)?$", bare[:match.start()])
        declared = re.match(r"\s*&?\s*(\w+)\s*[;={,)]", bare[at:])
        if alias:
            aliases.add(alias.group(1))
        elif declared:
            names.add(declared.group(1))
    for alias in aliases:
        names |= set(re.findall(rf"\b{alias}\s*&?\s+(\w+)\s*[;={{,)]", bare))
    return names


def check_unordered(where, bare, names):
    for name in names:
        for match in re.finditer(rf"\bfor\s*\([^;()]*:\s*(?:[\w().]|->)*\b{name}\s*\)|\b{name}\s*\.\s*c?begin\s*\(", bare):
            yield ("unordered", where, line_of(bare, match.start()),
                   f"a loop over the unordered container {name}: its order must not reach a result (BLK-1)")


def long_functions(where, text):
    """Functions by the layout that clang-format gives them: braces of a function body stand in the first column."""
    begin = None
    for number, line in enumerate(text.split("\n"), 1):
        if line == "{":
            begin = number
        elif line == "}" and begin:
            if number - begin - 1 > FUNCTION_LINES_MAX:
                yield "long-function", where, begin, f"{number - begin - 1} lines, better at most {FUNCTION_LINES_MAX}"
            begin = None


def read_allowed(root):
    path = root / "tools/style_allowed.txt"
    allowed = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else []:
        if line.strip() and not line.startswith("#"):
            rule, where, reason = (line.split(None, 2) + ["", ""])[:3]
            allowed[(rule, where)] = reason
    return allowed


def findings(root):
    """(rule, file, line or None, what) of all that is found, before the allow-list."""
    cpp = sources.cpp_files(root)
    python = sources.files(root, ".py")
    build = sources.files(root, ".sh", ".cmake")
    prose = sources.files(root, ".md", ".json", ".txt", "Makefile", ".jsonl")
    texts = {p.relative_to(root).as_posix(): p.read_text(encoding="utf-8") for p in {*cpp, *python, *build, *prose}}
    own = {"tools/check_style.py", "tests/tools/test_check_style.py"}  # they name what is forbidden

    def is_consensus(where):
        parts = where.split("/")
        return parts[0] == "src" and parts[1] in sources.CONSENSUS and where.endswith((".cpp", ".hpp"))

    declared = {where: unordered_names(sources.bare_cpp(text)) for where, text in texts.items() if is_consensus(where)}

    for path in sorted({*cpp, *python, *build}):
        where = path.relative_to(root).as_posix()
        if path not in build:
            yield from check_size(where, texts[where])
        yield from check_first_line(where, texts[where])
    for where, text in sorted(texts.items()):
        if where not in own and not where.startswith("docs/decisions/"):
            yield from check_words(where, text)
        if is_consensus(where):
            bare = sources.bare_cpp(text)
            yield from check_consensus(where, bare)
            yield from check_unordered(where, bare, declared[where].union(
                *(declared.get("src/" + name, ()) for _, name in check_layers.includes(root / where))))
        if where.endswith(".cpp"):
            yield from long_functions(where, text)


def check(root):
    """(failures, warnings) as lines of text."""
    allowed, used = read_allowed(root), set()
    failures, warnings = [], []
    for rule, where, line, what in findings(root):
        if place := next((p for r, p in allowed if r == rule and (where == p or p.endswith("/") and where.startswith(p))), None):
            used.add((rule, place))
            continue
        text = f"{where}{f':{line}' if line else ''}: {what} [{rule}]"
        (warnings if rule == "long-function" else failures).append(text)
    for (rule, where), reason in allowed.items():
        if not reason:
            failures.append(f"tools/style_allowed.txt: {rule} {where} has no reason")
        elif (rule, where) not in used:
            failures.append(f"tools/style_allowed.txt: {rule} {where} is no longer needed: take it out")
    return failures, warnings


def main():
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    failures, warnings = check(sources.ROOT)
    for line in warnings:
        print("warning: " + line)
    for line in failures:
        print(line)
    if not failures:
        print(f"style: nothing to say{f' but {len(warnings)} warnings' if warnings else ''}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
