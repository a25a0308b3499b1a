// The names of nested scopes, as far as they decide whether source is valid: CPython's symbol table.
#pragma once

#include <optional>

#include "base/keyed_map.hpp"
#include "pvm/pvm.hpp"
#include "pvm/syntax/ast.hpp"

namespace lariat::pvm::syntax {

enum class ScopeKind : u8 { module, class_body, function, comprehension };

/// How a scope uses a name; several at once.
enum NameUse : u16 {
    PARAMETER = 1,
    ASSIGNED = 2,
    READ = 4,
    GLOBAL = 8,
    NONLOCAL = 16,
    ANNOTATED = 32,
    IMPORTED = 64,
    ITERATED = 128,  ///< the target of a comprehension's `for`
};

class Scopes {
public:
    Scopes() { scopes_.push_back({ScopeKind::module, 0, {}, {}}); }

    ScopeKind kind() const { return scopes_[current_].kind; }
    bool in_function() const { return kind() == ScopeKind::function; }
    void enter(ScopeKind scope);
    void enter_class(Identifier name);
    void leave() { current_ = scopes_[current_].parent; }

    // each gives the reason when the use is not allowed
    [[nodiscard]] std::optional<std::string> parameter(Identifier name);
    [[nodiscard]] std::optional<std::string> use(Identifier name, u16 uses);
    [[nodiscard]] std::optional<std::string> annotate(Identifier name, bool simple, bool has_value);
    [[nodiscard]] std::optional<std::string> declare(Identifier name, NameUse global_or_nonlocal,
                                                     const Position& where);
    [[nodiscard]] std::optional<std::string> named_expression(Identifier name);

    /// `nonlocal` needs a binding that may come later: judged at the end, in the order of the source.
    std::vector<Refusal> unbound() const;

private:
    struct Scope {
        ScopeKind kind;
        std::size_t parent;
        KeyedMap<Identifier, u16> names;  // looked up, never iterated
        Identifier class_name;            // of the innermost class body around it: mangles names
    };
    struct NonlocalUse {
        Identifier name;
        std::size_t scope;
        Position where;
    };
    Identifier mangle(Identifier name);
    [[nodiscard]] std::optional<std::string> use_mangled(Identifier name, u16 uses);
    u16 uses_in(std::size_t scope, Identifier name) const;
    bool bound_outside(const NonlocalUse& use) const;

    std::vector<Scope> scopes_;
    std::size_t current_ = 0;
    std::vector<NonlocalUse> nonlocals_;
    KeyedSet<std::string> mangled_;
};

}  // namespace lariat::pvm::syntax
