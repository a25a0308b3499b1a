"""cowboy_sdk for CPython: what the programs use of it."""


def actor(marked):
    marked.is_actor = True
    return marked
