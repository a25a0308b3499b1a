"""Exceptions: classes of one's own, arguments, attributes, hierarchy."""
import pvm_host
from cowboy_sdk import actor


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def tried(thunk):
    try:
        out(thunk())
    except Exception as e:
        pvm_host.emit_event("out", f"{type(e).__name__}: {e}".encode())


class AppError(Exception):
    code = 100


class NotFound(AppError, LookupError):
    code = 404

    def __init__(self, what, where='here'):
        super().__init__(what, where)
        self.what = what

    def __str__(self):
        return f'{self.what} is not there'


class Plain(Exception):
    def __init__(self, a, b):
        self.a = a


class Silent(AppError):
    pass


@actor
class Program:
    def go(self, payload):
        for make in (lambda: AppError(), lambda: AppError('a'), lambda: AppError('a', 2), lambda: NotFound('key'), lambda: NotFound('k', where='w'), lambda: Plain(1, 2), lambda: Silent(5), lambda: KeyError('k'), lambda: KeyError(), lambda: ValueError(None), lambda: Exception(['x'])):
            try:
                raise make()
            except Exception as e:
                out(type(e).__name__)
                out(str(e))
                out(repr(e))
                out(e.args)
                out(getattr(e, 'code', None))
        for kind in (LookupError, AppError, NotFound, Exception):
            try:
                raise NotFound('x')
            except kind as e:
                out(kind.__name__)
                out(e.what)
                out(isinstance(e, LookupError))
        try:
            raise Silent
        except AppError as e:
            out(e.args)
            out(type(e) is Silent)
        try:
            try:
                raise ValueError('v')
            except KeyError:
                out('not here')
        except ValueError as e:
            out(str(e))
        out(issubclass(KeyError, LookupError))
        out(issubclass(IndexError, LookupError))
        out(issubclass(ZeroDivisionError, ArithmeticError))
        out(issubclass(OverflowError, ArithmeticError))
        out(issubclass(UnicodeDecodeError, ValueError))
        out(issubclass(RecursionError, RuntimeError))
        out(issubclass(NotImplementedError, RuntimeError))
        out(issubclass(UnboundLocalError, NameError))
        out(issubclass(StopIteration, Exception))
        out(issubclass(Exception, BaseException))
        out(issubclass(KeyboardInterrupt, Exception))
        out(issubclass(GeneratorExit, Exception))
        out(issubclass(AssertionError, Exception))
        out(ValueError('a') == ValueError('a'))
        out(ValueError.__name__)
        out(ValueError('x', 1).args)
        out(repr(KeyError('a')))
        out(str(KeyError('a')))
        out(str(IndexError('a')))
        out(repr(ValueError('a', 2)))
        out(repr(Exception()))
        def bad_raise(v):
            raise v
        tried(lambda: bad_raise(5))
        tried(lambda: bad_raise('text'))
        tried(lambda: bad_raise(None))
        tried(lambda: bad_raise(int))
        tried(lambda: NotFound())
        tried(lambda: Plain(1))
        def bad_except():
            try:
                raise ValueError('x')
            except 5:
                pass
        tried(lambda: bad_except())
