// The time of the coming block (section 2 of the node's specification).
#pragma once

#include <chrono>
#include <optional>

#include "node/settings.hpp"

namespace lariat::node {

/// Milliseconds since 1970 by the host.
u64 host_now_ms();

/// Highest time of a block: JSON has numbers up to 2^53.
inline constexpr u64 BLOCK_TIME_MAX = (u64{1} << 53) - 1;

/// What the clock remembers from block to block.
struct ClockState {
    i64 offset_ms = 0;             ///< added to the host's clock
    u64 once_ms = 0;               ///< added to the next block's time beside what the offset does
    std::optional<u64> next_ms{};  ///< the next block has this time
    bool operator==(const ClockState&) const = default;
};

/// The rules for the time of a block. Knows the host's clock only through its arguments, so that tests can
/// set it.
class NodeClock {
public:
    NodeClock(Clock kind, u64 block_time_ms) : kind_(kind), block_time_ms_(block_time_ms) {}

    /// Time of the next block that a tick or a ready transaction makes: at least parent + 1.
    u64 next(u64 parent_ms, u64 host_ms) const;
    /// The block was made with this time: what was asked for once is used up.
    void made(u64 timestamp_ms);
    /// A block made by hand had this time: the clock goes on from there.
    void go_on_from(u64 timestamp_ms, u64 host_ms);

    void advance(u64 ms);
    void set_next(u64 timestamp_ms);
    void set_block_time(u64 ms)
    {
        block_time_ms_ = ms;
        ++generation_;
    }
    std::optional<u64> asked() const noexcept { return state_.next_ms; }
    u64 advance_once() const noexcept { return state_.once_ms; }
    const ClockState& state() const noexcept { return state_; }
    void restore(const ClockState& state)
    {
        state_ = state;
        ++generation_;
    }

    Clock kind() const noexcept { return kind_; }
    u64 block_time_ms() const noexcept { return block_time_ms_; }
    /// Raised by every change.
    u64 generation() const noexcept { return generation_; }

private:
    Clock kind_;
    u64 block_time_ms_;
    ClockState state_;
    u64 generation_ = 0;
};

}  // namespace lariat::node
