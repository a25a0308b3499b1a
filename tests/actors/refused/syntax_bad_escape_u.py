# refused
x = '\u12'
