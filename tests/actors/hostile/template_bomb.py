# out_of_cycles out_of_memory
import string


def go(payload):
    string.Template("$a" * 10 ** 6).substitute(a="x" * 10 ** 6)
