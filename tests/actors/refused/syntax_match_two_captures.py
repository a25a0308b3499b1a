# refused
def go(payload):
    match payload:
        case [a, a]:
            pass
