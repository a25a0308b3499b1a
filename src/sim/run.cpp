// Implements a run: agents act, the chain applies the block, agents and metrics see its result.
#include "sim/run.hpp"

#include <algorithm>

#include "base/checked.hpp"
#include "base/hex.hpp"
#include "chain/chain.hpp"
#include "lane/auction/pricing.hpp"
#include "scripted/engine.hpp"
#include "sim/demand.hpp"
#include "sim/metrics.hpp"
#include "sim/trial.hpp"
#include "state/log_store.hpp"
#include "trace/input.hpp"

namespace lariat::sim {

namespace {

constexpr u64 BLOCK_MS = 1'000;

std::string assert_line(const chain::BlockResult& result)
{
    const nlohmann::ordered_json fields{{"height", result.height},
                                        {"state_root", to_hex(result.state_root)},
                                        {"due_waiting", result.due_waiting}};
    return "{\"assert\":" + fields.dump() + "}";
}

class Run {
public:
    Run(const Scenario& scenario, u64 seed, const RunOptions& options)
        : scenario_(scenario),
          options_(options),
          cast_(scenario, seed),
          metrics_(scenario, cast_),
          trial_(scenario, cast_, recent_)
    {
        const DemandSetting setting{scenario, cast_, seed};
        for (std::size_t p = 0; p < scenario.populations.size(); ++p)
            demands_.push_back(make_demand(setting, p));
    }

    std::optional<ScenarioError> begin()
    {
        auto line = trace::parse_line(cast_.genesis());
        if (!line) return ScenarioError{line.error().message};
        auto store = state::LogStore::open_in_memory();
        if (!store) return ScenarioError{store.error().message};
        auto made = chain::Chain::create(std::get<chain::Genesis>(line.value()), std::move(store).value());
        if (!made) return ScenarioError{made.error().message};
        chain_ = std::move(made).value();
        if (scenario_.rules.any()) chain_->set_auction_policy(&trial_);
        window_ = chain_->config().fairness_window_blocks;
        multiplier_ = chain_->config().timer_lane_fee_multiplier;
        if (options_.trace) options_.trace(cast_.genesis());
        return std::nullopt;
    }

    std::optional<ScenarioError> apply_next()
    {
        const MarketView now = market();
        std::vector<std::string> transactions;
        for (const auto& demand : demands_) demand->act(now, transactions);
        const std::string text = block_line(transactions);
        if (options_.trace) options_.trace(text);
        auto line = trace::parse_line(text);
        if (!line) return ScenarioError{line.error().message};
        auto& block = std::get<trace::BlockLine>(line.value());
        recent_.slide(now.height, window_);
        trial_.begin_block();
        const u64 median_recent = recent_.median_of_actors();
        const u64 weights = weights_of_step();
        scripts_.begin_block();
        const auto result = chain_->apply({.height = now.height,
                                           .timestamp_ms = chain_->state().timestamp_ms + BLOCK_MS,
                                           .proposer = block.proposer,
                                           .txs = std::move(block.txs)},
                                          scripts_);
        if (!result) return ScenarioError{result.error().message};
        if (options_.trace && options_.roots) options_.trace(assert_line(result.value()));
        note(result.value(), now);
        metrics_.end_block(result.value(), now.median_priority, weights);
        if (now.height % scenario_.every == 0) add_row(result.value(), now, median_recent);
        return std::nullopt;
    }

    u64 height() const { return chain_->state().height; }
    RunResult result() { return {false, std::move(rows_), metrics_.totals(height()).dump() + "\n"}; }

private:
    MarketView market() const
    {
        MarketView now{.height = height() + 1, .cycle_basefee = chain_->state().cycle_basefee};
        const lane::Auction& auction = chain_->auction();
        now.lane_basefee =
            auction.lane_basefee(timers::discipline_at(chain_->config(), now.height), now.cycle_basefee);
        now.median_priority = auction.median_priority();
        constexpr u64 WHOLE = 1000;
        const u128 price = now.cycle_basefee * multiplier_ / WHOLE + now.lane_basefee + now.median_priority;
        now.price = q32_ratio(static_cast<i128>(price), static_cast<i128>(scenario_.cycle_basefee));
        return now;
    }

    /// First what was set, since a timer that was set in a fire may be due in the next block.
    void note(const chain::BlockResult& result, const MarketView& now)
    {
        for (const chain::Receipt& receipt : result.receipts)
            if (receipt.status != ExecutionStatus::ok) metrics_.refused();
        for (const timers::Scheduled& scheduled : result.scheduled) {
            const auto timer = chain_->timer(scheduled.id);
            if (!timer) continue;
            if (const SimActor* actor = cast_.find(timer->owner))
                metrics_.scheduled(scheduled.id, {actor, due_height(*timer)});
        }
        for (const lane::Fired& fire : result.fired) {
            const OpenTimer* timer = fire.id ? metrics_.find(*fire.id) : nullptr;
            if (!timer) continue;
            demands_[timer->actor->population]->fired(*timer->actor, now.height);
            metrics_.fired(fire, now.height);
        }
        for (const timers::Exit& exit : result.exits) {
            const OpenTimer* timer = metrics_.find(exit.id);
            if (timer && exit.kind == timers::ExitKind::expired)
                demands_[timer->actor->population]->expired(*timer->actor, now.height);
            metrics_.left(exit.id, exit.kind);
        }
        recent_.record(now.height, result.fired);
    }

    /// The sum of W, in thousandths, that the actors of the step's population have in the coming block.
    u64 weights_of_step() const
    {
        u64 sum = 0;
        for (std::size_t p = 0; p < scenario_.populations.size(); ++p) {
            if (scenario_.populations[p].name != scenario_.step.of) continue;
            const timers::TimerConfig& config = chain_->config();
            const u64 median = recent_.median_of_actors();
            for (const SimActor& actor : cast_.of(p)) {
                const u64 recent = recent_.recent(actor.address);
                const u64 weight = scenario_.rules.any() ? trial_.weight(recent, median, config)
                                                         : lane::weight_of(recent, median, config);
                sum += static_cast<u64>(u128{weight} * 1000 >> 32);
            }
        }
        return sum;
    }

    void add_row(const chain::BlockResult& r, const MarketView& now, u64 median_recent)
    {
        const nlohmann::ordered_json row{{"h", r.height},
                                         {"lane_basefee", to_decimal(r.lane_basefee)},
                                         {"median_tip", to_decimal(now.median_priority)},
                                         {"cycle_basefee", to_decimal(r.cycle_basefee)},
                                         {"median_recent", median_recent},
                                         {"lane_cycles", r.used.lane},
                                         {"fires", r.fired.size()},
                                         {"waiting", r.due_waiting},
                                         {"dead", r.dead},
                                         {"burned_cycle", to_decimal(r.burned.cycle)},
                                         {"burned_lane", to_decimal(r.burned.lane)},
                                         {"burned_cell", to_decimal(r.burned.cell)},
                                         {"tips", to_decimal(r.tips)}};
        rows_ += row.dump() + "\n";
    }

    const Scenario& scenario_;
    const RunOptions& options_;
    const Cast cast_;
    std::vector<std::unique_ptr<Demand>> demands_;
    std::unique_ptr<chain::Chain> chain_;
    scripted::Engine scripts_;
    RecentFires recent_;
    Metrics metrics_;
    Trial trial_;
    u64 window_ = 0, multiplier_ = 0;
    std::string rows_;
};

}  // namespace

Result<RunResult, ScenarioError> run_scenario(const Scenario& scenario, u64 seed, const RunOptions& options)
{
    Run run(scenario, seed, options);
    if (auto error = run.begin()) return std::move(*error);
    const u64 blocks = std::min(scenario.blocks, options.blocks);
    for (u64 height = 1; height <= blocks; ++height) {
        if (options.stop && options.stop()) return RunResult{.stopped = true};
        if (auto error = run.apply_next()) return std::move(*error);
        if (options.after_block) options.after_block(height);
    }
    return run.result();
}

}  // namespace lariat::sim
