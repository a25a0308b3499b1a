# refused
x = 012
