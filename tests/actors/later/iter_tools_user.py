"""Generators as coroutines, trampolines and pipelines."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def grep(pattern, target):
    try:
        while True:
            line = yield
            if pattern in line:
                target.send(line)
    except GeneratorExit:
        target.close()


def collect(into):
    try:
        while True:
            into.append((yield))
    except GeneratorExit:
        into.append('closed')


def trampoline(task):
    stack, value = [task], None
    while stack:
        try:
            made = stack[-1].send(value)
            value = None
            if hasattr(made, 'send'):
                stack.append(made)
            else:
                value = made
        except StopIteration as e:
            stack.pop()
            value = e.value
    return value


def total(n):
    if n == 0:
        return 0
    rest = yield total(n - 1)
    return n + rest


def go(payload):
    lines = []
    sink = collect(lines)
    next(sink)
    pipe = grep('a', sink)
    next(pipe)
    for text in ('abc', 'xyz', 'bar'):
        pipe.send(text)
    pipe.close()
    out(lines)
    out(trampoline(total(500)))
