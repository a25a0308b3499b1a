#!/usr/bin/env python3
"""Checks that every file named in a comment or a document exists in the repository.

It looks at comments of C++, Rust, shell, CMake and Python, at docstrings, and at documents. A name needs an ending such as
.hpp or .md, or a folder of the repository at its head (src/, docs/, …). A bare name or the end of a path is enough: any file
of the repository with that end will do. Links in documents must lead to their file from where they stand, and `#heading`
to a heading. Names with a part in capitals (NAME_fuzz.cpp) or a star are patterns; build/ holds what is generated. In the
code blocks of documents only paths with a folder of the repository at their head count: other files are the reader's.
Exceptions stand in tools/references_allowed.txt, with reasons."""
import argparse
import ast
import io
import re
import sys
import tokenize

import sources

ALLOWED = "tools/references_allowed.txt"
_ENDINGS = r"(?:md|py|hpp|cpp|cc|h|rs|sh|txt|jsonl|json|cmake|in|inc|toml|grammar|dict|yml)"
_NAME = re.compile(rf"(?<![\w./*~$<-])(?:[\w*-]+/|\.\./)*[\w*.-]*[\w*]\.{_ENDINGS}(?![\w*-]|\.\w)")
_PATTERN = re.compile(r"[*]|(?:^|[/_.-])[A-Z]{3,}(?:[/_.-]|$)")
_DECISION = re.compile(r"\bdecisions?[/ ](\d{4})\b")
_LINK = re.compile(r"\[[^\]\n]*\]\(([^)\s]+)\)")
_FENCE = re.compile(r"^```.*?^```[^\n]*$", re.M | re.S)
_HASH_COMMENT = re.compile(r"(?:^|(?<=\s))#[^\n]*", re.M)
_CPP_COMMENT = re.compile(r'//[^\n]*|/\*.*?\*/|R"(?P<mark>[^()\\\s]*)\(.*?\)(?P=mark)"|"(?:\\.|[^"\\\n])*"'
                          r"|(?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])+'", re.S)


def keep(text, spans):
    """The text with everything outside of the spans blanked; line breaks stay."""
    kept = [c if c == "\n" else " " for c in text]
    for begin, end in spans:
        kept[begin:end] = text[begin:end]
    return "".join(kept)


def cpp_comments(text):
    return keep(text, [m.span() for m in _CPP_COMMENT.finditer(text) if m.group().startswith(("//", "/*"))])


def python_comments(text):
    """Comments and docstrings; all of a source that this Python cannot read."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    try:
        spans = [(starts[t.start[0] - 1] + t.start[1], starts[t.end[0] - 1] + t.end[1])
                 for t in tokenize.generate_tokens(io.StringIO(text).readline) if t.type == tokenize.COMMENT]
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node, clean=False) is not None:
                docstring = node.body[0]
                spans.append((starts[docstring.lineno - 1], starts[docstring.end_lineno]))
    except (SyntaxError, tokenize.TokenError):
        return text
    return keep(text, spans)


def hash_comments(text):
    return keep(text, [m.span() for m in _HASH_COMMENT.finditer(text)])


def prose(text):
    """A document without its code blocks, and the code blocks alone."""
    blocks = [m.span() for m in _FENCE.finditer(text)]
    outside = list(text)
    for begin, end in blocks:
        outside[begin:end] = ["\n" if c == "\n" else " " for c in text[begin:end]]
    return "".join(outside), keep(text, blocks)


def slugs(text):
    """The anchors of a document's headings, as forges make them."""
    found = set()
    for heading in re.findall(r"^#+ +(.*)$", prose(text)[0], re.M):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "")
        found.add(re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-"))
    return found


class Tree:
    """The files of the repository, by their ends."""

    def __init__(self, root):
        self.root = root.resolve()
        paths = [path.relative_to(root).as_posix() for path in sources.files(root, "")]
        self.files = set(paths)
        self.folders = {"/".join(path.split("/")[:n]) for path in paths for n in range(1, path.count("/") + 1)}
        self.top = {folder for folder in self.folders if "/" not in folder}
        self.ends = {"/".join(path.split("/")[n:]) for path in self.files | self.folders for n in range(path.count("/") + 1)}
        self.decisions = {path.split("/")[-1][:4] for path in paths if path.startswith("docs/decisions/")}
        folders = "|".join(map(re.escape, sorted(self.top)))
        self.under_top = re.compile(rf"(?<![\w./*~$<{{-])(?:{folders})/[\w./*-]*[\w*]") if folders else re.compile(r"(?!)")

    def has(self, name):
        name = name.rstrip("/.")
        while name.startswith(("../", "./")):
            name = name.partition("/")[2]
        if name.startswith("docs/decisions/") and name[len("docs/decisions/"):] in self.decisions:
            return True
        return name in self.ends or name.startswith("build/") or bool(_PATTERN.search(name))

    def names(self, text, everywhere=True):
        """(offset, name) of each name that is missing."""
        found = {m.start(): m for m in self.under_top.finditer(text)}
        if everywhere:
            found.update({m.start(): m for m in _NAME.finditer(text)})
        found = {at: m.group() for at, m in found.items() if text[m.end():m.end() + 1] != "…"}
        yield from ((at, name) for at, name in sorted(found.items()) if not self.has(name))
        yield from ((m.start(), m.group()) for m in _DECISION.finditer(text) if everywhere and m.group(1) not in self.decisions)

    def links(self, where, text):
        """(offset, target) of each link of a document that leads nowhere."""
        for match in _LINK.finditer(text):
            target, _, anchor = match.group(1).partition("#")
            if "://" in target or target.startswith("mailto:"):
                continue
            path = (self.root / where).parent / target if target else self.root / where
            if not path.exists() or not path.resolve().is_relative_to(self.root):
                yield match.start(), match.group(1)
            elif anchor and path.suffix == ".md" and anchor not in slugs(path.read_text(encoding="utf-8")):
                yield match.start(), match.group(1)


READERS = {".cpp": cpp_comments, ".hpp": cpp_comments, ".cc": cpp_comments, ".h": cpp_comments, ".rs": cpp_comments, ".inc": cpp_comments, ".py": python_comments,
           ".sh": hash_comments, ".cmake": hash_comments, "CMakeLists.txt": hash_comments, "Makefile": hash_comments}
# Inputs of the tests, which speak of files of their own.
INPUTS = ("tests/pvm/programs/", "tests/actors/hostile/", "tests/actors/programs/", "tests/actors/later/", "tests/actors/refused/",
          "tests/pvm/corpus/", "fuzz/corpus/")


def findings(root):
    """(file, line, missing name)"""
    tree = Tree(root)
    for where in sorted(tree.files):
        if where.startswith(INPUTS):
            continue
        reader = next((r for end, r in READERS.items() if where.endswith(end)), None)
        if reader is None and not where.endswith(".md"):
            continue
        text = (root / where).read_text(encoding="utf-8")
        if reader:
            missing = list(tree.names(reader(text)))
        else:
            outside, blocks = prose(text)
            missing = [*tree.names(_LINK.sub(lambda m: " " * len(m.group()), outside)), *tree.names(blocks, everywhere=False),
                       *tree.links(where, outside)]
        yield from ((where, text.count("\n", 0, at) + 1, name) for at, name in missing)


def check(root):
    """What is wrong, one line each."""
    path = root / ALLOWED
    allowed = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else []:
        if line.strip() and not line.startswith("#"):
            where, name, reason = (line.split(None, 2) + ["", ""])[:3]
            allowed[(where, name)] = reason
    wrong, used = [], set()
    for where, line, name in findings(root):
        if (where, name) in allowed:
            used.add((where, name))
        else:
            wrong.append(f"{where}:{line}: {name} is not in the repository")
    wrong += [f"{ALLOWED}: {where} {name} has no reason" for (where, name), reason in allowed.items() if not reason]
    return wrong + [f"{ALLOWED}: {where} {name} is no longer needed: take it out" for where, name in sorted(set(allowed) - used)]


def main():
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    wrong = check(sources.ROOT)
    print("\n".join(wrong) if wrong else "references: every named file is in the repository")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
