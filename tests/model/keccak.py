# keccak-256 with the original padding: hashlib has only SHA-3, which pads otherwise.

ROUNDS = 24
MASK = (1 << 64) - 1
RATE_BYTES = 136


def _round_constants():
    constants, register = [], 1
    for _ in range(ROUNDS):
        value = 0
        for j in range(7):
            if register & 1:
                value |= 1 << ((1 << j) - 1)
            register = (register << 1) ^ (0x171 if register & 0x80 else 0)
        constants.append(value)
    return constants


def _rotations():
    """offset of each lane, and the lane that it moves to, in the order of the rho-pi walk"""
    walk, x, y = [], 1, 0
    for t in range(24):
        x_next, y_next = y, (2 * x + 3 * y) % 5
        walk.append((x + 5 * y, x_next + 5 * y_next, ((t + 1) * (t + 2) // 2) % 64))
        x, y = x_next, y_next
    return walk


CONSTANTS = _round_constants()
WALK = _rotations()


def _rotate(value, bits):
    return ((value << bits) | (value >> (64 - bits))) & MASK


def _permute(lanes):
    for constant in CONSTANTS:
        column = [lanes[x] ^ lanes[x + 5] ^ lanes[x + 10] ^ lanes[x + 15] ^ lanes[x + 20] for x in range(5)]
        mix = [column[(x - 1) % 5] ^ _rotate(column[(x + 1) % 5], 1) for x in range(5)]
        lanes = [lane ^ mix[i % 5] for i, lane in enumerate(lanes)]
        moved = [lanes[0]] + [0] * 24
        for source, target, bits in WALK:
            moved[target] = _rotate(lanes[source], bits)
        lanes = [moved[i] ^ (~moved[i - i % 5 + (i + 1) % 5] & moved[i - i % 5 + (i + 2) % 5] & MASK)
                 for i in range(25)]
        lanes[0] ^= constant
    return lanes


def keccak256(data):
    padded = bytearray(data) + b"\x01" + bytes(-(len(data) + 1) % RATE_BYTES)
    padded[-1] |= 0x80
    lanes = [0] * 25
    for start in range(0, len(padded), RATE_BYTES):
        for i in range(RATE_BYTES // 8):
            lanes[i] ^= int.from_bytes(padded[start + 8 * i:start + 8 * i + 8], "little")
        lanes = _permute(lanes)
    return b"".join(lane.to_bytes(8, "little") for lane in lanes[:4])
