# out_of_cycles|out_of_memory
def go(payload):
    e = ExceptionGroup("g", [ValueError(1), KeyError(2)])
    for _ in range(60):
        e = ExceptionGroup("g", [e, e])
    try:
        raise e
    except* KeyError:
        pass
