# refused | any error
def go(payload):
    try:
        1 // 0
    except ZeroDivisionError as e:
        return repr(e.__traceback__.tb_frame.f_globals).encode()
