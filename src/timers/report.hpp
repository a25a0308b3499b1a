// What a block tells about timers: exits, events and what was scheduled, each with its cause and in the order
// in which they happened, and the use of each budget. Part of the block's result; what a reverted execution
// added is taken out again.
#pragma once

#include "base/checked.hpp"
#include "timers/cause.hpp"
#include "timers/config.hpp"
#include "timers/record.hpp"

namespace lariat::timers {

/// The last three are exits of operations at a timestamp; the totals of timers do not count them.
enum class ExitKind : u8 {
    fired,
    insufficient_funds,
    expired,
    cancelled,
    governance,
    executed,
    dropped,
    blocked
};
std::string_view name(ExitKind e) noexcept;

struct Exit {
    TimerId id;
    ExitKind kind;
    Cause cause{};  ///< `fired` and `executed`: the fire itself
};

/// What an execution can schedule.
enum class ScheduledKind : u8 { timer, watch, timeout, operation };
std::string_view name(ScheduledKind k) noexcept;

struct Scheduled {
    TimerId id;
    ScheduledKind kind;
    Cause cause;
};

struct TimerExpiredEvent {
    TimerId id;
    u64 expires_at;
    u64 current_height;
};
struct InsufficientFundsEvent {
    TimerId id;
    Address fee_payer;
    u128 required;
    u128 available;
};
struct CancelledByGovernanceEvent {
    TimerId id;
};
struct ExtendedByGovernanceEvent {
    TimerId id;
    u64 expires_at;
};
struct ConfigUpdatedEvent {
    TimerConfig config;
};
struct PriorityClampedEvent {
    TimerId id;
    u128 stated;
    u128 clamped;
};
struct ArgIgnoredEvent {
    TimerId id;
    std::string argument;
};
struct UnfittableEvent {
    TimerId id;
    u64 gas_limit;
    u64 cap;
};
/// Why an agent gave no valid bid (GBA-6).
enum class GbaFailure : u8 {
    error,
    out_of_cycles,
    out_of_memory,
    no_handler,
    no_actor,
    bad_type,
    fee_too_high,
    priority_above_fee,
    payer_too_poor
};
std::string_view name(GbaFailure f) noexcept;

struct GbaFailedEvent {
    Address actor;  ///< the timer's owner
    TimerId id;
    GbaFailure reason;
};
struct ActorEvent {
    Address actor;
    std::string topic;
    Bytes data;
};
using EventBody = std::variant<TimerExpiredEvent, InsufficientFundsEvent, CancelledByGovernanceEvent,
                               ExtendedByGovernanceEvent, ConfigUpdatedEvent, PriorityClampedEvent,
                               ArgIgnoredEvent, UnfittableEvent, GbaFailedEvent, ActorEvent>;
struct Event {
    EventBody body;
    Cause cause{};
};

/// Use of the budgets of one block (BLK-8).
struct Used {
    u64 cycles = 0;  ///< transactions, fires, operations, messages (FEE-9)
    u64 cells = 0;
    u64 lane = 0;        ///< cycles used by fires
    u64 lane_cells = 0;  ///< cells used by fires
    u64 gc = 0;          ///< cycles of the GC budget
    u64 gba = 0;
    u64 sch = 0;
    u64 looks = 0;
    u64 intake = 0;  ///< live and expired
    u64 moves = 0;
    u64 hits = 0;
    u128 tips = 0;  ///< tips paid, and tips in what is held for messages; no part of a result

    /// whether these sums still fit their numbers after an execution with these limits.
    bool has_room(u64 more_cycles, u64 more_cells, u128 more_tips = 0) const noexcept
    {
        return checked_add(cycles, more_cycles) && checked_add(cells, more_cells) &&
               checked_add(tips, more_tips);
    }
};

struct Report {
    std::vector<Exit> exits;
    std::vector<Event> events;
    std::vector<Scheduled> scheduled;
    Used used;
    Cause now;  ///< the cause of what happens next; its owner sets it before an execution and resets it after

    void left(const TimerId& id, ExitKind kind) { exits.push_back({id, kind, now}); }
    void emit(EventBody body) { events.push_back({std::move(body), now}); }
    void was_scheduled(const TimerId& id, ScheduledKind kind) { scheduled.push_back({id, kind, now}); }

    struct Mark {
        std::size_t exits = 0, events = 0, scheduled = 0;
    };
    Mark mark() const noexcept { return {exits.size(), events.size(), scheduled.size()}; }
    /// Takes out what was added since the mark, without the use of budgets.
    void undo_to(const Mark& mark)
    {
        const auto cut = [](auto& list, std::size_t size) {
            list.erase(list.begin() + static_cast<std::ptrdiff_t>(size), list.end());
        };
        cut(exits, mark.exits);
        cut(events, mark.events);
        cut(scheduled, mark.scheduled);
    }
};

}  // namespace lariat::timers
