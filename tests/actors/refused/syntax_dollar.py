# refused
x = $1
