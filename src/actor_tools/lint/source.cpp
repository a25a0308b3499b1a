// Reads the actor, its functions and its imports from the syntax tree.
#include "actor_tools/lint/source.hpp"

#include "actor_tools/lint/walk.hpp"
#include "pvm/compiler/actor_source.hpp"
#include "pvm/compiler/compiler.hpp"

namespace lariat::actor_tools::lint {

using namespace pvm::syntax;

namespace {

constexpr std::string_view HOST_MODULES[] = {"pvm_host", "cowboy_sdk"};

bool is_host_module(std::string_view name)
{
    return name == HOST_MODULES[0] || name == HOST_MODULES[1];
}

/// Functions that `def` makes in a body, also inside its `if`, `try` and loops; the last of a name counts.
class Definitions : public Walk {
public:
    Source::Functions functions;
    std::map<std::string_view, const ClassDef*> classes;

protected:
    bool enter(const Stmt& s) override
    {
        if (s.kind == StmtKind::FunctionDef)
            functions.insert_or_assign(std::string(as<FunctionDef>(s).name), &as<FunctionDef>(s));
        if (s.kind == StmtKind::ClassDef) classes.insert_or_assign(as<ClassDef>(s).name, &as<ClassDef>(s));
        return s.kind != StmtKind::FunctionDef && s.kind != StmtKind::ClassDef;
    }
    bool enter(const Expr&) override { return false; }
};

/// Imports of the host's modules, and every name that something else binds as well.
class Imports : public Walk {
public:
    std::map<std::string, std::string> modules;
    std::map<std::string, HostName> imported;
    std::set<std::string, std::less<>> bound;

protected:
    bool enter(const Stmt& s) override
    {
        if (s.kind == StmtKind::Import)
            for (const Alias& a : as<Import>(s).names) {
                const std::string local(a.asname.empty() ? a.name.substr(0, a.name.find('.')) : a.asname);
                if (is_host_module(a.name))
                    modules.emplace(local, a.name);
                else
                    bound.insert(local);
            }
        if (s.kind == StmtKind::ImportFrom)
            for (const Alias& a : as<ImportFrom>(s).names) read(as<ImportFrom>(s).module, a);
        return true;
    }
    bool enter(const Expr& e) override
    {
        if (e.kind == ExprKind::Name && as<Name>(e).ctx != ExprContext::Load) bound.emplace(as<Name>(e).id);
        return true;
    }
    void binds(Identifier name) override { bound.emplace(name); }

private:
    void read(std::string_view module, const Alias& a)
    {
        const std::string local(a.asname.empty() ? a.name : a.asname);
        if (!is_host_module(module)) {
            bound.insert(local);
        } else if (a.name == "*") {
            for (const std::string& name : pvm::exported(module)) add(module, name, name);
        } else {
            add(module, std::string(a.name), local);
        }
    }
    void add(std::string_view module, const std::string& name, const std::string& local)
    {
        if (module == "cowboy_sdk" && name == "runtime")
            modules.emplace(local, "cowboy_sdk.runtime");
        else
            imported.emplace(local, HostName{std::string(module), name});
    }
};

}  // namespace

Source::Source(const Module& module) : tree(module)
{
    pvm::ModuleDraft draft;
    pvm::describe_actor(tree, false, draft);
    actor_class = draft.actor_class;
    handlers.insert(draft.handlers.begin(), draft.handlers.end());
    read_imports();
    read_methods();
}

void Source::read_imports()
{
    Imports found;
    found.statements(tree.body);
    modules = std::move(found.modules);
    imported = std::move(found.imported);
    std::erase_if(modules, [&](const auto& entry) { return found.bound.contains(entry.first); });
    std::erase_if(imported, [&](const auto& entry) { return found.bound.contains(entry.first); });
}

void Source::read_methods()
{
    Definitions all;
    all.statements(tree.body);
    functions = std::move(all.functions);
    std::vector<std::string_view> open;
    if (!actor_class.empty()) open.emplace_back(actor_class);
    // Each class is taken out when it is read, so this ends.
    for (std::size_t i = 0; i < open.size(); ++i) {
        const auto at = all.classes.find(open[i]);
        if (at == all.classes.end()) continue;
        const ClassDef& c = *at->second;
        all.classes.erase(at);
        Definitions of_class;
        of_class.statements(c.body);
        methods.merge(of_class.functions);  // a name that a derived class defines stays
        for (const Expr* base : c.bases)
            if (base->kind == ExprKind::Name) open.push_back(as<Name>(*base).id);
    }
}

bool Source::is_callable(std::string_view handler) const
{
    return handlers.contains(handler) && !handler.starts_with('_') && handler != "deploy" &&
           handler != "getGasBid";
}

const FunctionDef* Source::handler(std::string_view name) const
{
    const Functions& from = actor_class.empty() ? functions : methods;
    const auto at = from.find(name);
    return at == from.end() ? nullptr : at->second;
}

std::optional<std::string> Source::host_module(const Expr& e) const
{
    if (e.kind == ExprKind::Name) {
        const auto at = modules.find(std::string(as<Name>(e).id));
        if (at != modules.end()) return at->second;
    }
    if (e.kind != ExprKind::Attribute || as<Attribute>(e).attr != "runtime") return {};
    const auto outer = host_module(*as<Attribute>(e).value);
    if (outer && *outer == "cowboy_sdk") return "cowboy_sdk.runtime";
    return {};
}

std::optional<HostName> Source::host_name(const Expr& e) const
{
    if (e.kind == ExprKind::Name) {
        const auto at = imported.find(std::string(as<Name>(e).id));
        if (at != imported.end()) return at->second;
    }
    if (e.kind != ExprKind::Attribute) return {};
    const auto module = host_module(*as<Attribute>(e).value);
    if (!module) return {};
    return HostName{*module, std::string(as<Attribute>(e).attr)};
}

bool is_name(const Expr& e, std::string_view name)
{
    return e.kind == ExprKind::Name && as<Name>(e).id == name;
}

bool is_self_attribute(const Expr& e, std::string_view name)
{
    return e.kind == ExprKind::Attribute && as<Attribute>(e).attr == name &&
           is_name(*as<Attribute>(e).value, "self");
}

std::optional<std::string_view> text_constant(const Expr* e)
{
    if (e == nullptr || e->kind != ExprKind::Constant || as<Constant>(*e).value != ConstantKind::Str)
        return {};
    return as<Constant>(*e).text;
}

const Expr* argument(const Call& call, std::size_t position, std::string_view name)
{
    for (std::size_t i = 0; i < call.args.size() && i <= position; ++i) {
        if (call.args[i]->kind == ExprKind::Starred) return nullptr;
        if (i == position) return call.args[i];
    }
    for (const Keyword* k : call.keywords)
        if (k->arg == name) return k->value;
    return nullptr;
}

}  // namespace lariat::actor_tools::lint
