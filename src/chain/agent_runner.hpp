// Calls a bidding agent's getGasBid (GBA-3 to GBA-6), read-only, in an overlay that is always dropped.
#pragma once

#include "chain/block_context.hpp"

namespace lariat::chain {

class AgentRunner final : public lane::AgentCaller {
public:
    explicit AgentRunner(BlockContext& block) : block_(block) {}
    lane::BidAnswer ask(const lane::BidQuestion& question) override;

private:
    BlockContext& block_;
};

}  // namespace lariat::chain
