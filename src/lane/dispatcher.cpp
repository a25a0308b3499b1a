// Dispatches waiting timers in rounds until a budget is exhausted.
#include "lane/dispatcher.hpp"

#include "base/checked.hpp"
#include "lane/delivery.hpp"
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
    pre_charge(block_.ledger, timer.fee_payer, *cost);
    timers::put_in_batch(
        state_, timer,
        {gas_limit, timer.place.arrival, timer.fee_payer, *cost, tip, offer.queued.has_value()});
    lane_left_ -= gas_limit;
    tips_reserved_ = *tips;
    batch_.push_back({timer.id, price, offer.terms, std::nullopt});
    if (offer.queued) batch_.back().deliver_seq = state_.counters.next_deliver_seq++;
    if (batch_.size() == 1) first_ = std::move(timer);
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
        else if (&entry == &batch_.front())
            execute(entry, reserved_now, first_, discipline);
        else
            execute(entry, reserved_now, state_.store.find_existing(entry.id), discipline);
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
    lane::refund(block_.ledger, reserved.payer, reserved.charged);
    lane_left_ += reserved.gas_limit;
    tips_reserved_ -= reserved.tip;
}

void Dispatcher::execute(const Entry& entry, const timers::DueSet::BatchEntry& reserved, const Timer& timer,
                         Discipline& discipline)
{
    Delivery fire = leave_as_fired(entry, reserved, timer);
    const Fired& row = deliver({block_.ledger, block_.runner, state_, block_.fired}, std::move(fire));
    state_.store.overlay().settle();
    count(row, reserved.gas_limit);
    tips_reserved_ -= reserved.tip;
    for (const auto& cancelled : state_.due.cancelled_in_batch()) refund(cancelled);
    discipline.fired(timer, row);
}

/// What its handler is told. All of it is read before the timer leaves, and the payload only where that is
/// paid for. A one-shot timer is gone before its handler starts; a watch stays, ready for the next hit
///
Delivery Dispatcher::leave_as_fired(const Entry& entry, const timers::DueSet::BatchEntry& reserved,
                                    const Timer& timer)
{
    const bool is_watch = timer.kind == timers::Kind::watch;
    Delivery fire;
    fire.kind = is_watch ? FireKind::watch : FireKind::height;
    fire.id = timer.id;
    fire.target = timer.target;
    fire.owner = timer.owner;
    fire.handler = timer.handler;
    fire.fire_seq = timer.fire_seq;
    fire.due_height = due_height(timer);
    fire.paid = {reserved.payer, reserved.gas_limit, config_.max_cells_per_fire, entry.price};
    fire.delivery_cycles = delivery_cycles(timer);
    fire.terms = entry.terms;
    if (fire.delivery_cycles <= reserved.gas_limit) {
        const bool as_queued = entry.deliver_seq && timer.queue->with;
        fire.payload = as_queued ? timers::payload_queued_with(state_.store.overlay(), timer)
                                 : state_.store.payload_of(timer);
    }
    if (is_watch) fire.matched = state_.watches->matched().of(timer.id);
    fire.deliver_id = deliver_id(block_.rules.height, block_.parent_root, entry.id, timer.fire_seq);
    begin_delivery(state_, fire, entry.deliver_seq);
    if (is_watch)
        timers::go_idle(state_, timer, block_.rules.height);
    else
        timers::leave_as_fired(state_, timer);
    return fire;
}

void Dispatcher::count(const Fired& row, u64 gas_limit)
{
    used_.lane += row.cycles;
    used_.lane_cells += row.cells;
    used_.cycles += row.cycles;
    used_.cells += row.cells;
    used_.tips += row.tip;
    lane_left_ += gas_limit - row.cycles;
}

}  // namespace lariat::lane
