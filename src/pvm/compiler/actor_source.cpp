// Finds the actor's class and handlers in the syntax tree. Nothing is run.
#include "pvm/compiler/actor_source.hpp"
#include "pvm/objects/ops.hpp"

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

template <class F>
void each_statement(Sequence<Stmt*> body, F&& f);

template <class F, class Tried>
void each_statement_of_try(const Tried& tried, F&& f)
{
    each_statement(tried.body, f);
    for (const ExceptHandler* h : tried.handlers) each_statement(h->body, f);
    each_statement(tried.orelse, f);
    each_statement(tried.finalbody, f);
}

// Statements of module scope, or of a class's body, also inside if, try, for, while, with and match.
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
            case StmtKind::Match:
                for (const MatchCase& c : as<Match>(*s).cases) each_statement(c.body, f);
                break;
            case StmtKind::Try:
                each_statement_of_try(as<Try>(*s), f);
                break;
            case StmtKind::TryStar:
                each_statement_of_try(as<TryStar>(*s), f);
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

using FunctionNames = std::set<std::string_view>;

// What a body defines as functions: by `def`, as a lambda, or as another name of one that is known by then.
void add_functions(Sequence<Stmt*> body, const FunctionNames& outer, FunctionNames& names)
{
    const auto is_function = [&](const Expr& value) {
        if (value.kind == ExprKind::Lambda) return true;
        return value.kind == ExprKind::Name &&
               (names.contains(as<Name>(value).id) || outer.contains(as<Name>(value).id));
    };
    each_statement(body, [&](const Stmt& s) {
        if (s.kind == StmtKind::FunctionDef) names.insert(as<FunctionDef>(s).name);
        if (s.kind != StmtKind::Assign || !is_function(*as<Assign>(s).value)) return;
        for (const Expr* target : as<Assign>(s).targets)
            if (target->kind == ExprKind::Name) names.insert(as<Name>(*target).id);
    });
}

using Classes = std::multimap<std::string_view, const ClassDef*>;

// The methods of a class and of its bases. What is walked is taken out of `classes`: no name comes twice.
void add_methods(std::string_view name, Classes& classes, const FunctionNames& outer, FunctionNames& names)
{
    std::vector<std::string> open{std::string(name)};
    while (!open.empty()) {
        const std::string next = std::move(open.back());
        open.pop_back();
        const auto [first, last] = classes.equal_range(next);
        for (auto at = first; at != last; ++at) {
            add_functions(at->second->body, outer, names);
            for (const Expr* b : at->second->bases) {
                if (b->kind == ExprKind::Subscript) b = as<Subscript>(*b).value;  // Base[int]
                open.push_back(name_of(*b));
            }
        }
        classes.erase(first, last);
    }
}

/// The tests of a file: its functions, and the methods of classes named Test… as `Class.method`.
void add_tests(const FunctionNames& functions, const Classes& classes, std::vector<std::string>& tests)
{
    std::set<std::string> names(functions.begin(), functions.end());
    for (const auto& [name, definition] : classes) {
        if (!name.starts_with("Test")) continue;
        Classes left = classes;
        FunctionNames methods;
        add_methods(name, left, functions, methods);
        for (const std::string_view method : methods) names.insert(cat(name, ".", method));
    }
    tests.assign(names.begin(), names.end());
}

}  // namespace

std::vector<Refusal> describe_actor(const syntax::Module& tree, bool tests, ModuleDraft& draft)
{
    std::vector<Refusal> refusals;
    const std::set<std::string> markers = actor_markers(tree);
    const auto marks = [&](const Expr* decorator) { return markers.contains(name_of(*decorator)); };
    Classes classes;
    each_statement(tree.body, [&](const Stmt& s) {
        if (s.kind != StmtKind::ClassDef) return;
        const auto& c = as<ClassDef>(s);
        classes.emplace(c.name, &c);
        if (std::none_of(c.decorator_list.begin(), c.decorator_list.end(), marks)) return;
        if (!draft.actor_class.empty() && draft.actor_class != c.name)
            refusals.push_back(
                {c.line, c.column,
                 "a second class is marked as the actor: '" + draft.actor_class + "' is one already"});
        draft.actor_class = c.name;
    });
    if (draft.actor_class.empty() && classes.size() == 1) draft.actor_class = classes.begin()->first;
    if (tests) draft.actor_class.clear();
    FunctionNames functions, methods;
    add_functions(tree.body, {}, functions);
    if (tests) {
        add_tests(functions, classes, draft.handlers);
        return refusals;
    }
    if (!draft.actor_class.empty()) add_methods(draft.actor_class, classes, functions, methods);
    const FunctionNames& names = draft.actor_class.empty() ? functions : methods;
    draft.handlers.assign(names.begin(), names.end());
    return refusals;
}

namespace {

/// Advice for a class that is the actor and has no handler.
std::string class_advice(const syntax::Module& tree, bool has_private)
{
    if (has_private) return "names that begin with _ cannot be called: give a method another name";
    for (const Stmt* s : tree.body)
        if (s->kind == StmtKind::FunctionDef && !as<FunctionDef>(*s).name.starts_with('_'))
            return cat("move '", as<FunctionDef>(*s).name,
                       "' into it, or into another class that is marked with @actor");
    return "add a method, `def name(self, payload):`";
}

}  // namespace

std::optional<Refusal> refuse_without_handlers(const syntax::Module& tree, const ModuleDraft& draft)
{
    const auto callable = [](std::string_view name) { return !name.starts_with('_'); };
    if (std::any_of(draft.handlers.begin(), draft.handlers.end(), callable)) return {};
    std::vector<const ClassDef*> classes;
    each_statement(tree.body, [&](const Stmt& s) {
        if (s.kind == StmtKind::ClassDef) classes.push_back(&as<ClassDef>(s));
    });
    const bool has_private = !draft.handlers.empty();
    for (const ClassDef* c : classes)
        if (c->name == draft.actor_class)
            return Refusal{c->line, c->column,
                           cat("class '", c->name,
                               "' is the actor and defines no handler: ", class_advice(tree, has_private))};
    if (classes.size() > 1)
        return Refusal{classes[0]->line, classes[0]->column,
                       cat("no class is marked as the actor: put @actor, from cowboy_sdk, above '",
                           classes[0]->name, "' or another of the ", number(classes.size()), " classes")};
    if (has_private) return Refusal{1, 1, "no handlers: functions whose names begin with _ cannot be called"};
    return Refusal{
        1, 1,
        "no handlers: an actor is a class with methods, `def name(self, payload):`, or a module of "
        "functions, `def name(payload):`"};
}

}  // namespace lariat::pvm
