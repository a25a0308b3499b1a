# refused
x = 1
