// Calls that schedule, drop and list operations at a timestamp, and transfer an account's control (SCH-1,
// SCH-5): checks in their order, then the effect. Called by handlers through the host
// and by transactions; the caller has paid the 200 cycles.
#pragma once

#include "chain/block_context.hpp"

namespace lariat::chain {

/// The account that pays and is the sender, and the target whose handler runs.
struct OperationParties {
    Address account;
    Address target;
};

/// The arguments of a scripted call in a block with this timestamp.
pvm::ScheduleAtArgs schedule_at_args(const ScheduleAtCall& step, u64 timestamp_ms);

/// Takes the cells from `meter`, takes the initiation fee and the deposit from the account, and stores the
/// operation.
Result<timers::OperationId> schedule_operation(BlockContext& block, const OperationParties& parties,
                                               const pvm::ScheduleAtArgs& args, Meter& meter);

/// Drops an operation (SCH-8), for the account that scheduled it only. Deposit and room come back.
Status drop_operation(BlockContext& block, const Address& account, const Arg<Bytes>& id);

/// The account's operations up to and including a time, in order (SCH-8). Each costs 10 cycles.
Result<std::vector<timers::OperationId>> operations_until(const BlockContext& block, const Address& account,
                                                          const Arg<u64>& timestamp_ms, Meter& meter);

/// Blocks all operations that the account has scheduled so far (SCH-9).
void transfer_control(BlockContext& block, const Address& account);

}  // namespace lariat::chain
