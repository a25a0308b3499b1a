"""The methods and types of the client are those of the node's OpenAPI document; the sync client is the async one; mypy and pyright agree."""
import json
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import environment

from lariat import LocalNode, errors, types


class Generated(unittest.TestCase):
    def test_methods_and_types_are_those_of_the_node(self):
        with LocalNode("--dev") as node, tempfile.TemporaryDirectory() as folder:
            document = Path(folder) / "openapi.json"
            document.write_text(json.dumps(node.client().get_openapi()), encoding="utf-8")
            done = subprocess.run([sys.executable, str(environment.SDK / "generate.py"), "--check", "--openapi", str(document)],
                                  stdout=subprocess.PIPE, text=True, check=False)
            self.assertEqual((0, ""), (done.returncode, done.stdout), "run generate.py --openapi FILE")

    def test_every_code_of_a_problem_has_an_exception(self):
        plain = [code for code in types.PROBLEM_CODES if type(errors.of_problem({"code": code}, 400)) is errors.ApiError]
        self.assertEqual(["method_not_allowed", "timeout", "body_too_large", "uri_too_long", "unsupported_media_type", "headers_too_large",
                          "internal"], plain, "a code of which no caller can make use stays an ApiError")


class Types(unittest.TestCase):
    def test_mypy_strict_finds_nothing(self):
        cache = str(environment.ROOT / "build/.mypy_sdk")
        done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--config-file", "pyproject.toml", "--cache-dir", cache, "src/lariat", str(environment.EXAMPLES / "scripts")],
                              cwd=environment.SDK, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        self.assertEqual(0, done.returncode, done.stdout)

    def test_pyright_finds_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, where in (("src", environment.SDK / "src"), ("scripts", environment.EXAMPLES / "scripts")):
                shutil.copytree(where, Path(folder) / name)
            (Path(folder) / "wrong.py").write_text("import pvm_host\npvm_host.transfer(b'', 1, 2)\n", encoding="utf-8")
            config = {"include": ["src/lariat", "scripts", "wrong.py"], "extraPaths": ["src"], "venvPath": str(environment.HOME.parent),
                      "venv": environment.HOME.name, "pythonVersion": "3.11", "reportMissingModuleSource": False}
            (Path(folder) / "pyrightconfig.json").write_text(json.dumps(config), encoding="utf-8")
            done = subprocess.run([environment.pyright(), "--outputjson", "-p", folder], stdout=subprocess.PIPE, text=True, check=False)
            found = [(Path(said["file"]).name, said["rule"]) for said in json.loads(done.stdout)["generalDiagnostics"]]
            self.assertEqual([("wrong.py", "reportCallIssue")], found, done.stdout)
