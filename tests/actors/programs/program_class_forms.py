"""The handler of a class actor: its constructor, class attributes, helpers, inheritance from another class."""
import pvm_host
from cowboy_sdk import actor


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


class Base:
    prefix = 'base'

    def label(self, text):
        return f'{self.prefix}:{text}'

    def note(self, text):
        pvm_host.emit_event('note', self.label(text).encode())


class Helper(Base):
    prefix = 'helper'


@actor
class Program:
    def go(self, payload):
        Base().note('a')
        Helper().note('b')
        out(Helper().label(payload))
        out([k.__name__ for k in Helper.__mro__])
        out(self.__class__.__name__)
        out(type(self).__name__)
