# out_of_cycles
def go(payload):
    try:
        try:
            while True:
                pass
        except BaseException:
            return b"caught"
        finally:
            return b"finally"
    except:
        return b"outer"
