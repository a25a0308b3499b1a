"""The stubs of pvm_host and cowboy_sdk say what the VM has: every name, argument, default; mypy and `lariat pvm check` agree."""
import ast
import json
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import environment

STUBS = environment.SDK / "src"
MODULES = {"pvm_host": STUBS / "pvm_host-stubs/__init__.pyi", "cowboy_sdk": STUBS / "cowboy_sdk-stubs/__init__.pyi",
           "cowboy_sdk.runtime": STUBS / "cowboy_sdk-stubs/runtime.pyi"}
TABLES = {"pvm_host": "FUNCTIONS", "cowboy_sdk.runtime": "RUNTIME", "cowboy_sdk": "SDK"}
NO_FUNCTIONS = {"Trigger", "Context", "TimerEstimate", "Storage"}  # names for annotations, not there when an actor runs


def tree(module):
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


def functions(module):
    return {node.name: node for node in tree(module).body if isinstance(node, ast.FunctionDef)}


def classes(module):
    return {node.name: node for node in tree(module).body if isinstance(node, ast.ClassDef)}


def signature(function):
    """The arguments as the VM's tables write them: `height,payload,fee_payer=,*,priority_tier_hint=`."""
    args = function.args
    first_optional = len(args.args) - len(args.defaults)
    parts = [arg.arg + ("=" if n >= first_optional else "") for n, arg in enumerate(args.args)]
    if args.kwonlyargs:
        parts += ["*", *(arg.arg + ("" if default is None else "=") for arg, default in zip(args.kwonlyargs, args.kw_defaults))]
    return ",".join(parts)


def table(name):
    """A table of native functions in the VM's source."""
    text = (environment.ROOT / "src/pvm/library/module_host.cpp").read_text(encoding="utf-8")
    macro = "".join(re.findall(r'"([^"]*)"', text[text.index("#define SCHEDULE"):text.index("constexpr NativeSpec FUNCTIONS")]))
    body = text[text.index(f"constexpr NativeSpec {name}[]"):]
    rows = re.findall(r'\{"(\w+)", \w+, (SCHEDULE|"[^"]*"),', body[:body.index("};")])
    return {row: macro if arguments == "SCHEDULE" else arguments.strip('"') for row, arguments in rows}


def run(source, *flags):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "actor.py"
        path.write_text(source, encoding="utf-8")
        done = subprocess.run([environment.LARIAT, "pvm", "run", str(path), "--handler", "go", "--cycles", "4000000", "--json", *flags],
                              stdout=subprocess.PIPE, text=True, check=False)
        return json.loads(done.stdout.splitlines()[-1])


def said(source):
    """What a handler emitted under each topic."""
    ran = run(source)
    assert ran["status"] == "ok", ran
    return {event["topic"]: bytes.fromhex(event["data"][2:]).decode() for event in ran["events"]}


class Names(unittest.TestCase):
    def test_functions_and_arguments_are_those_of_the_vm(self):
        for module, name in TABLES.items():
            stubbed = {key: signature(node) for key, node in functions(module).items() if key not in ("only_self", "only_owner")}
            self.assertEqual(table(name), stubbed, module)

    def test_every_name_can_be_imported_and_no_other(self):
        for module in MODULES:
            names = [name for name in [*functions(module), *classes(module)] if name not in NO_FUNCTIONS]
            if module == "cowboy_sdk.runtime":
                names = [name for name in names]
                source = "import pvm_host\nfrom cowboy_sdk import runtime\n\ndef go(payload):\n    for f in (" + "".join(
                    f"runtime.{name}, " for name in names) + "):\n        pvm_host.emit_event('name', f.__name__.encode())\n"
                ran = run(source)
                self.assertEqual(("ok", len(names)), (ran["status"], len(ran["events"])))
                continue
            for name in names:
                self.assertEqual("ok", run(f"from {module} import {name}\n\ndef go(payload):\n    pass\n").get("status"), f"{module}.{name}")
        native = (environment.ROOT / "src/pvm/library/module_host.cpp").read_text(encoding="utf-8")
        host = re.search(r'HOST_MODULE = \{"pvm_host", FUNCTIONS, fill, \{([^}]*)\}', native).group(1)
        self.assertEqual(set(re.findall(r'"(\w+)"', host)), set(classes("pvm_host")) - NO_FUNCTIONS)
        guards = re.search(r"__all__ = \[([^\]]*)\]", (environment.ROOT / "src/pvm/library/python/_sdk_guards.py").read_text()).group(1)
        others = re.search(r'SDK_MODULE = \{\s*"cowboy_sdk", SDK, fill_sdk, \{([^}]*)\}, \{([^}]*)\}', native)
        self.assertEqual({*re.findall(r"'(\w+)'", guards), *re.findall(r'"(\w+)"', others.group(1) + others.group(2)), *table("SDK")},
                         {*functions("cowboy_sdk"), *classes("cowboy_sdk"), "runtime"} - NO_FUNCTIONS)

    def test_calls_are_taken_and_refused_by_the_vm_as_the_stubs_say(self):
        for module, name in (("pvm_host", "pvm_host"), ("cowboy_sdk.runtime", "runtime")):
            lines, expected = [], {}
            for key, node in functions(module).items():
                names = [arg.arg for arg in node.args.args]
                required = names[:len(names) - len(node.args.defaults)]
                everything = [*names, *(arg.arg for arg in node.args.kwonlyargs)]
                lines += [f"    attempt('{key} all', lambda: {name}.{key}({', '.join(f'{arg}=NO' for arg in everything)}))",
                          f"    attempt('{key} many', lambda: {name}.{key}({', '.join(['NO'] * (len(names) + 1))}))"]
                expected[f"{key} all"], expected[f"{key} many"] = None, str(len(names))
                for n, arg in enumerate(required):
                    lines.append(f"    attempt('{key} {arg}', lambda: {name}.{key}({', '.join(['NO'] * n)}))")
                    expected[f"{key} {arg}"] = f"'{arg}'"
            source = ("import pvm_host\nfrom cowboy_sdk import runtime\nNO = object()\n\ndef attempt(what, call):\n    try:\n        call()\n"
                      "        wrong = ''\n    except TypeError as e:\n        wrong = str(e)\n    except pvm_host.HostError as e:\n        wrong = ''\n"
                      "    pvm_host.emit_event(what, wrong.encode())\n\ndef go(payload):\n" + "\n".join(lines) + "\n")
            got = said(source)
            self.assertEqual(set(expected), set(got))
            for what, wanted in expected.items():
                if wanted is None:
                    self.assertEqual("", got[what], what)
                elif what.endswith("many") and wanted == "0":
                    self.assertIn("takes no arguments", got[what], what)
                else:
                    self.assertIn(wanted, got[what], what)

    def test_dicts_have_the_keys_of_the_vm(self):
        source = ("import pvm_host, json\n\ndef go(payload):\n    pvm_host.emit_event('Context', json.dumps(sorted(pvm_host.context())).encode())\n"
                  "    pvm_host.emit_event('TimerEstimate', json.dumps(sorted(pvm_host.estimate_timer(9, b''))).encode())\n")
        for name, keys in said(source).items():
            fields = [part for part in classes("pvm_host")[name].body if isinstance(part, ast.AnnAssign)]
            always = sorted(part.target.id for part in fields if "NotRequired" not in ast.unparse(part.annotation))
            self.assertEqual(json.loads(keys), always, name)

    def test_classes_of_bids_have_the_attributes_and_defaults_of_the_vm(self):
        text = (environment.ROOT / "src/pvm/library/python/cowboy_fees.py").read_text(encoding="utf-8")
        for node in ast.parse(text).body:
            own, stubbed = (next(f for f in body if isinstance(f, ast.FunctionDef)) for body in (node.body, classes("cowboy_sdk")[node.name].body))
            self.assertEqual(signature(own), signature(stubbed), node.name)
            self.assertEqual([ast.literal_eval(d) for d in own.args.defaults], [ast.literal_eval(d) for d in stubbed.args.defaults])
            attributes = [part.target.id for part in classes("cowboy_sdk")[node.name].body if isinstance(part, ast.AnnAssign)]
            self.assertEqual([arg.arg for arg in own.args.args[1:]], attributes)
        tiers = {part.targets[0].id: part.value.value for part in classes("cowboy_sdk")["PriorityTier"].body if isinstance(part, ast.Assign)}
        source = ("import pvm_host, json\nfrom cowboy_sdk import PriorityTier\n\ndef go(payload):\n"
                  "    pvm_host.emit_event('t', json.dumps({t.name: t.value for t in PriorityTier}).encode())\n")
        self.assertEqual(tiers, json.loads(said(source)["t"]))

    def test_defaults_of_messages_are_those_that_the_text_names(self):
        (message,) = run("import pvm_host\n\ndef go(payload):\n    pvm_host.send_message(bytes(20), b'')\n")["messages"]
        text = ast.get_docstring(functions("pvm_host")["send_message"])
        self.assertIn(f"{message['gas']:,}", text)
        self.assertIn(f"{message['cells']:,}", text)

    def test_every_function_has_a_text_and_requirements_that_it_names_exist(self):
        known = set(re.findall(r"^\| ([A-Z]+-\d+) \|", (environment.ROOT / "docs/requirements.md").read_text(encoding="utf-8"), re.M))
        for module in MODULES:
            for name, node in {**functions(module), **classes(module)}.items():
                text = ast.get_docstring(node)
                self.assertTrue(text, f"{module}.{name}")
                for one in re.findall(r"\b(?!UTF)[A-Z]{2,4}-\d+\b", text):
                    self.assertIn(one, known, f"{module}.{name}")

    def test_errors_that_a_text_names_exist(self):
        from lariat.errors import HOST_ERRORS
        names = set(HOST_ERRORS) | {"HostError", "HandlerNameTooLong", "PriorityTier", "TimerConfig", "TypeError"}
        for module in MODULES:
            for name, node in functions(module).items():
                for word in re.findall(r"\b(?:[A-Z][a-z]+){2,}\b", ast.get_docstring(node)):
                    self.assertIn(word, names, f"{module}.{name}")


class Tests(unittest.TestCase):
    """lariat_test, the module of tests, is written in Python."""

    def described(self, text):
        """{class: {name: arguments with defaults; none for what is no function}}, of the public names and those of `chain`."""
        out = {}
        for node in ast.parse(text).body:
            if not isinstance(node, ast.ClassDef):
                continue
            out[node.name] = names = {}
            for part in node.body:
                if isinstance(part, ast.AnnAssign):
                    names[part.target.id] = None
                if isinstance(part, ast.FunctionDef) and part.name not in ("__new__", "__enter__", "__exit__"):
                    marks = [ast.unparse(mark) for mark in part.decorator_list]
                    names[part.name] = None if marks else (signature(part), [ast.unparse(d) for d in [*part.args.defaults, *part.args.kw_defaults] if d])
                names.update((at.attr, None) for at in ast.walk(part) if isinstance(at, ast.Attribute) and isinstance(at.ctx, ast.Store))
        return out

    def test_lariat_test_has_the_names_arguments_and_defaults_of_its_stub(self):
        source = (environment.ROOT / "src/pvm/library/python/lariat_test.py").read_text(encoding="utf-8")
        own, stubbed = self.described(source.replace("10**12", "1000000000000")), self.described(
            (STUBS / "lariat_test-stubs/__init__.pyi").read_text(encoding="utf-8"))
        own["Failure"].update(dict.fromkeys(ast.literal_eval(re.search(r"for name in (\(.*?\)):", source).group(1))))
        own["Failure"].pop("in_short", None)
        self.assertEqual(own, stubbed)
        for text in (source, (STUBS / "lariat_test-stubs/__init__.pyi").read_text(encoding="utf-8")):
            names = re.search(r"__all__ = (\[.*?\])", text).group(1)
            self.assertEqual(["Actor", "CallFailed", "Failure", "chain", "raises"], ast.literal_eval(names))


def mypy(*paths, strict=()):
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "mypy.ini"
        config.write_text("[mypy]\nplugins = lariat.mypy_plugin\ncheck_untyped_defs = True\n", encoding="utf-8")
        cache = str(environment.ROOT / "build/.mypy_stubs")
        done = subprocess.run([sys.executable, "-m", "mypy", "--config-file", str(config), "--cache-dir", cache, *map(str, paths)],
                              env=environment.env(MYPYPATH=":".join([str(STUBS)])), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              check=False)
        return done.returncode, done.stdout


class Checkers(unittest.TestCase):
    def test_mypy_and_the_command_find_nothing_in_the_examples(self):
        paths = sorted(environment.EXAMPLES.glob("*.py"))
        self.assertGreaterEqual(len(paths), 7)
        for path in paths:
            self.assertEqual(0, subprocess.run([environment.LARIAT, "pvm", "check", str(path)], stdout=subprocess.DEVNULL, check=False).returncode)
        self.assertEqual(0, mypy(*paths)[0], mypy(*paths)[1])

    def test_both_find_wrong_calls(self):
        wrong = {"pvm_host.schedule_timer(5)": "payload", "pvm_host.schedule_timers(5, b'')": "schedule_timers",
                 "pvm_host.transfer(self.address, 5, 6)": "transfer", "pvm_host.emit_event('a', data=b'', more=1)": "more"}
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for n, (call, named) in enumerate(wrong.items()):
                path = Path(folder) / f"wrong{n}.py"
                path.write_text(f"import pvm_host\n\nclass A:\n    def go(self, payload):\n        {call}\n        self.storage['a'] = 1\n", encoding="utf-8")
                checked = subprocess.run([environment.LARIAT, "pvm", "check", "--strict", str(path)], stdout=subprocess.PIPE, text=True, check=False)
                self.assertEqual((1, True), (checked.returncode, "line 5" in checked.stdout and named in checked.stdout), checked.stdout)
                paths.append(path)
            status, out = mypy(*paths)
            self.assertEqual(1, status)
            for path, named in zip(paths, wrong.values()):
                self.assertRegex(out, rf"{path.name}:5: error: .*{named}")
            self.assertNotIn(":6:", out)


class NewProjects(unittest.TestCase):
    """`lariat new` gives a project what editors and mypy need, and nothing of the Python package is asked for."""

    def mypy(self, project, *files):
        done = subprocess.run([sys.executable, "-m", "mypy", "--no-site-packages", "--cache-dir", str(environment.ROOT / "build/.mypy_new"), *files],
                              cwd=project, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        return done.returncode, done.stdout

    def test_NODE43_mypy_knows_what_the_actor_of_each_template_imports(self):
        with tempfile.TemporaryDirectory() as folder:
            for template in ("counter", "oracle", "vesting", "subscription", "liquidation"):
                with self.subTest(template):
                    subprocess.run([environment.LARIAT, "new", template, "--template", template], cwd=folder, stdout=subprocess.DEVNULL, check=True)
                    project = Path(folder, template)
                    for module, path in MODULES.items():
                        written = project / "typings" / module.split(".")[0] / path.name
                        self.assertEqual(path.read_bytes(), written.read_bytes())
                    self.assertEqual((0, "Success: no issues found in 2 source files\n"), self.mypy(project, f"{template}.py", f"test_{template}.py"))
                    (project / "wrong.py").write_text("import pvm_host\n\ndef now() -> int:\n    return pvm_host.block_heigth()\n", encoding="utf-8")
                    status, said = self.mypy(project, "wrong.py")
                    self.assertEqual(1, status)
                    self.assertIn('wrong.py:4: error: Module has no attribute "block_heigth"; maybe "block_height"?', said)
