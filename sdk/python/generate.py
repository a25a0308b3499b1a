#!/usr/bin/env python3
"""Writes what the SDK has twice: types and methods from the OpenAPI document of a node, and the sync client from the async one.

  generate.py --openapi FILE    writes src/lariat/types.py and src/lariat/_async/api.py, then the sync client
  generate.py                   writes the sync client alone
  generate.py --check …         writes nothing, and exits with 1 if a file differs"""
import argparse
import json
import keyword
import re
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent / "src/lariat"
INTEGERS = {"Number", "Amount"}
TEXTS = {"Address", "Hash", "Hex"}
UNASYNC = [(r"\basync def\b", "def"), (r"\bawait ", ""), (r"\basync for\b", "for"), (r"\basync with\b", "with"),
           (r"\bAsyncClient\b", "Client"), (r"\bAsync(\w)", r"\1"), (r"__aenter__", "__enter__"), (r"__aexit__", "__exit__"), (r"__aiter__", "__iter__"),
           (r"__anext__", "__next__"), (r"\bStopAsyncIteration\b", "StopIteration"), (r"\baclose\b", "close"),
           (r"lariat\._async\b", "lariat._sync"), (r" async for ", " for "), (r"with async and await", "without async")]
BY_HAND = {"transport.py"}


def snake(name):
    return re.sub(r"(?<=[a-z0-9])([A-Z])", lambda m: "_" + m.group(1).lower(), name)


def name_of(schema):
    return schema["$ref"].rsplit("/", 1)[1]


class Types:
    """TypedDicts of the schemas, and how to turn their JSON into them."""

    def __init__(self, schemas):
        self.schemas, self.inner, self.shapes = schemas, [], {}

    def annotation(self, schema, inside=""):
        if "$ref" in schema:
            name = name_of(schema)
            return "int" if name in INTEGERS else name
        for union in ("oneOf", "anyOf"):
            if union in schema:
                parts = dict.fromkeys(self.annotation(part, f"{inside}{n or ''}") for n, part in enumerate(schema[union]))
                return " | ".join(parts)
        if "enum" in schema:
            return f"Literal[{', '.join(json.dumps(word) for word in schema['enum'])}]" if schema["enum"] else "str"
        if "const" in schema:
            return f"Literal[{schema['const']!r}]"
        kind = schema.get("type")
        if isinstance(kind, list):
            return " | ".join(self.annotation({"type": one}) for one in kind)
        if kind == "object":
            if schema.get("properties") and schema.get("additionalProperties") is False:
                self.inner.append((inside, schema))
                return inside
            if isinstance(more := schema.get("additionalProperties"), dict):
                return f"dict[str, {self.annotation(more, inside)}]"
            return "dict[str, Any]"
        if kind == "array":
            return f"list[{self.annotation(schema.get('items', {}), inside)}]"
        return {"integer": "int", "string": "str", "boolean": "bool", "null": "None", "number": "float"}.get(kind, "Any")

    def shape(self, schema):
        """None: as it is; "int": a number; a name; [shape] of a list; {"*": shape} of a mapping; {field: shape} of an object."""
        if "$ref" in schema:
            name = name_of(schema)
            return "int" if name in INTEGERS else None if name in TEXTS else self.named(name)
        for union in ("oneOf", "anyOf"):
            if union in schema:
                parts = [part for part in (self.shape(part) for part in schema[union]) if part is not None]
                if not parts or all(part == parts[0] for part in parts):
                    return parts[0] if parts else None
                merged = {}
                for part in parts:
                    merged.update(self.shapes.get(part, {}) if isinstance(part, str) and part != "int" else part if isinstance(part, dict) else {})
                return merged or None
        if schema.get("type") == "array":
            inner = self.shape(schema.get("items", {}))
            return None if inner is None else [inner]
        if schema.get("type") == "object":
            fields = {key: shape for key, part in schema.get("properties", {}).items() if (shape := self.shape(part)) is not None}
            if isinstance(more := schema.get("additionalProperties"), dict) and (shape := self.shape(more)) is not None:
                fields["*"] = shape
            return fields or None
        return None

    def named(self, name):
        if name not in self.shapes:
            self.shapes[name] = None
            self.shapes[name] = self.shape(self.schemas[name])
        return name if self.shapes[name] is not None else None

    def record(self, name, schema):
        """A class of an object, in the form that its keys allow."""
        required, rows = set(schema.get("required", ())), []
        for key, part in schema.get("properties", {}).items():
            said = self.annotation(part, name + "".join(word.capitalize() for word in key.split("_")))
            rows.append((key, said if key in required else f"NotRequired[{said}]"))
        about = schema.get("description")
        if any(keyword.iskeyword(key) for key, _ in rows):
            return [f"{name} = TypedDict({name!r}, {{".replace("'", '"'), *(f'    "{key}": {said},' for key, said in rows), "})"]
        body = [f"    {key}: {said}" for key, said in rows]
        return [f"class {name}(TypedDict):", *([f'    """{about}"""', ""] if about else []), *(body or ["    pass"])]

    def in_order(self):
        """Names, each after those that it uses."""
        done = {}

        def visit(name):
            if name not in done:
                done[name] = True
                for other in re.findall(r'"#/components/schemas/(\w+)"', json.dumps(self.schemas[name])):
                    visit(other)
                order.append(name)

        order = []
        for name in self.schemas:
            visit(name)
        return order

    def lines(self):
        out = []
        for name in self.in_order():
            schema = self.schemas[name]
            if name in INTEGERS or name in ("Problem", "StreamMessage", "StreamRequest"):
                continue
            if name in TEXTS:
                out += ["", f"{name}: TypeAlias = str"]
                continue
            self.inner = []
            if schema.get("type") == "object" and (schema.get("properties") and (schema.get("additionalProperties") is False)
                                                   or name == "NoRequest"):
                block = self.record(name, schema)
            else:
                block = [f"{name}: TypeAlias = {self.annotation(schema, name + 'Of')}"]
            done = set()
            while self.inner:
                inner_name, inner = self.inner.pop()
                if inner_name not in done:
                    done.add(inner_name)
                    block = [*self.record(inner_name, inner), "", "", *block]
            out += ["", "", *block]
            self.named(name)
        return out


HEAD = '"""{about} Generated from the OpenAPI document of the node: see generate.py."""\n'


def types_text(document):
    schemas = document["components"]["schemas"]
    types = Types(schemas)
    lines = types.lines()
    shapes = {name: shape for name, shape in sorted(types.shapes.items()) if shape is not None}
    # the unions of named shapes need the shapes that came later
    for name, shape in shapes.items():
        shapes[name] = types.shape(schemas[name]) or shape
    codes = schemas["Problem"]["properties"]["code"]["enum"]
    text = HEAD.format(about="The JSON of the API as types; numbers and amounts are int.")
    text += "from typing import Any, Literal, NotRequired, TypeAlias, TypedDict\n" + "\n".join(lines) + "\n\n\n"
    text += "#: Which fields of an answer are numbers, by the name of its type.\nSHAPES: dict[str, Any] = {\n"
    text += "".join(f"    {json.dumps(name)}: {json.dumps(shape)},\n" for name, shape in shapes.items()) + "}\n\n"
    text += "#: Every code that a problem of the API can have.\nPROBLEM_CODES: tuple[str, ...] = (\n"
    return text + "".join(f"    {json.dumps(code)},\n" for code in codes) + ")\n"


def parameter_type(schema):
    if "enum" in schema:
        return f"Literal[{', '.join(map(json.dumps, schema['enum']))}]"
    return {"integer": "int", "boolean": "bool"}.get(schema.get("type"), "str")


def method(path, verb, operation):
    """The lines of one route's method, and of the one that follows its pages."""
    types = Types({})
    content = next((answer.get("content", {}) for status, answer in operation["responses"].items() if status == "200"), {})
    kind, media = next(iter(content.items()), ("", {}))
    schema = media.get("schema", {})
    text = schema.get("type") == "string"
    binary = schema.get("format") == "binary"
    listed = schema.get("properties", {}).get("items") and name_of(schema["properties"]["items"]["items"]) if "properties" in schema else None
    returned = "bytes" if binary else "str" if text else f"Page[types.{listed}]" if listed else \
        f"types.{name_of(schema)}" if "$ref" in schema else "dict[str, Any]"
    parameters = operation.get("parameters", [])
    in_path = [p for p in parameters if p["in"] == "path"]
    in_query = [p for p in parameters if p["in"] == "query"]
    body = operation.get("requestBody", {}).get("content", {})
    arguments = ["self"] + [f"{p['name']}: {'int | ' if p['name'] in ('block', 'height') else ''}str" for p in in_path]
    binary_body = "application/octet-stream" in body
    if body:
        media = next(iter(body.values()))
        kind_of_body = "bytes" if binary_body else f"types.{name_of(media['schema'])}"
        arguments.append(f"body: {kind_of_body}" + (" = {}" if operation.get("x-empty") else ""))
    shown = ["*"] if in_query else []
    shown += [f"{p['name']}: {parameter_type(p['schema'])} | None = None" for p in in_query]
    name = snake(operation["operationId"])
    filled = re.sub(r"\{(\w+)\}", r"{part(\1)}", path)
    where = ("f" if "{" in path else "") + json.dumps(filled)
    asked = [json.dumps(verb.upper()), where]
    if in_query:
        asked.append("{" + ", ".join(f"{json.dumps(p['name'])}: {p['name']}" for p in in_query) + "}")
    if body:
        asked.append(("data=" if binary_body else "body=") + "body")
    about = operation.get("summary", name).rstrip(".") + "."
    get = "self._bytes" if binary else "self._text" if text else "self._json"
    asked = ", ".join(asked)
    shape = f"page:{listed}" if listed else name_of(schema) if "$ref" in schema else ""
    wrap = f"cast({json.dumps(returned)}, await self._json({asked}, shape={json.dumps(shape)}))" if get == "self._json" else f"await {get}({asked})"
    if listed:
        wrap = f"Page.of(await self._json({asked}, shape={json.dumps(shape)}))"
    lines = ["", f"    async def {name}({', '.join(arguments + shown)}) -> {returned}:", f'        """{about} {verb.upper()} {path}"""',
             f"        return {wrap}"]
    if listed:
        kept = [s for s in shown if not s.startswith("cursor:")]
        passed = [p["name"] for p in in_path] + [f"{p['name']}={p['name']}" for p in in_query if p["name"] != "cursor"]
        lines += ["", f"    async def {name.replace('list_', 'iter_')}({', '.join(arguments + kept)}) -> AsyncIterator[types.{listed}]:",
                  f'        """{about} Follows `next` to the end."""', "        cursor: str | None = None", "        while True:",
                  f"            page = await self.{name}({', '.join([*passed, 'cursor=cursor'])})",
                  "            for item in page.items:", "                yield item",
                  "            if (cursor := page.next) is None:", "                return"]
    del types
    return lines


def api_text(document):
    text = HEAD.format(about="A method for every route of the API.")
    text += ("from collections.abc import AsyncIterator\nfrom typing import Any, Literal, cast\n\nfrom lariat import types\n"
             "from lariat._http import Page, part\n\n\nclass AsyncApi:\n"
             '    """One method for each route; lists have a second one, iter_…, that follows the pages. Codes of problems are exceptions."""\n\n'
             "    async def _json(self, verb: str, path: str, query: dict[str, Any] | None = None, *, body: Any = None, data: bytes | None = None,\n"
             "                    shape: str = \"\") -> Any:\n        raise NotImplementedError\n\n"
             "    async def _text(self, verb: str, path: str, query: dict[str, Any] | None = None) -> str:\n        raise NotImplementedError\n\n"
             "    async def _bytes(self, verb: str, path: str, query: dict[str, Any] | None = None) -> bytes:\n        raise NotImplementedError\n")
    for path, verbs in document["paths"].items():
        for verb, operation in verbs.items():
            if operation["operationId"] != "openStream":
                text += "\n".join(method(path, verb, operation)) + "\n"
    return text


def sync_text(text):
    lines = []
    for line in text.split("\n"):
        for pattern, instead in UNASYNC:
            line = re.sub(pattern, instead, line)
        lines.append(line)
    head, rest = "\n".join(lines).split("\n", 1)
    return head + "\n# Generated from the file of this name in _async: see generate.py.\n" + rest


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--openapi", metavar="FILE", help="the document of a node, GET /openapi.json")
    parser.add_argument("--check", action="store_true", help="compare and write nothing")
    args = parser.parse_args()
    wanted = {}
    if args.openapi:
        document = json.loads(Path(args.openapi).read_text(encoding="utf-8"))
        wanted[PACKAGE / "types.py"] = types_text(document)
        wanted[PACKAGE / "_async/api.py"] = api_text(document)
    for path in sorted((PACKAGE / "_async").glob("*.py")):
        if path.name in BY_HAND:
            continue
        text = wanted.get(path) or path.read_text(encoding="utf-8")
        wanted[PACKAGE / "_sync" / path.name] = sync_text(text)
    if args.openapi:
        wanted[PACKAGE / "_sync/api.py"] = sync_text(wanted[PACKAGE / "_async/api.py"])
    differ = [path for path, text in wanted.items() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    for path in differ:
        print(f"{path.relative_to(PACKAGE.parents[1])}: {'differs from what generate.py writes' if args.check else 'written'}")
        if not args.check:
            path.write_text(wanted[path], encoding="utf-8")
    return 1 if differ and args.check else 0


if __name__ == "__main__":
    sys.exit(main())
