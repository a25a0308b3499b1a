# refused
x = 1 * / 2
