# Bank program: what this prints, CPython prints.
import pvm_host


def p(*a):
    pvm_host.emit_event("p", " ".join([str(x) for x in a]).encode())


def err(f, *a, **k):
    try:
        r = f(*a, **k)
    except Exception as e:
        p(type(e).__name__, e)
    else:
        p("no error", repr(r))


class InsufficientFunds(Exception):
    def __init__(self, need, have):
        super().__init__(f"need {need}, have {have}")
        self.need, self.have = need, have
class Account:
    fee = 1
    def __init__(self, owner, balance=0): self.owner, self.balance, self.log = owner, balance, []
    def withdraw(self, n):
        if n + self.fee > self.balance: raise InsufficientFunds(n + self.fee, self.balance)
        self.balance -= n + self.fee
        self.log.append(-n)
        return n
    def __repr__(self): return f"<{type(self).__name__} {self.owner}: {self.balance}>"
class Premium(Account):
    fee = 0
    def withdraw(self, n):
        r = super().withdraw(n)
        self.log.append("bonus")
        return r
a, b = Account("ann", 10), Premium("bob", 10)
for acc in (a, b):
    for n in (4, 5, 2):
        try: p(acc.owner, acc.withdraw(n), acc.balance)
        except InsufficientFunds as e: p(type(e).__name__, e, e.need - e.have)
p(a, b, a.log, b.log)
