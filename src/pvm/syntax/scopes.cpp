// Which uses of a name fit together in one scope.
#include "pvm/syntax/scopes.hpp"

namespace lariat::pvm::syntax {

namespace {

std::string quoted(Identifier name)
{
    return "'" + std::string(name) + "'";
}

}  // namespace

void Scopes::enter(ScopeKind scope)
{
    scopes_.push_back({scope, current_, {}, scopes_[current_].class_name});
    current_ = scopes_.size() - 1;
}

void Scopes::enter_class(Identifier name)
{
    enter(ScopeKind::class_body);
    scopes_[current_].class_name = name;
}

Identifier Scopes::mangle(Identifier name)
{
    const Identifier of = scopes_[current_].class_name;
    const std::size_t begin = of.find_first_not_of('_');
    if (begin == of.npos || !name.starts_with("__") || name.ends_with("__") || name.find('.') != name.npos)
        return name;
    return *mangled_.insert("_" + std::string(of.substr(begin)) + std::string(name)).first;
}

u16 Scopes::uses_in(std::size_t scope, Identifier name) const
{
    const auto found = scopes_[scope].names.find(name);
    return found == scopes_[scope].names.end() ? u16{0} : found->second;
}

std::optional<std::string> Scopes::parameter(Identifier name)
{
    name = mangle(name);
    if ((uses_in(current_, name) & PARAMETER) != 0) {
        return "duplicate argument " + quoted(name) + " in function definition";
    }
    return use_mangled(name, PARAMETER);
}

std::optional<std::string> Scopes::use(Identifier name, u16 uses)
{
    return use_mangled(mangle(name), uses);
}

std::optional<std::string> Scopes::use_mangled(Identifier name, u16 uses)
{
    u16& all = scopes_[current_].names[name];
    if ((uses & ITERATED) != 0 && (all & (GLOBAL | NONLOCAL)) != 0) {
        return "comprehension inner loop cannot rebind assignment expression target " + quoted(name);
    }
    all |= uses;
    return std::nullopt;
}

std::optional<std::string> Scopes::annotate(Identifier name, bool simple, bool has_value)
{
    const u16 before = uses_in(current_, mangle(name));
    if (simple && kind() != ScopeKind::module && (before & (GLOBAL | NONLOCAL)) != 0) {
        return "annotated name " + quoted(name) + " can't be " +
               ((before & GLOBAL) != 0 ? "global" : "nonlocal");
    }
    if (simple) return use(name, ANNOTATED | ASSIGNED);
    return has_value ? use(name, ASSIGNED) : std::nullopt;
}

std::optional<std::string> Scopes::declare(Identifier name, NameUse how, const Position& where)
{
    const Identifier known = mangle(name);
    const u16 before = uses_in(current_, known);
    const std::string word = how == GLOBAL ? "global" : "nonlocal";
    if ((before & PARAMETER) != 0) return "name " + quoted(name) + " is parameter and " + word;
    if ((before & READ) != 0) return "name " + quoted(name) + " is used prior to " + word + " declaration";
    if ((before & ANNOTATED) != 0) return "annotated name " + quoted(name) + " can't be " + word;
    if ((before & ASSIGNED) != 0)
        return "name " + quoted(name) + " is assigned to before " + word + " declaration";
    if (how == NONLOCAL) {
        if (kind() == ScopeKind::module) return "nonlocal declaration not allowed at module level";
        nonlocals_.push_back({known, current_, where});
    }
    if (((before | how) & (GLOBAL | NONLOCAL)) == (GLOBAL | NONLOCAL)) {
        return "name " + quoted(known) + " is nonlocal and global";
    }
    return use_mangled(known, how);
}

/// `:=` in a comprehension binds in the function around it.
std::optional<std::string> Scopes::named_expression(Identifier name)
{
    name = mangle(name);
    for (std::size_t scope = current_;; scope = scopes_[scope].parent) {
        const u16 before = uses_in(scope, name);
        switch (scopes_[scope].kind) {
            case ScopeKind::comprehension:
                if ((before & ITERATED) != 0) {
                    return "assignment expression cannot rebind comprehension iteration variable " +
                           quoted(name);
                }
                break;
            case ScopeKind::function:
                scopes_[current_].names[name] |= (before & GLOBAL) != 0 ? GLOBAL : NONLOCAL;
                scopes_[scope].names[name] |= ASSIGNED;
                return std::nullopt;
            case ScopeKind::module:
                scopes_[current_].names[name] |= GLOBAL;
                scopes_[scope].names[name] |= GLOBAL;
                return std::nullopt;
            case ScopeKind::class_body:
                return "assignment expression within a comprehension cannot be used in a class body";
        }
    }
}

bool Scopes::bound_outside(const NonlocalUse& use) const
{
    for (std::size_t scope = scopes_[use.scope].parent; scope != 0; scope = scopes_[scope].parent) {
        if (scopes_[scope].kind == ScopeKind::class_body) {
            if (use.name == "__class__") return true;
            continue;
        }
        const u16 uses = uses_in(scope, use.name);
        if ((uses & GLOBAL) != 0) return false;
        if ((uses & (PARAMETER | ASSIGNED | IMPORTED | NONLOCAL)) != 0) return true;
    }
    return false;
}

std::vector<Refusal> Scopes::unbound() const
{
    std::vector<Refusal> found;
    for (const NonlocalUse& use : nonlocals_)
        if (!bound_outside(use))
            found.push_back(
                {use.where.line, use.where.column, "no binding for nonlocal " + quoted(use.name) + " found"});
    return found;
}

}  // namespace lariat::pvm::syntax
