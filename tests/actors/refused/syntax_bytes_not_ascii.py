# refused
x = b'é'
