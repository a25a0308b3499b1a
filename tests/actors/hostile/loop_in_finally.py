# out_of_cycles
def go(payload):
    try:
        1 // 0
    finally:
        while True:
            pass
