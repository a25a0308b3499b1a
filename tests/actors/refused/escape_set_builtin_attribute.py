# refused | any error
def go(payload):
    int.x = 5
