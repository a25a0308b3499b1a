// Checks of expressions: stars, yields, names, comprehensions.
#include <utility>

#include "base/keyed_map.hpp"
#include "pvm/syntax/checker.hpp"

namespace lariat::pvm::syntax {

void Checker::expressions(Sequence<Expr*> items)
{
    for (const Expr* item : items) expression(item);
}

/// Where a star is allowed.
void Checker::element(const Expr* expr)
{
    if (expr->kind != ExprKind::Starred) return expression(expr);
    const Deeper deeper(*this, *expr);
    expression(as<Starred>(*expr).value);
}

void Checker::elements(Sequence<Expr*> items, ExprContext ctx, const Position& where)
{
    u32 stars = 0;
    for (const Expr* item : items) {
        if (item->kind == ExprKind::Starred) ++stars;
        element(item);
    }
    if (ctx == ExprContext::Store && stars > 1) fail(where, "multiple starred expressions in assignment");
}

void Checker::name(const Name& name)
{
    if (name.id == "__debug__" && name.ctx != ExprContext::Load) {
        fail(name, name.ctx == ExprContext::Del ? "cannot delete __debug__" : "cannot assign to __debug__");
    }
    const u16 iterated = iterating_ ? u16{ITERATED} : u16{0};
    const u16 use = name.ctx == ExprContext::Load ? u16{READ} : u16{ASSIGNED};
    fail(name, scopes_.use(name.id, use | iterated));
}

void Checker::expression(const Expr* expr)
{
    if (expr == nullptr || failed()) return;
    const Deeper deeper(*this, *expr);
    if (failed()) return;
    switch (expr->kind) {
        case ExprKind::BoolOp:
            return expressions(as<BoolOp>(*expr).values);
        case ExprKind::NamedExpr:
            return named(as<NamedExpr>(*expr));
        case ExprKind::BinOp:
            expression(as<BinOp>(*expr).left);
            return expression(as<BinOp>(*expr).right);
        case ExprKind::UnaryOp:
            return expression(as<UnaryOp>(*expr).operand);
        case ExprKind::Lambda: {
            const auto& lambda = as<Lambda>(*expr);
            outside_parameters(lambda.args);
            scopes_.enter(ScopeKind::function);
            const Flow outer = std::exchange(flow_, Flow{});
            parameters(lambda.args);
            expression(lambda.body);
            flow_ = outer;
            return scopes_.leave();
        }
        case ExprKind::IfExp:
            expression(as<IfExp>(*expr).test);
            expression(as<IfExp>(*expr).body);
            return expression(as<IfExp>(*expr).orelse);
        case ExprKind::Dict:
            expressions(as<Dict>(*expr).keys);
            return expressions(as<Dict>(*expr).values);
        case ExprKind::Set:
            return elements(as<Set>(*expr).elts, ExprContext::Load, *expr);
        case ExprKind::ListComp:
            return comprehension(as<ListComp>(*expr).generators, as<ListComp>(*expr).elt, nullptr);
        case ExprKind::SetComp:
            return comprehension(as<SetComp>(*expr).generators, as<SetComp>(*expr).elt, nullptr);
        case ExprKind::DictComp:
            return comprehension(as<DictComp>(*expr).generators, as<DictComp>(*expr).key,
                                 as<DictComp>(*expr).value);
        case ExprKind::GeneratorExp:
            return comprehension(as<GeneratorExp>(*expr).generators, as<GeneratorExp>(*expr).elt, nullptr);
        case ExprKind::Yield:
            return yield(*expr, as<Yield>(*expr).value);
        case ExprKind::YieldFrom:
            return yield(*expr, as<YieldFrom>(*expr).value);
        case ExprKind::Compare:
            expression(as<Compare>(*expr).left);
            return expressions(as<Compare>(*expr).comparators);
        case ExprKind::Call:
            expression(as<Call>(*expr).func);
            return call(as<Call>(*expr).args, as<Call>(*expr).keywords);
        case ExprKind::FormattedValue:
            expression(as<FormattedValue>(*expr).value);
            return expression(as<FormattedValue>(*expr).format_spec);
        case ExprKind::JoinedStr:
            return expressions(as<JoinedStr>(*expr).values);
        case ExprKind::Constant:
            return;
        case ExprKind::Attribute:
            if (as<Attribute>(*expr).attr == "__debug__" && as<Attribute>(*expr).ctx != ExprContext::Load) {
                fail(*expr, as<Attribute>(*expr).ctx == ExprContext::Del ? "cannot delete __debug__"
                                                                         : "cannot assign to __debug__");
            }
            return expression(as<Attribute>(*expr).value);
        case ExprKind::Subscript:
            expression(as<Subscript>(*expr).value);
            return expression(as<Subscript>(*expr).slice);
        case ExprKind::Starred:
            return fail(*expr, "can't use starred expression here");
        case ExprKind::Name:
            return name(as<Name>(*expr));
        case ExprKind::List:
            return elements(as<List>(*expr).elts, as<List>(*expr).ctx, *expr);
        case ExprKind::Tuple:
            return elements(as<Tuple>(*expr).elts, as<Tuple>(*expr).ctx, *expr);
        case ExprKind::Slice:
            expression(as<Slice>(*expr).lower);
            expression(as<Slice>(*expr).upper);
            return expression(as<Slice>(*expr).step);
    }
}

void Checker::named(const NamedExpr& expr)
{
    const auto& target = as<Name>(*expr.target);
    if (iterables_ > 0) {
        return fail(expr, "assignment expression cannot be used in a comprehension iterable expression");
    }
    if (scopes_.kind() == ScopeKind::comprehension) fail(target, scopes_.named_expression(target.id));
    expression(expr.value);
    name(target);
}

void Checker::call(Sequence<Expr*> args, Sequence<Keyword*> keywords)
{
    for (const Expr* arg : args) element(arg);
    KeyedMap<Identifier, u16> seen;
    for (const Keyword* keyword : keywords) {
        if (keyword->arg == "__debug__") fail(*keyword, "cannot assign to __debug__");
        if (!keyword->arg.empty() && ++seen[keyword->arg] > 1) {
            fail(*keyword, "keyword argument repeated: " + std::string(keyword->arg));
        }
        expression(keyword->value);
    }
}

/// Defaults and annotations belong to the scope around the function.
void Checker::outside_parameters(const Arguments& args)
{
    expressions(args.defaults);
    expressions(args.kw_defaults);
    for (const Arg* arg : args.posonlyargs) expression(arg->annotation);
    for (const Arg* arg : args.args) expression(arg->annotation);
    if (args.vararg != nullptr && args.vararg->annotation != nullptr) element(args.vararg->annotation);
    for (const Arg* arg : args.kwonlyargs) expression(arg->annotation);
    if (args.kwarg != nullptr) expression(args.kwarg->annotation);
}

void Checker::parameters(const Arguments& args)
{
    for (const Arg* arg : args.posonlyargs) bind(arg->arg, *arg, PARAMETER);
    for (const Arg* arg : args.args) bind(arg->arg, *arg, PARAMETER);
    for (const Arg* arg : args.kwonlyargs) bind(arg->arg, *arg, PARAMETER);
    if (args.vararg != nullptr) bind(args.vararg->arg, *args.vararg, PARAMETER);
    if (args.kwarg != nullptr) bind(args.kwarg->arg, *args.kwarg, PARAMETER);
}

/// The first iterable belongs to the scope around; the rest is a scope of its own.
void Checker::comprehension(Sequence<Comprehension> generators, const Expr* first, const Expr* second)
{
    for (std::size_t i = 0; i < generators.size(); ++i) {
        ++iterables_;
        expression(generators[i].iter);
        --iterables_;
        if (i == 0) scopes_.enter(ScopeKind::comprehension);
        const bool outer = std::exchange(iterating_, true);
        target(*generators[i].target);
        iterating_ = outer;
        expressions(generators[i].ifs);
    }
    expression(second);
    expression(first);
    scopes_.leave();
}

void Checker::yield(const Expr& expr, const Expr* value)
{
    if (scopes_.kind() == ScopeKind::comprehension) return fail(expr, "'yield' inside a comprehension");
    if (!scopes_.in_function()) return fail(expr, "'yield' outside function");
    expression(value);
}

}  // namespace lariat::pvm::syntax
