# revert|out_of_cycles|out_of_memory
def go(payload):
    e = ValueError(1)
    for _ in range(100_000):
        e = ExceptionGroup("g", [e, KeyError(2)])
    try:
        raise e
    except* KeyError:
        pass
