// Warns of handlers whose parameters do not fit the call that the chain makes: the payload and nothing else.
#include <algorithm>

#include "actor_tools/lint/checks.hpp"
#include "actor_tools/lint/walk.hpp"

namespace lariat::actor_tools::lint {

using namespace pvm::syntax;

namespace {

bool takes(const FunctionDef& f, std::size_t count)
{
    const Arguments& a = f.args;
    const std::size_t positional = a.posonlyargs.size() + a.args.size();
    const bool needs_keyword = std::any_of(a.kw_defaults.begin(), a.kw_defaults.end(),
                                           [](const Expr* preset) { return preset == nullptr; });
    return !needs_keyword && count + a.defaults.size() >= positional &&
           (count <= positional || a.vararg != nullptr);
}

/// Names that the source uses: a public function among them may be a helper and not be meant as a handler.
class UsedNames : public Walk {
public:
    std::set<std::string_view> names;

protected:
    bool enter(const Expr& e) override
    {
        if (e.kind == ExprKind::Attribute) names.insert(as<Attribute>(e).attr);
        if (e.kind == ExprKind::Name) names.insert(as<Name>(e).id);
        return true;
    }
};

/// Decorators other than these may change the parameters.
bool keeps_parameters(const Source& source, const FunctionDef& f)
{
    return std::all_of(f.decorator_list.begin(), f.decorator_list.end(), [&](const Expr* decorator) {
        const auto name = source.host_name(*decorator);
        return name && (name->name == "only_self" || name->name == "only_owner");
    });
}

/// Functions that only the chain calls.
bool is_entry(std::string_view name)
{
    return name == "deploy" || name == "getGasBid" || name == "handle_timer" || name == "handle_message";
}

}  // namespace

void find_unfit_parameters(const Source& source, Warnings& out)
{
    UsedNames used;
    used.statements(source.tree.body);
    const std::size_t self = source.actor_class.empty() ? 0 : 1;
    for (const std::string& name : source.handlers) {
        if (!is_entry(name) && (!source.is_callable(name) || used.names.contains(name))) continue;
        const FunctionDef* handler = source.handler(name);
        if (handler == nullptr || !keeps_parameters(source, *handler) || takes(*handler, self + 1)) continue;
        const bool is_deploy = name == "deploy";
        if (is_deploy && handler->args.posonlyargs.size() + handler->args.args.size() == self &&
            takes(*handler, self))
            continue;
        const std::string argument = name == "getGasBid" ? "context" : "payload";
        out.push_back({handler->line, handler->column,
                       "the chain calls '" + name + "' with one argument, the " + argument +
                           (is_deploy ? ", or with none" : "") +
                           "; with these parameters that fails with TypeError",
                       "write `def " + name + (self ? "(self, " : "(") + argument + "):`" +
                           (is_entry(name) ? "" : ", or let a helper's name begin with _")});
    }
}

}  // namespace lariat::actor_tools::lint
