// Fuzz cases of functions with thousands of variables, parameters, defaults or cells.
#pragma once

#include <string>

#include "case.hpp"

namespace lariat::fuzz {

/// "a0=, a1=, …" with `between`, each name followed by `after`.
inline std::string many_names(int count, const char* after, const char* between)
{
    std::string all;
    for (int i = 0; i < count; ++i) all += (i > 0 ? between : "") + ("a" + std::to_string(i)) + after;
    return all;
}

inline constexpr int WIDE = 1000;
inline const std::string WIDE_BEFORE[] = {
    "def f():\n    if True: return\n    " + many_names(WIDE, "", "=") + "=1",
    "def f():\n    yield\n    if True: return\n    " + many_names(WIDE, "", "=") + "=1",
    "def f():\n    if True: return\n    " + many_names(WIDE, "", "=") + "=1\n    lambda: (" +
        many_names(WIDE, "", ",") + ")",
    "def make():\n    " + many_names(WIDE, "", "=") + "=1\n    def f():\n        if True: return\n        " +
        many_names(WIDE, "", ";") + "\n    return f\nf = make()",
    "def f(" + many_names(WIDE, "=1", ",") + "): pass",
    "def f(*," + many_names(WIDE, "=1", ",") + "): pass",
    "def f(" + many_names(WIDE, "", ",") + "): pass\nd = {'a%d' % i: 1 for i in range(1000)}",
    "def f(" + many_names(WIDE, "=1", ",") + ",/): pass\nd = {'a%d' % i: 1 for i in range(1000)}",
    "def f(" + many_names(WIDE, "=1", ",") + ",/, **k): pass\nd = {'a%d' % i: 1 for i in range(1000)}",
};
inline const Case WIDE_CASES[] = {
    {WIDE_BEFORE[0].c_str(), "f()"},
    {WIDE_BEFORE[0].c_str(), "list(map(lambda x: f(), (1, 2)))"},
    {WIDE_BEFORE[0].c_str(), "try: f(1)\nexcept TypeError: pass"},
    {WIDE_BEFORE[1].c_str(), "f()"},
    {WIDE_BEFORE[1].c_str(), "next(f())"},
    {WIDE_BEFORE[2].c_str(), "f()"},
    {WIDE_BEFORE[3].c_str(), "f()"},
    {WIDE_BEFORE[4].c_str(), "f()"},
    {WIDE_BEFORE[4].c_str(), "f(a999=1)"},
    {WIDE_BEFORE[5].c_str(), "f()"},
    {WIDE_BEFORE[6].c_str(), "f(**d)"},
    {WIDE_BEFORE[7].c_str(), "try: f(**d)\nexcept TypeError: pass"},
    {WIDE_BEFORE[8].c_str(), "f(**d)"},
};

}  // namespace lariat::fuzz
