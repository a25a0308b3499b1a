# refused
x = 0o8
