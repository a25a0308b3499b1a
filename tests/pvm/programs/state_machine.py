# State machine: what this prints, CPython prints.
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


class Machine:
    TABLE = {("idle", "start"): "running", ("running", "pause"): "paused", ("paused", "start"): "running", ("running", "stop"): "idle"}
    def __init__(self): self.state, self.history = "idle", []
    def fire(self, event):
        try: new = self.TABLE[self.state, event]
        except KeyError: raise ValueError(f"no {event} in {self.state}") from None
        self.history.append((self.state, event, new))
        self.state = new
        return self
m = Machine(); m.fire("start").fire("pause").fire("start").fire("stop"); p(m.state, m.history); err(m.fire, "stop")
