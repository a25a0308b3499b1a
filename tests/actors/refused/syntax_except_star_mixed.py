# refused
def go(payload):
    try:
        pass
    except* ValueError:
        pass
    except KeyError:
        pass
