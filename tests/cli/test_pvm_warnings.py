"""The warnings of `lariat pvm check`: what it finds in source that a chain accepts, and what it leaves alone."""
import tempfile
import unittest
from pathlib import Path

from program import json_lines, lariat

HEAD = "import pvm_host\nfrom cowboy_sdk import only_owner, only_self, runtime\n\n\nclass A:\n"  # a method's first line is line 6
GO = "    def go(self, payload):\n"


def method(*lines, head=GO):
    """An actor whose method has these lines, the first of them on line 7, in column 9."""
    return HEAD + head + "".join(f"        {line}\n" for line in lines)


class Warned(unittest.TestCase):
    def check(self, source, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "actor.py"
            path.write_text(source, encoding="utf-8")
            return lariat("pvm", "check", *arguments, str(path))

    def warnings(self, source):
        status, out, err = self.check(source, "--json")
        self.assertEqual((0, ""), (status, err), source)
        return json_lines(out)[-1]["warnings"]

    def warned(self, source, *expected):
        """Each expected warning: its line, or line and column, then parts of its text or hint."""
        got = self.warnings(source)
        self.assertEqual(len(expected), len(got), f"{source}\n{got}")
        for (place, *parts), warning in zip(expected, got):
            at = (warning["line"], warning["column"]) if isinstance(place, tuple) else warning["line"]
            self.assertEqual(place, at, f"{source}\n{warning}")
            for part in parts:
                self.assertIn(part, warning["warning"] + " | " + warning.get("hint", ""), source)

    def quiet(self, *sources):
        for source in sources:
            self.warned(source)


class Names(Warned):
    def test_a_name_that_nothing_binds_is_not_defined(self):
        self.warned(method("return paylod"), ((7, 16), "name 'paylod' is not defined", "did you mean 'payload'?"))
        self.warned("def go(payload):\n    return [size for _ in payload]\n", ((2, 13), "'size'"))
        self.warned("class A:\n    limit = 3\n    def go(self, payload):\n        return limit\n", ((4, 16), "'limit'"))
        self.warned("def go(payload):\n    lambda: nowhere\n    def inner(): return here\n    here = 1\n", ((2, 13), "'nowhere'"))
        self.warned("def go(payload):\n    match payload:\n        case Undefined(): pass\n", ((3, 14), "'Undefined'"))

    def test_names_of_every_scope_and_every_binding_are_known(self):
        self.quiet("import json as j\nfrom collections import deque\nX = 1\ndef go(payload):\n    global made\n    made = 1\n"
                   "    for i, (k, *rest) in enumerate([]): pass\n    with open_it() as f: pass\n    try: pass\n    except ValueError as e: e\n"
                   "    match payload:\n        case {'a': [b, *c], **d}: return b, c, d\n        case bytes() as whole: whole\n"
                   "    if (n := 3) and X: n\n    return [j for j in deque()], made, i, k, rest, f, ValueError, __name__, j\n"
                   "def open_it(): return made\n",
                   "from typing import *\ndef go(payload):\n    return Any\n",
                   "class A:\n    def go(self, payload) -> Missing:\n        x: AlsoMissing = 1\n        return super().go, __class__\n",
                   "class A:\n    __own = 1\n    def go(self, payload):\n        return self.__own\n    def _b(self):\n        def __f(): pass\n        __f()\n")

    def test_names_that_the_hosts_modules_lack_are_named_with_what_there_is(self):
        self.warned(method("pvm_host.emit_evnt('t', b'')"), ((7, 9), "module 'pvm_host' has no name 'emit_evnt'", "'emit_event'"))
        self.warned(method("pvm_host.sender()"), (7, "context()[\"sender\"]"))
        self.warned(method("runtime.get_hight()"), (7, "module 'cowboy_sdk.runtime' has no name 'get_hight'"))
        self.warned("import cowboy_sdk as sdk\ndef go(p):\n    sdk.runtime.get_sender()\n    sdk.runtime.nope()\n    sdk.Actor\n",
                    ((4, 5), "cowboy_sdk.runtime"), ((5, 5), "'actor'"))
        self.warned("import pvm_host as h\ndef go(p):\n    h.transfer(p, 1)\n    h.transfr(p, 1)\n", ((4, 5), "'transfer'"))

    def test_attributes_and_keys_that_the_context_lacks_are_named(self):
        self.warned(method("pvm_host.context().sender"), (7, "is a dict", "context()[\"sender\"]"))
        self.warned(method("pvm_host.context()['caller']"), (7, "no key 'caller'", "context()[\"sender\"]"))
        self.warned(method("pvm_host.context()['value']"), (7, "no money comes with a call"))
        self.quiet(method("ctx = pvm_host.context()", "ctx['sender'], ctx.get('timer_id'), pvm_host.context().get('trigger'), "
                          "pvm_host.context()['fire_seq'], runtime.context()['nonce']"))

    def test_a_local_name_like_a_modules_is_not_the_module(self):
        self.quiet("import pvm_host\ndef go(pvm_host):\n    return pvm_host.anything\n",
                   "from pvm_host import transfer\ndef go(p):\n    transfer = max\n    transfer(1, 2, 3)\n")


class Arguments(Warned):
    def test_too_many_too_few_and_unknown_arguments_are_named_with_the_signature(self):
        for call, said in (("transfer(payload)", "argument 'amount' is missing"), ("transfer(payload, 1, 2)", "at most 2 arguments"),
                           ("transfer(payload, value=1)", "no argument 'value'"), ("transfer(payload, to=payload)", "'to' is given twice"),
                           ("block_height(1)", "at most 0 arguments"), ("schedule_timer(9)", "'payload' is missing"),
                           ("schedule_timer(9, b'', gas=5)", "no argument 'gas'"), ("emit_event('t')", "'data' is missing"),
                           ("send_message(payload)", "'payload' is missing"), ("cancel_timer()", "'timer_id' is missing"),
                           ("schedule_timer(1, b'', None, None, None, None, None, None, 'fast')", "at most 8 arguments by position"),
                           ("set_gba()", "'agent' is missing"), ("get_state(b'k', None)", "at most 1 argument ")):
            name = call.partition("(")[0]
            self.warned(method("pvm_host." + call, "return None", head=GO) + "    def handle_timer(self, payload): pass\n",
                        ((7, 9), f"{name}(): ", said, f"{name}("))
        self.warned("from pvm_host import transfer as pay\nfrom cowboy_sdk import TxFeeParams\ndef go(p):\n    pay(p)\n    TxFeeParams(1)\n",
                    (4, "transfer(to, amount)"), (5, "'max_priority_fee_per_cycle' is missing"))

    def test_calls_that_fit_or_cannot_be_judged_are_left_alone(self):
        self.quiet(method("pvm_host.transfer(*payload)", "pvm_host.transfer(**{})", "pvm_host.transfer(payload, amount=1)",
                          "pvm_host.cancel_timer(payload)", "pvm_host.cancel_timer(payload, payload)", "pvm_host.gas_left()",
                          "pvm_host.set_timeout(payload, 1, b'', gas_limit=1, bid=None, client_nonce=2)", "runtime.charge_gas(5)",
                          "pvm_host.send_message(payload, b'', 5, 6)", "pvm_host.HostError('a', 'b')"))


class Copies(Warned):
    def test_changes_of_a_part_of_storage_are_lost(self):
        for line in ("self.storage['k'][0] = 1", "self.storage['k']['a']['b'] += 1", "del self.storage['k'][0]", "self.storage['k'].append(1)",
                     "self.storage.get('k', []).append(1)", "self.storage.setdefault('k', {}).update(a=1)", "x = self.storage['k'].pop()",
                     "self.storage['k']['list'].sort()", "self.storage['k'][0], y = 1, 2", "for self.storage['k'][0] in [1]: pass"):
            self.warned(method(line), (7, "copy", "lost"))

    def test_changes_of_a_variable_that_is_not_written_back_are_lost(self):
        self.warned(method("notes = self.storage['notes']", "notes.append(payload)"), ((8, 9), "lost", "'notes' is the copy"))
        self.warned(method("d = self.storage.get('d', {})", "if payload not in d:", "    d[payload] = d.get(payload, 0) + 1"), ((9, 13), "'d'"))
        self.warned(method("d = self.storage['d']", "d['a'].append(len(d))", "return b''"), (8, "'d'"))
        self.warned(method("for k in payload:", "    v = self.storage[k]", "    v.append(1)"), (9, "'v'"))
        self.warned(method("d = self.storage['d']", "for k in payload:", "    d[k] = d[k] + 1"), (9, "'d'"))
        self.warned(method("d = self.storage['d']", "del d[payload]"), (8, "'d'"))

    def test_what_is_written_back_or_used_afterwards_is_not_lost(self):
        self.quiet(method("self.storage['k'] = [1]", "self.storage['n'] += 1", "del self.storage['k']", "self.storage.pop('k', None)"),
                   method("notes = self.storage['notes']", "notes.append(1)", "self.storage['notes'] = notes"),
                   method("xs = self.storage['xs']", "xs.sort()", "return xs[0]"),
                   method("xs = self.storage['xs']", "xs.append(1)", "self._save(xs)"),
                   method("xs = self.storage['xs']", "while xs:", "    self.go(xs[-1])", "    xs.pop()"),
                   method("xs = self.storage['xs']", "x = xs.pop()", "return x"),
                   method("xs = list(self.storage['xs'])", "xs.append(1)"),
                   method("xs = self.storage['xs']", "xs = [1]", "xs.append(1)"),
                   method("xs = self.storage['xs']", "def inner(): return xs", "xs.append(1)", "return inner()"),
                   "log = []\n" + method("log.append(1)"),
                   method("d = self.storage['d']", "for k in payload:", "    if d[k]: pvm_host.emit_event('t', b'')", "    d[k] = 0"),
                   method("d = self.storage['d']", "try:", "    d['a'] = 1", "finally:", "    self.storage['d'] = d"))


class Handlers(Warned):
    def test_a_handler_that_is_scheduled_and_does_not_exist_is_named(self):
        self.warned(method("pvm_host.schedule_at(5, 'rong', b'')") + "    @only_self\n    def wrong(self, payload): pass\n",
                    ((7, 33), "names 'rong'", "did you mean 'wrong'?"))
        self.warned(method("pvm_host.schedule_at(5, 'ring', b'')"), (7, "does not define", "`def ring(self, payload):`"))
        self.warned(method("pvm_host.schedule_at(5, handler='deploy', payload=b'')") + "    def deploy(self): pass\n", (7, "cannot be called"))
        self.warned("import json, pvm_host\ndef go(p):\n    pvm_host.schedule_timer(9, json.dumps({'_handler': 'ring', '_payload': ''}).encode())\n",
                    (3, "an envelope names 'ring'", "`def ring(payload):`"))

    def test_a_timer_without_handle_timer_and_a_message_to_itself_without_handle_message_are_named(self):
        for line, handler in (("pvm_host.schedule_timer(9, b'')", "handle_timer"), ("pvm_host.schedule_timer_ex(9, b'')", "handle_timer"),
                              ("pvm_host.set_timeout(self.address, 9, b'')", "handle_timer"),
                              ("pvm_host.set_state_watch(self.address, [], b'')", "handle_timer"),
                              ("pvm_host.send_message(self.address, b'')", "handle_message"), ("pvm_host.set_gba(self.address)", "getGasBid")):
            self.warned(method(line), ((7, 9), f"runs '{handler}'"))
            self.quiet(method(line) + f"    @only_self\n    def {handler}(self, payload): pass\n")

    def test_a_handler_whose_parameters_do_not_fit_the_payload_is_named(self):
        for head in ("handle_timer(self)", "handle_message(payload)", "go(self)", "go(self, a, b)", "go(self, payload, *, more)", "go(self, *, payload)",
                     "deploy(self, a, b)", "deploy(self, *, more)"):
            name = head.partition("(")[0]
            self.warned(method("pass", head=f"    def {head}:\n"), ((6, 5), f"the chain calls '{name}' with one argument, the payload",
                                                                   "fails with TypeError", f"write `def {name}(self, payload):`"))
        self.warned(method("return None", head="    def getGasBid(self):\n"), ((6, 5), "the context", "write `def getGasBid(self, context):`"))
        self.warned(HEAD + "    @only_self\n    def handle_timer(self):\n        self.storage['n'] = 1\n", ((7, 5), "'handle_timer'"))
        self.warned("def handle_timer(): pass\n", ((1, 1), "write `def handle_timer(payload):`"))

    def test_parameters_that_fit_helpers_and_unknown_decorators_are_left_alone(self):
        for head in ("go(self, p)", "go(self, p=None, more=1)", "go(self, *args)", "go(self, p, /, *, more=1, **rest)", "go(*args)", "deploy(self)",
                     "deploy(self, p)", "deploy(self, *args)", "getGasBid(self, context)"):
            self.quiet(method("pass", head=f"    def {head}:\n"))
        self.quiet(method("pass") + "    def _go(self): pass\n",
                   method("return self.total(1, 2)") + "    def total(self, a, b): return a + b\n",
                   "def go(p): return total(1, 2)\ndef total(a, b): return a + b\n",
                   "def given(f): return lambda self, p: f(self)\nclass A:\n    @given\n    def go(self): pass\n")

    def test_timers_and_messages_for_others_and_envelopes_from_elsewhere_are_left_alone(self):
        self.quiet(method("pvm_host.set_timeout(payload, 9, b'')", "pvm_host.send_message(payload, b'')", "pvm_host.set_state_watch(payload, [], b'')"),
                   method("pvm_host.schedule_timer(9, self._wrap('go'))") + "    def _wrap(self, name): return ('{\"_handler\": ' + name).encode()\n",
                   method("pvm_host.send_message(payload, {'_handler': 'theirs'})"), method("pvm_host.schedule_at(5, payload.decode(), b'')"))
        self.quiet("from cowboy_sdk import actor, only_self\nimport pvm_host\nclass Base:\n    @only_self\n    def handle_timer(self, p): self.x = p\n"
                   "@actor\nclass A(Base):\n    def go(self, p): pvm_host.schedule_timer(9, b'')\n")


class Callers(Warned):
    TIMER = "    def handle_timer(self, payload):\n"

    def test_a_handler_for_timers_or_messages_that_looks_at_no_sender_is_open_to_everybody(self):
        self.warned(method("self.storage['n'] = 1", head=self.TIMER), ((6, 5), "anybody can call 'handle_timer'", "@only_self", "other actors' timers"))
        self.warned(method("self.storage['n'] = 1", head="    def handle_message(self, payload):\n"), (6, "'handle_message'"))
        self.warned("import pvm_host\ndef handle_timer(payload):\n    pvm_host.set_state(b'a', b'b')\n", ((2, 1), "'handle_timer'"))
        self.warned(method("pvm_host.schedule_at(5, 'ring', b'')") + "    def ring(self, payload):\n        self.storage['n'] = 1\n", (8, "'ring'"))
        self.warned(method("self._work()", head=self.TIMER) + "    def _work(self): pvm_host.transfer(self.deployer, 1)\n", (6, "'handle_timer'"))

    def test_a_handler_that_looks_at_its_sender_itself_or_in_what_it_calls_is_not(self):
        self.quiet(method("self.storage['n'] = 1", head="    @only_self\n" + self.TIMER), method("pass", head=self.TIMER),
                   method("if pvm_host.context()['sender'] != self.address: return", "self.storage['n'] = 1", head=self.TIMER),
                   method("if runtime.get_sender() != self.address: return", "self.storage['n'] = 1", head=self.TIMER),
                   method("self._check()", "self.storage['n'] = 1", head=self.TIMER) + "    def _check(self): assert pvm_host.context()['sender'] == self.deployer\n",
                   method("allow(pvm_host.context())", "self.storage['n'] = 1", head=self.TIMER) + "def allow(c):\n    assert c['sender']\n",
                   method("raise NotImplementedError", head=self.TIMER), method("self.storage['n'] = 1"))

    def test_a_callers_payload_for_the_actors_own_timer_is_warned_of_where_the_actor_trusts_itself(self):
        trusting = "    @only_self\n    def handle_timer(self, payload):\n        self.storage['n'] = payload\n"
        for line, column in (("pvm_host.schedule_timer(9, payload)", 36), ("pvm_host.schedule_timer_ex(9, payload=payload)", 47),
                             ("pvm_host.send_message(self.address, payload)", 45)):
            handler = trusting + ("    @only_self\n    def handle_message(self, payload): pass\n" if "send" in line else "")
            self.warned(method(line) + handler, ((7, column), "the caller chooses this payload", "as sender"))
            self.quiet(method(line, head="    @only_owner\n" + GO) + handler)
        self.quiet(method("pvm_host.schedule_timer(9, b'p' + payload)") + trusting, method("payload = b'x'", "pvm_host.schedule_timer(9, payload)") + trusting,
                   method("pvm_host.send_message(payload[:20], payload)") + trusting)
        open_to_all = trusting.replace("    @only_self\n", "").replace("payload):\n", "payload):  # noqa\n")
        self.quiet(method("pvm_host.schedule_timer(9, payload)") + open_to_all)


class Printed(Warned):
    SOURCE = "import pvm_host\ndef go(p):\n    return q\n"

    def test_a_warning_shows_its_line_and_leaves_the_status_alone_unless_asked_to_be_strict(self):
        status, out, err = self.check(self.SOURCE)
        self.assertEqual((0, ""), (status, err))
        self.assertRegex(out, r"actor.py: line 3, column 12: warning: name 'q' is not defined\n {8}return q\n {15}\^\n")
        self.assertTrue(out.endswith(f"actor.py: accepted, {len(self.SOURCE)} bytes, 1 warning\n"), out)
        self.assertEqual(1, self.check(self.SOURCE, "--strict")[0])
        self.assertEqual(0, self.check("def go(p): pass\n", "--strict")[0])

    def test_refusals_and_warnings_are_told_together_and_a_place_once(self):
        status, out, _ = self.check("import os\ndef go(p):\n    return q + eval(p)\n")
        self.assertEqual(1, status)
        self.assertTrue(out.endswith("2 refusals, 1 warning\n"), out)

    def test_a_line_that_ends_with_noqa_has_no_warnings(self):
        self.quiet("def go(p):\n    return q  # noqa\n", "def go(p):\n    return q  # noqa  \r\n")
        self.warned("def go(p):\n    return q  # noqa: really\n", (2, "'q'"))


class Hints(Warned):
    def hint(self, source):
        return json_lines(self.check(source + "\ndef go(p): pass\n", "--json")[1])[0].get("hint", "")

    def test_every_module_that_people_try_has_a_hint_of_its_own(self):
        for module, instead in (("math", "bit_length"), ("random", "pvm_host.randomness"), ("re", "partition"), ("time", "timestamp_ms"),
                                ("datetime", "timestamp_ms"), ("copy", "x.copy()"), ("heapq", "sort"), ("bisect", "sorted list"),
                                ("abc", "typing"), ("decimal", "integers"), ("os", "self.storage"), ("requests", "network"),
                                ("asyncio", "timer"), ("lariat_test", "pvm test"), ("collections.abc", "typing"), ("numpy", "integers")):
            self.assertIn(instead, self.hint(f"import {module}"), module)
            self.assertIn(instead, self.hint(f"def f():\n    from {module} import x"), module)
        self.assertIn("importable: pvm_host", self.hint("import unheard_of"))
        self.assertIn("import json as a whole", self.hint("import json.decoder"))
        self.assertIn("typing", self.hint("from collections import abc"))

    def test_a_name_that_a_module_lacks_is_compared_with_those_that_it_has(self):
        self.assertEqual("did you mean 'only_self'?", self.hint("from cowboy_sdk import only_slf"))
        self.assertEqual("did you mean 'transfer'?", self.hint("from pvm_host import transfr"))


class Prints(Warned):
    def test_a_call_of_print_is_warned_of_and_one_of_a_print_of_the_sources_own_is_not(self):
        self.warned(method("print('a')", "log = print", "return [print(x) for x in payload]"),
                    ((7, 9), "a chain drops the text of print()", "remove it before you deploy"), ((9, 17), "print()"))
        self.quiet("def print(x): return x\ndef go(payload):\n    return print(payload)\n",
                   "def go(payload, print=len):\n    return print(payload)\n",
                   "from json import dumps as print\ndef go(payload):\n    print(payload)\n",
                   "def go(payload):\n    print(payload)  # noqa\n")


if __name__ == "__main__":
    unittest.main()
