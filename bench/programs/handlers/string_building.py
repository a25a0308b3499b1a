# Receipts put together: f-strings, concatenation, join, split, replace, upper case, slices.
def receipt(number, name, amount):
    line = f"receipt {number:06d}: {name} pays {amount}"
    if amount > 500:
        line += " (large)"
    return line


def run(payload):
    names = "ada,grace,edsger,barbara,donald,frances".split(",")
    lines = []
    length = 0
    for i in range(9000):
        line = receipt(i, names[i % 6], i * 37 % 1000)
        if i % 3 == 0:
            line = line.replace("pays", "paid").upper()
        length += len(line)
        if line.startswith("receipt 00") or line.endswith("(large)"):
            words = line.split(" ")
            length += len(words[1]) + len("-".join(words))
        if i % 10 == 0:
            lines.append(line[8:14] + line[-5:])
    text = "\n".join(lines)
    return (str(length) + "/" + str(len(text)) + "/" + text[-24:].strip()).encode()
