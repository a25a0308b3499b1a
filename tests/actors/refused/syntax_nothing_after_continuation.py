# refused
x = 1 + \