# What methods of a class of a program see of the table of another class, through its __dict__.

import pvm_host
def show(*values): pvm_host.emit_event('', ' '.join([repr(v) for v in values]).encode())
def shown(f):
    try: show(f())
    except Exception as e: show(type(e).__name__, str(e))
# class tables and mapping proxies
class E:
    def __init__(s): s.seen = []
    def __eq__(s, o): s.seen.append(('eq', type(o).__name__, sorted(k for k in o if not k.startswith('_')))); return True
    def __or__(s, o): s.seen.append(('or', type(o).__name__)); return 'o'
    def __ror__(s, o): s.seen.append(('ror', type(o).__name__)); return 'r'
class C:
    a = 1
    def b(self): pass
e = E()
show(C.__dict__ == e, e == C.__dict__, C.__dict__ != e, e != C.__dict__)
show(C.__dict__ | e, e | C.__dict__)
show(e.seen)
show(C.__dict__ == dict(C.__dict__), sorted(k for k in (C.__dict__ | {'z': 1}) if len(k) == 1))
p = {'q': 1}.keys().mapping
show(p == e, p | e, e.seen[-2:])
class D(dict):
    def __eq__(s, o): return 'D.eq', type(o).__name__
    def __ror__(s, o): return 'D.ror', type(o).__name__
show(C.__dict__ == D(), D() == C.__dict__, C.__dict__ | D(), C.__dict__ | D().keys().mapping)
