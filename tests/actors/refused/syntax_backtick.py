# refused
x = `1`
