// Warns of handlers for timers and messages that do not look at their sender: anybody can call them.
#include <algorithm>

#include "actor_tools/lint/checks.hpp"
#include "actor_tools/lint/walk.hpp"

namespace lariat::actor_tools::lint {

using namespace pvm::syntax;

namespace {

/// Does a function, or one that it calls in the source, mention the sender?
class SenderSearch : public Walk {
public:
    explicit SenderSearch(const Source& source) : source_(source) {}
    bool found = false;

    void look_at(const FunctionDef& f)
    {
        if (!seen_.insert(&f).second) return;
        statements(f.body);
    }

protected:
    bool enter(const Stmt&) override { return !found; }
    bool enter(const Expr& e) override
    {
        if (text_constant(&e) == "sender") found = true;
        if (const auto name = source_.host_name(e); name && name->name == "get_sender") found = true;
        if (found) return false;
        // self.name and name: called, or handed to something that calls it. Each function is looked at once.
        if (e.kind == ExprKind::Attribute && is_name(*as<Attribute>(e).value, "self"))
            follow(source_.methods, as<Attribute>(e).attr);
        if (e.kind == ExprKind::Name) follow(source_.functions, as<Name>(e).id);
        return true;
    }

private:
    void follow(const Source::Functions& functions, std::string_view name)
    {
        const auto at = functions.find(name);
        if (at != functions.end()) look_at(*at->second);
    }

    const Source& source_;
    std::set<const FunctionDef*> seen_;
};

/// A decorator may do anything, so it is taken to look at the sender, unless it is one that cannot.
bool has_guard(const FunctionDef& f)
{
    return std::any_of(f.decorator_list.begin(), f.decorator_list.end(), [](const Expr* d) {
        return !is_name(*d, "staticmethod") && !is_name(*d, "classmethod");
    });
}

/// A body that changes nothing, whoever calls it.
bool does_nothing(const FunctionDef& f)
{
    for (const Stmt* s : f.body) {
        const bool idle = s->kind == StmtKind::Pass ||
                          (s->kind == StmtKind::Expr && as<ExprStmt>(*s).value->kind == ExprKind::Constant) ||
                          (s->kind == StmtKind::Return && as<Return>(*s).value == nullptr) ||
                          s->kind == StmtKind::Raise;
        if (!idle) return false;
        if (s->kind == StmtKind::Raise) return true;
    }
    return true;
}

/// Handlers that the source gives to a timestamp operation or puts into an envelope.
class ScheduledNames : public Walk {
public:
    explicit ScheduledNames(const Source& source) : source_(source) {}
    std::set<std::string, std::less<>> names;

protected:
    bool enter(const Expr& e) override
    {
        if (e.kind == ExprKind::Call)
            if (const auto called = source_.host_name(*as<Call>(e).func);
                called && called->name == "schedule_at")
                if (const auto handler = text_constant(argument(as<Call>(e), 1, "handler")))
                    names.emplace(*handler);
        if (e.kind == ExprKind::Dict)
            for (std::size_t i = 0; i < as<Dict>(e).keys.size(); ++i)
                if (text_constant(as<Dict>(e).keys[i]) == "_handler")
                    if (const auto handler = text_constant(as<Dict>(e).values[i])) names.emplace(*handler);
        return true;
    }

private:
    const Source& source_;
};

}  // namespace

void find_open_handlers(const Source& source, Warnings& out)
{
    ScheduledNames scheduled(source);
    scheduled.statements(source.tree.body);
    scheduled.names.insert({"handle_timer", "handle_message"});
    for (const std::string& name : scheduled.names) {
        const FunctionDef* handler = source.is_callable(name) ? source.handler(name) : nullptr;
        if (handler == nullptr || has_guard(*handler) || does_nothing(*handler)) continue;
        SenderSearch search(source);
        search.look_at(*handler);
        if (search.found) continue;
        const bool message = name == "handle_message";
        out.push_back(
            {handler->line, handler->column,
             "anybody can call '" + name + "', and it does not look at the sender",
             std::string(
                 "put @only_self above it, from cowboy_sdk, or compare pvm_host.context()[\"sender\"]") +
                 (message ? "" : "; other actors' timers reach it too") +
                 "; # noqa if everybody may call it"});
    }
}

}  // namespace lariat::actor_tools::lint
