"""Names: global statements, shadowing, unbound locals, builtins shadowed."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def tried(thunk):
    try:
        out(thunk())
    except Exception as e:
        pvm_host.emit_event("out", f"{type(e).__name__}: {e}".encode())


counter = 0
shadowed = 'module'


def bump():
    global counter, created
    counter += 1
    created = counter * 10
    return counter


def shadow():
    shadowed = 'local'
    return shadowed


def unbound():
    result = shadowed2 + 1
    shadowed2 = 5
    return result


def conditional(flag):
    if flag:
        v = 1
    return v


def deleted():
    v = 1
    del v
    return v


def loop_variable():
    for i in range(3):
        pass
    return i


def except_variable():
    e = 'before'
    try:
        raise ValueError('x')
    except ValueError as e:
        pass
    return e


def own_len(len):
    return len(1)


def go(payload):
    out(bump())
    out(bump())
    out(counter)
    out(created)
    out(shadow())
    out(shadowed)
    out(loop_variable())
    out(conditional(True))
    out(own_len(lambda x: x + 1))
    tried(lambda: unbound())
    tried(lambda: conditional(False))
    tried(lambda: deleted())
    tried(lambda: except_variable())
    tried(lambda: no_such_name)
    tried(lambda: no_such_name())
    def inner():
        global from_inside
        from_inside = 'set inside'
    inner()
    out(from_inside)
    sum = lambda *a: 'shadowed'
    out(sum([1, 2]))
    del sum
    try:
        out(sum([1, 2]))
    except UnboundLocalError as e:
        out(str(e))
