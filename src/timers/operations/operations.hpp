// The operations of a chain (SCH): records in consensus state, their order, and the use of each second. An
// ended operation leaves nothing behind: the state has its former size.
//
// Keys (docs/state-layout.md):  T ‖ id → record   P ‖ id → long payload   S → the schedule's own numbers
#pragma once

#include "state/overlay.hpp"
#include "state/walk.hpp"
#include "timers/operations/timeline.hpp"

namespace lariat::timers {

class Operations {
public:
    explicit Operations(state::Overlay& state);
    Operations(const Operations&) = delete;  // undo actions refer to it

    /// Writes the numbers of an empty schedule, at genesis.
    void begin();
    /// Rebuilds order and room from the committed state.
    void rebuild(state::Walk& walk);
    bool same_as(const Operations& other) const;

    // Changes. Each is undone if its execution fails.

    /// Adds an operation with the next sequence number and takes its room. Its id must be new.
    void insert(Operation operation);
    /// Removes an operation that has not run; its room comes back.
    void drop(const Operation& operation);
    /// Removes an operation that was run or blocked; its room in the second stays taken (procedure section
    /// 9).
    void end(const Operation& operation);

    // Reading.

    u64 count() const { return timeline_.size(); }
    u64 next_sequence() const;
    /// Without a long payload.
    std::optional<Operation> find(const OperationId& id) const;
    Bytes payload_of(const Operation& operation) const;
    /// The first in the order of the schedule.
    std::optional<std::pair<OperationPlace, OperationId>> head() const { return timeline_.head(); }
    std::vector<OperationId> until(const Address& account, u64 timestamp_ms,
                                   const std::function<bool()>& more) const
    {
        return timeline_.until(account, timestamp_ms, more);
    }

    /// Cycles taken of a second by operations that are scheduled in it or have run.
    u64 taken(u64 second) const { return seconds_.taken(second); }
    /// The first second from `from` on with room for `gas_limit` under `cap` cycles in a second.
    std::optional<u64> second_with_room(u64 from, u64 gas_limit, u64 cap) const;

    /// Number of key comparisons so far, for tests of SCH-4.
    u64 comparisons() const noexcept { return comparisons_; }

private:
    /// The schedule's numbers beside its records. `spent_gas` is the gas of operations that ran or were
    /// blocked in `spent_second`, the latest such second; nothing can be scheduled for an earlier one any
    /// more.
    struct Numbers {
        u64 count = 0;
        u64 next_sequence = 0;
        u64 spent_second = 0;
        u64 spent_gas = 0;
    };
    std::optional<Numbers> readable_numbers() const;
    Numbers numbers() const;  ///< damage when they cannot be read
    void put_numbers(const Numbers& numbers);
    void erase(const Operation& operation);
    void take(u64 second, u64 cycles);
    void give_back(u64 second, u64 cycles);

    state::Overlay& state_;
    u64 comparisons_ = 0;
    Timeline timeline_;
    Seconds seconds_;
};

}  // namespace lariat::timers
