# refused
def go(payload):
    try:
        pass
    except:
        pass
    except ValueError:
        pass
