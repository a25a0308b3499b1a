# refused
def go(payload):
    match payload:
        case a:
            pass
        case b:
            pass
