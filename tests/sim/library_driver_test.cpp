// The same market twice: on the chain, and on the scheduler library (include/lariat/scheduler.hpp) with a map
// as its store. Ids, order, priority, weight and lane base fee must be the same in every block.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/hex.hpp"
#include "chain/chain.hpp"
#include "lane/auction/lane_state.hpp"
#include "lane/auction/pricing.hpp"
#include "lariat/scheduler.hpp"
#include "scheduler/map_chain.hpp"
#include "scripted/engine.hpp"
#include "sim/recent_fires.hpp"
#include "sim/run.hpp"
#include "state/log_store.hpp"
#include "trace/input.hpp"

namespace lariat::sim {
namespace {

using nlohmann::json;

constexpr u64 BLOCKS = 400, CYCLE_CAPACITY = 10'000'000, GAIN = 8, CELLS = 1'000, WINDOW = 100;

/// Every kind of bid but an agent's, which the library does not have; heartbeats that set themselves again in
/// their handlers, and users who do; an overload every 40 blocks.
constexpr const char* MARKET = R"(
[sim]
blocks = 400
[chain]
cycle_basefee = "1000000"
lane_basefee_gain_denominator = 8
fairness_window_blocks = 100
[[population]]
name = "self"
kind = "heartbeat"
count = 60
period = {lognormal = [20, 0.5]}
gas = {lognormal = [60000, 0.3]}
bid = "fast"
[[population]]
name = "steered"
kind = "heartbeat"
count = 60
period = {lognormal = [20, 0.5]}
gas = {lognormal = [60000, 0.3]}
bid = "own"
tip = {lognormal = [0.2, 1.0]}
elasticity = 0.2
[[population]]
name = "crowd"
kind = "burst"
count = 30
activity = 1.5
gas = 90000
every = 40
fires = 60
ttl = 2
[[population]]
name = "visitor"
kind = "oneshot"
count = 20
rate = 4
gas = {pareto = [20000, 2.5]}
bid = "frozen"
)";

std::optional<u128> amount_of(const json& fields, const char* key)
{
    if (!fields.contains(key)) return std::nullopt;
    u128 value = 0;
    for (const char digit : fields.at(key).get<std::string>())
        value = 10 * value + static_cast<u128>(digit - '0');
    return value;
}

ScheduleRequest request_of(const json& fields, u64 height)
{
    ScheduleRequest request;
    const json& due = fields.at("height");
    request.height =
        due.is_string() ? height + std::stoull(due.get<std::string>().substr(1)) : due.get<u64>();
    request.gas_limit = fields.at("gas_limit").get<u64>();
    if (fields.contains("expires_at")) request.expires_at = fields.at("expires_at").get<u64>();
    request.max_fee_per_cycle = amount_of(fields, "max_fee_per_cycle");
    request.max_priority_fee_per_cycle = amount_of(fields, "max_priority_fee_per_cycle");
    const std::map<std::string, PriorityTier> tiers{{"economy", PriorityTier::economy},
                                                    {"standard", PriorityTier::standard},
                                                    {"fast", PriorityTier::fast},
                                                    {"urgent", PriorityTier::urgent}};
    if (fields.contains("priority_tier_hint"))
        request.tier = tiers.at(fields.at("priority_tier_hint").get<std::string>());
    return request;
}

/// The library's side of the market. It runs no handler: it repeats what each used on the chain, and sets the
/// timers that the script sets.
class LibraryMarket {
public:
    explicit LibraryMarket(const json& genesis)
    {
        for (const json& actor : genesis.at("genesis").at("actors")) {
            const Address address = *address_from_hex(actor.at("address").get<std::string>());
            ledger.balances[address] = *amount_of(actor, "balance");
            scripts_[address] = actor.at("handlers").at("handle_timer");
        }
        const TimerSettings settings{.max_cells_per_fire = CELLS,
                                     .auction_activation_height = 1,
                                     .lane_basefee_gain_denominator = GAIN,
                                     .fairness_window_blocks = WINDOW};
        scheduler = Scheduler::open(store, settings, CYCLE_CAPACITY).value();
        handlers_.run_one = [this](const Wake& wake) { return run(wake); };
    }

    void set(const json& transaction, u64 height)
    {
        const Address owner = *address_from_hex(transaction.at("as").get<std::string>());
        for (const json& step : transaction.at("steps"))
            ids.push_back(scheduler->schedule(owner, request_of(step.at("schedule"), height)).value().id);
    }

    BlockReport wake(const chain::BlockResult& on_chain)
    {
        height_ = on_chain.height;
        used_.clear();
        for (const lane::Fired& fire : on_chain.fired)
            used_[*fire.id] = {fire.status, fire.error, fire.cycles, fire.cells};
        return scheduler->run_due(ledger, handlers_);
    }

    MapStore store;
    MapLedger ledger;
    std::unique_ptr<Scheduler> scheduler;
    std::vector<TimerId> ids;  ///< of all timers, in the order in which they were set

private:
    WakeOutcome run(const Wake& wake)
    {
        for (const json& step : scripts_.at(wake.target))
            if (step.contains("schedule"))
                ids.push_back(
                    scheduler->schedule(wake.target, request_of(step.at("schedule"), height_)).value().id);
        const auto found = used_.find(wake.timer_id);
        return found == used_.end() ? WakeOutcome{} : found->second;
    }

    std::map<Address, json> scripts_;
    std::map<TimerId, WakeOutcome> used_;
    Handlers handlers_;
    u64 height_ = 0;
};

class Twice {
public:
    explicit Twice(const std::string& genesis)
        : library(json::parse(genesis)),
          chain_(chain::Chain::create(std::get<chain::Genesis>(trace::parse_line(genesis).value()),
                                      state::LogStore::open_in_memory().value())
                     .value())
    {
    }

    void apply(const std::string& text)
    {
        const u64 height = chain_->state().height + 1;
        const BlockStart start{height, chain_->root(), chain_->state().cycle_basefee,
                               chain_->state().cell_basefee};
        ASSERT_TRUE(library.scheduler->begin_block(start).ok());
        const json line = json::parse(text);
        if (line.at("block").contains("txs"))
            for (const json& transaction : line.at("block").at("txs")) library.set(transaction, height);

        auto parsed = trace::parse_line(text);
        auto& block = std::get<trace::BlockLine>(parsed.value());
        recent_.slide(height, WINDOW);
        scripts_.begin_block();
        const auto result = chain_->apply({.height = height,
                                           .timestamp_ms = chain_->state().timestamp_ms + 1'000,
                                           .proposer = block.proposer,
                                           .txs = std::move(block.txs)},
                                          scripts_);
        ASSERT_TRUE(result);
        for (const timers::Scheduled& scheduled : result.value().scheduled) ids.push_back(scheduled.id);
        compare(result.value(), library.wake(result.value()));
        ASSERT_TRUE(library.scheduler->finish_block().ok());
        const auto lane = lane::decode_lane_state(*library.store.get(view(lane::LANE_STATE_KEY)));
        ASSERT_TRUE(lane);
        EXPECT_EQ(chain_->auction().lane_basefee(timers::Discipline::auction, 0), lane->lane_basefee);
        EXPECT_EQ(chain_->auction().median_priority(), lane->median_priority);
        EXPECT_EQ(ids, library.ids);
    }

    LibraryMarket library;
    std::vector<TimerId> ids;
    u64 fires = 0, expired = 0;

private:
    /// Weights of the library's fires are computed from its own fires, by the definition.
    void compare(const chain::BlockResult& on_chain, const BlockReport& report)
    {
        ASSERT_EQ(on_chain.fired.size(), report.woken.size());
        const timers::TimerConfig& config = chain_->config();
        const u64 median = recent_.median_of_actors();
        std::vector<lane::Fired> of_library;
        for (std::size_t i = 0; i < report.woken.size(); ++i) {
            const lane::Fired& fire = on_chain.fired[i];
            const Woken& woken = report.woken[i];
            ASSERT_EQ(*fire.id, woken.timer_id);
            ASSERT_TRUE(fire.terms);
            EXPECT_EQ(fire.terms->priority * woken.cycles, woken.tip);
            EXPECT_EQ(fire.terms->weight, lane::weight_of(recent_.recent(woken.target), median, config));
            EXPECT_EQ(fire.charged, woken.charged);
            lane::Fired& counted = of_library.emplace_back();
            counted.owner = woken.target;
            counted.terms = lane::AuctionTerms{};
        }
        recent_.record(on_chain.height, of_library);
        ASSERT_EQ(on_chain.exits.size(), report.left.size());
        for (std::size_t i = 0; i < report.left.size(); ++i) {
            EXPECT_EQ(on_chain.exits[i].id, report.left[i].id);
            if (report.left[i].how == TimerExit::expired) ++expired;
        }
        fires += report.woken.size();
    }

    std::unique_ptr<chain::Chain> chain_;
    scripted::Engine scripts_;
    RecentFires recent_;
};

TEST(LibraryDriver, SIM12_TheLibraryWakesTheTimersOfARunAsTheChainDoes)
{
    const auto file = read_scenario_file(MARKET, "library.toml");
    ASSERT_TRUE(file) << file.error().message;
    std::unique_ptr<Twice> twice;
    const RunOptions options{.trace = [&](const std::string& line) {
        if (!twice)
            twice = std::make_unique<Twice>(line);
        else if (!testing::Test::HasFatalFailure())
            twice->apply(line);
    }};
    const auto run = run_scenario(file.value().arms.at(0).second, 3, options);
    ASSERT_TRUE(run) << run.error().message;
    EXPECT_GT(twice->fires, 10 * BLOCKS);
    EXPECT_GT(twice->expired, 10u);
}

}  // namespace
}  // namespace lariat::sim
