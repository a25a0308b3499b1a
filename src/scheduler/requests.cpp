// Requests inside a block, undoing them, and reading.
#include <algorithm>

#include "scheduler/scheduler_over_store.hpp"
#include "scheduler/settings_view.hpp"

namespace lariat {

namespace {

constexpr u64 NO_CELL_LIMIT = U64_MAX;
constexpr std::size_t KEYS_KEPT_BETWEEN_BLOCKS = 4'096;

template <class T>
Arg<T> given(const std::optional<T>& value)
{
    return value ? Arg<T>(*value) : Arg<T>();
}

Arg<std::string> tier_name(PriorityTier tier)
{
    switch (tier) {
        case PriorityTier::economy:
            return std::string("economy");
        case PriorityTier::standard:
            return std::string("standard");
        case PriorityTier::fast:
            return std::string("fast");
        case PriorityTier::urgent:
            return std::string("urgent");
    }
    return Arg<std::string>::wrong("the number " + std::to_string(static_cast<unsigned>(tier)));
}

ScheduleArgs arguments(const ScheduleRequest& request)
{
    ScheduleArgs args;
    args.height = request.height;
    args.payload = request.payload;
    args.handler = given(request.handler);
    args.fee_payer = given(request.fee_payer);
    args.gas_limit = given(request.gas_limit);
    args.expires_at = given(request.expires_at);
    args.max_fee_per_cycle = given(request.max_fee_per_cycle);
    args.max_priority_fee_per_cycle = given(request.max_priority_fee_per_cycle);
    if (request.tier) args.priority_tier_hint = tier_name(*request.tier);
    return args;
}

}  // namespace

Phases::Guard SchedulerOverStore::begin_request()
{
    phases_.require_request();
    return {phases_, Phases::Inside::scheduler, Phases::Guard::Kind::changes};
}

/// Between blocks it drops what earlier readings have read, when that has become much.
Phases::Guard SchedulerOverStore::begin_reading() const
{
    phases_.require_reading();
    if (phases_.is_idle() && overlay_->keys_kept() > KEYS_KEPT_BETWEEN_BLOCKS) overlay_->clear();
    return {phases_, Phases::Inside::scheduler};
}

Result<Scheduled> SchedulerOverStore::schedule(const Address& owner, const ScheduleRequest& request)
{
    const auto guard = begin_request();
    Meter meter{.cycles_left = 0, .cells_left = NO_CELL_LIMIT};
    const auto id = timers::schedule(engine_->rules(), engine_->timers(), {owner, request.paying_sender, 0},
                                     arguments(request), meter);
    if (!id) return id.error();
    return Scheduled{id.value(), NO_CELL_LIMIT - meter.cells_left};
}

Status SchedulerOverStore::extend(const Address& owner, const TimerId& id, u64 new_expires_at)
{
    const auto guard = begin_request();
    return timers::extend_by_owner(engine_->rules(), engine_->timers(), owner, to_bytes(view(id)),
                                   new_expires_at);
}

Status SchedulerOverStore::cancel(const Address& owner, const TimerId& id)
{
    const auto guard = begin_request();
    return timers::cancel_by_owner(engine_->timers(), owner, to_bytes(view(id)));
}

Status SchedulerOverStore::govern_extend(const TimerId& id, u64 new_expires_at)
{
    const auto guard = begin_request();
    return timers::extend_by_governance(engine_->rules(), engine_->timers(), id, new_expires_at);
}

void SchedulerOverStore::govern_cancel(const TimerId& id)
{
    const auto guard = begin_request();
    timers::cancel_by_governance(engine_->timers(), id);
}

Status SchedulerOverStore::govern_settings(const Settings& changed)
{
    const auto guard = begin_request();
    const auto updated = timers::updated_config(next_config_, changed, cycle_capacity_);
    if (!updated) return updated.error();
    if (auto refused = why_not_in_a_library(updated.value()))
        return Error{ErrorCode::InvalidConfig, std::move(*refused)};
    overlay_->put(view(CONFIG_KEY), timers::encode(updated.value()));
    next_config_ = updated.value();
    engine_->report().emit(timers::ConfigUpdatedEvent{next_config_});
    return {};
}

u64 SchedulerOverStore::mark()
{
    const auto guard = begin_request();
    return take_mark();
}

u64 SchedulerOverStore::take_mark()
{
    marks_.push_back({++marks_taken_, engine_->mark(), next_config_});
    return marks_taken_;
}

void SchedulerOverStore::undo_to(u64 mark)
{
    const auto guard = begin_request();
    const auto to = std::lower_bound(marks_.begin(), marks_.end(), mark,
                                     [](const Mark& m, u64 n) { return m.number < n; });
    LARIAT_REQUIRE(to != marks_.end() && to->number == mark,
                   "Scheduler::undo_to: the mark is one of this block that was not undone and was not taken "
                   "before run_due");
    LARIAT_REQUIRE(static_cast<std::size_t>(to - marks_.begin()) >= marks_before_handler_,
                   "Scheduler::undo_to: a handler goes back only to marks that it took itself");
    undo(*to);
    marks_.erase(to, marks_.end());
}

void SchedulerOverStore::undo(const Mark& mark)
{
    engine_->undo_to(mark.timers);
    next_config_ = mark.config;
}

std::optional<TimerView> SchedulerOverStore::timer(const TimerId& id) const
{
    const auto guard = begin_reading();
    const auto found = engine_->records().find(id);
    if (!found) return std::nullopt;
    return TimerView{.id = id,
                     .owner = found->owner,
                     .target = found->target,
                     .height = found->height,
                     .payload = engine_->records().payload_of(*found),
                     .handler = found->handler,
                     .fee_payer = found->fee_payer,
                     .gas_limit = found->gas_limit,
                     .expires_at = found->expires_at,
                     .scheduled_at = found->schedule_block,
                     .is_due = engine_->due().where_is(*found) != timers::Place::Where::pending};
}

std::vector<TimerId> SchedulerOverStore::timers_at(u64 height) const
{
    const auto guard = begin_reading();
    return engine_->records().of_height(height);
}

std::vector<TimerId> SchedulerOverStore::timers_of(const Address& owner) const
{
    const auto guard = begin_reading();
    return engine_->records().of_owner(owner);
}

Settings SchedulerOverStore::settings() const
{
    const auto guard = begin_reading();
    return timers::all_fields(engine_->config());
}

TimerSettings SchedulerOverStore::timer_settings() const
{
    const auto guard = begin_reading();
    return settings_of(engine_->config());
}

u64 SchedulerOverStore::height() const
{
    const auto guard = begin_reading();
    return last_height_;
}

Census SchedulerOverStore::census() const
{
    const auto guard = begin_reading();
    const timers::Totals& t = engine_->counters().totals;
    return {t.scheduled, engine_->counters().live, t.fired, t.insufficient_funds, t.expired, t.cancelled,
            t.governance};
}

}  // namespace lariat
