"""What the programs of this folder share: their command line, and how long a piece of work takes."""
import argparse
import time


def command_line(about):
    """The parser of `times`. Each program parses before it imports its packages, so that --help needs none of them."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("times", type=int, help="so many tests")
    return parser


def timed(times, work, *arguments):
    """Milliseconds of each time."""
    out = []
    for _ in range(times):
        begin = time.perf_counter()
        work(*arguments)
        out.append(1000 * (time.perf_counter() - begin))
    return out
