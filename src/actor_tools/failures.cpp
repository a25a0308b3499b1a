// Collects failures from the chain's observer and from block results, and writes them for people and as JSON.
#include "actor_tools/failures.hpp"

#include <utility>

#include "actor_tools/shown.hpp"
#include "base/checked.hpp"
#include "base/hex.hpp"
#include "chain/execution.hpp"

namespace lariat::actor_tools {

namespace {

std::string kind_of(const chain::Execution& e)
{
    if (e.question) return "agent";
    if (e.context.trigger) return e.context.trigger->kind;
    return e.context.msg_id ? "message" : "transaction";
}

/// The reasons of GbaFailed for which the agent ran to its end.
std::string_view message_of(timers::GbaFailure reason)
{
    switch (reason) {
        case timers::GbaFailure::fee_too_high:
            return "a fee of the answer is above 10^27";
        case timers::GbaFailure::priority_above_fee:
            return "the priority fee of the answer is above its fee";
        case timers::GbaFailure::payer_too_poor:
            return "the payer's balance is below the worst case of the fire at this bid";
        default:
            return "";
    }
}

FailureReport not_run(u64 height, const Hash32& timer, timers::ExitKind exit, std::string message)
{
    FailureReport report;
    report.height = height;
    report.kind = "timer";
    report.id = timer;
    report.status = name(exit);
    report.message = std::move(message);
    return report;
}

struct FromEvent {
    u64 height;
    std::vector<FailureReport>& found;

    void operator()(const timers::InsufficientFundsEvent& e) const
    {
        found.push_back(not_run(height, e.id, timers::ExitKind::insufficient_funds,
                                "the worst case of the fire costs " + to_decimal(e.required) +
                                    ", its payer " + to_hex(e.fee_payer) + " has " +
                                    to_decimal(e.available)));
    }
    void operator()(const timers::TimerExpiredEvent& e) const
    {
        found.push_back(not_run(height, e.id, timers::ExitKind::expired,
                                "expires_at was " + std::to_string(e.expires_at) + ", the height is " +
                                    std::to_string(e.current_height)));
    }
    void operator()(const timers::GbaFailedEvent& e) const
    {
        const std::string_view message = message_of(e.reason);
        if (message.empty()) {  // the agent's execution failed: its report lacks the timer
            for (FailureReport& report : found)
                if (report.kind == "agent" && !report.id) {
                    report.id = e.id;
                    return;
                }
        }
        FailureReport report;
        report.height = height;
        report.kind = "agent";
        report.id = e.id;
        report.handler = "getGasBid";
        report.status = name(e.reason);
        report.message = message;
        found.push_back(std::move(report));
    }
    void operator()(const auto&) const {}
};

std::string subject(const FailureReport& r)
{
    if (r.kind == "transaction") return "transaction " + std::to_string(r.tx.value_or(0));
    if (r.kind == "message") return "message";
    if (r.kind == "agent") return "agent asked about timer" + (r.id ? " " + to_hex(*r.id) : "");
    const std::string id = r.id ? " " + to_hex(*r.id) : "";
    if (r.kind == "timer") return "timer" + id;
    return (r.kind == "timestamp" ? "operation" : r.kind == "watch" ? "watch" : "timer") + id;
}

}  // namespace

std::string FailureReport::in_short() const
{
    return (handler.empty() ? kind : handler) + ": " + (error.empty() ? status : error);
}

trace::OrderedJson FailureReport::to_json() const
{
    trace::OrderedJson out{{"height", trace::number(height)}, {"kind", kind}};
    if (tx) out["tx"] = trace::number(*tx);
    if (id) out["id"] = to_hex(*id);
    if (actor) out["actor"] = to_hex(*actor);
    if (!handler.empty()) out["handler"] = handler;
    out["status"] = status;
    if (!error.empty()) out["error"] = error;
    if (!message.empty()) out["message"] = message;
    if (!traceback.empty()) out["traceback"] = traceback;
    if (cycles_left) out["cycles_left"] = trace::number(*cycles_left);
    return out;
}

std::string FailureReport::to_text() const
{
    std::string out = "block " + std::to_string(height) + ": " + subject(*this);
    if (!handler.empty()) out += ", " + shown_word(handler);
    if (actor) out += (handler.empty() ? ", " : " of ") + to_hex(*actor);
    out += ": " + status + (error.empty() ? "" : " " + shown_word(error));
    if (cycles_left) out += ", " + std::to_string(*cycles_left) + " cycles left";
    out += "\n";
    if (!traceback.empty()) return out + indented(traceback);
    return message.empty() ? out : out + indented(message);
}

void FailureObserver::entering(const chain::BlockContext&, const chain::Execution&, pvm::Call& call)
{
    call.want_traceback = call.keeps_places = true;
    traced_ = nullptr;
    traceback_.clear();
}

void FailureObserver::left(const chain::BlockContext& block, const chain::Execution& e, const pvm::Call&,
                           const pvm::Outcome& outcome)
{
    if (outcome.traceback.empty()) return;
    const auto actor = block.world.actor(e.actor);
    if (!actor) return;
    traced_ = &e;
    traceback_ = with_source(outcome.traceback, file_of(e.actor), block.world.code(actor->code_hash));
}

void FailureObserver::failed(const chain::BlockContext& block, const chain::Execution& e,
                             const chain::Failure& failure)
{
    FailureReport report;
    report.height = block.block.height;
    report.kind = kind_of(e);
    if (report.kind == "transaction") report.tx = block.receipts.size();
    report.id = e.context.timer_id;
    if (e.actor != Address{}) report.actor = e.actor;
    report.handler = failure.handler;
    report.status = failure.status;
    report.error = failure.error;
    report.message = failure.message;
    if (traced_ == &e) report.traceback = traceback_;
    report.cycles_left = e.meter.cycles_left;
    traced_ = nullptr;
    found_.push_back(std::move(report));
}

std::string FailureObserver::file_of(const Address& actor) const
{
    return to_hex(actor);
}

std::vector<FailureReport> FailureObserver::take(const chain::BlockResult& result)
{
    for (const chain::Receipt& receipt : result.receipts) {
        if (!receipt.refusal) continue;
        FailureReport report;
        report.height = result.height;
        report.kind = "transaction";
        report.tx = receipt.tx;
        report.status = status_name(receipt);
        report.error = name(*receipt.refusal);
        report.message = receipt.message;
        found_.push_back(std::move(report));
    }
    for (const timers::Event& event : result.events) std::visit(FromEvent{result.height, found_}, event.body);
    return std::exchange(found_, {});
}

}  // namespace lariat::actor_tools
