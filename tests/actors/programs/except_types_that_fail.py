"""What is being handled after the type that an except clause names could not be had."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def missing():
    try:
        try:
            raise ValueError(1)
        except nowhere_defined:
            pass
    except NameError as e:
        first = repr(e.__context__)
    try:
        raise KeyError(2)
    except KeyError as e:
        return first, repr(e.__context__)


def second_clause():
    try:
        try:
            raise ValueError(1)
        except KeyError:
            pass
        except nowhere_defined:
            pass
    except NameError as e:
        first = repr(e.__context__)
    try:
        raise
    except RuntimeError as e:
        return first, str(e), repr(e.__context__)


def no_type_at_all():
    try:
        try:
            raise ValueError(1)
        except 3:
            pass
    except TypeError as e:
        first = str(e), repr(e.__context__)
    try:
        raise KeyError(2)
    except KeyError as e:
        return first, repr(e.__context__)


def in_a_loop():
    seen = []
    for i in range(3):
        try:
            try:
                raise ValueError(i)
            except nowhere_defined:
                pass
        except NameError as e:
            seen.append(repr(e.__context__))
    try:
        raise KeyError(2)
    except KeyError as e:
        seen.append(repr(e.__context__))
    return seen


def while_another_is_handled():
    try:
        raise IndexError(0)
    except IndexError:
        try:
            try:
                raise ValueError(1)
            except nowhere_defined:
                pass
        except NameError:
            pass
        try:
            raise KeyError(2)
        except KeyError as e:
            return repr(e.__context__)


def in_a_generator():
    try:
        yield 1
        raise ValueError(1)
    except nowhere_defined:
        yield 2


def driven():
    seen = []
    try:
        for x in in_a_generator():
            seen.append(x)
    except NameError as e:
        seen.append(repr(e.__context__))
    try:
        raise KeyError(2)
    except KeyError as e:
        seen.append(repr(e.__context__))
    return seen


def go(payload):
    out(missing(), second_clause(), no_type_at_all(), in_a_loop(), while_another_is_handled(), driven())
