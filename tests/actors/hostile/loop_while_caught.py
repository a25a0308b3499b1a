# out_of_cycles
def go(payload):
    while True:
        try:
            while True:
                pass
        except Exception:
            pass
        finally:
            x = 1
