# refused
x = f'{1'
