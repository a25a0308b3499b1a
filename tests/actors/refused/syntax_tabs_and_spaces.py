# refused
def go(payload):
    if payload:
	return 1
