// Chooses an actor of a population by the weights of their activity.
#pragma once

#include <algorithm>

#include "sim/cast.hpp"

namespace lariat::sim {

class ActorChoice {
public:
    explicit ActorChoice(const std::vector<SimActor>& actors)
    {
        for (const SimActor& actor : actors) sums_.push_back(sum_ += static_cast<u64>(actor.weight) >> 8);
    }
    /// There is an actor.
    std::size_t choose(Draw& draw) const
    {
        const u64 at = draw.below(std::max<u64>(1, sum_));
        return static_cast<std::size_t>(std::upper_bound(sums_.begin(), sums_.end() - 1, at) - sums_.begin());
    }

private:
    std::vector<u64> sums_;
    u64 sum_ = 0;
};

}  // namespace lariat::sim
