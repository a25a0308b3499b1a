# refused
x = *5
