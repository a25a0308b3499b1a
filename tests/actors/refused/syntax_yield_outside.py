# refused
yield 5
