# lariat_test: the chain on which a test runs. Each test has a new one.
from _chain import ask

__all__ = ['Actor', 'CallFailed', 'Failure', 'chain', 'raises']

class CallFailed(Exception):
    def __init__(self, status, error, traceback, message='', cycles_left=None):
        said = error or status
        super().__init__(f'{said}: {message}' if message else said)
        self.status = status
        self.error = error
        self.traceback = traceback
        self.message = message
        self.cycles_left = cycles_left

# What failed at the end of a block. As text it is in short: 'handle_timer: ValueError'.
class Failure(str):
    def __new__(cls, said):
        self = super().__new__(cls, said['in_short'])
        for name in ('height', 'kind', 'id', 'actor', 'handler', 'status', 'error', 'message', 'traceback', 'cycles_left'):
            setattr(self, name, said[name])
        return self

def _failures(answer):
    return [Failure(said) for said in answer]

# Keys that are tuples come as lists.
def _key(key):
    return tuple([_key(part) for part in key]) if isinstance(key, list) else key

def _failed(answer):
    return CallFailed(answer['status'], answer['error'], answer['traceback'], answer['message'], answer['cycles_left'])

class Actor:
    def __init__(self, address, cycles, cells):
        self.address = address
        self.cycles = cycles
        self.cells = cells

    def call(self, handler, payload=b'', *, sender=None, gas=500000, cells=50000):
        answer = ask('call', [self.address, handler, payload, sender, gas, cells])
        self.cycles = answer['cycles']
        self.cells = answer['cells']
        if answer['status'] != 'ok':
            raise _failed(answer)
        return answer['returned']

    @property
    def storage(self):
        return {_key(key): value for key, value in ask('storage', [self.address])}

    @property
    def state(self):
        return {key: value for key, value in ask('state', [self.address])}

    @property
    def events(self):
        return [(topic, data) for topic, data in ask('events', [self.address])]

    @property
    def messages(self):
        return ask('messages', [self.address])

    @property
    def timers(self):
        return ask('timers', [self.address])

    @property
    def operations(self):
        return ask('operations', [self.address])

    @property
    def balance(self):
        return ask('balance', [self.address])

    @balance.setter
    def balance(self, amount):
        ask('fund', [self.address, amount])

class _Chain:
    def deploy(self, file, payload=b'', *, sender=None, balance=10**12, gas=500000, cells=1000000):
        answer = ask('deploy', [file, payload, sender, balance, gas, cells])
        if answer['status'] != 'ok':
            raise _failed(answer)
        return Actor(answer['address'], answer['cycles'], answer['cells'])

    @property
    def height(self):
        return ask('height', [])

    @property
    def timestamp_ms(self):
        return ask('timestamp_ms', [])

    @property
    def failed(self):
        return _failures(ask('failed', []))

    def balance(self, address):
        return ask('balance_of', [address])

    def snapshot(self):
        return ask('snapshot', [])

    def revert(self, snapshot):
        ask('revert', [snapshot])

    def configure(self, **fields):
        import json
        text = json.dumps({name: str(value) if type(value) is int else value for name, value in fields.items()})
        answer = ask('configure', [text])
        if answer['status'] != 'ok':
            raise _failed(answer)

    def advance(self, blocks=1):
        return _failures(ask('advance', [blocks]))

    def warp(self, timestamp_ms):
        return _failures(ask('warp', [timestamp_ms]))

class raises:
    def __init__(self, error):
        self.wanted = error

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if error is None:
            raise AssertionError(f'{getattr(self.wanted, "__name__", self.wanted)} was not raised')
        self.error = error
        if isinstance(self.wanted, str):
            return isinstance(error, CallFailed) and self.wanted in (error.error, error.status)
        return isinstance(error, self.wanted)

chain = _Chain()
