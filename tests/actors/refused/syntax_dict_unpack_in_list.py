# refused
x = [**{}]
