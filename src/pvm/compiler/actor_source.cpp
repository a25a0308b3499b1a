// Which class of a module is the actor and what handlers it has: judged on the source, nothing is run.
#include "pvm/compiler/actor_source.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace lariat::pvm {

namespace {

using namespace syntax;

std::string name_of(const Expr& e)
{
    if (e.kind == ExprKind::Name) return std::string(as<Name>(e).id);
    if (e.kind == ExprKind::Attribute && as<syntax::Attribute>(e).value->kind == ExprKind::Name)
        return std::string(as<Name>(*as<syntax::Attribute>(e).value).id) + "." +
               std::string(as<syntax::Attribute>(e).attr);
    return {};
}

// Statements of module scope, also inside if, try, for, while and with.
template <class F>
void each_statement(Sequence<Stmt*> body, F&& f)
{
    for (const Stmt* s : body) {
        f(*s);
        switch (s->kind) {
            case StmtKind::If:
                each_statement(as<If>(*s).body, f);
                each_statement(as<If>(*s).orelse, f);
                break;
            case StmtKind::For:
                each_statement(as<For>(*s).body, f);
                each_statement(as<For>(*s).orelse, f);
                break;
            case StmtKind::While:
                each_statement(as<While>(*s).body, f);
                each_statement(as<While>(*s).orelse, f);
                break;
            case StmtKind::With:
                each_statement(as<With>(*s).body, f);
                break;
            case StmtKind::Try:
                each_statement(as<Try>(*s).body, f);
                for (const ExceptHandler* h : as<Try>(*s).handlers) each_statement(h->body, f);
                each_statement(as<Try>(*s).orelse, f);
                each_statement(as<Try>(*s).finalbody, f);
                break;
            default:
                break;
        }
    }
}

// What a decorator that marks the actor may be called.
std::set<std::string> actor_markers(const syntax::Module& tree)
{
    std::set<std::string> markers{"cowboy_sdk.actor"};
    each_statement(tree.body, [&](const Stmt& s) {
        if (s.kind == StmtKind::ImportFrom && as<ImportFrom>(s).module == "cowboy_sdk")
            for (const Alias& a : as<ImportFrom>(s).names)
                if (a.name == "actor") markers.emplace(a.asname.empty() ? a.name : a.asname);
        if (s.kind == StmtKind::Import)
            for (const Alias& a : as<Import>(s).names)
                if (a.name == "cowboy_sdk" && !a.asname.empty())
                    markers.insert(std::string(a.asname) + ".actor");
    });
    return markers;
}

void add_functions(Sequence<Stmt*> body, std::vector<std::string>& names)
{
    each_statement(body, [&](const Stmt& s) {
        if (s.kind == StmtKind::FunctionDef) names.emplace_back(as<FunctionDef>(s).name);
    });
}

using Classes = std::multimap<std::string_view, const ClassDef*>;

// The methods of a class and of its bases. What is walked is taken out of `classes`: no name comes twice.
void add_methods(std::string_view name, Classes& classes, std::vector<std::string>& names)
{
    std::vector<std::string> open{std::string(name)};
    while (!open.empty()) {
        const std::string next = std::move(open.back());
        open.pop_back();
        const auto [first, last] = classes.equal_range(next);
        for (auto at = first; at != last; ++at) {
            add_functions(at->second->body, names);
            for (const Expr* b : at->second->bases) open.push_back(name_of(*b));
        }
        classes.erase(first, last);
    }
}

}  // namespace

std::optional<Refusal> describe_actor(const syntax::Module& tree, bool tests, ModuleDraft& draft)
{
    std::optional<Refusal> refusal;
    const std::set<std::string> markers = actor_markers(tree);
    const auto marks = [&](const Expr* decorator) { return markers.contains(name_of(*decorator)); };
    Classes classes;
    each_statement(tree.body, [&](const Stmt& s) {
        if (s.kind != StmtKind::ClassDef) return;
        const auto& c = as<ClassDef>(s);
        classes.emplace(c.name, &c);
        if (std::none_of(c.decorator_list.begin(), c.decorator_list.end(), marks)) return;
        if (!draft.actor_class.empty() && draft.actor_class != c.name && !refusal)
            refusal =
                Refusal{c.line, c.column,
                        "a second class is marked as the actor: '" + draft.actor_class + "' is one already"};
        draft.actor_class = c.name;
    });
    if (draft.actor_class.empty() && classes.size() == 1) draft.actor_class = classes.begin()->first;
    if (tests) draft.actor_class.clear();
    std::vector<std::string>& names = draft.handlers;
    draft.actor_class.empty() ? add_functions(tree.body, names)
                              : add_methods(draft.actor_class, classes, names);
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return refusal;
}

}  // namespace lariat::pvm
