# refused
x = f'{}'
