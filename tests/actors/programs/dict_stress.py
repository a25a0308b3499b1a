"""dict and set under thousands of inserts and deletes against lists of pairs."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def go(payload):
    d, model, seed = {}, [], 1
    for step in range(1500):
        seed = (seed * 1103515245 + 12345) % 2**31
        key = (seed >> 8) % 60
        key = key if key % 3 else str(key) if key % 2 else (key, 'k')
        if seed >> 16 & 3:
            if key in d:
                model = [(k, step if k == key else v) for k, v in model]
            else:
                model.append((key, step))
            d[key] = step
        elif key in d:
            assert d.pop(key) == [v for k, v in model if k == key][0]
            model = [(k, v) for k, v in model if k != key]
        if step % 50 == 0:
            assert list(d.items()) == model, step
    out(len(d))
    out(list(d.items()) == model)
    out(list(d)[:10])
    out(sum(d.values()))
    s, seen = set(), []
    for step in range(1500):
        seed = (seed * 1103515245 + 12345) % 2**31
        v = (seed >> 8) % 80
        if seed >> 16 & 1:
            s.add(v)
            if v not in seen:
                seen.append(v)
        else:
            s.discard(v)
            if v in seen:
                seen.remove(v)
    out(sorted(s) == sorted(seen))
    out(len(s))
    out(sorted(s)[:8])
