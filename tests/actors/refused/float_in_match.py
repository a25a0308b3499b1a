# refused
def go(payload):
    match payload:
        case 1.5:
            return b""
