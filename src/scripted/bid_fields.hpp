// The context values of a bidding agent by name (CIP-1 §7.2), for scripted agents.
#pragma once

#include "lane/ports.hpp"

namespace lariat::scripted {

bool is_bid_field(std::string_view name) noexcept;
u128 bid_field(const lane::BidQuestion& question, std::string_view name) noexcept;  ///< 0 for an unknown name

}  // namespace lariat::scripted
