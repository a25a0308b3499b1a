// Timers that arrive at random and fire once: a Poisson process whose rate falls with the price.
#include "sim/actor_choice.hpp"
#include "sim/demand.hpp"

namespace lariat::sim {

namespace {

class Oneshots final : public Demand {
public:
    Oneshots(const DemandSetting& setting, std::size_t population)
        : setting_(setting),
          population_(setting.scenario.populations[population]),
          actors_(setting.cast.of(population)),
          choice_(actors_),
          has_agent_(actors_.size())
    {
    }

    void act(const MarketView& now, std::vector<std::string>& transactions) override
    {
        if (now.height < population_.from || now.height > population_.until || actors_.empty()) return;
        const Q32 mean = q32_mul(population_.rate, demand_factor(setting_.scenario, population_, now));
        const u64 stream = Cast::stream(population_, 0);
        for (u64 n = arrivals(now.height, mean); n > 0; --n, ++count_) {
            Draw pick(setting_.seed, stream, Purpose::pick, count_);
            const SimActor& actor = actors_[choice_.choose(pick)];
            TimersText text(population_, actor);
            if (population_.bid.rule == BidRule::agent && !has_agent_[actor.index]) {
                text.name_agent();
                has_agent_[actor.index] = true;
            }
            Draw bid(setting_.seed, stream, Purpose::tip, count_);
            text.add(now.height + population_.lead, now, bid);
            transactions.push_back(text.transaction());
        }
    }

private:
    /// How many come in this block. Even arrivals carry the fraction over to the next block.
    u64 arrivals(u64 height, Q32 mean)
    {
        if (!population_.even)
            return Draw(setting_.seed, Cast::stream(population_, 0), Purpose::arrivals, height).poisson(mean);
        carried_ += std::min(mean, q32(ARRIVALS_MAX));
        const u64 whole = static_cast<u64>(carried_ >> 32);
        carried_ &= Q32_ONE - 1;
        return whole;
    }

    static constexpr i64 ARRIVALS_MAX = 1'000'000;
    const DemandSetting setting_;
    const Population& population_;
    const std::vector<SimActor>& actors_;
    const ActorChoice choice_;
    std::vector<bool> has_agent_;
    Q32 carried_ = 0;  ///< below 1
    u64 count_ = 0;
};

}  // namespace

std::unique_ptr<Demand> make_oneshots(const DemandSetting& setting, std::size_t population)
{
    return std::make_unique<Oneshots>(setting, population);
}

Q32 demand_factor(const Scenario& scenario, const Population& population, const MarketView& now)
{
    Q32 factor = Q32_ONE;
    if (population.elasticity != 0)
        factor = q32_exp(-q32_mul(population.elasticity, q32_ln(std::max<Q32>(1, now.price))));
    if (now.height >= scenario.step.at && scenario.step.is_for(population))
        factor = q32_mul(factor, scenario.step.factor);
    return factor;
}

std::unique_ptr<Demand> make_demand(const DemandSetting& setting, std::size_t population)
{
    switch (setting.scenario.populations[population].kind) {
        case ActorKind::heartbeat:
            return make_heartbeats(setting, population);
        case ActorKind::oneshot:
            return make_oneshots(setting, population);
        case ActorKind::burst:
            return make_bursts(setting, population);
    }
    return nullptr;
}

}  // namespace lariat::sim
