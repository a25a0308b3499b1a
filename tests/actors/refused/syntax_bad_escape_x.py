# refused
x = '\x4'
