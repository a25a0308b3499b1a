# raises: OverflowError
def go(payload):
    import json
    x = json.loads("9" * 2000)
    return b""
