"""How long a piece of work takes, again and again."""
import time


def timed(times, work, *arguments):
    """Milliseconds of each time."""
    out = []
    for _ in range(times):
        begin = time.perf_counter()
        work(*arguments)
        out.append(1000 * (time.perf_counter() - begin))
    return out
