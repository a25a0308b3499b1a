// Many timers that are due at one height, set in the blocks before it. An attacker, a backlog and a sender of
// tiny timers are bursts with other numbers.
#include <map>

#include "sim/actor_choice.hpp"
#include "sim/demand.hpp"
#include "timers/record.hpp"

namespace lariat::sim {

namespace {

class Bursts final : public Demand {
public:
    Bursts(const DemandSetting& setting, std::size_t population)
        : setting_(setting),
          population_(setting.scenario.populations[population]),
          actors_(setting.cast.of(population)),
          choice_(actors_),
          nonces_(actors_.size())
    {
    }

    /// Each of the `lead` blocks before a burst sets an equal part of it.
    void act(const MarketView& now, std::vector<std::string>& transactions) override
    {
        if (actors_.empty() || now.height < population_.from || now.height > population_.until) return;
        for (u64 ahead = 1; ahead <= population_.lead; ++ahead) {
            if (!is_burst(now.height + ahead)) continue;
            const u64 lead = population_.lead, done = lead - ahead;
            set(now.height + ahead, population_.fires * done / lead, population_.fires * (done + 1) / lead,
                now, transactions);
        }
    }

private:
    bool is_burst(u64 height) const
    {
        if (height < population_.from + population_.lead) return false;  // not all of it could be set
        if (population_.every == 0) return height == population_.at;
        return height % population_.every == population_.at % population_.every;
    }

    /// The timers of a burst with these numbers, a transaction for each actor.
    void set(u64 due, u64 first, u64 end, const MarketView& now, std::vector<std::string>& transactions)
    {
        const u64 stream = Cast::stream(population_, 0);
        std::map<std::size_t, TimersText> texts;
        for (u64 n = first; n < end; ++n) {
            // Equal actors take turns, from burst to burst too.
            Draw pick(setting_.seed, stream, Purpose::pick, count_);
            const std::size_t index =
                population_.activity == 0 ? count_ % actors_.size() : choice_.choose(pick);
            const auto [text, is_new] = texts.try_emplace(index, population_, actors_[index]);
            if (is_new && population_.bid.rule == BidRule::agent && nonces_[index] == 0)
                text->second.name_agent();
            Draw bid(setting_.seed, stream, Purpose::tip, count_);
            text->second.add(due, now, bid, payload_of(actors_[index], due));
            ++nonces_[index];
            ++count_;
        }
        for (const auto& [index, text] : texts) transactions.push_back(text.transaction());
    }

    /// The payload under which the id is lowest, of as many as the population tries (SIM-6).
    std::string payload_of(const SimActor& actor, u64 due) const
    {
        if (population_.grind == 1) return {};
        std::optional<timers::TimerId> best;
        std::string found;
        for (u64 n = 0; n < population_.grind; ++n) {
            const std::string payload = "g" + std::to_string(n);
            const auto id = timers::height_timer_id(actor.address, due, view(payload), nonces_[actor.index]);
            if (best && *best <= id) continue;
            best = id;
            found = payload;
        }
        return found;
    }

    const DemandSetting setting_;
    const Population& population_;
    const std::vector<SimActor>& actors_;
    const ActorChoice choice_;
    std::vector<u64> nonces_;  ///< timers that the actor has set: all of them by its user
    u64 count_ = 0;
};

}  // namespace

std::unique_ptr<Demand> make_bursts(const DemandSetting& setting, std::size_t population)
{
    return std::make_unique<Bursts>(setting, population);
}

}  // namespace lariat::sim
