// Pre-charge and settlement, the same for transactions, fires, operations and messages (FEE-1 to FEE-3).
#pragma once

#include "lane/ports.hpp"

namespace lariat::lane {

/// cycles × price + cells × price in base units; nullopt if it exceeds 128 bits, more than any balance.
std::optional<u128> max_cost(const Price& price, u64 cycles_limit, u64 cells_limit) noexcept;

/// Takes what the limits cost from the payer, who has it, and holds it until settle() or refund().
void pre_charge(Ledger& ledger, const Address& payer, u128 cost);
/// Gives all of it back: the execution was not started.
void refund(Ledger& ledger, const Address& payer, u128 cost);

struct Settled {
    u128 charged = 0;  ///< includes the tip and the amount set aside for messages
    u128 tip = 0;
};

/// Settles an execution whose whole cost is held: burns and tips for its own use, keeps the amount set aside
/// for messages held, and refunds the rest to the payer.
Settled settle(Ledger& ledger, const Paid& paid, const Usage& usage);

}  // namespace lariat::lane
