# refused
class A:
    return 5
