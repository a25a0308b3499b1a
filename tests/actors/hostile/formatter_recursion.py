# revert
import string


def go(payload):
    string.Formatter().format("{:" * 50 + "}" * 50, *range(50))
