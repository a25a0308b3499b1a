"""Properties, static and class methods, and what happens without a setter."""
import pvm_host
from cowboy_sdk import actor


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


class Account:
    rate = 3
    made = 0

    def __init__(self, balance):
        self._balance = balance
        type(self).made += 1

    @property
    def balance(self):
        """What is there."""
        return self._balance

    @balance.setter
    def balance(self, value):
        if value < 0:
            raise ValueError(f'{value} is negative')
        self._balance = value

    @balance.deleter
    def balance(self):
        self._balance = 0

    @property
    def fixed(self):
        return 'fixed'

    @staticmethod
    def parse(text):
        return int(text)

    @classmethod
    def from_text(cls, text):
        return cls(cls.parse(text))

    @classmethod
    def count(cls):
        return cls.__name__, cls.made


class Savings(Account):
    rate = 5

    @staticmethod
    def parse(text):
        return int(text) * 100


class Lazy:
    def _get(self):
        return self.__dict__.setdefault('cached', [])
    items = property(_get)


@actor
class Program:
    def go(self, payload):
        a = Account(5)
        out(a.balance)
        a.balance = 7
        a.balance += 3
        out(a.balance)
        out(a.fixed)
        out(Account.parse('8'))
        out(a.parse('9'))
        out(Account.from_text('4').balance)
        out(Savings.from_text('4').balance)
        out(Account.count())
        out(Savings.count())
        out(a.count())
        del a.balance
        out(a.balance)
        out(Lazy().items)
        out(type(Account.balance).__name__)
        out(Account.balance.__doc__)
        lazy = Lazy()
        lazy.items.append(1)
        out(lazy.items)
        try:
            a.balance = -1
        except ValueError as e:
            out(str(e))
        try:
            a.fixed = 1
        except AttributeError as e:
            out(str(e))
        try:
            del a.fixed
        except AttributeError as e:
            out(str(e))
