# refused
nonlocal x
