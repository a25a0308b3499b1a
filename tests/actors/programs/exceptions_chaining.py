"""Exceptions: cause, context, suppression, names deleted after except."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def tried(thunk):
    try:
        out(thunk())
    except Exception as e:
        pvm_host.emit_event("out", f"{type(e).__name__}: {e}".encode())


def chain(how):
    try:
        try:
            raise KeyError('first')
        except KeyError as e:
            if how == 'from':
                raise ValueError('second') from e
            if how == 'none':
                raise ValueError('second') from None
            if how == 'other':
                raise ValueError('second') from IndexError('given')
            if how == 'class':
                raise ValueError from TypeError
            raise ValueError('second')
    except ValueError as e:
        return repr(e), repr(e.__cause__), repr(e.__context__), e.__suppress_context__


class Program:
    def go(self, payload):
        out(chain('from'))
        out(chain('none'))
        out(chain('other'))
        out(chain('class'))
        out(chain('implicit'))
        try:
            raise ValueError('a') from 5
        except TypeError as e:
            out(str(e))
        def outside():
            raise
        tried(lambda: outside())
        saved = None
        try:
            1 // 0
        except ZeroDivisionError as e:
            saved = e
        try:
            e
        except NameError as err:
            out(type(err).__name__)
        out(str(saved))
        out(saved.args)
        out(saved.__context__)
        out(saved.__cause__)
        try:
            raise saved
        except ArithmeticError as again:
            out(again is saved)
        def three():
            try:
                raise KeyError(1)
            except KeyError:
                try:
                    raise IndexError(2)
                except IndexError:
                    raise TypeError(3)
        try:
            three()
        except TypeError as e:
            out(repr(e))
            out(repr(e.__context__))
            out(repr(e.__context__.__context__))
            out(e.__context__.__context__.__context__)
        error = ValueError('x').with_traceback(None)
        out(repr(error))
        error.note = 'attributes can be added'
        out(error.note)
