// Writes the transactions that set timers.
#include "sim/timer_text.hpp"

#include <algorithm>

#include "base/checked.hpp"
#include "base/hex.hpp"

namespace lariat::sim {

u128 scaled(u128 amount, Q32 factor) noexcept
{
    constexpr Q32 FACTOR_MAX = Q32_ONE << 12;
    return (amount * static_cast<u128>(std::clamp<Q32>(factor, 0, FACTOR_MAX))) >> 32;
}

void TimersText::name_agent()
{
    steps_ += "{\"set_gba\":\"" + to_hex(actor_.address) + "\"}";
    ++calls_;
}

std::string TimersText::bid_text(const MarketView& now, Draw& bid) const
{
    const u128 lane = now.lane_basefee;
    switch (population_.bid.rule) {
        case BidRule::preset:
        case BidRule::agent:
            return "";
        case BidRule::tier:
            return ",\"priority_tier_hint\":\"" + population_.bid.tier + "\"";
        case BidRule::frozen:
            return ",\"max_fee_per_cycle\":\"" + to_decimal(2 * lane) +
                   "\",\"priority_tier_hint\":\"standard\"";
        case BidRule::own: {
            const u128 tip = scaled(lane, population_.bid.tip.draw(bid));
            const u128 cap = std::max(lane + tip, scaled(lane, population_.bid.cap.draw(bid)));
            return ",\"max_fee_per_cycle\":\"" + to_decimal(cap) + "\",\"max_priority_fee_per_cycle\":\"" +
                   to_decimal(tip) + "\"";
        }
    }
    return "";
}

void TimersText::add(u64 due, const MarketView& now, Draw& bid, const std::string& payload)
{
    if (!steps_.empty()) steps_ += ',';
    steps_ += "{\"schedule\":{\"gas_limit\":" + std::to_string(actor_.gas_limit()) +
              ",\"height\":" + std::to_string(due) + bid_text(now, bid);
    if (population_.ttl != 0) steps_ += ",\"expires_at\":" + std::to_string(due + population_.ttl);
    if (!payload.empty()) steps_ += ",\"payload\":\"" + payload + "\"";
    steps_ += "}}";
    ++calls_;
}

std::string TimersText::transaction() const
{
    constexpr u64 ENTERING = 10, CALL_CYCLES = 201, CALL_CELLS = 160;
    return "{\"as\":\"" + to_hex(actor_.address) +
           "\",\"cells_limit\":" + std::to_string(calls_ * CALL_CELLS) +
           ",\"cycles_limit\":" + std::to_string(ENTERING + calls_ * CALL_CYCLES) + ",\"from\":\"" +
           to_hex(Cast::user()) + "\",\"steps\":[" + steps_ + "]}";
}

std::string block_line(const std::vector<std::string>& transactions)
{
    if (transactions.empty()) return "{\"block\":{}}";
    std::string out = "{\"block\":{\"txs\":[";
    for (std::size_t i = 0; i < transactions.size(); ++i) out += (i == 0 ? "" : ",") + transactions[i];
    return out + "]}}";
}

}  // namespace lariat::sim
