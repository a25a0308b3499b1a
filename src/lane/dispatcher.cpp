// Dispatches waiting timers in rounds until a budget is exhausted.
#include "lane/dispatcher.hpp"

#include "base/checked.hpp"
#include "lane/discipline.hpp"
#include "lane/intake.hpp"
#include "lane/settlement.hpp"
#include "timers/beside_record.hpp"
#include "timers/lifecycle/transitions.hpp"

namespace lariat::lane {

using timers::Timer;

namespace {

/// The cells of a payload are paid once, and a watch delivers it at each fire: a long one costs each of them
/// what a value of its length costs who reads it (docs/decisions/0006-readings-of-the-specification.md).
u64 delivery_cycles(const Timer& timer)
{
    constexpr u64 FREE_BYTES = 4096, BYTES_PER_CYCLE = 64;
    if (timer.kind != timers::Kind::watch || timer.long_payload <= FREE_BYTES) return 0;
    return timer.long_payload / BYTES_PER_CYCLE;
}

}  // namespace

Price base_price_of_fires(const timers::TimerConfig& config, u128 cycle_basefee, u128 cell_basefee)
{
    Price price;
    price.cycle_base = cycle_basefee * config.timer_lane_fee_multiplier / 1000;
    price.cell_base = cell_basefee;
    return price;
}

Dispatcher::Dispatcher(EndOfBlock& block)
    : block_(block),
      config_(*block.rules.config),
      state_(block.timers),
      used_(block.timers.report.used),
      lane_left_(std::min(config_.lane_timer_cycles, U64_MAX - used_.cycles))
{
    price_ = base_price_of_fires(config_, block.cycle_basefee, block.cell_basefee);
}

void Dispatcher::run(Discipline& discipline)
{
    while (may_begin_round()) {
        discipline.look_out(*this);
        if (batch_.empty()) return;
        run_batch(discipline);
    }
}

bool Dispatcher::cells_reached() const
{
    return used_.lane_cells >= config_.lane_timer_cells || !used_.has_room(0, config_.max_cells_per_fire);
}
bool Dispatcher::looks_left() const
{
    return used_.looks < config_.max_looks_per_block;
}
bool Dispatcher::may_begin_round() const
{
    return looks_left() && lane_left_ >= config_.min_gas_limit_per_timer && !cells_reached();
}

Dispatcher::Look Dispatcher::look(const timers::TimerId& id, const Offer& offer)
{
    return look(state_.store.find_existing(id), offer);
}

Dispatcher::Look Dispatcher::look(Timer timer, const Offer& offer)
{
    ++used_.looks;
    const u64 cap = gas_cap(config_, block_.rules.discipline);
    const u64 gas_limit = (offer.queued ? offer.queued->gas_limit : timer.gas_limit).value_or(cap);
    if (gas_limit > cap) {
        timers::park(state_, timer, gas_limit, cap);
        return Look::other;
    }
    if (gas_limit > lane_left_) return Look::did_not_fit;
    Price price = price_;
    price.lane_base = offer.lane_base;
    price.cycle_tip = offer.tip;
    const auto cost = max_cost(price, gas_limit, config_.max_cells_per_fire);
    const u128 available = block_.ledger.balance(timer.fee_payer);
    if (!cost || available < *cost) {
        timers::die(state_, timer,
                    {.cause = timers::Death::Cause::insufficient_funds,
                     .required = cost.value_or(U128_MAX),
                     .available = available});
        return Look::other;
    }
    const u128 tip = offer.tip * gas_limit;  // part of the cost, which fits
    const auto tips = checked_add(tips_reserved_, tip);
    if (!tips || !used_.has_room(0, 0, *tips)) return Look::did_not_fit;
    block_.ledger.debit(timer.fee_payer, *cost);
    block_.ledger.hold(*cost);
    timers::put_in_batch(
        state_, timer,
        {gas_limit, timer.place.arrival, timer.fee_payer, *cost, tip, offer.queued.has_value()});
    lane_left_ -= gas_limit;
    tips_reserved_ = *tips;
    batch_.push_back({timer.id, price, offer.terms, std::nullopt});
    if (offer.queued) batch_.back().deliver_seq = state_.counters.next_deliver_seq++;
    return Look::dispatched;
}

void Dispatcher::run_batch(Discipline& discipline)
{
    for (const Entry& entry : batch_) {
        const timers::DueSet::BatchEntry* reserved = state_.due.in_batch(entry.id);
        if (!reserved) continue;  // an earlier handler of the batch cancelled it
        const timers::DueSet::BatchEntry reserved_now = *reserved;
        state_.due.take_from_batch(entry.id);
        if (cells_reached())
            wait_again(entry.id, reserved_now);
        else
            execute(entry, reserved_now, discipline);
    }
    batch_.clear();
}

/// The cells of the block ran out before it started: refunded whole, with its old arrival.
void Dispatcher::wait_again(const timers::TimerId& id, const timers::DueSet::BatchEntry& reserved)
{
    refund(reserved);
    timers::wait_again(state_, id);
}

void Dispatcher::refund(const timers::DueSet::BatchEntry& reserved)
{
    block_.ledger.release(reserved.charged);
    block_.ledger.credit(reserved.payer, reserved.charged);
    lane_left_ += reserved.gas_limit;
    tips_reserved_ -= reserved.tip;
}

void Dispatcher::execute(const Entry& entry, const timers::DueSet::BatchEntry& reserved,
                         Discipline& discipline)
{
    const auto timer = state_.store.find(entry.id);
    LARIAT_ASSERT(timer);
    const u64 delivery = delivery_cycles(*timer);
    const bool is_delivered = delivery <= reserved.gas_limit;
    Fire fire = leave_as_fired(entry, *timer, is_delivered);
    FireOutcome outcome{ExecStatus::out_of_cycles, {}, {.cycles = reserved.gas_limit}};
    if (is_delivered) {
        fire.cycles_limit = reserved.gas_limit - delivery;
        outcome = block_.runner.run(fire);
        outcome.usage.cycles += delivery;
    }
    state_.report.now = {};
    count(outcome.usage, reserved.gas_limit);
    const Settled settled =
        settle(block_.ledger, reserved.payer, reserved.charged, entry.price, outcome.usage);
    tips_reserved_ -= reserved.tip;
    used_.tips += settled.tip;
    for (const auto& cancelled : state_.due.cancelled_in_batch()) refund(cancelled);
    block_.fired.push_back({.deliver_seq = fire.deliver_seq,
                            .deliver_id = fire.deliver_id,
                            .kind = timer->kind == timers::Kind::watch ? FireKind::watch : FireKind::height,
                            .id = timer->id,
                            .target = timer->target,
                            .owner = timer->owner,
                            .handler = timer->handler,
                            .payer = timer->fee_payer,
                            .fire_seq = timer->fire_seq,
                            .status = outcome.status,
                            .error = outcome.error,
                            .cycles = outcome.usage.cycles,
                            .cells = outcome.usage.cells,
                            .charged = settled.charged,
                            .tip = settled.tip,
                            .terms = entry.terms,
                            .matched = std::move(fire.matched)});
    discipline.fired(*timer, block_.fired.back());
}

/// What its handler is told, without the cycles it gets. All of it is read before the timer leaves, and the
/// payload only where that is paid for. A one-shot timer is gone before its handler starts; a watch
/// stays, ready for the next hit.
Fire Dispatcher::leave_as_fired(const Entry& entry, const Timer& timer, bool with_payload)
{
    const bool is_watch = timer.kind == timers::Kind::watch;
    Fire fire;
    fire.timer = &timer;
    fire.cells_limit = config_.max_cells_per_fire;
    fire.price = entry.price;
    if (with_payload) {
        const bool as_queued = entry.deliver_seq && timer.queue->with;
        fire.payload = as_queued ? timers::payload_queued_with(state_.store.overlay(), timer)
                                 : state_.store.payload_of(timer);
    }
    if (is_watch) fire.matched = state_.watches->matched().of(timer.id);
    fire.deliver_seq = entry.deliver_seq ? *entry.deliver_seq : state_.counters.next_deliver_seq++;
    fire.deliver_id = deliver_id(block_.rules.height, block_.parent_root, entry.id, timer.fire_seq);
    state_.report.now = timers::Cause::of_fire(fire.deliver_seq);  // until the handler has ended
    if (is_watch)
        timers::go_idle(state_, timer, block_.rules.height);
    else
        timers::leave_as_fired(state_, timer);
    return fire;
}

void Dispatcher::count(const Usage& usage, u64 gas_limit)
{
    used_.lane += usage.cycles;
    used_.lane_cells += usage.cells;
    used_.cycles += usage.cycles;
    used_.cells += usage.cells;
    lane_left_ += gas_limit - usage.cycles;
}

}  // namespace lariat::lane
