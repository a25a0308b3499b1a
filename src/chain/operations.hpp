// Scheduling, dropping and asking for operations at a timestamp, and the transfer of an account's control:
// the checks in their order and the effect (SCH, sections 3 and 9 of the procedure). Called by handlers
// through the host and by transactions, which have paid the 200 cycles.
#pragma once

#include "chain/block_context.hpp"

namespace lariat::chain {

/// The account pays and is the sender, the target's handler runs.
struct OperationParties {
    Address account;
    Address target;
};

/// The arguments of a scripted call in a block of this time.
pvm::ScheduleAtArgs schedule_at_args(const ScheduleAtStep& step, u64 timestamp_ms);

/// Takes the cells from `meter`, the initiation fee and the deposit from the account, and keeps the
/// operation.
Result<timers::OperationId> schedule_operation(BlockContext& block, const OperationParties& parties,
                                               const pvm::ScheduleAtArgs& args, Meter& meter);

/// SCH-8: only for the account that scheduled it. Deposit and room come back.
Status drop_operation(BlockContext& block, const Address& account, const Arg<Bytes>& id);

/// SCH-8: the account's operations up to and with a time, in their order. Each costs 10 cycles.
Result<std::vector<timers::OperationId>> operations_until(const BlockContext& block, const Address& account,
                                                          const Arg<u64>& timestamp_ms, Meter& meter);

/// SCH-9: what the account has scheduled so far will not run.
void transfer_control(BlockContext& block, const Address& account);

}  // namespace lariat::chain
