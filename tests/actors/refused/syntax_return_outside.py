# refused
return 5
