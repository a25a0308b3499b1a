# refused
x = 'a' b'b'
