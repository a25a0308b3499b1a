# refused
x = f'{1!x}'
