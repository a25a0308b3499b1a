# refused
x = 1__0
