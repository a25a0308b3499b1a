// Converts a block's report, event by event, into the public structs.
#include "scheduler/report_view.hpp"

namespace lariat {

namespace {

using Kind = TimerNotice::Kind;

/// nullopt for an event that only a chain with actors has.
struct ToNotice {
    std::optional<TimerNotice> operator()(const timers::TimerExpiredEvent& e) const
    {
        return TimerNotice{Kind::expired, e.id, {}, e.expires_at, e.current_height};
    }
    std::optional<TimerNotice> operator()(const timers::InsufficientFundsEvent& e) const
    {
        return TimerNotice{Kind::insufficient_funds, e.id, e.fee_payer, e.required, e.available};
    }
    std::optional<TimerNotice> operator()(const timers::CancelledByGovernanceEvent& e) const
    {
        return TimerNotice{Kind::cancelled_by_governance, e.id, {}, 0, 0};
    }
    std::optional<TimerNotice> operator()(const timers::ExtendedByGovernanceEvent& e) const
    {
        return TimerNotice{Kind::extended_by_governance, e.id, {}, e.expires_at, 0};
    }
    std::optional<TimerNotice> operator()(const timers::ConfigUpdatedEvent&) const
    {
        return TimerNotice{Kind::settings_updated, {}, {}, 0, 0};
    }
    std::optional<TimerNotice> operator()(const timers::PriorityClampedEvent& e) const
    {
        return TimerNotice{Kind::priority_clamped, e.id, {}, e.stated, e.clamped};
    }
    std::optional<TimerNotice> operator()(const timers::UnfittableEvent& e) const
    {
        return TimerNotice{Kind::unfittable, e.id, {}, e.gas_limit, e.cap};
    }
    template <class Other>
    std::optional<TimerNotice> operator()(const Other&) const
    {
        return std::nullopt;
    }
};

}  // namespace

BlockReport report_view(const std::vector<lane::Fired>& fired, const timers::Report& report)
{
    BlockReport out;
    out.woken.reserve(fired.size());
    for (const lane::Fired& f : fired)
        out.woken.push_back({.deliver_seq = f.deliver_seq,
                             .deliver_id = f.deliver_id,
                             .timer_id = f.id.value_or(TimerId{}),
                             .target = f.target,
                             .payer = f.payer,
                             .status = f.status,
                             .error = f.error,
                             .cycles = f.cycles,
                             .cells = f.cells,
                             .charged = f.charged,
                             .tip = f.tip});
    out.left.reserve(report.exits.size());
    for (const timers::Exit& exit : report.exits)
        out.left.push_back({exit.id, static_cast<TimerExit>(exit.kind)});
    for (const timers::Event& event : report.events)
        if (auto notice = std::visit(ToNotice{}, event.body)) out.notices.push_back(std::move(*notice));
    const timers::Used& used = report.used;
    out.work = {used.lane, used.lane_cells, used.gc, used.looks, used.intake, used.moves};
    return out;
}

}  // namespace lariat
