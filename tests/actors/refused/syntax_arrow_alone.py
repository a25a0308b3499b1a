# refused
x -> 5
