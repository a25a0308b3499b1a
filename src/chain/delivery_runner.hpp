// Runs the handler of a timer, an operation or a message (FEE-8).
#pragma once

#include "chain/block_context.hpp"

namespace lariat::chain {

class DeliveryRunner final : public lane::FireRunner {
public:
    explicit DeliveryRunner(BlockContext& block) : block_(block) {}
    lane::FireOutcome run(const lane::Delivery& delivery) override;

private:
    BlockContext& block_;
};

/// Runs, settles and records a delivery of the chain's own: an operation or a message.
const lane::Fired& deliver(BlockContext& block, lane::Delivery&& delivery);

}  // namespace lariat::chain
