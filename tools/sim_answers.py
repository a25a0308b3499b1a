"""Fills in the figures of simulation/answers.md, which has the answers of docs/simulation.md in words.

    [[FILE | ARM | COLUMN]]          a cell of the table of this scenario file
    [[FILE ? DECISION]]              the estimate of one of its decisions
    [[FILE ? DECISION ? holds]]      what the rule says of it: yes, no or undecided

A figure is always that of the table, and the page lists where each of them stands."""
import re

FIGURE = re.compile(r"\[\[([^\]]+)\]\]")


class NoSuchFigure(Exception):
    """A figure that no table has."""


def cells(tables):
    """(file, arm or decision, column) of every cell, from the lines of each file's tables."""
    out = {}
    for name, lines in tables.items():
        columns = None
        for line in lines:
            row = [text.strip() for text in line.strip("|").split("|")] if line.startswith("|") else None
            if row is None:
                columns = None
            elif columns is None:
                columns = row
            elif not set(line) <= set("|- "):
                out |= {(name, row[0].strip("`"), column): text for column, text in zip(columns, row)}
    return out


def place(reference):
    """(file, arm or decision, column) that a reference names."""
    if "?" in reference:
        name, decision, *what = (part.strip() for part in reference.split("?"))
        return name, decision, "holds" if what == ["holds"] else "estimate"
    name, arm, column = (part.strip() for part in reference.split("|"))
    return name, arm, column


def filled(text, tables):
    """(the lines of the answers, the lines of the table that says where each figure stands)."""
    known, out, question = cells(tables), [], ""
    places = ["| question | figure | file | arm or decision | column |", "| --- | --- | --- | --- | --- |"]
    for line in text.splitlines():
        if line.startswith("### "):
            question = line.removeprefix("### ").split(":")[0]
        for reference in FIGURE.findall(line):
            name, row, column = at = place(reference)
            if not known.get(at):
                raise NoSuchFigure(f"simulation/answers.md: no table has [[{reference}]]")
            shown = row if column in ("estimate", "holds") else f"`{row}`"
            places.append(f"| {question} | {known[at]} | {name} | {shown} | {column} |")
        out.append(FIGURE.sub(lambda match: known[place(match[1])], line))
    return out, list(dict.fromkeys(places))
