// Checks of statements: where they may stand, and the names that they bind.
#include <utility>

#include "pvm/syntax/checker.hpp"
#include "pvm/syntax/left_out.hpp"

namespace lariat::pvm::syntax {

namespace {

constexpr std::string_view FUTURE_FEATURES[] = {
    "nested_scopes",  "generators",       "division",       "absolute_import", "with_statement",
    "print_function", "unicode_literals", "barry_as_FLUFL", "generator_stop",  "annotations",
};

bool is_docstring(const Stmt& stmt)
{
    if (stmt.kind != StmtKind::Expr) return false;
    const Expr& value = *as<ExprStmt>(stmt).value;
    return value.kind == ExprKind::Constant && as<Constant>(value).value == ConstantKind::Str;
}

bool is_future_import(const Stmt& stmt)
{
    return stmt.kind == StmtKind::ImportFrom && as<ImportFrom>(stmt).module == "__future__" &&
           as<ImportFrom>(stmt).level == 0;
}

}  // namespace

std::optional<Refusal> check(const Module& module)
{
    return Checker().run(module);
}

std::optional<Refusal> Checker::run(const Module& module)
{
    future_imports(module);
    statements(module.body);
    if (!failed())
        if (const auto unbound = scopes_.unbound(); !unbound.empty()) refusal_ = unbound.front();
    return refusal_;
}

bool check_on(const Module& module, Arena& arena, Refusals& all)
{
    return Checker().run_on(module, arena, all);
}

/// A name that a refused statement binds may be what a `nonlocal` means: it is judged in a whole tree only.
bool Checker::run_on(const Module& module, Arena& arena, Refusals& all)
{
    const bool whole = all.whole();
    all_ = &all;
    future_imports(module);
    statements(module.body);
    if (failed()) {
        all.add(*refusal_);
        all.left_out();
        return false;
    }
    for (const Refusal& refusal : scopes_.unbound()) {
        if (whole) all.add(refusal);
        for (const Stmt* stmt : nonlocals_)
            if (stmt->line == refusal.line && stmt->column == refusal.column) refused_.insert(stmt);
    }
    leave_out(module, refused_, arena, all);
    return true;
}

Checker::Deeper::Deeper(Checker& checker, const Position& where) : checker_(checker)
{
    if (++checker_.depth_ > TREE_DEPTH) {
        checker_.all_ = nullptr;  // nobody walks a tree that is deeper
        checker_.fail(
            where, "a chain of operators, attributes, calls or elif is too long: the tree is deeper than " +
                       std::to_string(TREE_DEPTH) + " nodes");
    }
}

void Checker::fail(const Position& where, std::optional<std::string> reason)
{
    if (!reason || failed()) return;
    Refusal refusal{where.line, where.column, std::move(*reason)};
    if (all_ == nullptr) {
        refusal_ = std::move(refusal);
    } else {
        all_->add(std::move(refusal));
        if (now_ != nullptr) refused_.insert(now_);
    }
}

/// Future imports stand at the start, with nothing before them but a docstring.
void Checker::future_imports(const Module& module)
{
    for (std::size_t i = 0; i < module.body.size(); ++i) {
        const Stmt& stmt = *module.body[i];
        if (is_future_import(stmt)) {
            last_future_ = stmt;
        } else if (i > 0 || !is_docstring(stmt)) {
            return;
        }
    }
}

void Checker::statements(Sequence<Stmt*> body)
{
    for (const Stmt* stmt : body) {
        if (failed()) return;
        const Stmt* const outer = std::exchange(now_, stmt);
        statement(*stmt);
        now_ = outer;
    }
}

void Checker::bind(Identifier name, const Position& where, u16 use)
{
    if (name == "__debug__") fail(where, "cannot assign to __debug__");
    fail(where, use == PARAMETER ? scopes_.parameter(name) : scopes_.use(name, use));
}

/// A target on its own: a star needs a list or tuple around it.
void Checker::target(const Expr& expr)
{
    if (expr.kind == ExprKind::Starred)
        return fail(expr, "starred assignment target must be in a list or tuple");
    expression(&expr);
}

void Checker::statement(const Stmt& stmt)
{
    const Deeper deeper(*this, stmt);
    if (failed()) return;
    switch (stmt.kind) {
        case StmtKind::FunctionDef:
            return function(as<FunctionDef>(stmt));
        case StmtKind::ClassDef:
            return class_body(as<ClassDef>(stmt));
        case StmtKind::Return:
            jump(stmt);
            return expression(as<Return>(stmt).value);
        case StmtKind::Delete:
            return expressions(as<Delete>(stmt).targets);
        case StmtKind::Assign:
            for (const Expr* one : as<Assign>(stmt).targets) target(*one);
            return expression(as<Assign>(stmt).value);
        case StmtKind::AugAssign:
            expression(as<AugAssign>(stmt).target);
            return expression(as<AugAssign>(stmt).value);
        case StmtKind::AnnAssign:
            return annotated(as<AnnAssign>(stmt));
        case StmtKind::For:
            target(*as<For>(stmt).target);
            expression(as<For>(stmt).iter);
            return loop(as<For>(stmt).body, as<For>(stmt).orelse);
        case StmtKind::While:
            expression(as<While>(stmt).test);
            return loop(as<While>(stmt).body, as<While>(stmt).orelse);
        case StmtKind::If:
            expression(as<If>(stmt).test);
            statements(as<If>(stmt).body);
            return statements(as<If>(stmt).orelse);
        case StmtKind::With:
            for (const WithItem& item : as<With>(stmt).items) {
                expression(item.context_expr);
                if (item.optional_vars != nullptr) target(*item.optional_vars);
            }
            return statements(as<With>(stmt).body);
        case StmtKind::Match:
            return match(as<Match>(stmt));
        case StmtKind::Raise:
            expression(as<Raise>(stmt).exc);
            return expression(as<Raise>(stmt).cause);
        case StmtKind::Try:
            return try_statement(as<Try>(stmt), false);
        case StmtKind::TryStar:
            return try_statement(as<TryStar>(stmt), true);
        case StmtKind::Assert:
            expression(as<Assert>(stmt).test);
            return expression(as<Assert>(stmt).msg);
        case StmtKind::Import:
        case StmtKind::ImportFrom:
            return imports(stmt);
        case StmtKind::Global:
            for (const Identifier one : as<Global>(stmt).names)
                fail(stmt, scopes_.declare(one, GLOBAL, stmt));
            return;
        case StmtKind::Nonlocal:
            if (all_ != nullptr) nonlocals_.push_back(&stmt);
            for (const Identifier one : as<Nonlocal>(stmt).names)
                fail(stmt, scopes_.declare(one, NONLOCAL, stmt));
            return;
        case StmtKind::Expr:
            return expression(as<ExprStmt>(stmt).value);
        case StmtKind::Pass:
            return;
        case StmtKind::Break:
        case StmtKind::Continue:
            return jump(stmt);
    }
}

void Checker::function(const FunctionDef& stmt)
{
    bind(stmt.name, stmt, ASSIGNED);
    outside_parameters(stmt.args);
    expression(stmt.returns);
    expressions(stmt.decorator_list);
    scopes_.enter(ScopeKind::function);
    const Flow outer = std::exchange(flow_, Flow{});
    parameters(stmt.args);
    statements(stmt.body);
    flow_ = outer;
    scopes_.leave();
}

void Checker::class_body(const ClassDef& stmt)
{
    bind(stmt.name, stmt, ASSIGNED);
    call(stmt.bases, stmt.keywords);
    expressions(stmt.decorator_list);
    scopes_.enter_class(stmt.name);
    const Flow outer = std::exchange(flow_, Flow{});
    statements(stmt.body);
    flow_ = outer;
    scopes_.leave();
}

void Checker::loop(Sequence<Stmt*> body, Sequence<Stmt*> orelse)
{
    const Flow outer = flow_;
    flow_.loop = true;
    flow_.star_handler_in_loop = false;
    statements(body);
    flow_ = outer;
    statements(orelse);
}

template <class T>
void Checker::try_statement(const T& stmt, bool star)
{
    statements(stmt.body);
    for (std::size_t i = 0; i < stmt.handlers.size(); ++i) {
        const ExceptHandler& handler = *stmt.handlers[i];
        if (handler.type == nullptr && i + 1 < stmt.handlers.size()) {
            fail(handler, "default 'except:' must be last");
        }
        expression(handler.type);
        if (!handler.name.empty()) bind(handler.name, handler, ASSIGNED);
        const Flow outer = flow_;
        if (star) flow_ = {flow_.loop, true, true};
        statements(handler.body);
        flow_ = outer;
    }
    statements(stmt.orelse);
    statements(stmt.finalbody);
}

void Checker::jump(const Stmt& stmt)
{
    constexpr const char* IN_STAR = "'break', 'continue' and 'return' cannot appear in an 'except*' block";
    if (stmt.kind == StmtKind::Return) {
        if (!scopes_.in_function()) return fail(stmt, "'return' outside function");
        if (flow_.star_handler) fail(stmt, IN_STAR);
    } else if (flow_.star_handler_in_loop) {
        fail(stmt, IN_STAR);
    } else if (!flow_.loop) {
        fail(stmt, stmt.kind == StmtKind::Break ? "'break' outside loop" : "'continue' not properly in loop");
    }
}

void Checker::annotated(const AnnAssign& stmt)
{
    if (stmt.target->kind == ExprKind::Name) {
        const Identifier id = as<Name>(*stmt.target).id;
        if (id == "__debug__") fail(*stmt.target, "cannot assign to __debug__");
        fail(*stmt.target, scopes_.annotate(id, stmt.simple, stmt.value != nullptr));
    } else {
        expression(stmt.target);
    }
    expression(stmt.annotation);
    expression(stmt.value);
}

void Checker::imports(const Stmt& stmt)
{
    const bool from = stmt.kind == StmtKind::ImportFrom;
    for (const Alias& alias : from ? as<ImportFrom>(stmt).names : as<Import>(stmt).names) {
        if (alias.name == "*") {
            if (scopes_.kind() != ScopeKind::module) fail(stmt, "import * only allowed at module level");
            continue;
        }
        bind(alias.asname.empty() ? alias.name.substr(0, alias.name.find('.')) : alias.asname, alias,
             IMPORTED);
    }
    if (!is_future_import(stmt)) return;
    for (const Alias& alias : as<ImportFrom>(stmt).names) {
        if (alias.name == "braces") return fail(alias, "not a chance");
        bool known = false;
        for (const std::string_view feature : FUTURE_FEATURES) known = known || feature == alias.name;
        if (!known) return fail(alias, "future feature " + std::string(alias.name) + " is not defined");
    }
    if (std::pair(stmt.line, stmt.column) > std::pair(last_future_.line, last_future_.column)) {
        fail(stmt, "from __future__ imports must occur at the beginning of the file");
    }
}

}  // namespace lariat::pvm::syntax
