// A block: what goes in and what comes out (BLK-2, docs/trace.md).
#pragma once

#include <memory>

#include "base/arg.hpp"
#include "chain/dev_changes.hpp"
#include "chain/validators.hpp"
#include "chain/world.hpp"
#include "timers/counters.hpp"

namespace lariat::chain {

/// 10^24: a transaction that states no cap takes any base fee.
inline constexpr u128 DEFAULT_MAX_FEE = u128{1'000'000'000'000} * 1'000'000'000'000;

/// A timer or an operation named by id, or by the label it was given.
struct TimerRef {
    std::string label;  ///< empty: by id
    Hash32 id;
};

/// A height or time: absolute, or relative to the current one ("+n").
struct Moment {
    u64 value = 0;
    bool relative = false;
};
/// A moment as an argument of a call at `now`; a sum above 2^64 - 1 is a wrong argument.
Arg<u64> resolve(const Moment& moment, u64 now);

/// A call of schedule_at, of a transaction or a step.
struct ScheduleAtCall {
    Moment timestamp_ms;
    std::optional<std::string> handler;
    Bytes payload;
    std::optional<u64> gas_limit;
    std::string label;
};

/// What a transaction may use and pay. Limits in cycles and cells, fees in base units per unit.
struct TxLimits {
    u64 cycles = 500'000;
    u64 cells = 50'000;
    u128 max_fee_per_cycle = DEFAULT_MAX_FEE;
    u128 max_fee_per_cell = DEFAULT_MAX_FEE;
    u128 tip_per_cycle = 0;
    u128 tip_per_cell = 0;
};

struct CallTx {
    Address actor;
    std::string handler;
    Bytes payload;
};
/// Code that a transaction brings with it. What is in it is known to the engine that runs it.
struct BroughtCode {
    virtual ~BroughtCode() = default;
};
/// Code that runs as the handler of an actor which the transaction calls directly.
struct AsTx {
    Address actor;
    std::shared_ptr<const BroughtCode> code;
    std::string source;  ///< what the hash covers: of steps their compact JSON with sorted keys
};
struct TransferTx {
    Address to;
    u128 amount = 0;
};
struct DeployTx {
    CodeKind kind = CodeKind::python;
    std::string source;
    Bytes salt;
    Bytes payload;
};
struct RemoveActorTx {
    Address actor;
};
/// System instructions 48, 50, 49 (GOV-1).
struct CancelTimerTx {
    TimerRef timer;
};
struct ExtendTimerTx {
    TimerRef timer;
    u64 expires_at = 0;
};
struct UpdateConfigTx {
    timers::ConfigPatch patch;
};
/// System instructions 51 and 52, of replicated chains (chain/validators.hpp).
struct SetValidatorTx {
    SetValidator change;
};
struct PlanVersionTx {
    u64 height = 0;
    u64 version = 0;
};

/// An operation of the sender's account (SCH-1).
struct ScheduleAtTx {
    Address actor;  ///< whose handler will run
    ScheduleAtCall call;
};
struct DropTx {
    TimerRef operation;
};
struct TransferControlTx {};

struct Transaction {
    Address from;
    TxLimits limits;
    std::optional<Hash32> hash = {};      ///< of its outside form; absent: transaction_hash()
    std::optional<u64> nonce = {};        ///< must be the sender's next; absent: whatever that is (traces)
    std::optional<u64> valid_until = {};  ///< the last height at which it is valid; absent: any
    std::variant<CallTx, AsTx, TransferTx, DeployTx, RemoveActorTx, CancelTimerTx, ExtendTimerTx,
                 UpdateConfigTx, ScheduleAtTx, DropTx, TransferControlTx, SetValidatorTx, PlanVersionTx>
        body;
};

struct Block {
    u64 height = 0;
    u64 timestamp_ms = 0;
    Address proposer;
    std::vector<Transaction> txs;
    std::vector<DevChange> dev = {};
    std::vector<Address> misbehaviour = {};
};

/// A block without its transactions.
struct BlockHeader {
    u64 height = 0;
    u64 timestamp_ms = 0;
    Address proposer;
    std::vector<Address> misbehaviour = {};  ///< validators that signed two blocks of a height (CLU-17)
};
inline BlockHeader header_of(const Block& block)
{
    return {block.height, block.timestamp_ms, block.proposer, block.misbehaviour};
}

/// Why a transaction was not run: a closed list (docs/results.md). The numbers stand in receipts under the
/// results' root: append only.
enum class TxRefusal : u8 {
    sender_unknown,
    nonce_too_low,
    nonce_gap,
    limit_too_high,
    tx_expired,
    fee_too_low,
    insufficient_balance,
    lane_full,
    cells_full,
    sums_full
};
std::string_view name(TxRefusal r) noexcept;
/// Whether the receipt says `block_full`, not `invalid`: it can be sent again in a later block.
bool is_block_full(TxRefusal r) noexcept;

struct Receipt {
    u32 tx = 0;
    Hash32 hash{};  ///< of the transaction, run or not
    ExecutionStatus status = ExecutionStatus::ok;
    std::string error;                      ///< with `revert`
    std::optional<TxRefusal> refusal = {};  ///< with status `not_run` only
    std::string message = {};               ///< explains `refusal` to people; no part of the result
    std::optional<Address> deployed = {};   ///< of a deployment with status `ok`: the address of the actor
    u64 cycles = 0;
    u64 cells = 0;
    u128 fee = 0;
};
/// The status as results print it: of a transaction that was not run `invalid` or `block_full`.
std::string_view status_name(const Receipt& receipt) noexcept;

/// More of a transaction's own execution than its receipt has, for a dry run: kept only where it is asked
/// for, and no part of a result. The type of a Python exception is Receipt::error.
struct CallReport {
    Bytes returned;         ///< by the handler, with status `ok`
    std::string message;    ///< of a failure, in words
    std::string traceback;  ///< of a failure in Python code
};

/// A dev change of a block. `error`: an earlier change of the block, or the state, prevents it; it was not
/// made.
struct DevRow {
    DevChange change;
    std::optional<Error> error = {};
};

struct BlockResult {
    u64 height = 0;
    u64 timestamp_ms = 0;
    Hash32 state_root;
    Hash32 results_root;  ///< over the rows below (chain/result_tree.hpp)
    timers::Discipline discipline = timers::Discipline::fifo;
    u128 cycle_basefee = 0, cell_basefee = 0, lane_basefee = 0;  ///< in force in this block
    timers::Used used;
    Burned burned;  ///< this block's
    u128 tips = 0;
    std::vector<Receipt> receipts;
    std::vector<lane::Fired> fired;
    std::vector<timers::Exit> exits;
    std::vector<timers::Event> events;
    std::vector<timers::Scheduled> scheduled;
    std::vector<DevRow> dev;
    Validators validators;  ///< those that changed; power 0: removed
    u64 live = 0, due_waiting = 0, dead = 0, operations = 0;
    std::vector<std::pair<Address, u128>> balances;  ///< those that changed, by address
    timers::Totals totals;                           ///< since genesis
    u128 supply_balances = 0, supply_locked = 0, supply_burned = 0;
};

}  // namespace lariat::chain
