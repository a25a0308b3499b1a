# refused
x = f'{a = 1; b}'
