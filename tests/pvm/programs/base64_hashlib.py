# Base64 hashlib: what this prints, CPython prints.
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


import base64, hashlib
p(base64.b64encode(b"\x00hi"), base64.b64decode("AGhp"), base64.b64decode(b"AGhp"), base64.urlsafe_b64encode(b"\xff\xfe\xfd"), base64.urlsafe_b64decode("__79"), base64.b64encode(b""), base64.b64encode(b"a").decode(), base64.standard_b64encode(b"ab"), base64.b64decode("YQ==\n"), base64.b64encode(b"\xff\xef", b"-_"))
err(base64.b64encode, "x"); err(base64.b64decode, "a"); err(base64.b64decode, "a\xe9"); err(base64.b64decode, "YQ"); err(lambda: base64.b64decode("Y*Q=", validate=True)); err(base64.b64decode, 5)
h = hashlib.sha256(b"abc"); p(h.hexdigest(), h.digest()[:4], h.name, h.digest_size); h.update(b"def"); p(h.hexdigest() == hashlib.sha256(b"abcdef").hexdigest(), hashlib.sha3_256(b"").hexdigest(), hashlib.sha256().hexdigest()); c = h.copy(); c.update(b"z"); p(c.hexdigest() != h.hexdigest()); err(hashlib.sha256, "x"); err(lambda: hashlib.sha256(5))
p(hashlib.new("sha256", b"q").hexdigest())
