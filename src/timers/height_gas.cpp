// Loads by height, and the walk over pages that are full.
#include "timers/height_gas.hpp"

#include <algorithm>

namespace lariat::timers {

void HeightGas::change(u64 height, const std::optional<u64>& gas_limit, i64 by)
{
    const auto it = pages_.try_emplace(height / HEIGHTS).first;
    Page& page = it->second;
    Load& load = page.loads[height % HEIGHTS];
    if (gas_limit)
        load.explicit_gas += static_cast<u64>(by) * *gas_limit;
    else
        load.default_marks += static_cast<u64>(by);
    page.measured_cap.reset();
    page.timers += static_cast<u64>(by);
    if (page.timers == 0) pages_.erase(it);
}

void HeightGas::add(const Timer& pending)
{
    change(pending.height, pending.gas_limit, 1);
    state_.on_revert([this, height = pending.height, gas = pending.gas_limit] { change(height, gas, -1); });
}

void HeightGas::remove(const Timer& pending)
{
    change(pending.height, pending.gas_limit, -1);
    state_.on_revert([this, height = pending.height, gas = pending.gas_limit] { change(height, gas, 1); });
}

u128 HeightGas::least_of(Page& page, u64 cap)
{
    if (page.measured_cap != cap) {
        page.least = U128_MAX;
        for (const Load& load : page.loads) page.least = std::min(page.least, load.at(cap));
        page.measured_cap = cap;
    }
    return page.least;
}

std::optional<u64> HeightGas::first_with_room(u64 from, u64 last, u64 gas, u64 cap, u64 lane)
{
    if (gas > lane) return std::nullopt;
    for (u64 number = from / HEIGHTS; number <= last / HEIGHTS; ++number) {
        const auto it = pages_.find(number);
        const u64 begin = std::max(from, number * HEIGHTS);
        if (it == pages_.end()) return begin;
        Page& page = it->second;
        if (least_of(page, cap) + gas > lane) continue;
        const u64 end = std::min(last, number * HEIGHTS + (HEIGHTS - 1));
        for (u64 height = begin;; ++height) {
            if (page.loads[height % HEIGHTS].at(cap) + gas <= lane) return height;
            if (height == end) break;
        }
        if (number == U64_MAX / HEIGHTS) break;
    }
    return std::nullopt;
}

}  // namespace lariat::timers
