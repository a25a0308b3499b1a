// Warns of calls of print(): a chain runs and charges them, and nobody sees their text.
#include "actor_tools/lint/checks.hpp"
#include "actor_tools/lint/walk.hpp"

namespace lariat::actor_tools::lint {

using namespace pvm::syntax;

namespace {

/// The calls of print, and whether the source binds the name anywhere: then they may call something else.
class Prints : public Walk {
public:
    std::vector<const Call*> calls;
    bool bound = false;

protected:
    bool enter(const Expr& e) override
    {
        if (e.kind == ExprKind::Call && is_name(*as<Call>(e).func, "print")) calls.push_back(&as<Call>(e));
        if (e.kind == ExprKind::Name && as<Name>(e).id == "print" && as<Name>(e).ctx != ExprContext::Load)
            bound = true;
        return true;
    }
    bool enter(const Stmt& s) override
    {
        if (s.kind == StmtKind::Import) note(as<Import>(s).names);
        if (s.kind == StmtKind::ImportFrom) note(as<ImportFrom>(s).names);
        return true;
    }
    void binds(Identifier name) override { bound = bound || name == "print"; }

private:
    void note(Sequence<Alias> names)
    {
        for (const Alias& a : names)
            bound = bound || a.asname == "print" || (a.asname.empty() && a.name == "print");
    }
};

}  // namespace

void find_prints(const Source& source, Warnings& out)
{
    Prints prints;
    prints.statements(source.tree.body);
    if (prints.bound) return;
    for (const Call* call : prints.calls)
        out.push_back({call->line, call->column, "a chain drops the text of print(), and charges for it",
                       "remove it before you deploy; pvm_host.emit_event(topic, data) puts a line into the "
                       "block's result"});
}

}  // namespace lariat::actor_tools::lint
