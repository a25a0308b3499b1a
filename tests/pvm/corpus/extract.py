"""Programs for one module: each definition with those that it needs, and the examples of its documentation.

A program has a definition, all that it leads to, and its examples one after the other. An example that needs what is
not here (a float, a module that actors may not import) is left out; so is a definition that does, by name."""
import ast
import builtins
import dataclasses
import doctest
import importlib
import os
import symtable
import textwrap
import types

from corpus.stand_ins import STAND_INS

MODULES_OF_ACTORS = {"collections", "dataclasses", "enum", "functools", "itertools", "operator", "string", "struct",
                     "typing", "json", "hashlib"}
# Modules of the standard library that are read along with what imports them, and their files.
LIBRARY = {"heapq": "heapq", "bisect": "bisect", "collections.abc": "_collections_abc"}
PRELUDE = """\
import pvm_host
def show(*values):
    pvm_host.emit_event('', ' '.join([repr(value) for value in values]).encode())
def shown(*values, sep=' ', end=''):
    pvm_host.emit_event('', repr(sep.join([str(value) for value in values]) + end).encode())
"""


@dataclasses.dataclass
class Program:
    title: str
    definitions: str
    steps: dict  # number of an example → its source

    def source(self):
        return self.definitions + "".join(shows(number, step) for number, step in self.steps.items())

    def without(self, lines):
        """Leaves out what has shown that it needs what is not here; true when there was any."""
        needs = [int(line.split()[1]) for line in lines if line.startswith("'needs' ")]
        for number in needs:
            del self.steps[number]
        return bool(needs)


class Plain(ast.NodeTransformer):
    """Without documentation and annotations, which may name what is not here; `print` shows, `id` tells nothing apart. A
    function that works with floats and an import that actors may not do raise, on both sides; asynchronous functions are
    gone."""
    def visit_FunctionDef(self, node):
        node.returns = None
        if has_floats(node):
            node.body = ast.parse("raise NotImplementedError('floats')").body
        return self._bare(node)

    def visit_AsyncFunctionDef(self, _):
        return None

    def visit_Import(self, node):
        return [ast.parse(one).body[0] for one in importable(node)] or ast.parse("raise ImportError").body[0]

    visit_ImportFrom = visit_Import

    def visit_ClassDef(self, node):
        """Without `metaclass=ABCMeta`: it is made to be derived from, and the examples are of what is."""
        node.keywords = [k for k in node.keywords if k.arg != "metaclass" or not ast.unparse(k.value).endswith("ABCMeta")]
        return self._bare(node)

    def _bare(self, node):
        self.generic_visit(node)
        if ast.get_docstring(node, clean=False) is not None:
            node.body = node.body[1:] or [ast.Pass()]
        return node

    def visit_arg(self, node):
        node.annotation = None
        return node

    def visit_AnnAssign(self, node):
        self.generic_visit(node)
        node.annotation = ast.Constant(ast.unparse(node.annotation))
        return node

    def visit_Name(self, node):
        name = {"print": "shown", "id": "identity_of"}.get(node.id, node.id)
        return ast.copy_location(ast.Name(name, node.ctx), node)


def has_floats(node):
    return any(isinstance(n, ast.Div) or isinstance(n, ast.Name) and n.id == "float"
               or isinstance(n, ast.Constant) and isinstance(n.value, (float, complex)) for n in ast.walk(node))


def plain(statement):
    copy = Plain().visit(ast.parse(ast.unparse(statement)))
    return ast.unparse(ast.fix_missing_locations(copy))


def asked_for(source):
    """Names of the outermost level that the code reads and does not make."""
    names = set()

    def walk(table, outermost):
        for symbol in table.get_symbols():
            makes_it = symbol.is_assigned() or symbol.is_imported()
            # What a class binds it may have read from outside before.
            if symbol.is_referenced() and (not makes_it if outermost else symbol.is_global() or table.get_type() == "class"):
                names.add(symbol.get_name())
        for child in table.get_children():
            walk(child, False)

    walk(symtable.symtable(source, "corpus", "exec"), True)
    return names


def made_by(source):
    """Names of the outermost level that the code makes."""
    return {s.get_name() for s in symtable.symtable(source, "corpus", "exec").get_symbols()
            if s.is_assigned() or s.is_imported() or s.is_namespace()}


class Definitions:
    """What the names of some files stand for; `documented`: the texts of a definition and of what stands in it."""

    def __init__(self, paths):
        self.order, self.of_name, self.documented = [], {}, {}
        self.modules = {os.path.basename(path).removesuffix(".py") for path in paths[:-1]}
        for source in STAND_INS:
            self._put(source)
        self.stood_in = set(self.of_name)
        for path in paths:
            with open(path, encoding="utf-8") as file:
                tree = ast.parse(file.read())
            asked = {(n.value.id, n.attr) for n in ast.walk(tree) if isinstance(n, ast.Attribute) and isinstance(n.value, ast.Name)}
            for node in tree.body:
                self._add(node, asked)

    def _add_as_module(self, module, called, asked):
        """A file read before, imported as a module: a class with those of its functions that are asked for by its name."""
        names = sorted(name for of, name in asked if of == called and name in self.of_name)
        if module in self.modules and names:
            self._put("\n    ".join([f"class {called}:", *(f"{name} = staticmethod({name})" for name in names)]))

    def _add(self, node, asked):
        if isinstance(node, ast.Try):  # of `try: import a quick one; except ImportError: def` the second way
            for inner in (inner for handler in node.handlers for inner in handler.body):
                self._add(inner, asked)
        elif isinstance(node, ast.If):  # `if` the interpreter is an old one
            for inner in node.orelse:
                self._add(inner, asked)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            for source in importable(node):
                self._put(source)
            for name in node.names:
                if name.asname and name.name in self.of_name:  # of a file that was read before
                    self._put(f"{name.asname} = {name.name}")
                self._add_as_module(LIBRARY.get(name.name, name.name), name.asname or name.name, asked)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            # One that a later one replaces, as that of `if TYPE_CHECKING`, is gone.
            self.of_name.pop(node.name, None)
            self._put(plain(node))
            self.documented.setdefault(node.name, []).extend(documentation(node))
        elif isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.For)):
            if not made_by(ast.unparse(node)) & self.stood_in:
                self._put(plain(node))

    def _put(self, source):
        self.order.append(source)
        for name in made_by(source):
            self.of_name.setdefault(name, []).append(source)

    def __contains__(self, name):
        return name in self.of_name or hasattr(builtins, name) or name in ("show", "shown")

    def needed(self, names):
        """The sources behind these names and all that they lead to, in order. What nothing stands for may be asked for
        in a way that no example takes."""
        wanted, left = set(), list(names)
        while left:
            for source in self.of_name.get(left.pop(), ()):
                if source not in wanted:
                    wanted.add(source)
                    left += asked_for(source)
        return [source for source in dict.fromkeys(self.order) if source in wanted]


def importable(node):
    """The imports of a statement that an actor may do, one by one."""
    if isinstance(node, ast.Import):
        return [f"import {n.name}" + (f" as {n.asname}" if n.asname else "") for n in node.names
                if n.name in MODULES_OF_ACTORS]
    if node.level or node.module not in MODULES_OF_ACTORS:
        return []
    module = importlib.import_module(node.module)
    return [f"from {node.module} import {n.name}" + (f" as {n.asname}" if n.asname else "") for n in node.names
            if hasattr(module, n.name) and not isinstance(getattr(module, n.name), types.ModuleType)]


def documentation(node):
    for inner in ast.walk(node):
        if isinstance(inner, (ast.FunctionDef, ast.ClassDef)) and ast.get_docstring(inner):
            yield ast.get_docstring(inner)


def examples(text):
    try:
        return [example.source for example in doctest.DocTestParser().get_examples(text)]
    except ValueError:
        return []


def steps_of(sources, definitions):
    """Those of these examples that can be asked here, as plain source."""
    bound = set()
    for source in sources:
        try:
            tree = ast.parse(source)
        except SyntaxError:
            continue
        tree.body = [n for statement in tree.body for n in (
            [ast.parse(s).body[0] for s in importable(statement)]
            if isinstance(statement, (ast.Import, ast.ImportFrom)) else [statement])]
        step = "\n".join(plain(statement) for statement in tree.body)
        asked = asked_for(step) - bound
        if not step or has_floats(tree) or any(name not in definitions for name in asked):
            continue
        bound |= made_by(step)
        yield step, asked


def shows(number, step):
    """The example as a statement that shows its value, or what it raises."""
    tree = ast.parse(step)
    if len(tree.body) == 1 and isinstance(tree.body[0], ast.Expr):
        step = f"value = {ast.unparse(tree.body[0])}\nif value is not None:\n    show(value)"
    return (f"try:\n{textwrap.indent(step, '    ')}\n"
            f"except (NameError, ImportError, NotImplementedError):\n    show('needs', {number})\n"
            "except Exception as e:\n    show(type(e).__name__, str(e))\n")


def programs(module):
    """A program for each definition with examples, and one for what is asked beside them; then what is left out, as
    (title, why)."""
    definitions = Definitions((*module.beside, module.path))
    made, left_out = [], []

    def make(title, names, sources):
        steps = list(steps_of(sources, definitions))
        if not steps:
            left_out.append((title, "its examples need what is not here"))
            return
        needed = definitions.needed(set(names).union(*(asked for _, asked in steps)))
        made.append(Program(title, PRELUDE + "".join(f"{one}\n" for one in needed), dict(enumerate(step for step, _ in steps))))

    for name, texts in Definitions((module.path,)).documented.items():
        found = [example for text in texts for example in examples(text)]
        if found:
            make(f"{module.name}.{name}", [name], found)
    if module.asked:
        make(f"{module.name}, as asked", [], list(statements(module.asked)))
    return made, left_out


def statements(text):
    lines = text.splitlines()
    for node in ast.parse(text).body:
        first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))])
        yield "\n".join(lines[first - 1:node.end_lineno])
