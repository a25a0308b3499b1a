# revert | out_of_cycles | out_of_memory
def go(payload):
    x = ('\t' * 1000).expandtabs(10**7)
    return b"ended"
