"""Makes a program that differs smaller while it differs in the same way: statements go, expressions become parts of themselves."""
import ast
import copy

TRIES_MAX = 3000
SIMPLE = [ast.Constant(None), ast.Constant(0), ast.Constant(1), ast.Constant("a"), ast.Constant(b"a"), ast.List([], ast.Load())]


def statement_lists(tree):
    for node in ast.walk(tree):
        for field in ("body", "orelse", "finalbody", "handlers", "cases"):
            if isinstance(getattr(node, field, None), list) and getattr(node, field):
                yield node, field


def without_statements(tree):
    """Trees with some statements fewer: halves first, then one by one; and compound ones replaced by what they hold."""
    for index, (node, field) in reversed(list(enumerate(statement_lists(tree)))):
        count = len(getattr(node, field))
        width = count
        while width:
            for at in range(0, count, width):
                yield lambda t, i=index, a=at, w=width: cut(t, i, a, w)
            width //= 2
        if field in ("body", "orelse", "finalbody"):
            for at, statement in enumerate(getattr(node, field)):
                if getattr(statement, "body", None) and isinstance(statement.body, list):
                    yield lambda t, i=index, a=at: unwrap(t, i, a)


def cut(tree, index, at, width):
    node, field = list(statement_lists(tree))[index]
    items = getattr(node, field)
    del items[at:at + width]
    if not items and field == "body" and not isinstance(node, ast.Module):
        items.append(ast.Pass())


def unwrap(tree, index, at):
    node, field = list(statement_lists(tree))[index]
    items = getattr(node, field)
    items[at:at + 1] = items[at].body


def expressions(tree):
    """(parent, field, index or None) of each expression."""
    for node in ast.walk(tree):
        for field, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                yield node, field, None
            elif isinstance(value, list):
                yield from ((node, field, i) for i, item in enumerate(value) if isinstance(item, (ast.expr, ast.keyword)))


def get(place):
    node, field, index = place
    return getattr(node, field) if index is None else getattr(node, field)[index]


def with_simpler_expressions(tree):
    for number, place in enumerate(expressions(tree)):
        node = get(place)
        if place[2] is not None:
            yield lambda t, n=number: drop(t, n)
        if isinstance(node, ast.keyword) or isinstance(node, ast.Constant) and node.value in (None, 0, 1, "a", b"a"):
            continue
        parts = [child for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)]
        if isinstance(node, ast.Lambda):
            parts = [node.body]
        for child in [*parts, *([] if isinstance(node, ast.Name) else SIMPLE)]:
            yield lambda t, n=number, c=child: put(t, n, c)


def drop(tree, number):
    node, field, index = list(expressions(tree))[number]
    del getattr(node, field)[index]
    if isinstance(node, ast.Dict):
        del (node.values if field == "keys" else node.keys)[index]
    if isinstance(node, ast.Compare) and field == "comparators":
        del node.ops[index]


def put(tree, number, value):
    node, field, index = list(expressions(tree))[number]
    if index is None:
        setattr(node, field, copy.deepcopy(value))
    else:
        getattr(node, field)[index] = copy.deepcopy(value)


def shrink(prelude, source, differs):
    """differs(prelude + source) gives what the difference looks like, or None; what it gives for `source` is kept."""
    wanted, tries, progress = differs(prelude + source), 0, True
    while progress and tries < TRIES_MAX:
        progress = False
        for steps in (without_statements, with_simpler_expressions):
            again = True
            while again and tries < TRIES_MAX:
                again = False
                for step in steps(ast.parse(source)):
                    tries += 1
                    smaller = stepped(step, source)
                    if len(smaller) < len(source) and differs(prelude + smaller) == wanted:
                        source, again, progress = smaller, True, True
                        break
                    if tries >= TRIES_MAX:
                        break
    return source


def stepped(step, source):
    """The source after a step, or as it was where what would be left is no program."""
    tree = ast.parse(source)
    try:
        step(tree)
        return ast.unparse(ast.fix_missing_locations(tree)) + "\n"
    except (ValueError, IndexError, AttributeError, TypeError):
        return source
