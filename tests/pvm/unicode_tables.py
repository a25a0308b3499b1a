#!/usr/bin/env python3
"""Writes the tables of characters beyond ASCII, src/pvm/objects/unicode_classes.cpp and unicode_cases.cpp, from the
answers of CPython 3.11 (Unicode 14). unicode_oracle.py then compares the VM with CPython."""
import argparse
import pathlib
import sys
import unicodedata

from generated.sides import become_debian

OBJECTS = pathlib.Path(__file__).resolve().parents[2] / "src/pvm/objects"
POINTS = [c for c in range(0x110000) if not 0xd800 <= c <= 0xdfff]
UPPER, LOWER, ALTERNATES = 4, 5, 31  # bits of unicode.hpp, and of an entry
CLASSES = '''\
// Classes of characters, Unicode 14: written by tests/pvm/unicode_tables.py, as the table says it.
#include <algorithm>

#include "pvm/objects/unicode.hpp"

namespace lariat::pvm::unicode {

namespace {

// Characters from the lowest 21 bits on have the classes of the 10 bits above; with the highest bit set, every
// other one is lower where the first is upper.
// clang-format off
constexpr u32 FROM[] = {
%s
};
// clang-format on

constexpr u32 POINT = (1u << 21) - 1, ALTERNATES = 1u << 31;

}  // namespace

u32 classes(u32 point) noexcept
{
    const u32* behind = std::upper_bound(std::begin(FROM), std::end(FROM), point,
                                         [](u32 p, u32 entry) { return p < (entry & POINT); });
    const u32 entry = behind[-1];  // the first stands for 0
    const u32 of = (entry & ~ALTERNATES) >> 21;
    const bool other = (entry & ALTERNATES) != 0 && ((point - (entry & POINT)) & 1) != 0;
    return other ? of ^ (UPPER | LOWER) : of;
}

u32 decimal_value(u32 point) noexcept
{
    const u32* behind = std::upper_bound(std::begin(FROM), std::end(FROM), point,
                                         [](u32 p, u32 entry) { return p < (entry & POINT); });
    return (point - (behind[-1] & POINT)) %% 10;  // they begin with a zero, and stand ten by ten
}

}  // namespace lariat::pvm::unicode
'''
CASES = '''\
// What characters become in another case, Unicode 14: written by tests/pvm/unicode_tables.py, as the tables say it.
#include <algorithm>

#include "base/utf8.hpp"
#include "pvm/objects/unicode.hpp"

namespace lariat::pvm::unicode {

namespace {

/// Every `stride`th from `first` to `last` becomes the one that stands `delta` behind it.
struct Run {
    u32 first, last, stride;
    i32 delta;
};
/// A character that becomes several, or one that the others' table does not give; the rest are 0.
struct Special {
    u32 point, becomes[3];
};

// clang-format off
%s
// clang-format on

bool find(std::string& out, std::span<const Special> specials, std::span<const Run> runs, u32 point)
{
    const auto special = std::lower_bound(specials.begin(), specials.end(), point,
                                          [](const Special& s, u32 p) { return s.point < p; });
    if (special != specials.end() && special->point == point) {
        for (const u32 one : special->becomes)
            if (one != 0) utf8::append(out, one);
        return true;
    }
    const auto run =
        std::lower_bound(runs.begin(), runs.end(), point, [](const Run& r, u32 p) { return r.last < p; });
    if (run == runs.end() || point < run->first || (point - run->first) %% run->stride != 0) return false;
    return utf8::append(out, static_cast<u32>(static_cast<i32>(point) + run->delta));
}

}  // namespace

void append_upper(std::string& out, u32 point)
{
    if (!find(out, UPPER_SPECIALS, UPPER_RUNS, point)) utf8::append(out, point);
}
void append_lower(std::string& out, u32 point)
{
    if (!find(out, LOWER_SPECIALS, LOWER_RUNS, point)) utf8::append(out, point);
}
void append_title(std::string& out, u32 point)
{
    if (!find(out, TITLE_SPECIALS, TITLE_RUNS, point)) append_upper(out, point);
}
void append_folded(std::string& out, u32 point)
{
    if (!find(out, FOLD_SPECIALS, FOLD_RUNS, point)) append_lower(out, point);
}

}  // namespace lariat::pvm::unicode
'''


def ignorable(c):
    """Whether what stands beside it decides about a sigma: not to be asked for, but to be seen in what lower() does."""
    def final(text):
        return text.lower()[-1] == "\u03c2"
    return final("A" + chr(c) + "\u03a3") and not final(chr(c) + "\u03a3")


def classes(c):
    s = chr(c)
    found = (s.isalpha(), s.isdecimal(), s.isdigit(), s.isnumeric(), s.isupper(), s.islower(), s.istitle() and not s.isupper(),
             ignorable(c), s.isidentifier(), ("a" + s).isidentifier())
    return sum(1 << bit for bit, yes in enumerate(found) if yes)


def class_entries():
    swap = 1 << UPPER | 1 << LOWER
    runs = []  # [first, last, classes of the first, whether they alternate]
    for c in POINTS:
        of = classes(c)
        first, last, before, alternates = runs[-1] if runs else (0, 0, None, False)
        cased = before is not None and bin(before & swap).count("1") == 1
        if before is not None and alternates is not True and before == of and last == c - 1:
            runs[-1] = [first, c, before, False]
        elif cased and last == c - 1 and (alternates or first == last) and of == (before ^ swap if (c - first) % 2 else before):
            runs[-1] = [first, c, before, True]
        else:
            runs.append([first := c, c, of, False])
    for first, last, of, _ in runs:
        assert not of & 2 or all(unicodedata.decimal(chr(c)) == (c - first) % 10 for c in range(first, last + 1))
    return [first | of << 21 | alternates << ALTERNATES for first, _, of, alternates in runs]


def runs_of(becomes):
    runs = []
    for c, to in sorted(becomes.items()):
        first, last, stride, delta = runs[-1] if runs else (0, 0, 0, None)
        if delta == to - c and (c - last == stride or first == last and c - last in (1, 2)):
            runs[-1] = (first, c, c - last, delta)
        else:
            runs.append((c, c, 1, to - c))
    return runs


def case_table(name, change, unless):
    """The tables of one case; what `unless` gives already is left out."""
    changed = {c: change(chr(c)) for c in POINTS if change(chr(c)) != unless(chr(c))}
    specials = [f"{{{c:#x}, {{{', '.join(f'{ord(x):#x}' for x in to)}}}}}," for c, to in changed.items() if len(to) > 1]
    runs = [f"{{{first:#x}, {last:#x}, {stride}, {delta}}},"
            for first, last, stride, delta in runs_of({c: ord(to) for c, to in changed.items() if len(to) == 1})]
    return (f"constexpr Special {name}_SPECIALS[] = {{\n{lines(specials)}\n}};\n"
            f"constexpr Run {name}_RUNS[] = {{\n{lines(runs)}\n}};")


def lines(words, width=106):
    out = [""]
    for word in words:
        if len(out[-1]) + len(word) + 1 > width:
            out.append("")
        out[-1] += (" " if out[-1] else "    ") + word
    return "\n".join(out).rstrip(",")


def main():
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    become_debian()
    (OBJECTS / "unicode_classes.cpp").write_text(CLASSES % lines([f"{entry:#x}," for entry in class_entries()]), encoding="utf-8")
    tables = [case_table("UPPER", str.upper, str), case_table("LOWER", str.lower, str),
              case_table("TITLE", str.title, str.upper), case_table("FOLD", str.casefold, str.lower)]
    (OBJECTS / "unicode_cases.cpp").write_text(CASES % "\n".join(tables), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
