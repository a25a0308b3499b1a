// Heartbeats: each fire leads to the next timer. Those whose period and price are fixed set it in their
// handler; for the others their user does, in the block after the fire.
#include <algorithm>
#include <map>

#include "sim/demand.hpp"

namespace lariat::sim {

namespace {

class Heartbeats final : public Demand {
public:
    Heartbeats(const DemandSetting& setting, std::size_t population)
        : setting_(setting),
          population_(setting.scenario.populations[population]),
          actors_(setting.cast.of(population)),
          counts_(actors_.size())
    {
        constexpr u64 STARTS_IN_A_BLOCK = 250;
        u64 started = 0;
        for (const SimActor& actor : actors_)
            at_[population_.from + started++ / STARTS_IN_A_BLOCK].push_back({actor.index, true});
    }

    void act(const MarketView& now, std::vector<std::string>& transactions) override
    {
        const auto due = at_.find(now.height);
        if (due == at_.end()) return;
        for (const auto& [index, first] : due->second) {
            if (now.height > population_.until) continue;
            const SimActor& actor = actors_[index];
            TimersText text(population_, actor);
            if (first && population_.bid.rule == BidRule::agent) text.name_agent();
            Draw bid(setting_.seed, Cast::stream(population_, index), Purpose::tip, counts_[index]++);
            text.add(first ? first_due(actor, now) : next_due(actor, now), now, bid);
            transactions.push_back(text.transaction());
        }
        at_.erase(due);
    }

    void fired(const SimActor& actor, u64 height) override
    {
        if (!actor.self) at_[height + 1].push_back({actor.index, false});
    }
    void expired(const SimActor& actor, u64 height) override { fired(actor, height); }

private:
    struct Turn {
        u32 index = 0;
        bool first = false;
    };

    u64 next_multiple(u64 height, u64 period) const { return (height / period + 1) * period; }

    /// Starts are as many blocks apart as the population has actors / 250; a common start waits for the last
    /// one.
    u64 first_due(const SimActor& actor, const MarketView& now) const
    {
        constexpr u64 COMMON_START = 20;
        if (population_.align == Alignment::cron) return next_multiple(now.height, actor.period);
        if (population_.align == Alignment::start) return population_.from + COMMON_START + actor.period;
        Draw phase(setting_.seed, Cast::stream(population_, actor.index), Purpose::phase, 0);
        return now.height + 1 + phase.below(actor.period);
    }

    /// A period after the fire, which was in the block before; longer when cycles are dear.
    u64 next_due(const SimActor& actor, const MarketView& now) const
    {
        const Q32 factor = demand_factor(setting_.scenario, population_, now);
        constexpr Q32 LEAST = Q32_ONE >> 20;
        const Q32 wanted = q32_div(q32(static_cast<i64>(actor.period)), std::max(factor, LEAST));
        const u64 period = static_cast<u64>(std::max<i64>(1, q32_round(wanted)));
        if (population_.align == Alignment::cron) return next_multiple(now.height, period);
        return std::max(now.height + 1, now.height - 1 + period);
    }

    const DemandSetting setting_;
    const Population& population_;
    const std::vector<SimActor>& actors_;
    std::vector<u64> counts_;              ///< timers that the user has set, by actor
    std::map<u64, std::vector<Turn>> at_;  ///< by height: whose user acts
};

}  // namespace

std::unique_ptr<Demand> make_heartbeats(const DemandSetting& setting, std::size_t population)
{
    return std::make_unique<Heartbeats>(setting, population);
}

}  // namespace lariat::sim
