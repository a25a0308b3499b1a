// What can be assigned to, deleted, or bound by a loop.
#include "pvm/syntax/syntax_parser.hpp"

namespace lariat::pvm::syntax {

std::string_view expression_name(const Expr& expr)
{
    switch (expr.kind) {
        case ExprKind::Attribute:
            return "attribute";
        case ExprKind::Subscript:
            return "subscript";
        case ExprKind::Starred:
            return "starred";
        case ExprKind::Name:
            return "name";
        case ExprKind::List:
            return "list";
        case ExprKind::Tuple:
            return "tuple";
        case ExprKind::Lambda:
            return "lambda";
        case ExprKind::Call:
            return "function call";
        case ExprKind::BoolOp:
        case ExprKind::BinOp:
        case ExprKind::UnaryOp:
            return "expression";
        case ExprKind::GeneratorExp:
            return "generator expression";
        case ExprKind::Yield:
        case ExprKind::YieldFrom:
            return "yield expression";
        case ExprKind::ListComp:
            return "list comprehension";
        case ExprKind::SetComp:
            return "set comprehension";
        case ExprKind::DictComp:
            return "dict comprehension";
        case ExprKind::Dict:
            return "dict literal";
        case ExprKind::Set:
            return "set display";
        case ExprKind::JoinedStr:
        case ExprKind::FormattedValue:
            return "f-string expression";
        case ExprKind::Compare:
            return "comparison";
        case ExprKind::IfExp:
            return "conditional expression";
        case ExprKind::NamedExpr:
            return "named expression";
        case ExprKind::Slice:
            return "slice";
        case ExprKind::Constant:
            break;
    }
    switch (as<Constant>(expr).value) {
        case ConstantKind::None:
            return "None";
        case ConstantKind::True:
            return "True";
        case ConstantKind::False:
            return "False";
        case ConstantKind::Ellipsis:
            return "ellipsis";
        default:
            return "literal";
    }
}

/// Targets of `for`: expressions without comparisons, so that `in` ends them.
Expr* SyntaxParser::target_list()
{
    const Token first = peek();
    const auto one = [&] { return at("*") ? star_expression() : binary(LOWEST_PRECEDENCE); };
    Expr* expr = one();
    if (!at(",")) return expr;
    std::vector<Expr*> elts{expr};
    while (accept(",")) {
        if (!at_expression() && !at("*")) break;
        elts.push_back(one());
    }
    return tuple_of(first, elts);
}

void SyntaxParser::refuse_target(const Expr* expr, Target kind)
{
    const std::string name(expression_name(*expr));
    switch (kind) {
        case Target::augmented:
            return fail(*expr, "'" + name + "' is an illegal expression for augmented assignment");
        case Target::annotated:
            if (expr->kind == ExprKind::Tuple || expr->kind == ExprKind::List) {
                return fail(*expr, "only single target (not " + name + ") can be annotated");
            }
            return fail(*expr, "illegal target for annotation");
        case Target::remove:
            return fail(*expr, "cannot delete " + name);
        case Target::assign:
            if (expr->kind == ExprKind::Yield || expr->kind == ExprKind::YieldFrom) {
                return fail(*expr, "assignment to yield expression not possible");
            }
            if (expr->kind == ExprKind::Constant && name != "literal") {
                return fail(*expr, "cannot assign to " + name);
            }
            return fail(*expr, "cannot assign to " + name + " here. Maybe you meant '==' instead of '='?");
        case Target::loop:
        case Target::with:
            return fail(*expr, "cannot assign to " + name);
    }
}

/// Makes a target of an expression that was read as a value. Recursion is over brackets only.
void SyntaxParser::set_target(Expr* expr, Target kind)
{
    if (failed()) return;
    const ExprContext ctx = kind == Target::remove ? ExprContext::Del : ExprContext::Store;
    const bool single = kind == Target::augmented || kind == Target::annotated;
    switch (expr->kind) {
        case ExprKind::Name:
            as<Name>(*expr).ctx = ctx;
            return;
        case ExprKind::Attribute:
            as<Attribute>(*expr).ctx = ctx;
            return;
        case ExprKind::Subscript:
            as<Subscript>(*expr).ctx = ctx;
            return;
        case ExprKind::Starred:
            if (single || kind == Target::remove) break;
            if (as<Starred>(*expr).value->kind == ExprKind::Starred) break;
            as<Starred>(*expr).ctx = ctx;
            return set_target(as<Starred>(*expr).value, kind);
        case ExprKind::Tuple:
            if (single) break;
            as<Tuple>(*expr).ctx = ctx;
            for (Expr* element : as<Tuple>(*expr).elts) set_target(element, kind);
            return;
        case ExprKind::List:
            if (single) break;
            as<List>(*expr).ctx = ctx;
            for (Expr* element : as<List>(*expr).elts) set_target(element, kind);
            return;
        default:
            break;
    }
    refuse_target(expr, kind);
}

}  // namespace lariat::pvm::syntax
