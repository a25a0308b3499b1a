# refused
x = 0b12
