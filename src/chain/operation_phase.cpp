// Runs the operations that are due (SCH), each on the balance of its account, and unlocks their deposits.
#include "chain/operation_phase.hpp"

#include <algorithm>

#include "base/checked.hpp"
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
    void execute(const Operation& o, u128 balance)
    {
        const Bytes payload = block_.operations.payload_of(o);
        const u64 seq = block_.timers.counters.next_deliver_seq++;
        block_.timers.report.now = timers::Cause::of_fire(seq);
        leave(o, timers::ExitKind::executed);
        lane::Price price;
        price.cycle_base = block_.chain.cycle_basefee;
        price.cell_base = block_.chain.cell_basefee;
        const u64 cycles = static_cast<u64>(std::min<u128>(o.gas_limit, balance / price.cycle_base));
        const u128 rest = balance - price.cycle_base * cycles;
        const u64 cells =
            static_cast<u64>(std::min<u128>(config_.max_cells_per_fire, rest / price.cell_base));
        const auto cost = lane::max_cost(price, cycles, cells);
        LARIAT_ASSERT(cost && *cost <= balance);
        block_.world.debit(o.account, *cost);
        block_.world.hold(*cost);

        const Hash32 deliver_id = lane::deliver_id(block_.rules.height, block_.parent_root, o.id, 0);
        Execution e = begin_delivery(block_, {.deliver_id = deliver_id,
                                              .actor = o.target,
                                              .sender = o.account,
                                              .payer = o.account,
                                              .cycles_limit = cycles,
                                              .cells_limit = cells,
                                              .price = price});
        e.context.timer_id = o.id;
        e.context.trigger = {std::string(name(lane::FireKind::timestamp)), std::nullopt, std::nullopt};
        const lane::FireOutcome out = run_handler(block_, e, o.handler, payload);
        block_.timers.report.now = {};
        tell_failure(block_, e, o.handler, out);
        const lane::Settled settled = lane::settle(block_.world, o.account, *cost, price, out.usage);
        used_.cycles += out.usage.cycles;
        used_.cells += out.usage.cells;
        used_.sch += std::max(out.usage.cycles, LEAST_CYCLES);
        block_.block_cells += out.usage.cells;
        block_.fired.push_back({.deliver_seq = seq,
                                .deliver_id = deliver_id,
                                .kind = lane::FireKind::timestamp,
                                .id = o.id,
                                .target = o.target,
                                .owner = o.account,
                                .handler = o.handler,
                                .payer = o.account,
                                .fire_seq = 0,
                                .status = out.status,
                                .error = out.error,
                                .cycles = out.usage.cycles,
                                .cells = out.usage.cells,
                                .charged = settled.charged,
                                .tip = settled.tip});
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
