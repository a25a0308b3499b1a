// The rules of clock.hpp.
#include "node/clock.hpp"

#include <algorithm>

namespace lariat::node {

namespace {

u64 add_capped(u64 a, u64 b)
{
    return a >= BLOCK_TIME_MAX || b > BLOCK_TIME_MAX - a ? BLOCK_TIME_MAX : a + b;
}

}  // namespace

u64 host_now_ms()
{
    const auto since = std::chrono::system_clock::now().time_since_epoch();
    return static_cast<u64>(
        std::max<i64>(0, std::chrono::duration_cast<std::chrono::milliseconds>(since).count()));
}

u64 NodeClock::next(u64 parent_ms, u64 host_ms) const
{
    const u64 least = add_capped(parent_ms, 1);
    if (state_.next_ms) return std::clamp(*state_.next_ms, least, BLOCK_TIME_MAX);
    if (kind_ == Clock::step)
        return std::max(least, add_capped(add_capped(parent_ms, block_time_ms_), state_.once_ms));
    const i128 now = i128{host_ms} + state_.offset_ms;
    if (now <= i128{least}) return least;
    return static_cast<u64>(std::min<i128>(now, BLOCK_TIME_MAX));
}

void NodeClock::made(u64)
{
    if (!state_.next_ms && state_.once_ms == 0) return;
    state_.next_ms.reset();
    state_.once_ms = 0;
    ++generation_;
}

void NodeClock::go_on_from(u64 timestamp_ms, u64 host_ms)
{
    state_.offset_ms = static_cast<i64>(timestamp_ms) - static_cast<i64>(std::min(host_ms, BLOCK_TIME_MAX));
    ++generation_;
}

void NodeClock::advance(u64 ms)
{
    const i128 moved = i128{state_.offset_ms} + ms;
    state_.offset_ms = static_cast<i64>(std::min<i128>(moved, BLOCK_TIME_MAX));
    state_.once_ms = add_capped(state_.once_ms, ms);
    ++generation_;
}

void NodeClock::set_next(u64 timestamp_ms)
{
    state_.next_ms = timestamp_ms;
    ++generation_;
}

}  // namespace lariat::node
