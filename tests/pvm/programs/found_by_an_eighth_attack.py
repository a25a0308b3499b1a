# What a hook takes away from its class while it is being asked, and small differences beside.

import pvm_host


def show(*values): pvm_host.emit_event('', ' '.join([repr(v) for v in values]).encode())
def shown(f):
    try: show(f())
    except Exception as e: show(type(e).__name__, str(e))


class Getter:
    def __getattribute__(self, name):
        del Getter.__getattr__
        raise AttributeError('none')
    def __getattr__(self, name): return 'found', name


class Computed:
    @property
    def x(self):
        del Computed.__getattr__
        raise AttributeError('no')
    def __getattr__(self, name): return 'found', name


class Meta(type):
    @property
    def x(cls):
        del Meta.__getattr__
        raise AttributeError('no')
    def __getattr__(cls, name): return 'found by the class of classes', name

class OfMeta(metaclass=Meta):
    pass


class Replaced:
    @property
    def x(self):
        Replaced.__getattr__ = lambda self, name: 'the other'
        raise AttributeError('no')
    def __getattr__(self, name): return 'the first', name


for make in (Getter, Computed, Replaced):
    made = make()
    shown(lambda: made.x)
    shown(lambda: made.x)
shown(lambda: OfMeta.x)
shown(lambda: OfMeta.x)
shown(lambda: hasattr(Computed(), 'x'))
shown(lambda: getattr(Computed(), 'x', 'default'))


class Pieces:
    def __init__(self, pieces): self.pieces = pieces
    def __bytes__(self): return self.pieces

shown(lambda: bytes(Pieces(b'abc')))
shown(lambda: bytes(Pieces('abc')))
shown(lambda: b','.join([b'a', None, b'c']))
shown(lambda: b','.join((b'a', b'b', bytearray(b'c'))))
data = bytearray(b'abcdef')
def store(key, value):
    data[key] = value
    return bytes(data)
shown(lambda: store(slice(None, None, 0), b'x'))
shown(lambda: store(slice(0, 4, 2), b'xy'))
shown(lambda: store(slice(0, 4, 2), b'xyz'))
shown(lambda: store(slice(1, 1), (65, 66)))
