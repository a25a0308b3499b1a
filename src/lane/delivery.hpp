// The one way of an execution that no transaction starts, once its limits are paid for: run, settle, record.
#pragma once

#include "lane/settlement.hpp"
#include "timers/lifecycle.hpp"

namespace lariat::lane {

/// What a delivery needs, and what it changes.
struct DeliveryContext {
    Ledger& ledger;
    FireRunner& runner;
    timers::TimerState& timers;
    std::vector<Fired>& fired;
};

/// Gives it its number, the next one if none is given. From here until it has run, whatever happens has it as
/// its cause.
void begin_delivery(timers::TimerState& timers, Delivery& delivery, std::optional<u64> number = std::nullopt);

/// Runs a delivery that has begun, settles it and adds its row, which is returned. The caller counts what was
/// used.
const Fired& deliver(const DeliveryContext& context, Delivery&& delivery);

/// The row of a delivery that was run and settled.
Fired row_of(Delivery&& delivery, FireOutcome&& outcome, const Settled& settled);

}  // namespace lariat::lane
