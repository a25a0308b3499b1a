// Which names a function, class or module binds, and where each name it uses lives.
#pragma once

#include <deque>
#include <memory>

#include "base/keyed_map.hpp"
#include "pvm/pvm.hpp"
#include "pvm/syntax/ast.hpp"

namespace lariat::pvm {

/// Thrown inside the compiler only; compile() turns it into its result.
struct Refused {
    Refusal refusal;
};

/// In a class whose methods say __class__ or super(): the cell of that. A name that no source has, as the
/// class body may have a __class__ of its own.
inline constexpr std::string_view CLASS_CELL = ".class";

enum class Where : u8 { unknown, local, cell, free, global, class_name, class_free };

struct Symbol {
    std::string_view name;
    bool bound = false;
    bool used = false;
    bool declared_global = false;
    bool declared_nonlocal = false;
    bool passed = false;  ///< it comes with the closure only because an inner scope needs it
    Where where = Where::unknown;

    /// Does a function or class get it with its closure?
    bool from_outside() const { return where == Where::free || where == Where::class_free || passed; }
};

struct Scope {
    enum class Kind : u8 { module, function, class_body } kind = Kind::module;
    Scope* parent = nullptr;
    u32 line = 1;
    bool comprehension = false;
    bool generator = false;
    bool annotated = false;                 ///< it has annotated variables
    bool class_cell = false;                ///< a class whose methods use __class__ or super()
    std::string_view class_name;            ///< innermost class around, for mangling
    std::vector<Symbol> symbols;            ///< in order of appearance
    KeyedMap<std::string_view, u32> index;  ///< of more than a few
    std::vector<Scope*> children;

    Symbol* find(std::string_view name);
    Symbol& symbol(std::string_view name);
};

/// The scopes of a module, by the node that opens each.
class Scopes {
public:
    explicit Scopes(const syntax::Module& module);
    Scope& module() { return *scopes_.front(); }
    Scope& of(const void* node) { return *by_node_.at(node); }
    /// `__name` in a class is `_Class__name`.
    std::string_view mangle(const Scope& scope, std::string_view name);
    bool names(std::string_view name);  ///< does any scope have this name?

private:
    static constexpr std::size_t CAPTURES_MAX = 1u << 16;
    friend class ScopeBuilder;
    void resolve(Scope& scope);
    void resolve_symbol(Scope& scope, Symbol& symbol);
    void count_capture(const Scope& scope);
    std::deque<std::unique_ptr<Scope>> scopes_;
    KeyedMap<const void*, Scope*> by_node_;
    KeyedSet<std::string> mangled_;
    std::size_t captures_ = 0;
};

}  // namespace lariat::pvm
