// Pre-charge and settlement, one mechanism for transactions, fires and messages (FEE-1…FEE-3).
#pragma once

#include "lane/ports.hpp"

namespace lariat::lane {

/// cycles × price + cells × price; nothing when it does not fit 128 bits: more than anybody has.
std::optional<u128> max_cost(const Price& price, u64 cycles_limit, u64 cells_limit) noexcept;

struct Settled {
    u128 charged = 0;  ///< with the tip, and with what is set aside for messages
    u128 tip = 0;
};

/// Ends an execution whose `precharged` is held: burns and tips what it used itself, leaves held
/// what it set aside, gives the rest back to the payer.
Settled settle(Ledger& ledger, const Address& payer, u128 precharged, const Price& price, const Usage& usage);

}  // namespace lariat::lane
