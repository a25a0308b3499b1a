# refused
class A:
    yield 1
