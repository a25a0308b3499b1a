"""pvm_host for CPython: the host calls that the programs use, over plain dicts."""
import copy
import sys

HEIGHT = 1
events = []         # (topic, data, line of the handler that led here)
state = {}          # of the actor that runs
source_path = None  # of the program that runs


class HostError(Exception):
    def __init__(self, code, name, message):
        super().__init__(message)
        self.code, self.name = code, name


class Storage:
    """self.storage: what is read is a copy, and a tuple comes back as a list."""

    def __init__(self):
        self.values = {}

    def __setitem__(self, key, value):
        self.values[key] = stored(value)

    def __getitem__(self, key):
        return copy.deepcopy(self.values[key])

    def __delitem__(self, key):
        del self.values[key]

    def __contains__(self, key):
        return key in self.values

    def get(self, key, default=None):
        return copy.deepcopy(self.values[key]) if key in self.values else default


def stored(value):
    if isinstance(value, (list, tuple)):
        return [stored(item) for item in value]
    if isinstance(value, dict):
        return {key: stored(item) for key, item in value.items()}
    if value is None or isinstance(value, (bool, int, str, bytes)):
        return value
    raise HostError(1, "InvalidInput", f"a value of type {type(value).__name__}")


def handler_line():
    """The innermost line of a go… function of the program: where a reader looks for the difference."""
    frame, line = sys._getframe(2), 0
    while frame is not None:
        if frame.f_code.co_filename == source_path:
            line = frame.f_lineno
            if frame.f_code.co_name.startswith("go"):
                break
        frame = frame.f_back
    return line


def emit_event(topic, data):
    if not isinstance(topic, str) or not isinstance(data, bytes):
        raise TypeError("emit_event takes a str and bytes")
    events.append((topic, data, handler_line()))


def get_state(key):
    return state.get(bytes(key))


def set_state(key, value):
    state[bytes(key)] = bytes(value)


def delete_state(key):
    state.pop(bytes(key), None)


def block_height():
    return HEIGHT


def charge_gas(cycles):
    if cycles < 0:
        raise HostError(1, "InvalidInput", f"{cycles} cycles")
