#!/usr/bin/env python3
"""Runs programs as actors under CPython, and prints one JSON line for each handler go… of each file.

{"file", "handler", "status": "ok"|"revert", "error": type name, "message", "events": [[topic, data hex, line], …]}"""
import argparse
import json
import sys
import types

import pvm_host

PAYLOAD = b"abc"


def actor_of(module):
    """The marked class, or the only class of the module; None if its functions are the handlers."""
    classes = [c for c in vars(module).values() if isinstance(c, type) and c.__module__ == module.__name__]
    marked = [c for c in classes if "is_actor" in vars(c)]
    if marked:
        return marked[0]
    return classes[0] if len(classes) == 1 else None


def load(path):
    module = types.ModuleType("actor_program")
    sys.modules[module.__name__] = module  # dataclasses looks the module of a class up
    with open(path, encoding="utf-8") as file:
        exec(compile(file.read(), path, "exec"), module.__dict__)
    return module


def handlers(path):
    """The names of the handlers that the tests call, in order."""
    module = load(path)
    return sorted(name for name in dir(actor_of(module) or module) if name.startswith("go"))


def run(path, handler):
    del pvm_host.events[:]
    storage, kept, state = None, {}, dict(pvm_host.state)
    try:
        module = load(path)
        kind = actor_of(module)
        if kind is None:
            getattr(module, handler)(PAYLOAD)
        else:
            instance = kind.__new__(kind)
            storage = instance.storage = STORAGES.setdefault(path, pvm_host.Storage())
            kept = dict(storage.values)
            if "__init__" in vars(kind):
                instance.__init__()
            getattr(instance, handler)(PAYLOAD)
        return {"status": "ok", "events": [[t, d.hex(), line] for t, d, line in pvm_host.events]}
    except Exception as error:  # whatever leaves the handler is its result; what it wrote is undone
        pvm_host.state = state
        if storage is not None:
            storage.values = kept
        return {"status": "revert", "error": type(error).__name__, "message": str(error)[:300], "events": []}


STORAGES = {}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE", help="an actor's source")
    for program in parser.parse_args().files:
        pvm_host.source_path, pvm_host.state = program, {}
        try:
            names = handlers(program)
        except Exception as error:
            print(json.dumps({"file": program, "handler": "", "status": "revert", "error": type(error).__name__,
                              "message": str(error)[:300], "events": []}))
            continue
        for name in names:
            print(json.dumps({"file": program, "handler": name, **run(program, name)}))
