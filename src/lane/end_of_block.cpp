// The FIFO rounds: look, batch, pre-charge, run (procedure.md section 5, R-28).
#include "lane/end_of_block.hpp"

#include "base/checked.hpp"
#include "base/codec.hpp"
#include "base/hash.hpp"
#include "lane/intake.hpp"
#include "lane/settlement.hpp"

namespace lariat::lane {

using timers::Place;
using timers::Timer;

namespace {

class FifoRounds {
public:
    explicit FifoRounds(EndOfBlock& block)
        : block_(block),
          config_(*block.rules.config),
          state_(block.timers),
          used_(block.timers.report.used),
          lane_left_(config_.lane_timer_cycles)
    {
        price_.cycle_base = block.cycle_basefee * config_.timer_lane_fee_multiplier / 1000;
        price_.cell_base = block.cell_basefee;
    }

    void run()
    {
        while (may_begin_round() && look_out()) run_batch();
    }

private:
    struct Entry {
        timers::TimerId id;
        u64 gas_limit;
    };

    bool cells_reached() const { return used_.lane_cells >= config_.lane_timer_cells; }
    bool looks_left() const { return used_.looks < config_.max_looks_per_block; }
    bool may_begin_round() const
    {
        return looks_left() && lane_left_ >= config_.min_gas_limit_per_timer && !cells_reached();
    }

    enum class Look : u8 { dispatched, did_not_fit, other };

    /// Fills the batch from the oldest on; false when nothing was dispatched.
    bool look_out()
    {
        u64 misfits = 0;
        u64 from = 0;
        while (looks_left() && misfits < config_.max_misfits) {
            const auto arrival = state_.due.tree().next_to_look_at(from, block_.rules.height);
            if (!arrival) break;
            from = *arrival + 1;
            misfits = look(*arrival) == Look::did_not_fit ? misfits + 1 : 0;
        }
        return !batch_.empty();
    }

    Look look(u64 arrival)
    {
        ++used_.looks;
        auto found = state_.store.find(state_.due.tree().find(arrival)->id);
        LARIAT_ASSERT(found);
        Timer& timer = *found;
        const u64 cap = gas_cap(config_, block_.rules.discipline);
        const u64 gas_limit = timer.gas_limit.value_or(cap);
        if (gas_limit > cap) {
            park(timer, cap);
            return Look::other;
        }
        if (gas_limit > lane_left_) return Look::did_not_fit;
        const auto cost = max_cost(price_, gas_limit, config_.max_cells_per_fire);
        const u128 available = block_.ledger.balance(timer.fee_payer);
        if (!cost || available < *cost) {
            die(state_, timer,
                {.cause = timers::Death::Cause::insufficient_funds,
                 .required = cost.value_or(U128_MAX),
                 .available = available});
            return Look::other;
        }
        state_.due.remove(timer);
        block_.ledger.debit(timer.fee_payer, *cost);
        block_.ledger.hold(*cost);
        state_.due.add_to_batch(timer.id, {gas_limit, arrival, timer.fee_payer, *cost});
        lane_left_ -= gas_limit;
        batch_.push_back({timer.id, gas_limit});
        return Look::dispatched;
    }

    void park(Timer& timer, u64 cap)
    {
        state_.due.remove(timer);
        timer.place.where = Place::Where::parked;
        state_.store.update(timer);
        state_.due.add_parked(timer.place.arrival, {timer.id, timer.expires_at, true}, *timer.gas_limit);
        state_.report.events.emplace_back(timers::UnfittableEvent{timer.id, *timer.gas_limit, cap});
    }

    void run_batch()
    {
        for (const Entry& entry : batch_) {
            const timers::DueSet::BatchEntry* reserved = state_.due.in_batch(entry.id);
            if (!reserved) continue;  // an earlier handler of the batch cancelled it
            const timers::DueSet::BatchEntry entry_now = *reserved;
            state_.due.take_from_batch(entry.id);
            if (cells_reached())
                wait_again(entry.id, entry_now);
            else
                execute(entry.id, entry_now);
        }
        batch_.clear();
    }

    /// The cells of the block ran out before it started: refunded whole, with its old arrival.
    void wait_again(const timers::TimerId& id, const timers::DueSet::BatchEntry& entry)
    {
        refund(entry);
        const auto timer = state_.store.find(id);
        LARIAT_ASSERT(timer && timer->place.where == Place::Where::waiting);
        state_.due.add_waiting(entry.arrival, {id, timer->expires_at, false});
    }

    void refund(const timers::DueSet::BatchEntry& entry)
    {
        block_.ledger.release(entry.charged);
        block_.ledger.credit(entry.payer, entry.charged);
        lane_left_ += entry.gas_limit;
    }

    void execute(const timers::TimerId& id, const timers::DueSet::BatchEntry& entry)
    {
        const auto found = state_.store.find(id);
        LARIAT_ASSERT(found);
        const Timer& timer = *found;
        Fire fire;
        fire.payload = state_.store.payload_of(timer);
        leave_as_fired(timer);
        fire.deliver_seq = state_.counters.next_deliver_seq++;
        fire.deliver_id = deliver_id(block_.rules.height, block_.parent_root, id, timer.fire_seq);
        fire.timer = &timer;
        fire.cycles_limit = entry.gas_limit;
        fire.cells_limit = config_.max_cells_per_fire;
        fire.price = price_;
        const FireOutcome outcome = block_.runner.run(fire);
        const Settled settled = settle(block_.ledger, entry.payer, entry.charged, price_, outcome.usage);

        used_.lane += outcome.usage.cycles;
        used_.lane_cells += outcome.usage.cells;
        used_.cycles += outcome.usage.cycles;
        used_.cells += outcome.usage.cells;
        lane_left_ += entry.gas_limit - outcome.usage.cycles;
        for (const auto& cancelled : state_.due.cancelled_in_batch()) refund(cancelled);
        record(fire, outcome, settled);
    }

    /// A one-shot timer is gone before its handler starts.
    void leave_as_fired(const Timer& timer)
    {
        state_.store.remove(timer);
        --state_.counters.live;
        ++state_.counters.totals.fired;
        state_.report.exits.push_back({timer.id, timers::ExitKind::fired});
    }

    void record(const Fire& fire, const FireOutcome& outcome, const Settled& settled)
    {
        const Timer& timer = *fire.timer;
        block_.fired.push_back({.deliver_seq = fire.deliver_seq,
                                .deliver_id = fire.deliver_id,
                                .kind = FireKind::height,
                                .id = timer.id,
                                .target = timer.target,
                                .owner = timer.owner,
                                .handler = timer.handler,
                                .payer = timer.fee_payer,
                                .fire_seq = timer.fire_seq,
                                .status = outcome.status,
                                .error = outcome.error,
                                .cycles = outcome.usage.cycles,
                                .cells = outcome.usage.cells,
                                .charged = settled.charged,
                                .tip = settled.tip});
    }

    EndOfBlock& block_;
    const timers::TimerConfig& config_;
    timers::TimerState& state_;
    timers::Used& used_;
    u64 lane_left_;
    Price price_;
    std::vector<Entry> batch_;
};

}  // namespace

void run_end_of_block(EndOfBlock& block)
{
    const timers::BlockRules& rules = block.rules;
    timers::TimerState& state = block.timers;
    if (rules.config->timers_paused) {  // GOV-5: only intake
        take_in(rules, state);
        return;
    }
    collect_garbage(rules, state);
    state.due.expire_below(rules.height, state.counters);
    let_parked_stand(rules, state);
    take_in(rules, state);
    FifoRounds(block).run();
    collect_garbage(rules, state);
}

Hash32 deliver_id(u64 height, const Hash32& parent_root, const timers::TimerId& id, u32 fire_seq)
{
    Writer before, after;
    before.put_u64(height);
    after.put_u32(fire_seq);
    return keccak256({before.bytes(), view(parent_root), view(id), after.bytes()});
}

}  // namespace lariat::lane
