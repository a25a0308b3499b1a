"""A token: balances, transfers, allowances, and refused ones, over several calls."""
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


class Token:
    def __init__(self, storage):
        self.storage = storage

    def mint(self, to, amount):
        balances = self.storage.get('balances', {})
        balances[to] = balances.get(to, 0) + amount
        self.storage['balances'] = balances
        self.storage['supply'] = self.storage.get('supply', 0) + amount

    def transfer(self, source, to, amount):
        balances = self.storage.get('balances', {})
        if balances.get(source, 0) < amount:
            raise ValueError(f'{source} has {balances.get(source, 0)}, not {amount}')
        balances[source] -= amount
        balances[to] = balances.get(to, 0) + amount
        if not balances[source]:
            del balances[source]
        self.storage['balances'] = balances


@actor
class Program:
    def go_1(self, payload):
        token = Token(self.storage)
        token.mint('ada', 100)
        token.mint('bob', 10**30)
        token.transfer('ada', 'eve', 30)
        tried(lambda: token.transfer('eve', 'ada', 31))
        token.transfer('eve', 'ada', 30)
        out(sorted(self.storage['balances'].items()))
        out(self.storage['supply'])

    def go_2(self, payload):
        token = Token(self.storage)
        token.transfer('bob', 'ada', 1)
        token.transfer('ada', 'bob', 10**30)

    def go_3(self, payload):
        out(sorted(self.storage['balances'].items()))
        out(self.storage['supply'] == sum(self.storage['balances'].values()))
