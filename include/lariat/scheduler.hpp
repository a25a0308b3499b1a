// The scheduler as a library: wakes timers at a block height, for a chain with a state store, accounts and a
// virtual machine of its own. It reaches each of these through a small interface.
//
// SPDX-License-Identifier: Apache-2.0
//
// The following lines are the main part of examples/embed/smallest.cpp, a complete program:
//
//     auto opened = Scheduler::open(store, TimerSettings{.lane_timer_cycles = 1'000'000}, 10'000'000);
//     if (!opened) return fail(opened.error());
//     Scheduler& scheduler = *opened.value();
//     for (u64 height = 1; height <= 5; ++height) {
//         const BlockStart block{.height = height, .cycle_basefee = 1, .cell_basefee = 1};
//         if (const Status begun = scheduler.begin_block(block); !begun) return fail(begun.error().message);
//         if (height == 1) {  // transactions call schedule, extend and cancel
//             const auto kept = scheduler.schedule(alice, {.height = 3, .payload = {}, .handler = "tick"});
//             if (!kept) return fail(kept.error().message);
//         }
//         const BlockReport report = scheduler.run_due(ledger, runner);  // wakes timers through `runner`
//         for (const Woken& woken : report.woken)
//             std::printf("it used %d cycles\n", static_cast<int>(woken.cycles));
//         if (const auto written = scheduler.finish_block(); !written) return fail(written.error());
//     }
//
// A block. docs/architecture.md shows its steps. Equal calls give equal results on every machine. The
// settings bound the work of a block, however many timers wait.
//
// Units. Heights count blocks. A cycle is a unit of computation, a cell a byte of data. Amounts of money are
// in the chain's smallest unit; fees are per cycle or per cell.
//
// Ownership. Store, ledger and runner belong to the caller; the store must outlive the scheduler. One
// scheduler per store, one thread at a time.
//
// Errors. Everything that data can cause is an error value: a height, a fee, a request, settings, a store
// that cannot write. A call that breaks a rule of this table ends the process with a sentence that names the
// rule:
//
//     call                           allowed
//     begin_block                    between blocks
//     schedule, extend, cancel,      inside a block; also from SchedulerRunner::run
//       govern_*, mark, undo_to
//     run_due                        inside a block, once
//     finish_block                   inside a block; again after it returned an error
//     abandon_block                  any time
//     reading                        any time except after an exception; also from SchedulerRunner::run
//     any call, and the destructor   never from a callback of the store or the ledger, and never from
//                                    SchedulerRunner::run except where this table allows it
//
// Exceptions. The library throws none of its own. One that a callback throws passes through. If it leaves a
// call that changes something, the block is broken: its timers may be half changed, and only abandon_block is
// allowed. The chain then undoes its own part of the block, the debits and credits of the ledger among them.
// No timer is lost or woken twice. A runner must not swallow an exception that a call of the scheduler let
// through.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lariat/error.hpp"
#include "lariat/execution_status.hpp"
#include "lariat/settings.hpp"
#include "lariat/types.hpp"

namespace lariat {

using TimerId = Hash32;

/// The highest base fee (FEE-9): 10^24. It keeps every price and every cost within 128 bits.
inline constexpr u128 BASEFEE_MAX = u128{1'000'000'000'000} * 1'000'000'000'000;
/// The highest block height.
inline constexpr u64 HEIGHT_MAX = U64_MAX - 1;

// Interfaces that the chain implements.

/// The part of the chain's state that belongs to the scheduler. It must survive a restart and reach the
/// chain's state root. A key is a letter and at most 48 more bytes; a chain that keeps other data in the same
/// place puts a prefix before these keys. The store must return what was written: Scheduler::open refuses
/// records that it cannot read, and one that is met later ends the process with status 74.
class SchedulerStore {
public:
    virtual ~SchedulerStore() = default;

    /// The value of a key after the last write that succeeded; nullopt if there is none.
    virtual std::optional<Bytes> get(BytesView key) const = 0;
    virtual bool contains(BytesView key) const { return get(key).has_value(); }
    /// A hint: these keys will be read in this block. A store on a disk can fetch them together. It changes
    /// no result.
    virtual void expect(std::span<const BytesView> keys) const { static_cast<void>(keys); }
    /// Calls `visit` once for each pair, in any order. Called only by Scheduler::open and abandon_block.
    virtual void for_each(const std::function<void(BytesView key, BytesView value)>& visit) const = 0;

    /// A change of one key. Views are valid during the call.
    struct Write {
        BytesView key;
        std::optional<BytesView> value;  ///< absent: the key is deleted
    };

    /// Takes the changes of a block, in ascending order of key: all of them, or none and an error. The text
    /// of the error is what finish_block returns. The chain makes the changes durable together with its
    /// block.
    virtual StatusOf<std::string> try_write(const std::vector<Write>& changes)
    {
        write(changes);
        return {};
    }
    /// The same for a store that cannot fail. Override this one or try_write.
    virtual void write(const std::vector<Write>& changes);
};

/// The accounts of the chain (FEE-1 to FEE-3).
class SchedulerLedger {
public:
    virtual ~SchedulerLedger() = default;
    virtual u128 balance(const Address& of) const = 0;
    virtual void debit(const Address& from, u128 amount) = 0;  ///< at most the balance
    virtual void credit(const Address& to, u128 amount) = 0;   ///< returns what was debited and not used
    enum class Burn : u8 { cycle, cell, lane };                ///< the base fee that the money was paid for
    virtual void burn(Burn part, u128 amount) = 0;             ///< debited before; leaves the supply
    virtual void tip(u128 amount) = 0;  ///< debited before; goes to the block's proposer
};

/// A timer that wakes: the call to make and its limits. Views are valid during SchedulerRunner::run.
struct Wake {
    u64 deliver_seq = 0;  ///< rises by one with each execution; a number is never used twice (GBX-8)
    Hash32 deliver_id;    ///< differs between branches of the chain (GBX-8)
    TimerId timer_id;
    u32 fire_seq = 0;    ///< 0
    u64 due_height = 0;  ///< the height that the timer was scheduled for; the block may be a later one
    Address owner;       ///< the account that scheduled the timer
    Address target;      ///< the account whose handler is called: the owner
    std::string_view handler;
    BytesView payload;
    Address payer;
    u64 cycles_limit = 0;
    u64 cells_limit = 0;
};

/// The result of a handler.
struct WakeOutcome {
    ExecutionStatus status = ExecutionStatus::ok;  ///< not `not_run`
    std::string error;                             ///< for the report, with `revert`: why the handler failed
    u64 cycles = 0;                                ///< used; must not exceed Wake::cycles_limit
    u64 cells = 0;                                 ///< used; must not exceed Wake::cells_limit
};

/// Runs handlers.
class SchedulerRunner {
public:
    virtual ~SchedulerRunner() = default;
    /// Runs one handler within its limits. It may call the scheduler as the table above allows; undo_to only
    /// with marks that were taken in this same call of run. With any status but `ok` the scheduler undoes
    /// these calls, and the runner must undo everything else that the handler did (LIF-6).
    virtual WakeOutcome run(const Wake& wake) = 0;
};

// Values that the scheduler takes and returns.

struct BlockStart {
    u64 height = 0;        ///< above that of the last finished block; heights may be left out
    Hash32 parent_root{};  ///< the state root of the parent block: makes delivery ids differ between branches
    u128 cycle_basefee = 0;  ///< at most BASEFEE_MAX
    u128 cell_basefee = 0;   ///< at most BASEFEE_MAX
};

enum class PriorityTier : u8 { economy = 0, standard = 1, fast = 2, urgent = 3 };

/// A timer to schedule (API-1 to API-3). An absent field has the default of the protocol.
struct ScheduleRequest {
    u64 height = 0;  ///< above the current one
    Bytes payload{};
    /// Absent: the handler that a JSON envelope in the payload names (API-9), or else handle_timer.
    std::optional<std::string> handler{};
    std::optional<Address> fee_payer{};      ///< absent: the owner
    std::optional<Address> paying_sender{};  ///< the account that may be fee_payer beside the owner (API-8)
    std::optional<u64> gas_limit{};          ///< cycles. Absent: max_cycles_per_fire when it wakes
    std::optional<u64> expires_at{};         ///< height. Absent: current height + max_ttl_blocks
    std::optional<u128> max_fee_per_cycle{};
    std::optional<u128> max_priority_fee_per_cycle{};
    std::optional<PriorityTier> tier{};
};

struct Scheduled {
    TimerId id;
    u64 cells = 0;  ///< the chain charges these, and 200 cycles, to whoever scheduled the timer (FEE-4)
};

struct TimerView {
    TimerId id;
    Address owner;
    Address target;
    u64 height = 0;
    Bytes payload;
    std::string handler;
    Address fee_payer;
    std::optional<u64> gas_limit;
    u64 expires_at = 0;
    u64 scheduled_at = 0;  ///< height
    bool is_due = false;   ///< its height was reached; it waits for room in a block, or to be removed
};

/// A handler that ran, with its cost (GBX-11).
struct Woken {
    u64 deliver_seq = 0;
    Hash32 deliver_id;
    TimerId timer_id;
    Address target;
    Address payer;
    ExecutionStatus status = ExecutionStatus::ok;
    std::string error;  ///< WakeOutcome::error, as the runner returned it
    u64 cycles = 0;
    u64 cells = 0;
    u128 charged = 0;  ///< paid by the payer in all, tip included
    u128 tip = 0;
};

/// How a timer left. Each timer leaves exactly once (LIF-1).
enum class TimerExit : u8 { fired, insufficient_funds, expired, cancelled, governance };

struct Left {
    TimerId id;
    TimerExit how = TimerExit::fired;
};

/// An event of a block. The meaning of the two numbers depends on the kind.
struct TimerNotice {
    enum class Kind : u8 {
        expired,             ///< first: expires_at, second: current height (LIF-4)
        insufficient_funds,  ///< first: required, second: available; payer is set (LIF-5)
        cancelled_by_governance,
        extended_by_governance,  ///< first: new expires_at
        priority_clamped,        ///< first: stated priority, second: clamped priority (API-13)
        unfittable,              ///< first: gas limit, second: cap (LANE-5)
        settings_updated,
    };
    Kind kind = Kind::expired;
    TimerId id;
    Address payer;
    u128 first = 0;
    u128 second = 0;
};

/// The use of each budget of a block (BLK-8).
struct WorkDone {
    u64 lane_cycles = 0;
    u64 lane_cells = 0;
    u64 gc_cycles = 0;
    u64 looks = 0;
    u64 intake = 0;
    u64 moves = 0;
};

struct BlockReport {
    std::vector<Woken> woken;          ///< in the order of execution
    std::vector<Left> left;            ///< in the order in which they left
    std::vector<TimerNotice> notices;  ///< in the order in which they happened
    WorkDone work;
};

/// Counts since the scheduler was created: scheduled = live + the other five (LIF-1).
struct Census {
    u64 scheduled = 0;
    u64 live = 0;
    u64 fired = 0;
    u64 insufficient_funds = 0;
    u64 expired = 0;
    u64 cancelled = 0;
    u64 governance = 0;
};

class Scheduler {
public:
    /// Creates a scheduler in an empty store, or opens the one that the store holds; then `settings` and
    /// `cycle_capacity` are ignored and those in the store stay in force. `cycle_capacity` is the number of
    /// cycles of a whole block of the chain, at least 1. The error names the setting that breaks a rule, says
    /// why the store cannot be read (TMR-2), or is that of try_write. Settings may be TimerSettings.
    static Result<std::unique_ptr<Scheduler>, std::string> open(SchedulerStore& store,
                                                                const Settings& settings, u64 cycle_capacity);
    virtual ~Scheduler() = default;
    Scheduler(const Scheduler&) = delete;
    Scheduler& operator=(const Scheduler&) = delete;

    // The phases of a block, in this order.

    /// InvalidInput, and no block begins: a height that is not above the last finished block's or is above
    /// HEIGHT_MAX, a base fee above BASEFEE_MAX.
    virtual Status begin_block(const BlockStart& block) = 0;
    /// Removes dead timers, takes in those that are due and runs as many as the settings allow. All marks are
    /// gone afterwards. A block without it wakes nothing, and its timers wake in a later block.
    virtual BlockReport run_due(SchedulerLedger& ledger, SchedulerRunner& runner) = 0;
    /// Writes the changes of the block to the store. If that fails, the text is the store's; the block is
    /// still there, changes nothing any more, and can be finished again or abandoned. The same holds if the
    /// store throws.
    virtual StatusOf<std::string> finish_block() = 0;
    /// Drops the block and reads the store anew, as if the block had never begun; between blocks it does
    /// nothing. The chain undoes what the block did to its accounts. An error says why the store cannot be
    /// read; then it can be called again.
    virtual StatusOf<std::string> abandon_block() = 0;

    // Requests. Each costs its caller 200 cycles, which the chain charges (FEE-4, FEE-5).

    /// API-1 to API-13. The error is that of the first check that fails; then nothing has changed.
    virtual Result<Scheduled> schedule(const Address& owner, const ScheduleRequest& request) = 0;
    /// API-4, LIF-10. Later than current height + max_ttl_blocks counts as that height.
    virtual Status extend(const Address& owner, const TimerId& id, u64 new_expires_at) = 0;
    /// API-5, LIF-7.
    virtual Status cancel(const Address& owner, const TimerId& id) = 0;
    /// For the chain's governance: as extend, whoever the owner is (LIF-9).
    virtual Status govern_extend(const TimerId& id, u64 new_expires_at) = 0;
    /// For the chain's governance. A timer that is gone already is no error (LIF-8).
    virtual void govern_cancel(const TimerId& id) = 0;
    /// For the chain's governance: changes the settings that are named, from the next block on. With an error
    /// (InvalidConfig) none of them changes (GOV-3).
    virtual Status govern_settings(const Settings& changed) = 0;

    // Undoing, for a transaction that fails (BLK-4).

    /// Marks a place to come back to. A mark is valid until undo_to goes back to it or past it, run_due, or
    /// the end of the block.
    virtual u64 mark() = 0;
    /// Undoes every request since the mark. This mark and all later ones are gone.
    virtual void undo_to(u64 mark) = 0;

    // Reading.

    virtual std::optional<TimerView> timer(const TimerId& id) const = 0;
    /// Timers of a height that are not due yet, in the order in which they were scheduled.
    virtual std::vector<TimerId> timers_at(u64 height) const = 0;
    /// Live timers of an owner, in the order in which they were scheduled.
    virtual std::vector<TimerId> timers_of(const Address& owner) const = 0;
    /// All fields of TimerConfig as text: of this block, or between blocks of the last one.
    virtual Settings settings() const = 0;
    /// The same as a struct with every field set.
    virtual TimerSettings timer_settings() const = 0;
    /// The height of the last finished block; 0 before the first.
    virtual u64 height() const = 0;
    virtual Census census() const = 0;

protected:
    Scheduler() = default;
};

}  // namespace lariat
