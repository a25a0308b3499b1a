// Exhaustive test of small auctions: four timers of two actors over all small fees, gas limits and balances,
// against a sort of all waiting timers after each look.
#include "world.hpp"

namespace lariat::chain {
namespace {

using namespace world;

constexpr u64 LANE = 300, CELLS = 1, USED = 10;  // a fire of an empty handler uses 10 cycles

struct Ask {
    std::optional<std::pair<u64, u64>> caps;  ///< max_fee, max_priority; none: the default bid
    u64 gas;
};
const std::vector<Ask> ASKS{
    {std::nullopt, 295}, {std::pair{1u, 0u}, 100}, {std::pair{5u, 2u}, 295}, {std::pair{3u, 2u}, 100}};

struct Waiting {
    std::string label;
    Hash32 id;
    u8 owner;
    Ask ask;
};

/// Section 7 at L = 1, m = 0, W = 2 for everybody, one fire after the other.
std::string expected(std::vector<Waiting> waiting, std::map<u8, u128> balance)
{
    std::string out;
    u64 lane_left = LANE;
    const auto priority = [](const Waiting& w) {
        return w.ask.caps ? std::min(w.ask.caps->second, w.ask.caps->first - 1) : 0;
    };
    std::sort(waiting.begin(), waiting.end(), [&](const Waiting& a, const Waiting& b) {
        return priority(a) != priority(b) ? priority(a) > priority(b) : a.id < b.id;
    });
    for (const Waiting& w : waiting) {
        if (lane_left < 1) break;
        if (w.ask.gas > lane_left) continue;
        const u128 cost = u128{w.ask.gas} * (2 + priority(w)) + CELLS;
        if (balance[w.owner] < cost) continue;
        balance[w.owner] -= USED * (2 + priority(w));
        lane_left -= USED;
        out += (out.empty() ? "" : ", ") + w.label + " ok";
    }
    return out;
}

TEST(AuctionExhaustive, AUC4_AUC5_AUC6_FourTimersOfTwoActorsFireAsASortByHandSays)
{
    const std::vector<std::string> balances{"100000", "611", "0"};
    std::size_t worlds = 0;
    for (const std::string& of_y : balances)
        for (std::size_t code = 0; code < ASKS.size() * ASKS.size() * ASKS.size() * ASKS.size(); ++code) {
            Json actors = list({actor(X, "100000", {{"handle_timer", Json::array()}}),
                                actor(Y, of_y, {{"handle_timer", Json::array()}})});
            TestChain chain(genesis(actors, {{"auction_activation_height", 1},
                                             {"lane_timer_cycles", LANE},
                                             {"max_cells_per_fire", CELLS},
                                             {"min_gas_limit_per_timer", 1}}));
            std::vector<Waiting> waiting;
            std::map<u8, Json> steps{{X, Json::array()}, {Y, Json::array()}};
            std::size_t rest = code;
            for (int i = 0; i < 4; ++i, rest /= ASKS.size()) {
                const Ask& ask = ASKS[rest % ASKS.size()];
                const u8 owner = i < 2 ? X : Y;
                Json more{{"gas_limit", ask.gas}};
                if (ask.caps) {
                    more["max_fee_per_cycle"] = std::to_string(ask.caps->first);
                    more["max_priority_fee_per_cycle"] =
                        std::to_string(std::min(ask.caps->second, ask.caps->first - 1));
                }
                const std::string label(1, static_cast<char>('a' + i));
                steps[owner].push_back(schedule(2, label, more));
                waiting.push_back({label, {}, owner, ask});
            }
            chain.block(list({as(X, steps[X]), as(Y, steps[Y])}));
            for (Waiting& w : waiting) w.id = chain.labels().find(w.label).value();
            const BlockResult result = chain.block();
            ASSERT_EQ(chain.fires(result),
                      expected(waiting, {{X, 100'000}, {Y, parse_decimal(of_y).value()}}))
                << "asks " << code << ", Y has " << of_y;
            ASSERT_TRUE(chain.chain().memory_equals_state());
            ++worlds;
        }
    EXPECT_EQ(worlds, 768u);
}

}  // namespace
}  // namespace lariat::chain
