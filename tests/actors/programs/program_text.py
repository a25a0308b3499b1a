"""Text work: caesar, palindromes, run lengths, roman numbers, word wrap, tables, templates."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def caesar(text, k):
    out = []
    for c in text:
        if c.isalpha() and c.isascii():
            base = ord('A') if c.isupper() else ord('a')
            c = chr((ord(c) - base + k) % 26 + base)
        out.append(c)
    return ''.join(out)


def runs(text):
    result, i = [], 0
    while i < len(text):
        j = i
        while j < len(text) and text[j] == text[i]:
            j += 1
        result.append((text[i], j - i))
        i = j
    return result


def roman(n):
    text = ''
    for value, sign in ((1000, 'M'), (900, 'CM'), (500, 'D'), (400, 'CD'), (100, 'C'), (90, 'XC'), (50, 'L'), (40, 'XL'), (10, 'X'), (9, 'IX'), (5, 'V'), (4, 'IV'), (1, 'I')):
        while n >= value:
            n -= value
            text += sign
    return text


def wrap(text, width):
    lines = ['']
    for word in text.split():
        if len(lines[-1]) + len(word) + bool(lines[-1]) > width:
            lines.append('')
        lines[-1] = f'{lines[-1]} {word}'.strip()
    return lines


def go(payload):
    out(caesar('Hello, World!', 3))
    out(caesar(caesar('Hello, World!', 3), -3))
    out(runs('aaabccd'))
    out(''.join(f'{c}{n}' for c, n in runs('wwwwaaadexxxxxx')))
    out([roman(n) for n in (1, 4, 9, 14, 40, 90, 400, 1994, 3999)])
    out(wrap('the quick brown fox jumps over the lazy dog', 10))
    out([w for w in ('level', 'noon', 'abc') if w == w[::-1]])
    rows = [('name', 'amount'), ('ada', 5), ('bob', 12345)]
    out('\n'.join(f'{a:<8}|{b:>8}' for a, b in rows))
    out('\n'.join('{:<8}|{:>8}'.format(*r) for r in rows))
    out('\n'.join('%-8s|%8s' % r for r in rows))
    text = 'It was the best of times, it was the worst of times'
    words = text.lower().replace(',', '').split()
    out({w: words.count(w) for w in dict.fromkeys(words)})
    out(' '.join(w.capitalize() for w in words))
    out(' '.join(reversed(words)))
    out(sorted(set(words), key=lambda w: (len(w), w)))
    out(max(words, key=len))
    out(''.join(sorted(set(text))))
    out(''.join(c for c in text if c not in 'aeiou'))
    out(text.translate({ord(c): None for c in 'aeiou'}))
    out([text[i:i + 7] for i in range(0, len(text), 7)])
    out(text[::-1].title())
