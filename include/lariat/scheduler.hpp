// The scheduler as a library: timers that wake by themselves at a height, for a chain that has a state store,
// accounts and a virtual machine of its own. It asks for each of these through a small interface and knows
// nothing else about the chain.
//
//     auto scheduler = Scheduler::open(store, settings).value();
//     for (each block) {
//         scheduler->begin_block({height, parent_root, cycle_basefee, cell_basefee, lane_basefee});
//         ... the block's transactions call schedule, extend and cancel ...
//         const BlockReport report = scheduler->run_due(ledger, runner);   // wakes what is due
//         scheduler->finish_block();                                       // what changed goes to the store
//     }
//
// What a block does and in which order is the specification's (docs/architecture.md); equal
// calls give equal results on every machine. Work in a block is bounded by the settings, whatever waits.
//
// Units. Heights count blocks. A cycle is a unit of computation, a cell a byte of data; amounts of money are
// in the chain's smallest unit. Ownership: store, ledger and runner belong to the caller and outlive the
// scheduler or the call. One thread at a time. Errors are values; a broken invariant ends the process.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "lariat/error.hpp"
#include "lariat/types.hpp"

namespace lariat {

using TimerId = Hash32;

// What the chain gives.

/// State that survives and that reaches the chain's state root. Keys are short: a letter, then at most
/// 48 bytes; a chain that keeps more in the same place puts a prefix of its own before them.
class SchedulerStore {
public:
    virtual ~SchedulerStore() = default;
    /// As the last write() left it.
    virtual std::optional<Bytes> get(BytesView key) const = 0;
    virtual bool contains(BytesView key) const { return get(key).has_value(); }
    /// These are going to be asked for, in this block: who has to wait for a disk may begin with all of
    /// them. No result depends on it.
    virtual void expect(std::span<const BytesView> keys) const { static_cast<void>(keys); }
    /// Every pair once, in any order. Only asked for when a scheduler is opened.
    virtual void for_each(const std::function<void(BytesView key, BytesView value)>& visit) const = 0;

    /// A put, or a delete when there is no value.
    struct Write {
        BytesView key;
        std::optional<BytesView> value;
    };
    /// The changes of one block, in ascending order of key. The chain makes them durable with its block.
    virtual void write(const std::vector<Write>& changes) = 0;
};

/// Somebody's money (FEE-1…FEE-3).
class SchedulerLedger {
public:
    virtual ~SchedulerLedger() = default;
    virtual u128 balance(const Address& of) const = 0;
    virtual void debit(const Address& from, u128 amount) = 0;  ///< never more than the balance
    virtual void credit(const Address& to, u128 amount) = 0;
    enum class Burn : u8 { cycle, cell, lane };  ///< which base fee it was
    virtual void burn(Burn part, u128 amount) = 0;
    virtual void tip(u128 amount) = 0;  ///< to whoever proposed the block
};

/// A timer that wakes now: what to call, and within which limits.
struct Wake {
    u64 deliver_seq = 0;  ///< rises by one with each execution, never reused (GBX-8)
    Hash32 deliver_id;
    TimerId timer_id;
    u32 fire_seq = 0;
    u64 due_height = 0;
    Address owner;   ///< on whose behalf
    Address target;  ///< whom to call
    std::string_view handler;
    BytesView payload;
    Address payer;
    u64 cycles_limit = 0;
    u64 cells_limit = 0;
};

enum class WakeStatus : u8 { ok, revert, out_of_cycles, out_of_cells, out_of_memory, no_handler, no_actor };

struct WakeOutcome {
    WakeStatus status = WakeStatus::ok;
    std::string error;  ///< with `revert`
    u64 cycles = 0;     ///< used, at most the limit
    u64 cells = 0;
};

/// Runs handlers.
class SchedulerRunner {
public:
    virtual ~SchedulerRunner() = default;
    /// May call schedule, extend and cancel of the scheduler: with any status but `ok` these are undone by
    /// the scheduler, and everything else that the handler did must be undone by the runner (LIF-6).
    virtual WakeOutcome run(const Wake& wake) = 0;
};

// What the chain asks for.

/// Fields of TimerConfig by name, with a number, a switch or a name (API-13 of the tables): what is not
/// named has its default.
using Setting = std::pair<std::string, std::variant<u128, bool, std::string>>;
using Settings = std::vector<Setting>;

struct BlockStart {
    u64 height = 0;      ///< above that of the block before
    Hash32 parent_root;  ///< of the chain: makes delivery ids unique across branches
    u128 cycle_basefee = 0;
    u128 cell_basefee = 0;
};

enum class PriorityTier : u8 { economy = 0, standard = 1, fast = 2, urgent = 3 };

/// A timer to be (API-1…API-3). What is absent has the default of the protocol.
struct ScheduleRequest {
    u64 height = 0;
    Bytes payload;
    std::optional<std::string>
        handler;                       ///< absent: what a JSON envelope in the payload names, or handle_timer
    std::optional<Address> fee_payer;  ///< absent: the owner
    std::optional<Address> paying_sender;  ///< who may be named as payer beside the owner (API-8)
    std::optional<u64> gas_limit;          ///< cycles
    std::optional<u64> expires_at;         ///< height
    std::optional<u128> max_fee_per_cycle;
    std::optional<u128> max_priority_fee_per_cycle;
    std::optional<PriorityTier> tier;
};

struct Scheduled {
    TimerId id;
    u64 cells = 0;  ///< what the chain charges for keeping it (FEE-4), beside 200 cycles
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
    u64 scheduled_at = 0;
    bool is_due = false;  ///< taken in: it waits for room, or for its end
};

/// A started execution, with what it cost (GBX-11).
struct Woken {
    u64 deliver_seq = 0;
    Hash32 deliver_id;
    TimerId timer_id;
    Address target;
    Address payer;
    WakeStatus status = WakeStatus::ok;
    u64 cycles = 0;
    u64 cells = 0;
    u128 charged = 0;  ///< with the tip
    u128 tip = 0;
};

/// Each timer leaves by exactly one of these (LIF-1).
enum class TimerExit : u8 { fired, insufficient_funds, expired, cancelled, governance };

struct Left {
    TimerId id;
    TimerExit how = TimerExit::fired;
};

/// What watchers of the chain are told. Numbers are what the kind says.
struct TimerNotice {
    enum class Kind : u8 {
        expired,             ///< first: expires_at, second: current height (LIF-4)
        insufficient_funds,  ///< first: required, second: available; payer (LIF-5)
        cancelled_by_governance,
        extended_by_governance,  ///< first: new expires_at
        priority_clamped,        ///< first: stated, second: clamped (API-13)
        unfittable,              ///< first: gas limit, second: cap (LANE-5)
        settings_updated,
    };
    Kind kind = Kind::expired;
    TimerId id;
    Address payer;
    u128 first = 0;
    u128 second = 0;
};

/// Use of the budgets of a block (BLK-8).
struct WorkDone {
    u64 lane_cycles = 0;
    u64 lane_cells = 0;
    u64 gc_cycles = 0;
    u64 looks = 0;
    u64 intake = 0;
    u64 moves = 0;
};

struct BlockReport {
    std::vector<Woken> woken;  ///< in the order of execution
    std::vector<Left> left;
    std::vector<TimerNotice> notices;
    WorkDone work;
};

/// Since the first block: scheduled = live + the other five (LIF-1).
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
    /// On an empty store a new scheduler with these settings; otherwise the one that is in the store, whose
    /// settings stay as they are. `cycle_capacity`: how many cycles a block of the chain has in all. The
    /// error names the broken rule, or says why what is in the store cannot be read (TMR-2).
    static Result<std::unique_ptr<Scheduler>, std::string> open(SchedulerStore& store,
                                                                const Settings& settings, u64 cycle_capacity);
    virtual ~Scheduler() = default;

    // In this order, each once a block.
    virtual void begin_block(const BlockStart& block) = 0;
    virtual BlockReport run_due(SchedulerLedger& ledger, SchedulerRunner& runner) = 0;
    virtual void finish_block() = 0;
    /// Instead of finishing: the block never was.
    virtual void abandon_block() = 0;

    // Between begin_block and finish_block.
    virtual Result<Scheduled> schedule(const Address& owner, const ScheduleRequest& request) = 0;
    virtual Status extend(const Address& owner, const TimerId& id, u64 new_expires_at) = 0;
    virtual Status cancel(const Address& owner, const TimerId& id) = 0;
    /// By whoever governs the chain; a timer that is gone is cancelled already (LIF-8, LIF-9).
    virtual Status govern_extend(const TimerId& id, u64 new_expires_at) = 0;
    virtual void govern_cancel(const TimerId& id) = 0;
    /// In force from the next block on; all of it or nothing (GOV-3).
    virtual Status govern_settings(const Settings& changed) = 0;

    /// A place to come back to: what was scheduled, extended or cancelled after it is undone. For a
    /// transaction that fails (BLK-4). Places taken after it are then gone.
    virtual u64 mark() = 0;
    virtual void undo_to(u64 mark) = 0;

    // Reading.
    virtual std::optional<TimerView> timer(const TimerId& id) const = 0;
    virtual std::vector<TimerId> timers_at(u64 height) const = 0;            ///< not yet due, as inserted
    virtual std::vector<TimerId> timers_of(const Address& owner) const = 0;  ///< as created
    virtual Settings settings() const = 0;
    virtual Census census() const = 0;
};

}  // namespace lariat
