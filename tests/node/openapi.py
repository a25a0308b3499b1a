"""Holds answers of a node against its own /openapi.json (NODE-24): status, media type, body, code of a problem."""
import functools
import json
import re
import sys

sys.path.append("/usr/lib/python3/dist-packages")  # Debian's package, for a Python that is not Debian's
import jsonschema

OF_EACH_KIND = 20  # answers of a route and status that are looked at: the validator is slow


class Document:
    def __init__(self, text):
        self.json = json.loads(text)
        self.seen = {}
        self.routes = [(re.compile("^" + re.sub(r"\\{[a-z_]+\\}", "[^/]+", re.escape(path)) + "$"), path, methods)
                       for path, methods in self.json["paths"].items()]

    @functools.cache
    def validator(self, reference):
        return jsonschema.Draft202012Validator({"components": self.json["components"], **json.loads(reference)})

    def operation(self, method, target):
        path = target.split("?")[0]
        wanted = {"HEAD": "get"}.get(method, method.lower())
        return next((methods[wanted] for pattern, _, methods in self.routes if wanted in methods and pattern.match(path)), None)

    def fits(self, schema, value, what):
        wrong = jsonschema.exceptions.best_match(self.validator(json.dumps(schema)).iter_errors(value))
        assert wrong is None, f"{what} does not fit /openapi.json at {'/'.join(map(str, wrong.absolute_path))}: {wrong.message[:400]}"

    def check(self, method, target, answer):
        operation = self.operation(method, target)
        what = f"{method} {target[:100]}, {answer.status}"
        kind = (operation and operation["operationId"], method, answer.status)
        self.seen[kind] = self.seen.get(kind, 0) + 1
        if self.seen[kind] > OF_EACH_KIND or answer.status in (101, 204):
            return
        media = answer.headers.get("content-type", "").split(";")[0]
        if answer.status >= 400 and media:
            assert media == "application/problem+json", f"{what}: {media}"
        if operation is None:
            return
        assert str(answer.status) in operation["responses"], f"{what}: this status is not in /openapi.json"
        response = operation["responses"][str(answer.status)]
        if answer.status == 304 or method == "HEAD":
            return
        assert media in response["content"], f"{what}: {media} is not in /openapi.json"
        if media not in ("application/json", "application/problem+json"):
            return
        self.fits(response["content"][media]["schema"], answer.json, what)
        if answer.status >= 400:
            assert answer.json["code"] in response["description"].split(", "), f"{what}: {answer.json['code']} is not in /openapi.json"
            assert answer.json["status"] == answer.status and answer.json["type"] == f"/docs#{answer.json['code']}", answer
