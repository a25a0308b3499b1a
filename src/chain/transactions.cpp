// Runs a transaction: checks, pre-charge, execution, settlement.
#include "chain/transactions.hpp"

#include <algorithm>

#include "base/checked.hpp"
#include "base/codec.hpp"
#include "base/hash.hpp"
#include "base/hex.hpp"
#include "chain/transaction_body.hpp"

namespace lariat::chain {

namespace {

struct Refused {
    TxRefusal reason;
    std::string message;
};

u64& lane_use(BlockContext& block, const Transaction& tx)
{
    return is_system(tx) ? block.system_cycles : block.user_cycles;
}

/// Compares a limit of the transaction with its bound; the message names both.
std::optional<std::string> above(std::string_view what, u64 limit, u64 bound, std::string_view bound_of)
{
    if (limit <= bound) return std::nullopt;
    return std::string(what) + " " + std::to_string(limit) + " is above " + std::string(bound_of) + " " +
           std::to_string(bound);
}

std::optional<Refused> check_nonce(const Transaction& tx, u64 expected)
{
    if (!tx.nonce || *tx.nonce == expected) return std::nullopt;
    return Refused{*tx.nonce < expected ? TxRefusal::nonce_too_low : TxRefusal::nonce_gap,
                   "nonce " + std::to_string(*tx.nonce) + ", expected " + std::to_string(expected)};
}

/// Step 1: finds what is refused without a charge.
std::optional<Refused> refuse(BlockContext& block, const Transaction& tx,
                              const std::optional<Account>& sender)
{
    const FeeParams& fees = block.params.fees;
    const TxLimits& limits = tx.limits;
    if (!sender) return Refused{TxRefusal::sender_unknown, "the sender " + to_hex(tx.from) + " is unknown"};
    if (auto refused = check_nonce(tx, sender->nonce)) return refused;
    if (auto why = above("cycles limit", limits.cycles, fees.cycle_capacity, "the capacity of a block"))
        return Refused{TxRefusal::limit_too_high, *why};
    if (auto why = above("cells limit", limits.cells, fees.cell_capacity, "the capacity of a block"))
        return Refused{TxRefusal::limit_too_high, *why};
    if (tx.valid_until && block.block.height > *tx.valid_until)
        return Refused{TxRefusal::tx_expired, "valid until height " + std::to_string(*tx.valid_until) +
                                                  ", the block has height " +
                                                  std::to_string(block.block.height)};
    const u64 lane = is_system(tx) ? fees.system_lane : fees.user_lane;
    const u64 lane_left = lane - std::min(lane, lane_use(block, tx));
    if (auto why = above("cycles limit", limits.cycles, lane_left, "the rest of the lane"))
        return Refused{TxRefusal::lane_full, *why};
    const u64 cells_left = fees.cell_capacity - std::min(fees.cell_capacity, block.block_cells);
    if (auto why = above("cells limit", limits.cells, cells_left, "the rest of the block"))
        return Refused{TxRefusal::cells_full, *why};
    if (!block.timers.report.used.has_room(limits.cycles, limits.cells))
        return Refused{TxRefusal::sums_full, "the block's sum of cycles or cells would exceed 2^64 - 1"};
    return std::nullopt;
}

/// A fee cap below its base fee.
std::optional<Refused> check_fee_caps(const BlockContext& block, const TxLimits& limits)
{
    const auto below = [](std::string_view what, u128 cap, u128 base_fee) {
        return Refused{TxRefusal::fee_too_low, std::string(what) + " " + to_decimal(cap) +
                                                   " is below the base fee " + to_decimal(base_fee)};
    };
    if (limits.max_fee_per_cycle < block.chain.cycle_basefee)
        return below("max_fee_per_cycle", limits.max_fee_per_cycle, block.chain.cycle_basefee);
    if (limits.max_fee_per_cell < block.chain.cell_basefee)
        return below("max_fee_per_cell", limits.max_fee_per_cell, block.chain.cell_basefee);
    return std::nullopt;
}

/// Step 2: the limits and the price of each. The fee caps have been checked.
lane::Paid paid_by(const BlockContext& block, const Transaction& tx)
{
    const TxLimits& limits = tx.limits;
    const u128 cycle = block.chain.cycle_basefee, cell = block.chain.cell_basefee;
    const lane::Price price{.cycle_base = cycle,
                            .lane_base = 0,
                            .cycle_tip = std::min(limits.tip_per_cycle, limits.max_fee_per_cycle - cycle),
                            .cell_base = cell,
                            .cell_tip = std::min(limits.tip_per_cell, limits.max_fee_per_cell - cell)};
    return {tx.from, limits.cycles, limits.cells, price};
}

/// The handler that a transaction calls; empty for other kinds.
std::string_view handler_of(const Transaction& tx)
{
    if (const auto* call = std::get_if<CallTx>(&tx.body)) return call->handler;
    return std::holds_alternative<DeployTx>(tx.body) ? "deploy" : "";
}

/// Steps 3 to 5.
Receipt pay_and_run(BlockContext& block, const Transaction& tx, const lane::Paid& paid, u128 cost, u64 nonce,
                    CallReport* report)
{
    lane::pre_charge(block.world, paid.payer, cost);
    block.world.raise_nonce(tx.from);

    Execution execution = begin_execution(block, paid, tx.from);
    execution.origin = tx.hash ? *tx.hash : transaction_hash(block.params, tx, nonce);
    execution.context.tx_hash = execution.origin;
    execution.context.nonce = nonce;
    execution.report = report;

    const lane::FireOutcome out = run_body(block, tx, execution);
    tell_failure(block, execution, handler_of(tx), out);
    if (report) {
        if (out.status != ExecutionStatus::ok) report->returned.clear();
        report->message = std::move(execution.message);
        report->traceback = std::move(execution.traceback);
    }
    const lane::Settled settled = lane::settle(block.world, paid, out.usage);
    lane_use(block, tx) += out.usage.cycles;
    block.block_cells += out.usage.cells;
    block.timers.report.used.cycles += out.usage.cycles;
    block.timers.report.used.cells += out.usage.cells;
    block.timers.report.used.tips += settled.tip;
    std::optional<Address> deployed;
    if (out.status == ExecutionStatus::ok && std::holds_alternative<DeployTx>(tx.body))
        deployed = execution.actor;
    return {.tx = 0,
            .hash = execution.origin,
            .status = out.status,
            .error = out.error,
            .deployed = deployed,
            .cycles = out.usage.cycles,
            .cells = out.usage.cells,
            .fee = settled.charged};
}

Receipt refused_receipt(Refused&& refused)
{
    return {.tx = 0,
            .hash = {},
            .status = ExecutionStatus::not_run,
            .error = {},
            .refusal = refused.reason,
            .message = std::move(refused.message)};
}

void put_ref(Writer& w, const TimerRef& ref)
{
    w.put_bytes(view(ref.label)).put_raw(view(ref.id));
}

void put_value(Writer& w, const timers::ConfigValue& value)
{
    w.put_u8(static_cast<u8>(value.index()));
    if (const u128* number = std::get_if<u128>(&value)) w.put_u128(*number);
    if (const bool* flag = std::get_if<bool>(&value)) w.put_bool(*flag);
    if (const std::string* name = std::get_if<std::string>(&value)) w.put_bytes(view(*name));
}

void put_body(Writer& w, const CallTx& tx)
{
    w.put_raw(view(tx.actor)).put_bytes(view(tx.handler)).put_bytes(tx.payload);
}
void put_body(Writer& w, const AsTx& tx)
{
    w.put_raw(view(tx.actor)).put_bytes(view(tx.source));
}
void put_body(Writer& w, const TransferTx& tx)
{
    w.put_raw(view(tx.to)).put_u128(tx.amount);
}
void put_body(Writer& w, const DeployTx& tx)
{
    w.put_u8(static_cast<u8>(tx.kind)).put_bytes(view(tx.source)).put_bytes(tx.salt).put_bytes(tx.payload);
}
void put_body(Writer& w, const RemoveActorTx& tx)
{
    w.put_raw(view(tx.actor));
}
void put_body(Writer& w, const CancelTimerTx& tx)
{
    put_ref(w, tx.timer);
}
void put_body(Writer& w, const ExtendTimerTx& tx)
{
    put_ref(w, tx.timer);
    w.put_u64(tx.expires_at);
}
void put_body(Writer& w, const UpdateConfigTx& tx)
{
    for (const auto& [field, value] : tx.patch) {
        w.put_bytes(view(field));
        put_value(w, value);
    }
}
void put_body(Writer& w, const SetValidatorTx& tx)
{
    const SetValidator& c = tx.change;
    w.put_raw(view(c.key)).put_u64(c.power).put_bool(c.payee.has_value());
    if (c.payee) w.put_raw(view(*c.payee));
}
void put_body(Writer& w, const PlanVersionTx& tx)
{
    w.put_u64(tx.height).put_u64(tx.version);
}
void put_body(Writer& w, const ScheduleAtTx& tx)
{
    const ScheduleAtCall& c = tx.call;
    w.put_raw(view(tx.actor)).put_u64(c.timestamp_ms.value).put_bool(c.timestamp_ms.relative);
    w.put_bool(c.handler.has_value()).put_bytes(view(c.handler.value_or(""))).put_bytes(c.payload);
    w.put_bool(c.gas_limit.has_value()).put_u64(c.gas_limit.value_or(0));
}
void put_body(Writer& w, const DropTx& tx)
{
    put_ref(w, tx.operation);
}
void put_body(Writer&, const TransferControlTx&) {}

/// The timer or operation that a transaction names outside of steps.
const TimerRef* named_in(const Transaction& tx)
{
    if (const auto* cancel = std::get_if<CancelTimerTx>(&tx.body)) return &cancel->timer;
    if (const auto* extend = std::get_if<ExtendTimerTx>(&tx.body)) return &extend->timer;
    if (const auto* drop = std::get_if<DropTx>(&tx.body)) return &drop->operation;
    return nullptr;
}

}  // namespace

std::string_view name(TxRefusal r) noexcept
{
    switch (r) {
        case TxRefusal::sender_unknown:
            return "sender_unknown";
        case TxRefusal::nonce_too_low:
            return "nonce_too_low";
        case TxRefusal::nonce_gap:
            return "nonce_gap";
        case TxRefusal::limit_too_high:
            return "limit_too_high";
        case TxRefusal::tx_expired:
            return "tx_expired";
        case TxRefusal::fee_too_low:
            return "fee_too_low";
        case TxRefusal::insufficient_balance:
            return "insufficient_balance";
        case TxRefusal::lane_full:
            return "lane_full";
        case TxRefusal::cells_full:
            return "cells_full";
        case TxRefusal::sums_full:
            return "sums_full";
    }
    return "";
}

bool is_block_full(TxRefusal r) noexcept
{
    return r >= TxRefusal::lane_full;
}

std::string_view status_name(const Receipt& receipt) noexcept
{
    if (!receipt.refusal) return status_name(receipt.status);
    return is_block_full(*receipt.refusal) ? "block_full" : "invalid";
}

bool is_system(const Transaction& tx) noexcept
{
    return std::holds_alternative<CancelTimerTx>(tx.body) || std::holds_alternative<ExtendTimerTx>(tx.body) ||
           std::holds_alternative<UpdateConfigTx>(tx.body) ||
           std::holds_alternative<SetValidatorTx>(tx.body) || std::holds_alternative<PlanVersionTx>(tx.body);
}

Receipt run_transaction(BlockContext& block, const Transaction& tx, CallReport* report)
{
    const auto sender = block.world.account(tx.from);
    if (auto refused = refuse(block, tx, sender)) return refused_receipt(std::move(*refused));
    if (auto refused = check_fee_caps(block, tx.limits)) return refused_receipt(std::move(*refused));
    const lane::Paid paid = paid_by(block, tx);
    const auto cost = lane::max_cost(paid.price, paid.cycles, paid.cells);
    if (!cost || sender->balance < *cost)
        return refused_receipt(Refused{TxRefusal::insufficient_balance,
                                       "the limits cost " + (cost ? to_decimal(*cost) : "more than 2^128") +
                                           ", balance " + to_decimal(sender->balance)});
    const u128 most_tips = paid.price.cycle_tip * paid.cycles + paid.price.cell_tip * paid.cells;  // ≤ cost
    if (!block.timers.report.used.has_room(0, 0, most_tips))
        return refused_receipt(
            Refused{TxRefusal::sums_full, "the block's sum of tips would exceed 2^128 - 1"});
    return pay_and_run(block, tx, paid, *cost, sender->nonce, report);
}

std::optional<std::string> unknown_label(const BlockContext& block, const Transaction& tx)
{
    const TimerRef* ref = named_in(tx);
    if (!ref || ref->label.empty() || block.scripts.find_label(ref->label)) return std::nullopt;
    return ref->label;
}

Hash32 transaction_hash(const ChainParams& params, const Transaction& tx, u64 nonce)
{
    Writer w;
    w.put_bytes(view(params.chain_id)).put_raw(view(tx.from)).put_u64(nonce);
    w.put_u64(tx.limits.cycles).put_u64(tx.limits.cells);
    w.put_u128(tx.limits.max_fee_per_cycle).put_u128(tx.limits.max_fee_per_cell);
    w.put_u128(tx.limits.tip_per_cycle).put_u128(tx.limits.tip_per_cell);
    w.put_u8(static_cast<u8>(tx.body.index()));
    std::visit([&](const auto& body) { put_body(w, body); }, tx.body);
    return keccak256(w.bytes());
}

Address deployed_address(const Address& from, BytesView salt, std::string_view source)
{
    const Hash32 hash = keccak256({view(from), salt, view(keccak256(view(source)))});
    Address out;
    std::copy(hash.bytes.begin() + 12, hash.bytes.end(), out.bytes.begin());
    return out;
}

}  // namespace lariat::chain
