# refused
from __future__ import no_such_feature


def go(payload):
    return b""
