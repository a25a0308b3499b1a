# _assertions: tells which values a failed assert of a test had. Programs cannot import it.
LONG = 300
BRIEF = 80

def _shown(value):
    text = repr(value)
    return text if len(text) <= LONG else f'{text[:LONG]}… ({len(text)} characters)'

def _first_difference(left, right):
    if type(left) is not type(right):
        return ''
    if isinstance(left, dict):
        for key in left:
            if key not in right:
                return f'only the left has {_shown(key)}'
            if left[key] != right[key]:
                return f'at {_shown(key)}: {_shown(left[key])} and {_shown(right[key])}'
        for key in right:
            if key not in left:
                return f'only the right has {_shown(key)}'
    if isinstance(left, (list, tuple, str, bytes)):
        for i, (a, b) in enumerate(zip(left, right)):
            if a != b:
                return f'at {i}: {_shown(a)} and {_shown(b)}'
        return f'lengths {len(left)} and {len(right)}'
    return ''

def failed(relation, count, *rest):
    values, message = rest[:count], rest[count:]
    said = ' '.join([part for part in (_shown(values[0]) if count == 2 else '', relation, _shown(values[-1])) if part])
    if relation == '==' and len(said) > BRIEF:
        difference = _first_difference(*values)
        if difference:
            said = f'{said}\nfirst difference {difference}'
    if not message:
        return AssertionError(said)
    error = AssertionError(*message)
    error.add_note(said)
    return error
