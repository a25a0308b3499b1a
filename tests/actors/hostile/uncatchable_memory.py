# out_of_cycles | out_of_memory
def go(payload):
    try:
        a = []
        while True:
            a.append("x" * 100000 + str(len(a)))
    except BaseException:
        return b"caught"
    finally:
        return b"finally"
