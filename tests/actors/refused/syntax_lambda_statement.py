# refused
f = lambda: return 5
