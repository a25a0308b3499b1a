# refused
@decorated
x = 1
