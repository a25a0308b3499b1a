# refused
x = f'{"\n"}'
