# The type variables in the arguments of list[T], T | None and their like, and what is put in their places.
_Union = type(int | None)

def parameters(args):
    found = {}
    for arg in args:
        if isinstance(arg, type):
            continue
        if hasattr(arg, '__typing_subst__'):
            found[arg] = None
        else:
            found |= dict.fromkeys(getattr(arg, '__parameters__', ()))
    return tuple(found)

# A variable by what the second says of it; in an alias its variables.
def exchanged(arg, given):
    if isinstance(arg, type):
        return arg
    if hasattr(arg, '__typing_subst__'):
        return arg.__typing_subst__(given[arg])
    inside = getattr(arg, '__parameters__', ())
    if not isinstance(inside, tuple) or not inside:
        return arg
    items = []
    for each in inside:
        if type(each).__name__ == 'TypeVarTuple':
            items.extend(given[each])
        else:
            items.append(given[each])
    return arg[tuple(items)]

# Which item each variable stands for. A variable of several says how many it takes.
def given_to(alias, known, items):
    for each in known:
        prepare = getattr(each, '__typing_prepare_subst__', None)
        if prepare is not None:
            items = prepare(alias, items)
    if len(items) != len(known):
        raise TypeError('Too %s arguments for %s; actual %d, expected %d'
                        % ('many' if len(items) > len(known) else 'few', alias, len(items), len(known)))
    return dict(zip(known, items))

def all_exchanged(args, given):
    made = []
    for arg in args:
        new = exchanged(arg, given)
        if getattr(arg, '__typing_is_unpacked_typevartuple__', False) and isinstance(new, tuple):
            made.extend(new)
        else:
            made.append(new)
    return tuple(made)

def substituted(alias, item):
    known = alias.__parameters__
    if not known:
        raise TypeError('%r is not a generic class' % (alias,))
    made = all_exchanged(alias.__args__, given_to(alias, known, item if isinstance(item, tuple) else (item,)))
    if type(alias) is not _Union:
        new = type(alias)(alias.__origin__, made)
        return next(iter(new)) if alias.__unpacked__ else new
    united = made[0]
    for each in made[1:]:
        united = united | each
    return united
