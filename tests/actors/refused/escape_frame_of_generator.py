# refused | any error
def go(payload):
    return repr((x for x in ()).gi_frame.f_back).encode()
