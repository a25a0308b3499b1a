# refused
x = ..
