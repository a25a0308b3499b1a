# refused
x = f'}'
