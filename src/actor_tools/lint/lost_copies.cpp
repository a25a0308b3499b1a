// Warns of changes to values that were read from self.storage and never written back. What is read is a copy.
#include <algorithm>

#include "actor_tools/lint/checks.hpp"
#include "actor_tools/lint/walk.hpp"

namespace lariat::actor_tools::lint {

using namespace pvm::syntax;

namespace {

constexpr std::string_view CHANGES[] = {"append",     "extend",  "insert", "remove", "clear",
                                        "sort",       "reverse", "update", "add",    "discard",
                                        "setdefault", "pop",     "popitem"};

bool is_storage(const Expr& e)
{
    return is_self_attribute(e, "storage");
}

/// `self.storage[k]`, `self.storage.get(k)`, `self.storage.setdefault(k, …)`
bool is_storage_read(const Expr& e)
{
    if (e.kind == ExprKind::Subscript) return is_storage(*as<Subscript>(e).value);
    if (e.kind != ExprKind::Call || as<Call>(e).func->kind != ExprKind::Attribute) return false;
    const auto& method = as<Attribute>(*as<Call>(e).func);
    return (method.attr == "get" || method.attr == "setdefault") && is_storage(*method.value);
}

/// The value that an expression is a part of: of `x[a][b]` it is `x`.
const Expr& whole_of(const Expr& part)
{
    const Expr* e = &part;
    while (e->kind == ExprKind::Subscript && !is_storage_read(*e)) e = as<Subscript>(*e).value;
    return *e;
}

/// The object that a call changes: of `x[a].append(b)` it is `x[a]`. Null for other calls.
const Expr* changed_by(const Expr& call)
{
    if (call.kind != ExprKind::Call || as<Call>(call).func->kind != ExprKind::Attribute) return nullptr;
    const auto& method = as<Attribute>(*as<Call>(call).func);
    const bool changes = std::find(std::begin(CHANGES), std::end(CHANGES), method.attr) != std::end(CHANGES);
    return changes ? method.value : nullptr;
}

constexpr const char* LOST = "this changes a copy of what self.storage holds, and the change is lost";

/// `self.storage[k][j] = v`, `self.storage[k].append(v)` and their like.
class DirectChanges : public Walk {
public:
    explicit DirectChanges(Warnings& out) : out_(out) {}

protected:
    bool enter(const Stmt& s) override
    {
        statement_ = &s;
        return true;
    }
    bool enter(const Expr& e) override
    {
        if (e.kind == ExprKind::Subscript && as<Subscript>(e).ctx != ExprContext::Load &&
            is_storage_read(whole_of(*as<Subscript>(e).value)))
            warn(e);
        const Expr* changed = changed_by(e);
        if (changed == nullptr || !is_storage_read(whole_of(*changed))) return true;
        const bool for_its_result = as<Attribute>(*as<Call>(e).func).attr == "setdefault" && !is_statement(e);
        if (!for_its_result) warn(e);
        return true;
    }

private:
    bool is_statement(const Expr& e) const
    {
        return statement_->kind == StmtKind::Expr && as<ExprStmt>(*statement_).value == &e;
    }
    void warn(const Expr& e)
    {
        out_.push_back(
            {e.line, e.column, LOST, "read it into a variable, change that, and assign it to the key again"});
    }

    const Stmt* statement_ = nullptr;
    Warnings& out_;
};

/// Bindings, changes and reads of one variable of a function, in the order of the source.
struct Variable {
    bool from_storage = false;     ///< a binding of it is a read of storage
    bool from_elsewhere = false;   ///< another is not
    bool escapes = false;          ///< an inner function or lambda uses it
    const Expr* change = nullptr;  ///< the last one
    u32 change_loop = 0;           ///< the loop around it that began after the variable was read; 0: none
    u32 bound_loop = 0;            ///< the innermost loop around its binding
    bool read_after = false;       ///< after the last change
    std::set<u32> read_in;         ///< loops with a read
};

/// The variables of one function. Statements of inner functions are not its own.
class Variables : public Walk {
public:
    std::map<std::string, Variable, std::less<>> found;

protected:
    bool enter(const Stmt& s) override
    {
        switch (s.kind) {
            case StmtKind::FunctionDef:
            case StmtKind::ClassDef:
                ++inner_;
                break;
            case StmtKind::For:
            case StmtKind::While:
                loops_.push_back(++loops_seen_);
                break;
            case StmtKind::Assign:
                read_assignment(as<Assign>(s));
                break;
            case StmtKind::Global:
                for (const Identifier name : as<Global>(s).names) found[std::string(name)].escapes = true;
                break;
            case StmtKind::Nonlocal:
                for (const Identifier name : as<Nonlocal>(s).names) found[std::string(name)].escapes = true;
                break;
            case StmtKind::Expr:
                if (const Expr* changed = changed_by(*as<ExprStmt>(s).value))
                    change(*changed, *as<ExprStmt>(s).value);
                break;
            default:
                break;
        }
        // Reads in the statement that changes the variable do not outlive it.
        simple_ = s.kind == StmtKind::Assign || s.kind == StmtKind::AugAssign || s.kind == StmtKind::Expr ||
                          s.kind == StmtKind::Delete
                      ? &s
                      : nullptr;
        if (simple_ != nullptr) find_changes_of(s);
        return true;
    }
    void leave(const Stmt& s) override
    {
        if (s.kind == StmtKind::FunctionDef || s.kind == StmtKind::ClassDef) --inner_;
        if (s.kind == StmtKind::For || s.kind == StmtKind::While) loops_.pop_back();
        if (&s == simple_) simple_ = nullptr;
        changed_here_.clear();
    }
    bool enter(const Expr& e) override
    {
        if (e.kind == ExprKind::Lambda) ++inner_;
        if (e.kind == ExprKind::Name) read_or_bind(as<Name>(e));
        if (e.kind == ExprKind::Subscript && as<Subscript>(e).ctx != ExprContext::Load)
            change(*as<Subscript>(e).value, e);
        return true;
    }
    void leave(const Expr& e) override
    {
        if (e.kind == ExprKind::Lambda) --inner_;
    }
    void binds(Identifier name) override { found[std::string(name)].from_elsewhere = true; }

private:
    /// Notes `name = self.storage[…]`.
    void read_assignment(const Assign& a)
    {
        if (a.targets.size() != 1 || a.targets[0]->kind != ExprKind::Name || !is_storage_read(*a.value))
            return;
        from_storage_ = a.targets[0];
    }

    void read_or_bind(const Name& name)
    {
        const std::string id(name.id);
        Variable& v = found[id];
        if (inner_ > 0) v.escapes = true;
        if (name.ctx != ExprContext::Load) {
            (&name == from_storage_ ? v.from_storage : v.from_elsewhere) = true;
            v.bound_loop = loops_.empty() ? 0 : loops_.back();
            return;
        }
        if (changed_here_.contains(id)) return;
        v.read_after = true;
        v.read_in.insert(loops_.begin(), loops_.end());
    }

    void change(const Expr& changed, const Expr& by)
    {
        const Expr& whole = whole_of(changed);
        if (whole.kind != ExprKind::Name) return;
        Variable& v = found[std::string(as<Name>(whole).id)];
        if (inner_ > 0) v.escapes = true;
        v.change = &by;
        v.read_after = false;
        // A loop inside the one that binds the variable: reads anywhere in it may come after this change.
        const auto own = std::find(loops_.begin(), loops_.end(), v.bound_loop);
        const auto next = own == loops_.end() ? loops_.begin() : own + 1;
        v.change_loop = next == loops_.end() ? 0 : *next;
        changed_here_.insert(std::string(as<Name>(whole).id));
    }

    /// The variables that a simple statement changes by assignment, before its reads are visited.
    void find_changes_of(const Stmt& s)
    {
        const auto target = [&](const Expr& e) {
            if (e.kind != ExprKind::Subscript) return;
            const Expr& whole = whole_of(*as<Subscript>(e).value);
            if (whole.kind == ExprKind::Name) changed_here_.insert(std::string(as<Name>(whole).id));
        };
        if (s.kind == StmtKind::Assign)
            for (const Expr* e : as<Assign>(s).targets) target(*e);
        if (s.kind == StmtKind::AugAssign) target(*as<AugAssign>(s).target);
        if (s.kind == StmtKind::Delete)
            for (const Expr* e : as<Delete>(s).targets) target(*e);
    }

    u32 inner_ = 0, loops_seen_ = 0;
    std::vector<u32> loops_;
    const Stmt* simple_ = nullptr;
    const Expr* from_storage_ = nullptr;
    std::set<std::string, std::less<>> changed_here_;
};

/// Looks at each function by itself.
class EachFunction : public Walk {
public:
    explicit EachFunction(Warnings& out) : out_(out) {}

protected:
    bool enter(const Stmt& s) override
    {
        if (s.kind != StmtKind::FunctionDef) return true;
        Variables variables;
        const Arguments& a = as<FunctionDef>(s).args;
        for (const auto& list : {a.posonlyargs, a.args, a.kwonlyargs})
            for (const pvm::syntax::Arg* p : list) variables.found[std::string(p->arg)].from_elsewhere = true;
        for (const pvm::syntax::Arg* p : {a.vararg, a.kwarg})
            if (p != nullptr) variables.found[std::string(p->arg)].from_elsewhere = true;
        variables.statements(as<FunctionDef>(s).body);
        for (const auto& [name, v] : variables.found) {
            const bool read_again = v.read_after || (v.change_loop != 0 && v.read_in.contains(v.change_loop));
            if (v.change == nullptr || !v.from_storage || v.from_elsewhere || v.escapes || read_again)
                continue;
            out_.push_back({v.change->line, v.change->column, LOST,
                            "'" + name + "' is the copy: assign it to its key of self.storage afterwards"});
        }
        return true;
    }

private:
    Warnings& out_;
};

}  // namespace

void find_lost_copies(const Source& source, Warnings& out)
{
    DirectChanges(out).statements(source.tree.body);
    EachFunction(out).statements(source.tree.body);
}

}  // namespace lariat::actor_tools::lint
