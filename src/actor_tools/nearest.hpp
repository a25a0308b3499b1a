// nearest finds the known name that a misspelt one was probably meant to be.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace lariat::actor_tools {

/// Single letters that have to be inserted, deleted, replaced or swapped with the next one.
inline std::size_t edits_between(std::string_view a, std::string_view b)
{
    std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
    for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i)
        for (std::size_t j = 1; j <= b.size(); ++j) {
            d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[a.size()][b.size()];
}

/// Empty when none is near: at most one edit for three letters. The first of equally near ones.
template <class Names>
std::string nearest(std::string_view wrong, const Names& known)
{
    constexpr std::size_t NAME_BYTES_MAX = 64;  // longer names are not worth the time
    if (wrong.size() > NAME_BYTES_MAX) return {};
    std::string best;
    std::size_t least = wrong.size() / 3 + 1;
    for (const auto& entry : known) {
        const std::string_view name = entry;
        const std::size_t longer = std::max(name.size(), wrong.size()) - std::min(name.size(), wrong.size());
        if (name.size() > NAME_BYTES_MAX || longer >= least || name == wrong) continue;
        const std::size_t edits = edits_between(wrong, name);
        if (edits >= least) continue;
        least = edits;
        best = name;
    }
    return best;
}

}  // namespace lariat::actor_tools
