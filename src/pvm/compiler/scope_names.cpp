// Which scope a name belongs to: its own, one around, or none; what stands between hands it on.
#include <algorithm>

#include "pvm/compiler/scope.hpp"

namespace lariat::pvm {

namespace {

// Most scopes have so few names that comparing is quicker than hashing; and a name is looked for in every
// scope around it.
constexpr std::size_t FEW_SYMBOLS = 8;

}  // namespace

Symbol* Scope::find(std::string_view name)
{
    if (symbols.size() > FEW_SYMBOLS) {
        const auto at = index.find(name);
        return at == index.end() ? nullptr : &symbols[at->second];
    }
    for (Symbol& s : symbols)
        if (s.name == name) return &s;
    return nullptr;
}

Symbol& Scope::symbol(std::string_view name)
{
    if (Symbol* known = find(name)) return *known;
    symbols.push_back({});
    symbols.back().name = name;
    const auto size = static_cast<u32>(symbols.size());
    if (size > FEW_SYMBOLS)
        for (u32 i = size == FEW_SYMBOLS + 1 ? 0 : size - 1; i < size; ++i) index.emplace(symbols[i].name, i);
    return symbols.back();
}

bool Scopes::names(std::string_view name)
{
    return std::any_of(scopes_.begin(), scopes_.end(),
                       [&](const auto& s) { return s->find(name) != nullptr; });
}

std::string_view Scopes::mangle(const Scope& scope, std::string_view name)
{
    if (scope.class_name.empty() || !name.starts_with("__") || name.ends_with("__") ||
        name.find('.') != name.npos)
        return name;
    const std::size_t begin = scope.class_name.find_first_not_of('_');
    if (begin == scope.class_name.npos) return name;
    return *mangled_.insert("_" + std::string(scope.class_name.substr(begin)) + std::string(name)).first;
}

// A name is captured once for each function between where it is bound and where it is used: what a short
// source asks for could be many times its length.
void Scopes::count_capture(const Scope& scope)
{
    if (++captures_ > CAPTURES_MAX)
        throw Refused{{scope.line, 1,
                       "too many captured names: " + std::to_string(captures_) +
                           " in functions within functions, the limit is " + std::to_string(CAPTURES_MAX)}};
}

void Scopes::resolve(Scope& scope)
{
    for (std::size_t i = 0; i < scope.symbols.size(); ++i) resolve_symbol(scope, scope.symbols[i]);
}

void Scopes::resolve_symbol(Scope& scope, Symbol& symbol)
{
    if (symbol.where != Where::unknown) return;
    const std::string_view name = symbol.name;
    if (scope.kind == Scope::Kind::module || symbol.declared_global) {
        symbol.where = Where::global;
        return;
    }
    if (symbol.bound && !symbol.declared_nonlocal) {
        symbol.where = scope.kind == Scope::Kind::class_body ? Where::class_name : Where::local;
        return;
    }
    // The nearest function around that binds it, or a scope that has it from there already: those around were
    // resolved before. Classes are passed over but for __class__.
    Scope* owner = scope.parent;
    bool handed_on = false;
    for (; owner != nullptr && owner->kind != Scope::Kind::module; owner = owner->parent) {
        if (owner->kind == Scope::Kind::class_body && name == "__class__") {
            owner->class_cell = true;
            owner->symbol(CLASS_CELL).where = Where::cell;
            handed_on = true;
            break;
        }
        const Symbol* there = owner->find(name);
        if (there == nullptr) continue;
        if (there->from_outside()) {
            handed_on = true;
            break;
        }
        if (owner->kind == Scope::Kind::class_body) continue;
        if (there->declared_global) {
            owner = nullptr;
            break;
        }
        if (there->bound && !there->declared_nonlocal) break;
    }
    if (owner == nullptr || owner->kind == Scope::Kind::module) {
        symbol.where = scope.kind == Scope::Kind::class_body ? Where::class_name : Where::global;
        return;
    }
    if (!handed_on) owner->symbol(name).where = Where::cell;
    for (Scope* s = scope.parent; s != owner; s = s->parent) {
        count_capture(*s);
        Symbol& between = s->symbol(name);
        if (s->kind == Scope::Kind::class_body &&
            (between.where == Where::class_name || between.where == Where::global)) {
            between.passed =
                true;  // the class body has one of its own, and passes this through to its methods
        } else {
            if (between.where == Where::unknown) between.passed = !between.used && !between.declared_nonlocal;
            between.where = s->kind == Scope::Kind::class_body && !between.declared_nonlocal
                                ? Where::class_free
                                : Where::free;
        }
    }
    count_capture(scope);
    Symbol& own = scope.symbol(name);
    own.where =
        scope.kind == Scope::Kind::class_body && !own.declared_nonlocal ? Where::class_free : Where::free;
}

}  // namespace lariat::pvm
