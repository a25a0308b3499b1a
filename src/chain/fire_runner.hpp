// Runs the handler of a fired timer (FEE-8).
#pragma once

#include "chain/block_context.hpp"

namespace lariat::chain {

class TimerFireRunner final : public lane::FireRunner {
public:
    explicit TimerFireRunner(BlockContext& block) : block_(block) {}
    lane::FireOutcome run(const lane::Fire& fire) override;

private:
    BlockContext& block_;
};

}  // namespace lariat::chain
