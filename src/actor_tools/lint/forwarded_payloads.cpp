// Warns where a caller's payload becomes the payload of the actor's own timer or message: an envelope in it
// names any handler, which then runs with the actor itself as sender.
#include "actor_tools/lint/checks.hpp"
#include "actor_tools/lint/walk.hpp"

namespace lariat::actor_tools::lint {

using namespace pvm::syntax;

namespace {

/// Does the source let the actor itself do what others may not?
class TrustsItself : public Walk {
public:
    explicit TrustsItself(const Source& source) : source_(source) {}
    bool found = false;

protected:
    bool enter(const Expr& e) override
    {
        if (const auto name = source_.host_name(e); name && name->name == "only_self") found = true;
        if (e.kind == ExprKind::Compare) {
            const auto own = [](const Expr& side) {
                return is_self_attribute(side, "address") ||
                       (side.kind == ExprKind::Subscript &&
                        text_constant(as<Subscript>(side).slice) == "actor_addr");
            };
            found = found || own(*as<Compare>(e).left);
            for (const Expr* side : as<Compare>(e).comparators) found = found || own(*side);
        }
        return !found;
    }

private:
    const Source& source_;
};

class Forwards : public Walk {
public:
    Forwards(const Source& source, std::string_view payload, Warnings& out)
        : source_(source), payload_(payload), out_(out)
    {
    }

protected:
    bool enter(const Stmt& s) override
    {
        if (s.kind == StmtKind::Assign)  // from here on the name may stand for something else
            for (const Expr* target : as<Assign>(s).targets)
                rebound_ = rebound_ || is_name(*target, payload_);
        return s.kind != StmtKind::FunctionDef && s.kind != StmtKind::ClassDef;
    }
    bool enter(const Expr& e) override
    {
        if (e.kind != ExprKind::Call || rebound_) return true;
        const auto& call = as<Call>(e);
        const auto called = source_.host_name(*call.func);
        if (!called) return true;
        const bool timer = called->name == "schedule_timer" || called->name == "schedule_timer_ex";
        const Expr* target = argument(call, 0, "target");
        const bool to_itself =
            called->name == "send_message" && target != nullptr && is_self_attribute(*target, "address");
        const Expr* payload = argument(call, 1, "payload");
        if ((timer || to_itself) && payload != nullptr && is_name(*payload, payload_))
            out_.push_back(
                {payload->line, payload->column,
                 "the caller chooses this payload: an envelope in it names any handler, which then runs with "
                 "the actor itself as sender",
                 "put a byte of your own in front, or wrap it in an envelope that names the handler"});
        return true;
    }

private:
    const Source& source_;
    std::string_view payload_;
    bool rebound_ = false;
    Warnings& out_;
};

}  // namespace

void find_forwarded_payloads(const Source& source, Warnings& out)
{
    TrustsItself trust(source);
    trust.statements(source.tree.body);
    if (!trust.found) return;
    for (const std::string& name : source.handlers) {
        const FunctionDef* handler = source.is_callable(name) ? source.handler(name) : nullptr;
        if (handler == nullptr || !handler->decorator_list.empty() || handler->args.args.empty()) continue;
        Forwards(source, handler->args.args.back()->arg, out).statements(handler->body);
    }
}

}  // namespace lariat::actor_tools::lint
