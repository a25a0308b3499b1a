// Implements the use of each second of the schedule, with a search for free room.
#include "timers/operations/seconds.hpp"

#include <algorithm>

#include "base/checked.hpp"
#include "lariat/assert.hpp"

namespace lariat::timers {

namespace {

constexpr u64 CHILDREN = 16;

template <class Level, std::size_t... I>
std::array<Level, sizeof...(I)> levels_that_count(u64& comparisons, std::index_sequence<I...>)
{
    return {((void)I, Level(CountedLess{&comparisons}))...};
}

}  // namespace

Seconds::Seconds(u64& comparisons)
    : levels_(levels_that_count<Level>(comparisons, std::make_index_sequence<LEVELS>{}))
{
    static_assert(CHILDREN == u64{1} << BITS && LAST < u64{1} << (BITS * LEVELS));
}

u64 Seconds::least(unsigned level, u64 node) const
{
    const auto found = levels_[level].find(node);
    return found == levels_[level].end() ? 0 : found->second;
}

/// 0 as soon as one of them is missing.
u64 Seconds::least_of_children(unsigned level, u64 node) const
{
    const Level& below = levels_[level - 1];
    auto child = below.lower_bound(node << BITS);
    u64 out = U64_MAX;
    for (u64 i = 0; i < CHILDREN; ++i, ++child) {
        if (child == below.end() || child->first != (node << BITS) + i) return 0;
        out = std::min(out, child->second);
    }
    return out;
}

void Seconds::set(u64 second, u64 cycles)
{
    u64 node = second, value = cycles;
    for (unsigned level = 0;;) {
        Level& here = levels_[level];
        const auto found = here.find(node);
        const u64 before = found == here.end() ? 0 : found->second;
        if (before == value) return;
        if (value == 0)
            here.erase(found);
        else if (before == 0)
            here.emplace(node, value);
        else
            found->second = value;
        if (++level == LEVELS) return;
        node >>= BITS;
        value = least_of_children(level, node);
    }
}

void Seconds::take(u64 second, u64 cycles)
{
    const auto sum = checked_add(taken(second), cycles);
    LARIAT_ASSERT(sum);  // it was within a cap
    set(second, *sum);
}

void Seconds::give_back(u64 second, u64 cycles)
{
    const u64 now = taken(second);
    LARIAT_ASSERT(now >= cycles);
    set(second, now - cycles);
}

std::optional<u64> Seconds::first_with_at_most(u64 from, u64 cycles) const
{
    if (from > LAST) return std::nullopt;
    unsigned level = 0;
    u64 node = from;
    while (least(level, node) > cycles) {
        ++node;
        if (node % CHILDREN != 0) continue;
        if (++level == LEVELS) return std::nullopt;
        node >>= BITS;
    }
    for (; level > 0; --level) {
        node <<= BITS;
        while (least(level - 1, node) > cycles) ++node;  // one of them has it
    }
    return node <= LAST ? std::optional(node) : std::nullopt;
}

void Seconds::clear()
{
    for (Level& level : levels_) level.clear();
}

}  // namespace lariat::timers
