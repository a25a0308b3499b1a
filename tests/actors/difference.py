"""Describes the first difference between the results of a program on the chain and in CPython, with its line."""
from chain_run import refusal_reason

SHOWN_CHARACTERS_MAX = 400


def shown(event):
    topic, data = event[0], bytes.fromhex(event[1])
    text = data.decode("utf-8", "backslashreplace")
    return ("" if topic == "out" else topic + ": ") + text[:SHOWN_CHARACTERS_MAX]


def line_of(source, number):
    lines = source.splitlines()
    return lines[number - 1].strip() if 0 < number <= len(lines) else ""


def of_events(source, expected, got):
    for index, (want, have) in enumerate(zip(expected, got)):
        if want[:2] != have[:2]:
            return (f"event {index + 1}, line {want[2]}: {line_of(source, want[2])}\n"
                    f"    CPython: {shown(want)}\n    lariat:  {shown(have)}")
    if len(got) < len(expected):
        want = expected[len(got)]
        return f"{len(expected) - len(got)} events are missing, from line {want[2]}: {line_of(source, want[2])}"
    if len(got) > len(expected):
        return f"{len(got) - len(expected)} events too many: {shown(got[len(expected)])}"
    return None


def first_difference(source, expected, placed, got):
    """None, or the text of the first difference. placed: of the deployment; expected, got: of one handler."""
    if placed["status"] != "ok":
        why = refusal_reason(source)[1] if placed["error"] == "CodeRefused" else ""
        return f"deployment: {placed['status']} {placed['error']} {why}".rstrip()
    if (expected["status"], expected.get("error", "")) != (got["status"], got["error"]):
        want = f"{expected['status']} {expected.get('error', '')} {expected.get('message', '')}".rstrip()
        return f"CPython: {want}\n    lariat:  {got['status']} {got['error']}".rstrip()
    return of_events(source, expected["events"], got["events"])
