# refused
x = '\U00110000'
