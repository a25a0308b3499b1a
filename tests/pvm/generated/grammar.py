"""Reads the grammars of this folder and expands them: text of Python from a seeded source of choices.

A grammar is a text file. A line that does not begin with a blank names a nonterminal; the indented lines under
it are its productions, a line that begins with `| ` continues the one above. A number and `*` before a production
is its weight. The first two end: they are taken where productions are nested too deep. In a production:

  <int>        an expression or statement of that nonterminal
  <a,b,c>      one of these nonterminals
  <@i:int>     a new name, seen as an int by the rest of this production
  <=i:int>     the same, and by what follows the statement
  <$i>         that name once more
  <!list>      a nonterminal that does not see the names of this production
  <+int>       never of another type on purpose
  <var:int>    a variable of the function that is being written; without one, a new name
  <block>      on a line of its own: statements, indented as it is; <loop>, <function>, <generator>
               too, and <plain>: nothing that leaves it"""
import bisect
import random
import re
from pathlib import Path

HERE = Path(__file__).resolve().parent
PLACE = re.compile(r"<([@=$!+]?)([a-z][a-z0-9_,]*)(?::([a-z_0-9]+))?>")
BLOCKS = {"block": None, "loop": "in_loop", "function": "in_function", "generator": "in_generator", "plain": ""}
DEPTH = 4                # productions within productions, before only the first of a nonterminal are taken
NESTING = 3              # blocks within blocks
WRONG = 0.012            # how often an expression is of another type than is asked for
REPLACED = frozenset("small int bool str bytes bytearray list ilist slist tuple dict sdict set char iterator callee key obj".split())
CHOICES = 8              # until a production is found whose variables there are
KNOWN = 0.35             # how often a variable is taken where there is one


def read(name):
    """{nonterminal: [[weight, production]]}"""
    grammar, rules = {}, []
    for line in (HERE / name).read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if not line.startswith(" "):
            rules = grammar.setdefault(line.strip(), [])
        elif line.startswith("    | "):
            rules[-1][1] += "\n" + line[6:]
        else:
            match = re.match(r"(\d+)\* (.*)", line.strip())
            rules.append([int(match[1]), match[2]] if match else [1, line.strip()])
    return grammar


def parts_of(text):
    """The production as text and places: (sign, names, type)."""
    parts, at = [], 0
    for match in PLACE.finditer(text):
        parts += [text[at:match.start()], (match[1], match[2].split(","), match[3])]
        at = match.end()
    return [*parts, text[at:]]


class Grammar:
    def __init__(self, *names):
        self.rules = {}
        for name in names:
            for nonterminal, rules in read(name).items():
                self.rules.setdefault(nonterminal, []).extend(rules)
        self.productions = {}
        for nonterminal, rules in self.rules.items():
            weights, total = [], 0
            for weight, _ in rules:
                total += weight
                weights.append(total)
            self.productions[nonterminal] = ([parts_of(text) for _, text in rules], weights)
        self.used = set()
        missing = {name for parts, _ in self.productions.values() for lines in parts for part in lines if not isinstance(part, str)
                   and part[0] in "!+" for name in part[1] if name not in self.productions and name not in BLOCKS and name != "var"}
        assert not missing, f"nonterminals without productions: {sorted(missing)}"


    def texts(self):
        return {(nonterminal, number) for nonterminal, rules in self.rules.items() for number in range(len(rules))}


class Scope:
    """The names of one function or of the module, by type."""
    def __init__(self, outer=None):
        self.names, self.outer = [], outer

    def find(self, kind):
        found, scope = [], self
        while scope:
            found += [name for name, has in scope.names if has == kind]
            scope = scope.outer
        return found


class Writer:
    """One program being written."""
    def __init__(self, grammar, seed):
        self.grammar, self.choose = grammar, random.Random(seed)
        self.scope, self.names, self.nesting = Scope(), 0, 0
        self.flags = frozenset()

    def new_name(self, prefix="v"):
        self.names += 1
        return f"{prefix}{self.names}"

    def expand(self, name, depth=0, sure=False):
        """Text of a nonterminal."""
        if name == "stmt":
            name = self.choose.choice([name] * 3 + [f"stmt_{flag[3:]}" for flag in sorted(self.flags)])
        elif name in REPLACED and not sure and self.choose.random() < WRONG:
            name = "wrong"
        if self.choose.random() < KNOWN and (known := self.scope.find(name.removeprefix("f_"))):
            return self.choose.choice(known)
        productions, weights = self.grammar.productions[name]
        if depth >= DEPTH:
            number = self.choose.randrange(min(2, len(productions)))
        else:
            for _ in range(CHOICES):
                number = bisect.bisect(weights, self.choose.randrange(weights[-1]))
                if not self.lacks(productions[number]):
                    break
        self.grammar.used.add((name, number))
        return self.fill(productions[number], depth)

    def lacks(self, production):
        """Does it change a variable of a type of which there is none?"""
        return any(not isinstance(part, str) and part[1] == ["var"] and not any(has == part[2] for _, has in self.scope.names)
                   for part in production)

    def fill(self, production, depth):
        scope, labels, keep = self.scope, {}, []
        before = len(scope.names)
        for part in production:
            if not isinstance(part, str) and part[0] in ("@", "="):
                labels[part[1][0]] = new = self.new_name()
                (keep if part[0] == "=" else scope.names).append((new, part[2]))
        own, out = scope.names[before:], []
        for at, part in enumerate(production):
            if isinstance(part, str):
                out.append(part)
                continue
            sign, names, kind = part
            if sign in ("@", "=", "$") and sign:
                out.append(labels[names[0]])
            elif names[0] in BLOCKS:
                out.append(self.block(BLOCKS[names[0]], re.search(r" *\Z", out[-1])[0]))
            elif names[0] == "var":
                here = [name for name, has in self.scope.names if has == kind]
                out.append(self.choose.choice(here) if here else self.new_name())
            else:
                name = names[0] if len(names) == 1 else self.choose.choice(names)
                if sign == "!":
                    del scope.names[before:]
                text = self.expand(name, depth + 1, sign == "+")
                follows = production[at + 1][:1]
                out.append(f"({text})" if follows and follows in ".[" and not text.isidentifier() else text)
                if sign == "!":
                    scope.names[before:] = own
        del scope.names[before:]
        scope.names += keep
        return "".join(out)

    def block(self, flag, indent):
        """Statements, the first without the indent that stands there already."""
        outer, flags = self.scope, self.flags
        before = len(outer.names)
        if flag in ("in_function", "in_generator"):
            self.scope, self.flags = Scope(outer), frozenset({"in_function", flag} if flag == "in_function" else {flag})
        elif flag is not None:
            self.flags = flags | {flag} if flag else frozenset()
        self.nesting += 1
        text = "\n".join(self.statement() for _ in range(self.choose.randint(1, 3)))
        self.nesting -= 1
        self.scope, self.flags = outer, flags
        del outer.names[before:]
        return text.replace("\n", "\n" + indent)

    def statement(self):
        return self.expand("stmt" if self.nesting < NESTING else "stmt_plain")
