# refused
True = 1
