// Which class of a module is the actor and what handlers it has: judged on the source, nothing is run.
#include "pvm/compiler/actor_source.hpp"

#include <algorithm>
#include <optional>

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

}  // namespace

std::optional<Refusal> describe_actor(const syntax::Module& tree, Program& program)
{
    std::optional<Refusal> refusal;
    std::vector<std::string> markers{"cowboy_sdk.actor"};
    each_statement(tree.body, [&](const Stmt& s) {
        if (s.kind == StmtKind::ImportFrom && as<ImportFrom>(s).module == "cowboy_sdk")
            for (const Alias& a : as<ImportFrom>(s).names)
                if (a.name == "actor") markers.emplace_back(a.asname.empty() ? a.name : a.asname);
        if (s.kind == StmtKind::Import)
            for (const Alias& a : as<Import>(s).names)
                if (a.name == "cowboy_sdk" && !a.asname.empty())
                    markers.push_back(std::string(a.asname) + ".actor");
    });
    each_statement(tree.body, [&](const Stmt& s) {
        if (s.kind == StmtKind::FunctionDef) program.functions.emplace_back(as<FunctionDef>(s).name);
        if (s.kind != StmtKind::ClassDef) return;
        const auto& c = as<ClassDef>(s);
        Program::ClassSource source;
        source.name = c.name;
        for (const Expr* b : c.bases) source.bases.push_back(name_of(*b));
        each_statement(c.body, [&](const Stmt& m) {
            if (m.kind == StmtKind::FunctionDef) source.methods.emplace_back(as<FunctionDef>(m).name);
        });
        for (const Expr* d : c.decorator_list)
            if (std::find(markers.begin(), markers.end(), name_of(*d)) != markers.end()) source.marked = true;
        if (source.marked && !program.actor_class.empty() && program.actor_class != source.name && !refusal)
            refusal = Refusal{
                c.line, c.column,
                "a second class is marked as the actor: '" + program.actor_class + "' is one already"};
        if (source.marked) program.actor_class = source.name;
        program.classes.push_back(std::move(source));
    });
    if (program.actor_class.empty() && program.classes.size() == 1)
        program.actor_class = program.classes[0].name;
    return refusal;
}

void Program::each_handlers(const std::function<bool(const std::vector<std::string>&)>& visit) const
{
    if (actor_class.empty()) {
        visit(functions);
        return;
    }
    std::vector<std::string_view> open{actor_class}, seen;
    while (!open.empty()) {
        const std::string_view name = open.back();
        open.pop_back();
        if (std::find(seen.begin(), seen.end(), name) != seen.end()) continue;
        seen.push_back(name);
        for (const ClassSource& c : classes) {
            if (c.name != name) continue;
            if (!visit(c.methods)) return;
            open.insert(open.end(), c.bases.begin(), c.bases.end());
        }
    }
}

bool Program::defines(std::string_view handler) const
{
    const auto has = [&](const std::vector<std::string>& names) {
        return std::find(names.begin(), names.end(), handler) != names.end();
    };
    for (const ClassSource& c : classes)  // mostly the actor's class itself, which needs no list of bases
        if (c.name == actor_class && has(c.methods)) return true;
    bool found = false;
    each_handlers([&](const std::vector<std::string>& names) {
        found = has(names);
        return !found;
    });
    return found;
}

}  // namespace lariat::pvm
