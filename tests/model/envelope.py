# API-9: is a payload a JSON envelope that names its handler? RFC 8259 without recursion.
import base64
import re

SPACE = re.compile(r"[ \t\n\r]*")
NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
STRING = re.compile(r'"((?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*)"')
LITERAL = re.compile(r"true|false|null")
ESCAPE = re.compile(r'\\(?:u([0-9a-fA-F]{4})|(.))')
SIMPLE = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


class NoJson(Exception):
    pass


def _unescape(raw):
    text = ESCAPE.sub(lambda m: chr(int(m[1], 16)) if m[1] else SIMPLE.get(m[2], m[2]), raw)
    # Two escapes may be the halves of one character; a half alone is no character.
    try:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
    except UnicodeDecodeError:
        raise NoJson() from None


def _match(pattern, text, at):
    found = pattern.match(text, at)
    if not found:
        raise NoJson()
    return found


def top_level_members(text):
    """[(name, string value or None)] of a JSON object; NoJson if it is none or not JSON at all."""
    members, stack, name, at, after_value = [], [], None, 0, False
    while True:
        at = SPACE.match(text, at).end()
        if after_value:
            if not stack:
                if at != len(text):
                    raise NoJson()
                return members
            if text[at:at + 1] == ",":
                after_value, fresh = False, False
                at = SPACE.match(text, at + 1).end()
            elif text[at:at + 1] == stack[-1]:
                stack.pop()
                at += 1
                continue
            else:
                raise NoJson()
        else:
            fresh = bool(stack)
        if stack and fresh and text[at:at + 1] == stack[-1]:
            stack.pop()
            at, after_value = at + 1, True
            continue
        if stack and stack[-1] == "}":
            key = _match(STRING, text, at)
            at = SPACE.match(text, key.end()).end()
            if text[at:at + 1] != ":":
                raise NoJson()
            at = SPACE.match(text, at + 1).end()
            name = _unescape(key[1])
            if len(stack) == 1:
                members.append((name, None))
        opening = text[at:at + 1]
        if opening in ("{", "["):
            if not stack and opening == "[":
                raise NoJson()
            stack.append("}" if opening == "{" else "]")
            at += 1
        elif not stack:
            raise NoJson()
        elif opening == '"':
            value = _match(STRING, text, at)
            content = _unescape(value[1])
            if len(stack) == 1:
                members[-1] = (name, content)
            at, after_value = value.end(), True
        else:
            at = (NUMBER.match(text, at) or _match(LITERAL, text, at)).end()
            after_value = True


def handler_named_by(payload):
    """(handler, inner payload) of an envelope, else None."""
    try:
        members = top_level_members(payload.decode("utf-8"))
        names = [name for name, _ in members]
        if len(set(names)) != len(names):
            return None
        values = dict(members)
        handler, encoded = values.get("_handler"), values.get("_payload")
        if handler is None or encoded is None or not 1 <= len(handler.encode("utf-8")) <= 256:
            return None
        inner = base64.b64decode(encoded.encode("ascii"), validate=True)
        if base64.b64encode(inner).decode("ascii") != encoded:  # left-over bits
            return None
        return handler, inner
    except (NoJson, UnicodeError, ValueError):
        return None
