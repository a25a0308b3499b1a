"""Metaclasses beyond what enum needs, or refused."""
import pvm_host
from cowboy_sdk import actor


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


class Meta(type):
    def __new__(mcs, name, bases, space):
        space['added'] = 'by meta'
        return super().__new__(mcs, name, bases, space)

    def __call__(cls, *args):
        made = super().__call__(*args)
        made.tagged = True
        return made


class Thing(metaclass=Meta):
    pass


@actor
class Program:
    def go(self, payload):
        out(Thing.added)
        out(Thing().tagged)
        out(type(Thing).__name__)
