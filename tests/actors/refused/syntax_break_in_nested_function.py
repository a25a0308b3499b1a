# refused
def go(payload):
    for i in payload:
        def f():
            break
