# Computes a state root as docs/state-root.md describes it, from a dump on standard input:
# one pair to a line, key and value in hexadecimal with one comma between. Prints the root.
import hashlib
import sys


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def bit(path: bytes, index: int) -> int:
    return path[index // 8] >> (7 - index % 8) & 1


def first_difference(a: bytes, b: bytes) -> int:
    return 256 - (int.from_bytes(a, "big") ^ int.from_bytes(b, "big")).bit_length()


def subtree(pairs: list[tuple[bytes, bytes]]) -> bytes:
    """Hash of pairs of path and value hash in ascending order of path, at least one."""
    if len(pairs) == 1:
        path, value_hash = pairs[0]
        return sha256(b"\x00" + path + value_hash)
    # Sorted, so the first bit in which any two differ is one in which the ends differ.
    at = first_difference(pairs[0][0], pairs[-1][0])
    left = [pair for pair in pairs if bit(pair[0], at) == 0]
    right = [pair for pair in pairs if bit(pair[0], at) == 1]
    return sha256(b"\x01" + at.to_bytes(2, "big") + subtree(left) + subtree(right))


def root(contents: dict[bytes, bytes]) -> bytes:
    if not contents:
        return sha256(b"\x02")
    return subtree(sorted((sha256(key), sha256(value)) for key, value in contents.items()))


def main() -> int:
    contents: dict[bytes, bytes] = {}
    for line in sys.stdin:
        key, value = (bytes.fromhex(part) for part in line.rstrip("\n").split(","))
        if key in contents:
            print(f"key {key.hex()} twice", file=sys.stderr)
            return 1
        contents[key] = value
    print("0x" + root(contents).hex())
    return 0


if __name__ == "__main__":
    sys.exit(main())
