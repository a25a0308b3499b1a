// Bidding agents in Python: GBAContext in, TxFeeParams out.
#pragma once

#include "pvm/objects/ops.hpp"
#include "pvm/pvm.hpp"

namespace lariat::pvm {

/// The classes TxFeeParams and GBAContext of this execution, made at first use and paid by nobody: cowboy_sdk
/// costs what an import costs.
Value fee_class(Vm& vm, std::string_view name);
Value new_bid_context(Vm& vm, const BidContext& context);
/// None for anything that is no TxFeeParams of integers from 0 on. Reading it may run the program's code;
/// a pending exception means that it raised.
std::optional<BidOffer> read_bid(Vm& vm, Value returned);

}  // namespace lariat::pvm
