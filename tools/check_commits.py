#!/usr/bin/env python3
"""Checks the subjects of the commits since the last tag: `layer: imperative`, at most 72 characters, no full stop.

Without a tag it checks the commits since FIRST, so that older history is not judged. Merges are not checked. Outside of a
git repository, and where git does not know FIRST, it checks nothing and prints why. In a shallow clone it checks the
commits that are there."""
import argparse
import re
import subprocess
import sys

import sources

FIRST = "1f1a7653d7c4924e79de12fbd4e5eca5698bbcea"  # commits up to this one are older than the rule
SUBJECT_MAX = 72
_FORM = re.compile(r"[a-z][a-z0-9_+-]*(?:[,/] ?[a-z][a-z0-9_+-]*)*: (\S+)")
# Not the imperative: "added", "adding", "adds". The words that only look so are listed.
_OTHER_MOODS = re.compile(r"[a-z]+(?:ed|ing|[^siu]s)")
_IMPERATIVES = {"embed", "feed", "need", "seed", "speed", "shed", "bring", "string", "ring", "alias", "bias"}


class Skipped(Exception):
    """There is nothing to check here, and the reason."""


def git(root, *arguments):
    """The lines that git prints. Skipped where git is missing or refuses."""
    try:
        done = subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, text=True, errors="replace", check=False)
    except FileNotFoundError:
        raise Skipped("git is not installed") from None
    if done.returncode:
        raise Skipped((done.stderr.strip().splitlines() or ["git failed"])[0])
    return done.stdout.splitlines()


def succeeds(root, *arguments):
    try:
        git(root, *arguments)
    except Skipped:
        return False
    return True


def commits(root, first):
    """The arguments of `git log` that name the commits to check, and their description."""
    if git(root, "rev-parse", "--show-toplevel") != [str(root.resolve())]:
        raise Skipped("this folder is no git repository")
    if succeeds(root, "describe", "--tags", "--abbrev=0", "HEAD"):
        tag = git(root, "describe", "--tags", "--abbrev=0", "HEAD")[0]
        return [f"{tag}..HEAD"], f"since {tag}"
    if succeeds(root, "merge-base", "--is-ancestor", first, "HEAD"):
        return [f"{first}..HEAD"], f"since {first[:9]}"
    if git(root, "rev-parse", "--is-shallow-repository") == ["true"]:
        return ["HEAD"], "of this shallow clone"
    raise Skipped(f"there is no tag, and {first[:9]} is not in the history")


def wrong_with(subject):
    """The reason why a subject is refused, or None."""
    if len(subject) > SUBJECT_MAX:
        return f"{len(subject)} characters, at most {SUBJECT_MAX}"
    form = _FORM.match(subject)
    if not form:
        return "the form is `layer: imperative`, for instance `lane: bound the work of a rename`"
    if subject.endswith("."):
        return "no full stop at the end"
    word = form.group(1)
    if word[0].isupper():
        return f"`{word}` begins with a capital letter"
    if _OTHER_MOODS.fullmatch(word) and word not in _IMPERATIVES:
        return f"`{word}` is no imperative: write the word that completes `this commit will …`"
    return None


def check(root, first=FIRST):
    """The refused commits, one line each, and the closing line."""
    which, described = commits(root, first)
    found = [line.partition(" ") for line in git(root, "log", "--no-merges", "--format=%h %s", *which)]
    wrong = [f"commit {number}: {reason}: {subject}" for number, _, subject in found if (reason := wrong_with(subject))]
    return wrong, f"commits: {len(found)} checked, {described}; {len(wrong)} refused"


def main():
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    try:
        wrong, closing = check(sources.ROOT)
    except Skipped as skipped:
        print(f"commits: skipped: {skipped}")
        return 0
    print("\n".join([*wrong, closing]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
