// Interfaces that the lane needs from the embedding chain: accounts, and an engine that runs handlers.
#pragma once

#include "lariat/execution_status.hpp"
#include "timers/report.hpp"

namespace lariat::lane {

/// The accounts of the chain. Amounts are in base units.
class Ledger {
public:
    virtual ~Ledger() = default;
    virtual u128 balance(const Address& of) const = 0;
    virtual void debit(const Address& from, u128 amount) = 0;  ///< at most the balance
    virtual void credit(const Address& to, u128 amount) = 0;
    enum class Burn : u8 { cycle, cell, lane };
    virtual void burn(Burn kind, u128 amount) = 0;
    virtual void tip(u128 amount) = 0;  ///< to the proposer
    /// Adds to the money that is neither in a balance nor burned while an execution or its message runs.
    virtual void hold(u128 amount) = 0;
    virtual void release(u128 amount) = 0;
};

/// Use of an execution's limits. Cycles and cells set aside for messages count as used; they are also stated
/// separately, because their money is settled when the message ends.
struct Usage {
    u64 cycles = 0;
    u64 cells = 0;
    u64 aside_cycles = 0;
    u64 aside_cells = 0;
};

/// Price per cycle and per cell in base units, at the block boundary (FEE-1).
struct Price {
    u128 cycle_base = 0;  ///< burned as cycle
    u128 lane_base = 0;   ///< burned as lane
    u128 cycle_tip = 0;   ///< to the proposer
    u128 cell_base = 0;   ///< burned as cell
    u128 cell_tip = 0;    ///< to the proposer
    u128 per_cycle() const noexcept { return cycle_base + lane_base + cycle_tip; }
    u128 per_cell() const noexcept { return cell_base + cell_tip; }
};

/// What an execution may use at most, at what price, and who has paid for all of it before it starts.
struct Paid {
    Address payer;
    u64 cycles = 0;
    u64 cells = 0;
    Price price{};
};

enum class FireKind : u8 { timestamp, height, watch, message };
std::string_view name(FireKind k) noexcept;

/// Priority and weight of a fire in the auction (AUC-3, AUC-4).
struct AuctionTerms {
    u128 priority = 0;  ///< per cycle, to the proposer
    u64 weight = 0;     ///< of its owner, in units of 2^-32
};

/// A row of `fired` in the block's result: one started execution (GBX-11).
struct Fired {
    u64 deliver_seq = 0;
    Hash32 deliver_id;
    FireKind kind = FireKind::height;
    std::optional<timers::TimerId> id;  ///< none for a message
    Address target;
    Address owner;  ///< of a message: the sending actor
    std::string handler;
    Address payer;
    std::optional<u32> fire_seq;  ///< none for a message
    ExecutionStatus status = ExecutionStatus::ok;
    std::string error;  ///< with status revert
    u64 cycles = 0;
    u64 cells = 0;
    u128 charged = 0;  ///< with the tip
    u128 tip = 0;
    std::optional<AuctionTerms> terms{};  ///< only in auction blocks
    /// For a watch: its matched keys; a last empty entry says that some were left out (WAT-2).
    std::optional<std::vector<Bytes>> matched{};
    timers::Cause cause{};  ///< of a message: the execution that sent it
};

/// An execution that no transaction starts, before it starts: the fire of a timer, an operation or a message.
struct Delivery {
    u64 deliver_seq = 0;
    Hash32 deliver_id;
    FireKind kind = FireKind::height;
    std::optional<timers::TimerId> id;  ///< of a timer or operation
    Address target;
    Address owner;  ///< of a message: the sending actor
    std::string handler;
    Bytes payload;
    std::optional<u32> fire_seq;    ///< none for a message
    std::optional<u64> due_height;  ///< of a timer
    Paid paid;                      ///< its limits, and who has paid for them
    u64 delivery_cycles = 0;        ///< used before it starts; more than the limit: its handler is not run
    std::optional<AuctionTerms> terms{};
    std::optional<std::vector<Bytes>> matched{};
    timers::Cause cause{};
    u64 cycles_limit() const noexcept { return paid.cycles - delivery_cycles; }  ///< of its handler
};

struct FireOutcome {
    ExecutionStatus status = ExecutionStatus::ok;
    std::string error;
    Usage usage;
};

class FireRunner {
public:
    virtual ~FireRunner() = default;
    /// Runs the handler in an overlay of its own and keeps or drops its effects (LIF-6).
    virtual FireOutcome run(const Delivery& delivery) = 0;
};

/// A question to a bidding agent, with the eight values of CIP-1 §7.2 (GBA-4).
struct BidQuestion {
    Address agent;
    Address owner;
    u64 trigger_height = 0;  ///< the due height of the timer
    u64 current_height = 0;
    u128 cycle_basefee = 0;
    u128 cell_basefee = 0;
    u128 lane_basefee = 0;
    u64 last_block_cycles = 0;
    u128 median_priority = 0;
    u128 owner_balance = 0;
    u64 cycles_limit = 0;
    u64 cells_limit = 0;
};

/// The answer of a bidding agent, not yet validated.
struct BidAnswer {
    u64 cycles = 0;
    u128 max_fee = 0;  ///< saturates at 2^128 - 1
    u128 max_priority = 0;
    std::optional<timers::GbaFailure> failure;  ///< present if there is no bid
};

class AgentCaller {
public:
    virtual ~AgentCaller() = default;
    /// Calls getGasBid read-only and drops all its effects (GBA-3).
    virtual BidAnswer ask(const BidQuestion& question) = 0;
};

}  // namespace lariat::lane
