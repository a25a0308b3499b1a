# out_of_cycles|out_of_memory
ITEMS = list(range(4000))


def go(payload):
    n = 0
    while True:
        match ITEMS:
            case [*_, -1] | [-1, *_] | [*_, -2] | [-2, *_] | [_, *_, -3] | [*_, -4, _]:
                n += 1
            case [*a, -5] | [-5, *a] | [*a, -6] | [-6, *a]:
                n += 2
