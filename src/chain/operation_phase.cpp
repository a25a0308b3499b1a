// Runs the operations that are due (SCH), each on the balance of its account, and unlocks their deposits.
#include "chain/operation_phase.hpp"

#include <algorithm>

#include "base/checked.hpp"
#include "chain/delivery_runner.hpp"
#include "lane/end_of_block.hpp"
#include "state/damage.hpp"

namespace lariat::chain {

namespace {

using timers::Operation;

/// each operation that is run or blocked takes at least so much of the budget, whatever it uses. So
/// the budget bounds how many of them a block runs.
constexpr u64 LEAST_CYCLES = 200;

class OperationPhase {
public:
    explicit OperationPhase(BlockContext& block)
        : block_(block), config_(*block.rules.config), used_(block.timers.report.used)
    {
    }

    void run()
    {
        for (bool first = true;; first = false) {
            const auto head = block_.operations.head();
            if (!head || head->first.timestamp_ms > block_.block.timestamp_ms) return;
            const auto operation = block_.operations.find(head->second);
            state::require_value(operation.has_value(), timers::operation_key(head->second),
                                 "an operation of the schedule has no record");
            const auto account = block_.world.account(operation->account);
            state::require_value(account.has_value(), timers::operation_key(head->second),
                                 "the account that holds the deposit does not exist");
            const bool blocked = operation->place.sequence < account->barrier;
            const u64 needed = blocked ? LEAST_CYCLES : operation->gas_limit;
            if (!first && !fits(needed)) return;
            if (blocked)
                block_operation(*operation);
            else
                execute(*operation, account->balance);
            block_.world.unlock(operation->account, operation->deposit);
        }
    }

private:
    bool fits(u64 needed) const
    {
        const u64 budget = config_.sch_cycles_per_block;
        return needed <= budget - std::min(budget, used_.sch) &&
               checked_add(used_.sch, std::max(needed, LEAST_CYCLES)) &&
               used_.has_room(needed, config_.max_cells_per_fire);
    }

    void leave(const Operation& operation, timers::ExitKind exit)
    {
        block_.operations.end(operation);
        block_.timers.report.left(operation.id, exit);
    }

    void block_operation(const Operation& operation)
    {
        leave(operation, timers::ExitKind::blocked);
        used_.sch += LEAST_CYCLES;
    }

    /// SCH-6: what the balance buys bounds the run; the deposit is no part of it.
    lane::Paid bought_by(const Operation& o, u128 balance) const
    {
        lane::Paid paid;
        paid.payer = o.account;
        paid.price.cycle_base = block_.chain.cycle_basefee;
        paid.price.cell_base = block_.chain.cell_basefee;
        paid.cycles = static_cast<u64>(std::min<u128>(o.gas_limit, balance / paid.price.cycle_base));
        const u128 rest = balance - paid.price.cycle_base * paid.cycles;
        paid.cells =
            static_cast<u64>(std::min<u128>(config_.max_cells_per_fire, rest / paid.price.cell_base));
        return paid;
    }

    void execute(const Operation& o, u128 balance)
    {
        lane::Delivery delivery{
            .deliver_id = lane::deliver_id(block_.rules.height, block_.parent_root, o.id, 0),
            .kind = lane::FireKind::timestamp,
            .id = o.id,
            .target = o.target,
            .owner = o.account,
            .handler = o.handler,
            .payload = block_.operations.payload_of(o),
            .fire_seq = 0,
            .due_height = std::nullopt,
            .paid = bought_by(o, balance)};
        lane::begin_delivery(block_.timers, delivery);
        leave(o, timers::ExitKind::executed);
        const auto cost = lane::max_cost(delivery.paid.price, delivery.paid.cycles, delivery.paid.cells);
        LARIAT_ASSERT(cost && *cost <= balance);
        lane::pre_charge(block_.world, o.account, *cost);
        const lane::Fired& row = deliver(block_, std::move(delivery));
        used_.cycles += row.cycles;
        used_.cells += row.cells;
        used_.sch += std::max(row.cycles, LEAST_CYCLES);
        block_.block_cells += row.cells;
    }

    BlockContext& block_;
    const timers::TimerConfig& config_;
    timers::Used& used_;
};

}  // namespace

void run_operations(BlockContext& block)
{
    OperationPhase(block).run();
}

}  // namespace lariat::chain
