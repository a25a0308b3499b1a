# refused
x = 5abc
