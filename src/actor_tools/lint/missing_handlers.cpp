// Warns of timers, operations and messages to the actor itself whose handler the actor does not define.
#include "actor_tools/lint/checks.hpp"
#include "actor_tools/lint/walk.hpp"
#include "actor_tools/nearest.hpp"

namespace lariat::actor_tools::lint {

using namespace pvm::syntax;

namespace {

/// The handler that an envelope names: `{"_handler": "ring", …}`.
const Constant* handler_of_envelope(const Expr& e)
{
    if (e.kind != ExprKind::Dict) return nullptr;
    const auto& d = as<Dict>(e);
    for (std::size_t i = 0; i < d.keys.size(); ++i)
        if (text_constant(d.keys[i]) == "_handler" && text_constant(d.values[i]))
            return &as<Constant>(*d.values[i]);
    return nullptr;
}

/// Whether the source mentions envelopes, sends messages or schedules timers at all. An envelope may be for
/// another actor.
class Overview : public Walk {
public:
    explicit Overview(const Source& source) : source_(source) {}
    bool speaks_of_envelopes = false, sends_messages = false, schedules_timers = false;

protected:
    bool enter(const Expr& e) override
    {
        if (e.kind == ExprKind::Constant && as<Constant>(e).value != ConstantKind::Int &&
            as<Constant>(e).text.find("_handler") != std::string_view::npos)
            speaks_of_envelopes = true;
        if (e.kind == ExprKind::Call)
            if (const auto called = source_.host_name(*as<Call>(e).func)) {
                sends_messages = sends_messages || called->name == "send_message";
                schedules_timers = schedules_timers || called->name.starts_with("schedule_timer");
            }
        return true;
    }

private:
    const Source& source_;
};

class Schedules : public Walk {
public:
    Schedules(const Source& source, Warnings& out) : source_(source), out_(out), overview_(source)
    {
        overview_.statements(source.tree.body);
    }

protected:
    bool enter(const Expr& e) override
    {
        if (const Constant* handler = handler_of_envelope(e); handler != nullptr && is_for_itself())
            named(*handler, "an envelope");
        if (e.kind != ExprKind::Call) return true;
        const auto& call = as<Call>(e);
        const auto called = source_.host_name(*call.func);
        if (!called) return true;
        const std::string& name = called->name;
        if (name == "schedule_at") {
            const Expr* handler = argument(call, 1, "handler");
            if (text_constant(handler)) named(as<Constant>(*handler), "schedule_at()");
        } else if (name == "schedule_timer" || name == "schedule_timer_ex") {
            if (!overview_.speaks_of_envelopes) needs("handle_timer", call, name);
        } else if (name == "set_timeout" || name == "set_state_watch") {
            if (goes_to_itself(call)) needs("handle_timer", call, name);
        } else if (name == "send_message") {
            if (goes_to_itself(call) && !overview_.speaks_of_envelopes) needs("handle_message", call, name);
        } else if (name == "set_gba") {
            const Expr* agent = argument(call, 0, "agent");
            if (agent != nullptr && is_self_attribute(*agent, "address")) needs("getGasBid", call, name);
        }
        return true;
    }

private:
    /// An envelope may go to another actor, or nowhere.
    bool is_for_itself() const { return overview_.schedules_timers && !overview_.sends_messages; }

    static bool goes_to_itself(const Call& call)
    {
        const Expr* target = argument(call, 0, "target");
        return target != nullptr && is_self_attribute(*target, "address");
    }

    std::string advice(std::string_view handler) const
    {
        const std::string meant = nearest(handler, source_.handlers);
        if (!meant.empty() && source_.is_callable(meant)) return "did you mean '" + meant + "'?";
        return "define " + std::string(source_.actor_class.empty() ? "`def " : "the method `def ") +
               std::string(handler) + (source_.actor_class.empty() ? "(payload):`" : "(self, payload):`");
    }

    void named(const Constant& handler, const std::string& where)
    {
        if (source_.is_callable(handler.text)) return;
        const std::string name(handler.text);
        const bool exists = source_.handlers.contains(name);
        out_.push_back(
            {handler.line, handler.column,
             where + " names '" + name + "', which " +
                 (exists ? "cannot be called from outside" : "the actor does not define"),
             exists ? "deploy, getGasBid and names that begin with _ are never run this way" : advice(name)});
    }

    void needs(std::string_view handler, const Call& call, const std::string& by)
    {
        if (source_.handlers.contains(handler)) return;
        out_.push_back({call.line, call.column,
                        by + "() runs '" + std::string(handler) + "', which the actor does not define",
                        advice(handler)});
    }

    const Source& source_;
    Warnings& out_;
    Overview overview_;
};

}  // namespace

void find_missing_handlers(const Source& source, Warnings& out)
{
    Schedules(source, out).statements(source.tree.body);
}

}  // namespace lariat::actor_tools::lint
