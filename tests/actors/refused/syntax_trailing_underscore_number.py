# refused
x = 1_
