// Draws the actors and writes their handlers as scripts.
#include "sim/cast.hpp"

#include <algorithm>

#include "base/checked.hpp"
#include "base/hash.hpp"
#include "base/hex.hpp"

namespace lariat::sim {

namespace {

// Cycles of a fire beside its `burn`: entering, the step itself, and the step that sets the next timer.
constexpr u64 ENTER = 10, STEP = 1, SCHEDULE = 200;
constexpr u64 GAS_MIN = 500, GAS_MAX = 249'000, PERIOD_MAX = 1'000'000;
constexpr u128 WITHOUT_END = u128{1'000'000'000'000'000'000} * 1'000'000'000'000'000;  // 10^33
constexpr u64 CELLS_OF_A_FIRE = 1'000;  // at the cell base fee, which equals the cycle base fee here
constexpr u8 ACTOR = 0xa0, USER = 0x05;

u64 whole(Q32 value, u64 low, u64 high)
{
    return static_cast<u64>(std::clamp<i64>(q32_round(value), static_cast<i64>(low), static_cast<i64>(high)));
}

Address address_of(std::size_t population, u64 index)
{
    Address a;
    a.bytes[0] = ACTOR;
    a.bytes[1] = static_cast<u8>(population);
    for (std::size_t i = 0; i < 4; ++i) a.bytes[2 + i] = static_cast<u8>(index >> (24 - 8 * i));
    return a;
}

/// An agent asks for a tip that is a fixed multiple of the lane base fee.
std::string agent_of(const BidPlan& bid)
{
    const auto times = [](Q32 factor) {
        return "[" + std::to_string(factor >> 16) + ",65536,\"basefee_lane_timer\"]";
    };
    return "\"getGasBid\":[{\"return_bid\":{\"max_fee\":" + times(bid.cap.a) +
           ",\"max_priority\":" + times(bid.tip.a) + "}}],";
}

std::string handlers_of(const Population& population, const SimActor& actor)
{
    const u64 beside = ENTER + STEP + (actor.self ? STEP + SCHEDULE : 0);
    std::string out = "{";
    if (population.bid.rule == BidRule::agent) out += agent_of(population.bid);
    out += "\"handle_timer\":[{\"burn\":" + std::to_string(actor.gas - beside) + "}";
    if (actor.self) {
        out += ",{\"schedule\":{\"gas_limit\":" + std::to_string(actor.gas_limit()) + ",\"height\":\"+" +
               std::to_string(actor.period) + "\"";
        if (population.bid.rule == BidRule::tier)
            out += ",\"priority_tier_hint\":\"" + population.bid.tier + "\"";
        out += "}}";
    }
    return out + "]}";
}

u128 balance_of(const Scenario& scenario, const Population& population, const SimActor& actor)
{
    if (population.balance_fires == 0) return WITHOUT_END;
    return (actor.gas_limit() * 2 + CELLS_OF_A_FIRE) * scenario.cycle_basefee * population.balance_fires;
}

/// Fires keep few cells: with the default of 550,000 the price of cells would hide that of cycles.
std::string config_of(const Scenario& scenario)
{
    const std::string& json = scenario.config_json;
    if (json.find("\"max_cells_per_fire\"") != std::string::npos) return json;
    return "{\"max_cells_per_fire\":" + std::to_string(CELLS_OF_A_FIRE) + "," + json.substr(1);
}

bool sets_itself(const Scenario& scenario, const Population& p)
{
    const bool bid_is_fixed =
        p.bid.rule == BidRule::preset || p.bid.rule == BidRule::tier || p.bid.rule == BidRule::agent;
    return p.kind == ActorKind::heartbeat && p.elasticity == 0 && p.until == U64_MAX && p.ttl == 0 &&
           p.align != Alignment::cron && bid_is_fixed && scenario.step.of != p.name;
}

/// Heartbeats by their rate, others by their weight: above the lower median of the population is heavy.
void mark_heavy(const Population& population, std::vector<SimActor>& actors)
{
    const auto activity = [&](const SimActor& a) {
        return population.kind == ActorKind::heartbeat ? -static_cast<i64>(a.period) : a.weight;
    };
    std::vector<i64> all;
    for (const SimActor& a : actors) all.push_back(activity(a));
    if (all.empty()) return;
    std::sort(all.begin(), all.end());
    const i64 median = all[(all.size() - 1) / 2];
    for (SimActor& a : actors) a.heavy = activity(a) > median;
}

}  // namespace

u64 Cast::stream(const Population& population, u64 index)
{
    const Hash32 name = keccak256(view(population.name));
    u64 base = 0;
    for (std::size_t i = 0; i < 8; ++i) base = base << 8 | name.bytes[i];
    return base + index;
}

Address Cast::user() noexcept
{
    Address a;
    a.bytes[0] = USER;
    return a;
}

Cast::Cast(const Scenario& scenario, u64 seed)
{
    const std::string fee = to_decimal(scenario.cycle_basefee);
    // The cycle base fee stays: it is the reference price of the demand.
    genesis_ = R"({"genesis":{"chain_id":"sim","config":)" + config_of(scenario) +
               R"(,"fees":{"cycle_basefee":")" + fee + R"(","min_basefee":")" + fee +
               R"("},"accounts":[{"address":")" + to_hex(user()) + R"(","balance":")" +
               to_decimal(1000 * WITHOUT_END) + R"("}],"actors":[)";
    bool first = true;
    for (std::size_t p = 0; p < scenario.populations.size(); ++p) {
        const Population& population = scenario.populations[p];
        std::vector<SimActor>& actors = actors_.emplace_back();
        for (u64 i = 0; i < population.count; ++i) {
            const u64 own = stream(population, i);
            Draw gas(seed, own, Purpose::gas, 0), period(seed, own, Purpose::period, 0),
                activity(seed, own, Purpose::activity, 0);
            SimActor actor{.address = address_of(p, i),
                           .population = static_cast<u32>(p),
                           .index = static_cast<u32>(i),
                           .gas = whole(population.gas.draw(gas), GAS_MIN, GAS_MAX),
                           .period = whole(population.period.draw(period), 1, PERIOD_MAX),
                           .weight = std::max<Q32>(1, activity.lognormal(Q32_ONE, population.activity)),
                           .self = sets_itself(scenario, population)};
            genesis_ += std::string(first ? "" : ",") + R"({"address":")" + to_hex(actor.address) +
                        R"(","balance":")" + to_decimal(balance_of(scenario, population, actor)) +
                        R"(","handlers":)" + handlers_of(population, actor) + "}";
            first = false;
            actors.push_back(actor);
        }
        mark_heavy(population, actors);
    }
    genesis_ += "]}}";
}

const SimActor* Cast::find(const Address& address) const
{
    if (address.bytes[0] != ACTOR || address.bytes[1] >= actors_.size()) return nullptr;
    u64 index = 0;
    for (std::size_t i = 0; i < 4; ++i) index = index << 8 | address.bytes[2 + i];
    const auto& actors = actors_[address.bytes[1]];
    return index < actors.size() ? &actors[index] : nullptr;
}

}  // namespace lariat::sim
