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
    TxStatus status;
    std::string why;
};

u64& lane_use(BlockContext& block, const Transaction& tx)
{
    return is_system(tx) ? block.system_cycles : block.user_cycles;
}

/// Step 1: what is charged nothing.
std::optional<Refused> refuse(BlockContext& block, const Transaction& tx,
                              const std::optional<Account>& sender)
{
    const FeeParams& fees = block.params.fees;
    if (!sender) return Refused{TxStatus::invalid, "the sender " + to_hex(tx.from) + " is unknown"};
    if (tx.nonce && *tx.nonce != sender->nonce)
        return Refused{TxStatus::invalid,
                       "nonce " + std::to_string(*tx.nonce) + ", expected " + std::to_string(sender->nonce)};
    if (tx.limits.cycles > fees.cycle_capacity)
        return Refused{TxStatus::invalid, "cycles limit " + std::to_string(tx.limits.cycles) + " above " +
                                              std::to_string(fees.cycle_capacity)};
    if (tx.limits.cells > fees.cell_capacity)
        return Refused{TxStatus::invalid, "cells limit " + std::to_string(tx.limits.cells) + " above " +
                                              std::to_string(fees.cell_capacity)};
    const u64 lane = is_system(tx) ? fees.system_lane : fees.user_lane;
    const u64 lane_left = lane - std::min(lane, lane_use(block, tx));
    if (tx.limits.cycles > lane_left)
        return Refused{TxStatus::block_full, "cycles limit " + std::to_string(tx.limits.cycles) + " above " +
                                                 std::to_string(lane_left) + " left in the lane"};
    const u64 cells_left = fees.cell_capacity - std::min(fees.cell_capacity, block.block_cells);
    if (tx.limits.cells > cells_left)
        return Refused{TxStatus::block_full, "cells limit " + std::to_string(tx.limits.cells) + " above " +
                                                 std::to_string(cells_left) + " left in the block"};
    if (!block.timers.report.used.has_room(tx.limits.cycles, tx.limits.cells))
        return Refused{TxStatus::block_full, "the block's sum of cycles or cells would exceed 2^64 - 1"};
    return std::nullopt;
}

/// Step 2. Nothing when a fee cap is below its base fee.
std::optional<lane::Price> price_of(const BlockContext& block, const TxLimits& limits)
{
    const u128 cycle = block.chain.cycle_basefee, cell = block.chain.cell_basefee;
    if (limits.max_fee_per_cycle < cycle || limits.max_fee_per_cell < cell) return std::nullopt;
    return lane::Price{.cycle_base = cycle,
                       .lane_base = 0,
                       .cycle_tip = std::min(limits.tip_per_cycle, limits.max_fee_per_cycle - cycle),
                       .cell_base = cell,
                       .cell_tip = std::min(limits.tip_per_cell, limits.max_fee_per_cell - cell)};
}

TxStatus from_execution(lane::ExecStatus s)
{
    switch (s) {
        case lane::ExecStatus::ok:
            return TxStatus::ok;
        case lane::ExecStatus::revert:
            return TxStatus::revert;
        case lane::ExecStatus::out_of_cycles:
            return TxStatus::out_of_cycles;
        case lane::ExecStatus::out_of_cells:
            return TxStatus::out_of_cells;
        case lane::ExecStatus::out_of_memory:
            return TxStatus::out_of_memory;
        case lane::ExecStatus::no_handler:
            return TxStatus::no_handler;
        case lane::ExecStatus::no_actor:
            return TxStatus::no_actor;
    }
    return TxStatus::revert;
}

/// Steps 3 to 5.
Receipt pay_and_run(BlockContext& block, const Transaction& tx, const lane::Price& price, u128 cost,
                    u64 nonce)
{
    block.world.debit(tx.from, cost);
    block.world.hold(cost);
    block.world.raise_nonce(tx.from);

    Execution execution;
    execution.sender = tx.from;
    execution.cycles_limit = tx.limits.cycles;
    execution.cells_limit = tx.limits.cells;
    execution.price = price;
    execution.payer = tx.from;
    execution.origin = transaction_hash(block.params, tx, nonce);
    execution.context = block_facts(block);
    execution.context.tx_hash = execution.origin;
    execution.context.sender = tx.from;
    execution.context.nonce = nonce;
    execution.begin();

    const lane::FireOutcome out = run_body(block, tx, execution);
    const lane::Settled settled = lane::settle(block.world, tx.from, cost, price, out.usage);
    lane_use(block, tx) += out.usage.cycles;
    block.block_cells += out.usage.cells;
    block.timers.report.used.cycles += out.usage.cycles;
    block.timers.report.used.cells += out.usage.cells;
    block.timers.report.used.tips += settled.tip;
    return {.tx = 0,
            .status = from_execution(out.status),
            .error = out.error,
            .cycles = out.usage.cycles,
            .cells = out.usage.cells,
            .fee = settled.charged};
}

Receipt receipt_of(BlockContext& block, const Transaction& tx)
{
    const auto sender = block.world.account(tx.from);
    if (auto refused = refuse(block, tx, sender)) return {.status = refused->status, .error = refused->why};
    const auto price = price_of(block, tx.limits);
    if (!price) return {.status = TxStatus::invalid, .error = "a fee cap is below the base fee"};
    const auto cost = lane::max_cost(*price, tx.limits.cycles, tx.limits.cells);
    if (!cost || sender->balance < *cost)
        return {.status = TxStatus::invalid,
                .error = "the limits cost " + (cost ? to_decimal(*cost) : "more than 2^128") + ", balance " +
                         to_decimal(sender->balance)};
    const u128 most_tips = price->cycle_tip * tx.limits.cycles + price->cell_tip * tx.limits.cells;  // ≤ cost
    if (!block.timers.report.used.has_room(0, 0, most_tips))
        return {.status = TxStatus::block_full, .error = "the block's sum of tips would exceed 2^128 - 1"};
    return pay_and_run(block, tx, *price, *cost, sender->nonce);
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
void put_body(Writer& w, const ScheduleAtTx& tx)
{
    const ScheduleAtStep& c = tx.call;
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

std::string_view name(TxStatus s) noexcept
{
    switch (s) {
        case TxStatus::ok:
            return "ok";
        case TxStatus::revert:
            return "revert";
        case TxStatus::out_of_cycles:
            return "out_of_cycles";
        case TxStatus::out_of_cells:
            return "out_of_cells";
        case TxStatus::out_of_memory:
            return "out_of_memory";
        case TxStatus::no_handler:
            return "no_handler";
        case TxStatus::no_actor:
            return "no_actor";
        case TxStatus::invalid:
            return "invalid";
        case TxStatus::block_full:
            return "block_full";
    }
    return "";
}

bool is_system(const Transaction& tx) noexcept
{
    return std::holds_alternative<CancelTimerTx>(tx.body) || std::holds_alternative<ExtendTimerTx>(tx.body) ||
           std::holds_alternative<UpdateConfigTx>(tx.body);
}

void apply_transaction(BlockContext& block, const Transaction& tx)
{
    const TimerRef* ref = named_in(tx);
    if (ref && !ref->label.empty() && !block.scaffold.find(ref->label)) {
        block.input_error = "no timer or operation has the label \"" + ref->label + "\"";
        return;
    }
    Receipt receipt = receipt_of(block, tx);
    receipt.tx = static_cast<u32>(block.receipts.size());
    block.receipts.push_back(std::move(receipt));
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
