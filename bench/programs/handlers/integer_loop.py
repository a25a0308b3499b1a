# A loop over integers: digits, remainders, a linear congruence; what a lottery or a fee table computes.
def run(payload):
    state = 12345
    total = 0
    odd = 0
    for i in range(120000):
        state = (state * 1103515245 + 12345) % 2147483648
        digit = state // 65536 % 10
        if digit % 2 == 1:
            odd += 1
        total += digit * i
    while total > 1000:
        total = total // 3 - 1
    return str(total + odd).encode()
