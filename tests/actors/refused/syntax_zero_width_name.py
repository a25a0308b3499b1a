# refused
a​b = 1
