"""Exceptions: try, except, else, finally in every order; return, break and continue in finally."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def tried(thunk):
    try:
        out(thunk())
    except Exception as e:
        pvm_host.emit_event("out", f"{type(e).__name__}: {e}".encode())


def classify(thunk):
    steps = []
    try:
        steps.append('try')
        thunk()
        steps.append('done')
    except (KeyError, IndexError) as e:
        steps.append('lookup ' + type(e).__name__)
    except ValueError:
        steps.append('value')
    except Exception:
        steps.append('other')
    else:
        steps.append('else')
    finally:
        steps.append('finally')
    return steps


def return_in_finally():
    try:
        return 'try'
    finally:
        return 'finally'


def return_swallows():
    try:
        raise ValueError
    finally:
        return 'swallowed'


def finally_after_return(log):
    try:
        return log.append('returning') or 'value'
    finally:
        log.append('cleanup')


def loop(log):
    for i in range(5):
        try:
            if i == 1:
                continue
            if i == 3:
                break
            log.append(i)
        finally:
            log.append(('f', i))
    else:
        log.append('else')
    return log


def swallow_in_loop():
    seen = []
    while True:
        try:
            raise KeyError(len(seen))
        finally:
            seen.append(1)
            if len(seen) < 3:
                continue
            break
    return seen


def nested(log):
    try:
        try:
            raise ValueError('inner')
        except ValueError as e:
            log.append(str(e))
            raise KeyError('from handler')
        finally:
            log.append('inner finally')
    except KeyError as e:
        log.append((str(e), type(e.__context__).__name__, str(e.__context__)))
    return log


def value_fixed_before_finally():
    x = 1
    try:
        return x
    finally:
        x = 2


class Program:
    def go(self, payload):
        out(classify(lambda: 1))
        out(classify(lambda: {}[1]))
        out(classify(lambda: [][1]))
        out(classify(lambda: int('x')))
        out(classify(lambda: 1 // 0))
        log = []
        out(return_in_finally())
        out(return_swallows())
        out(finally_after_return(log))
        out(log)
        out(loop([]))
        out(swallow_in_loop())
        out(nested([]))
        out(value_fixed_before_finally())
        def deep(n):
            try:
                if n == 0:
                    raise LookupError('bottom')
                deep(n - 1)
            finally:
                log.append(n)
        try:
            deep(4)
        except LookupError as e:
            out(str(e))
            out(log)
        def reraise():
            try:
                1 // 0
            except ZeroDivisionError:
                log.append('saw')
                raise
        tried(lambda: reraise())
        def from_finally():
            try:
                1 // 0
            finally:
                {}['replaced']
        tried(lambda: from_finally())
        def from_else():
            try:
                pass
            except KeyError:
                return 'caught its own else'
            else:
                raise KeyError('else')
        tried(lambda: from_else())
