#!/usr/bin/env python3
"""Writes docs/api.md from the /openapi.json of a node; --check only says whether it is current, with exit status 1 if not.

The command is the one that LARIAT names, else build/dev/lariat, else build/lariat."""
import argparse
import difflib
import json
import os
import subprocess
import sys
import urllib.request

import sources

PAGE = sources.ROOT / "docs/api.md"
HEAD = """# The API of a node

<!-- Written by tools/api_page.py from /openapi.json: change src/node/routes.cpp or src/node/schemas.json, then run it. -->

[node.md](node.md) says how to run a node. A running node has this page at `/docs`, and for programs at `/openapi.json`.

Numbers are JSON numbers up to 2^53 and decimal texts above; amounts are decimal texts in base units. Every answer names the height that it is of in
`Lariat-Height`. Lists are `{"items", "next", "height"}`: give `next` as `cursor` for the next page, with the same filters.
"""


def document():
    candidates = [os.environ.get("LARIAT", ""), str(sources.ROOT / "build/dev/lariat"), str(sources.ROOT / "build/lariat")]
    command = next((path for path in candidates if path and os.access(path, os.X_OK)), None)
    if not command:
        sys.exit("api_page: there is no command: build it, or name it in LARIAT")
    with subprocess.Popen([command, "node", "--dev", "--mine", "manual", "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          text=True) as node:
        try:
            address = json.loads(node.stdout.readline())["listen"]
            with urllib.request.urlopen(address + "/openapi.json", timeout=30) as answer:
                return json.load(answer)
        finally:
            node.terminate()


def link(name):
    return f"[{name}](#{name.lower()})"


def kind(schema):
    """A schema in a few words."""
    if "$ref" in schema:
        return link(schema["$ref"].rsplit("/", 1)[1])
    for union in ("oneOf", "anyOf"):
        if union in schema:
            return " or ".join(kind(one) for one in schema[union])
    if "enum" in schema:
        return ", ".join(f"`{word}`" for word in schema["enum"])
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    if schema.get("type") == "array":
        return "list of " + kind(schema["items"]) if "items" in schema else "list"
    if schema.get("type") == "object":
        inside = schema.get("properties")
        if inside:
            return "{" + ", ".join(f"`{name}`: {kind(one)}" for name, one in inside.items()) + "}"
        values = schema.get("additionalProperties")
        return "object with values " + kind(values) if isinstance(values, dict) else "object"
    word = schema.get("type", "anything")
    word = " or ".join(word) if isinstance(word, list) else word
    limits = [str(schema[key]) for key in ("minimum", "maximum") if key in schema]
    if len(limits) == 2:
        word += " from " + " to ".join(limits)
    elif limits and limits != ["0"]:
        word += f" from {limits[0]}"
    return word + (f", `{schema['pattern']}`".replace("|", "\\|") if "pattern" in schema else "")


def operation(method, path, what):
    out = [f"### {method.upper()} {path}", "", what["summary"] + ".", ""]
    if what["parameters"]:
        out += ["| parameter | | |", "| --- | --- | --- |"]
        out += [f"| `{one['name']}` | {kind(one['schema'])}{', in the path' if one['in'] == 'path' else ''} | {one['description']} |" for one in what["parameters"]]
        out.append("")
    for media, body in what.get("requestBody", {}).get("content", {}).items():
        out += [f"Body (`{media}`): {kind(body['schema'])}.", ""]
    if socket := what.get("x-websocket"):
        out += [f"A WebSocket: it takes {kind(socket['receives'])} and sends {kind(socket['sends'])}.", ""]
    for status, answer in what["responses"].items():
        media, body = next(iter(answer.get("content", {}).items()), (None, None))
        if status < "300" and media:
            out += [f"{status}: {kind(body['schema']) if media == 'application/json' else f'`{media}`'}{'' if status == '200' else '. ' + answer['description']}.", ""]
    return out


def schema_section(name, schema):
    out = [f"### {name}", ""]
    if "description" in schema:
        out += [schema["description"], ""]
    if "properties" not in schema:
        return [*out, kind(schema) + ".", ""]
    required = schema.get("required", [])
    out += ["| field | |", "| --- | --- |"]
    for field, inside in schema["properties"].items():
        about = f". {inside['description']}" if "description" in inside else ""
        out.append(f"| `{field}`{'' if field in required else ', if there is one'} | {kind(inside)}{about} |")
    return [*out, ""]


def page(openapi):
    out = [HEAD, "## Routes", ""]
    common = None
    for methods in openapi["paths"].values():
        for what in methods.values():
            codes = {code for status, answer in what["responses"].items() if status >= "400" for code in answer["description"].split(", ")}
            common = codes if common is None else common & codes
    out += ["Every route may answer with the problems " + ", ".join(f"`{code}`" for code in sorted(common)) + "; further ones are listed with it.", ""]
    for path, methods in openapi["paths"].items():
        for method, what in methods.items():
            out += operation(method, path, what)
            more = [f"`{code}` ({status})" for status, answer in what["responses"].items() if status >= "400"
                    for code in answer["description"].split(", ") if code not in common]
            if more:
                out += ["Problems: " + ", ".join(more) + ".", ""]
    out += ["## Schemas", ""]
    for name, schema in openapi["components"]["schemas"].items():
        out += schema_section(name, schema)
    return "\n".join(out).rstrip() + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="change nothing")
    args = parser.parse_args()
    wanted = page(document())
    if not args.check:
        PAGE.write_text(wanted, encoding="utf-8")
        return 0
    there = PAGE.read_text(encoding="utf-8") if PAGE.is_file() else ""
    if there == wanted:
        return 0
    print("docs/api.md is not what tools/api_page.py writes:")
    print("\n".join(list(difflib.unified_diff(there.splitlines(), wanted.splitlines(), "docs/api.md", "wanted", lineterm=""))[:60]))
    return 1


if __name__ == "__main__":
    sys.exit(main())
