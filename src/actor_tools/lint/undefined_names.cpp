// Warns of names that are read and that nothing binds: a NameError once the line runs.
#include "actor_tools/lint/checks.hpp"
#include "actor_tools/lint/walk.hpp"
#include "actor_tools/nearest.hpp"
#include "pvm/compiler/compiler.hpp"
#include "pvm/compiler/scope.hpp"
#include "pvm/objects/natives.hpp"

namespace lariat::actor_tools::lint {

using namespace pvm::syntax;
using pvm::Scope;
using pvm::Symbol;
using pvm::Where;
using NameSet = std::set<std::string, std::less<>>;

namespace {

void add_globals(const Scope& scope, NameSet& names)
{
    for (const Symbol& s : scope.symbols)
        if (s.bound && (scope.kind == Scope::Kind::module || s.declared_global)) names.emplace(s.name);
    for (const Scope* child : scope.children) add_globals(*child, names);
}

/// Adds the names that each `import *` of the module binds.
class StarImports : public Walk {
public:
    explicit StarImports(NameSet& names) : names_(names) {}
    bool unknown = false;  ///< one is of a module that actors cannot import: it may bind anything

protected:
    bool enter(const Stmt& s) override
    {
        if (s.kind != StmtKind::ImportFrom || as<ImportFrom>(s).names[0].name != "*") return true;
        const std::string_view module = as<ImportFrom>(s).module;
        unknown = unknown || !pvm::importable(module);
        if (pvm::importable(module))
            for (std::string& name : pvm::exported(module)) names_.insert(std::move(name));
        return true;
    }
    bool enter(const Expr&) override { return false; }

private:
    NameSet& names_;
};

/// Names bound by the module or by its `import *`, and the builtins; nothing when they cannot be known.
std::optional<NameSet> global_names(const Source& source, pvm::Scopes& scopes)
{
    NameSet names;
    add_globals(scopes.module(), names);
    pvm::each_builtin([&](std::string_view name, pvm::Value) { names.emplace(name); });
    StarImports stars(names);
    stars.statements(source.tree.body);
    if (stars.unknown) return {};
    return names;
}

class Reads : public Walk {
public:
    Reads(pvm::Scopes& scopes, const NameSet& globals, Warnings& out)
        : scopes_(scopes), globals_(globals), open_{&scopes.module()}, out_(out)
    {
    }

protected:
    bool enter(const Expr& e) override
    {
        if (e.kind == ExprKind::Name && as<Name>(e).ctx == ExprContext::Load) judge(as<Name>(e));
        return true;
    }
    void open_scope(const void* node) override { open_.push_back(&scopes_.of(node)); }
    void close_scope() override { open_.pop_back(); }

private:
    void judge(const Name& name)
    {
        const std::string_view id = scopes_.mangle(*open_.back(), name.id);
        if (id.starts_with("__") && id.ends_with("__")) return;  // __name__, __class__ and their like
        const Symbol* symbol = open_.back()->find(id);
        if (symbol == nullptr) return;
        const bool in_class = symbol->where == Where::class_name && !symbol->bound;
        if ((symbol->where != Where::global && !in_class) || globals_.contains(id)) return;
        if (++found_ > FOUND_MAX) return;
        const std::string meant = found_ <= HINTS_MAX ? nearest(id, names_here()) : "";
        out_.push_back({name.line, name.column, "name '" + std::string(id) + "' is not defined",
                        meant.empty() ? "" : "did you mean '" + meant + "'?"});
    }

    /// Names that could be meant.
    NameSet names_here() const
    {
        NameSet names = globals_;
        for (const Scope* scope : open_)
            for (const Symbol& s : scope->symbols)
                if (s.bound) names.emplace(s.name);
        return names;
    }

    // A hint compares a name with all others: a source may have ten thousand of each.
    static constexpr u32 FOUND_MAX = 200, HINTS_MAX = 20;

    u32 found_ = 0;
    pvm::Scopes& scopes_;
    const NameSet& globals_;
    std::vector<Scope*> open_;
    Warnings& out_;
};

}  // namespace

void find_undefined_names(const Source& source, Warnings& out)
try {
    pvm::Scopes scopes(source.tree);
    const std::optional<NameSet> globals = global_names(source, scopes);
    if (globals) Reads(scopes, *globals, out).statements(source.tree.body);
} catch (const pvm::Refused&) {
    return;  // the compiler refuses such source for its number of captured names
}

}  // namespace lariat::actor_tools::lint
