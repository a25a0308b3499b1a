# refused
@
