// Simple statements: those that fit on a line.
#include "pvm/syntax/syntax_parser.hpp"

namespace lariat::pvm::syntax {

namespace {

struct AugmentedOperator {
    std::string_view text;
    Operator op;
};

constexpr AugmentedOperator AUGMENTED_OPERATORS[] = {
    {"+=", Operator::Add},       {"-=", Operator::Sub},     {"*=", Operator::Mult},
    {"@=", Operator::MatMult},   {"/=", Operator::Div},     {"%=", Operator::Mod},
    {"&=", Operator::BitAnd},    {"|=", Operator::BitOr},   {"^=", Operator::BitXor},
    {"<<=", Operator::LShift},   {">>=", Operator::RShift}, {"**=", Operator::Pow},
    {"//=", Operator::FloorDiv},
};

}  // namespace

void SyntaxParser::statement(std::vector<Stmt*>& out)
{
    const std::size_t begin = at_;
    const std::size_t kept = bodies_.size();
    line_refused_ = false;
    if (Stmt* compound = compound_statement()) {
        out.push_back(compound);
    } else {
        simple_statements(out);
    }
    if (all_ == nullptr) return;
    if (failed() || line_refused_) recover(begin, kept, out);
    bodies_.resize(kept);
    line_refused_ = false;
    if (at_ == begin && !failed() && !at(TokenKind::End)) ++at_;
}

void SyntaxParser::simple_statements(std::vector<Stmt*>& out)
{
    if (failed()) return;
    do {
        const std::size_t begin = at_;
        out.push_back(simple_statement());
        if (!at(";") && !at(TokenKind::Newline)) syntax_error();
        if (failed()) recover_in_line(begin, out);
    } while (accept(";") && !at(TokenKind::Newline));
    if (at(TokenKind::Newline)) take();
}

Stmt* SyntaxParser::simple_statement()
{
    if (at("return")) return return_statement();
    if (at("import")) return import_statement();
    if (at("from")) return from_statement();
    if (at("raise")) return raise_statement();
    if (at("assert")) return assert_statement();
    if (at("del")) return delete_statement();
    if (at("global")) return name_list_statement<Global>();
    if (at("nonlocal")) return name_list_statement<Nonlocal>();
    if (at("pass")) return node<Pass>(take());
    if (at("break")) return node<Break>(take());
    if (at("continue")) return node<Continue>(take());
    return expression_statement();
}

Stmt* SyntaxParser::expression_statement()
{
    const Token first = peek();
    Expr* expr = yield_or_star_expressions();
    if (at("=")) return assignment(first, expr);
    if (at(":")) return annotated_assignment(first, expr);
    if (at(TokenKind::Operator)) {
        for (const AugmentedOperator& entry : AUGMENTED_OPERATORS) {
            if (at(entry.text)) return augmented_assignment(expr, entry.op);
        }
    }
    if (expr->kind == ExprKind::Name && at_expression() && (first.text == "print" || first.text == "exec")) {
        const std::string name(first.text);
        fail(first, "Missing parentheses in call to '" + name + "'. Did you mean " + name + "(...)?");
    }
    ExprStmt* made = node<ExprStmt>(first);
    made->value = expr;
    return made;
}

Stmt* SyntaxParser::assignment(const Token& first, Expr* target)
{
    std::vector<Expr*> targets;
    Expr* value = target;
    while (accept("=")) {
        set_target(value, Target::assign);
        targets.push_back(value);
        value = yield_or_star_expressions();
    }
    Assign* made = node<Assign>(first);
    made->targets = list(targets);
    made->value = value;
    return made;
}

Stmt* SyntaxParser::annotated_assignment(const Token& first, Expr* target)
{
    const bool bare_target = target->kind == ExprKind::Name || target->kind == ExprKind::Attribute ||
                             target->kind == ExprKind::Subscript;
    if (!bare_target && target->kind != ExprKind::Tuple && target->kind != ExprKind::List &&
        peek(1).kind == TokenKind::Newline) {
        syntax_error();
    }
    set_target(target, Target::annotated);
    take();
    AnnAssign* made = node<AnnAssign>(first);
    made->target = target;
    made->annotation = expression();
    made->simple = first.kind == TokenKind::Name && target->kind == ExprKind::Name;
    if (accept("=")) made->value = yield_or_star_expressions();
    return made;
}

Stmt* SyntaxParser::augmented_assignment(Expr* target, Operator op)
{
    set_target(target, Target::augmented);
    take();
    AugAssign* made = node<AugAssign>(*target);
    made->target = target;
    made->op = op;
    made->value = yield_or_star_expressions();
    return made;
}

Stmt* SyntaxParser::return_statement()
{
    Return* made = node<Return>(take());
    if (at_expression() || at("*")) made->value = star_expressions();
    return made;
}

Stmt* SyntaxParser::raise_statement()
{
    Raise* made = node<Raise>(take());
    if (!at_expression()) return made;
    made->exc = expression();
    if (accept("from")) made->cause = expression();
    return made;
}

Stmt* SyntaxParser::assert_statement()
{
    Assert* made = node<Assert>(take());
    made->test = expression();
    if (accept(",")) made->msg = expression();
    return made;
}

Stmt* SyntaxParser::delete_statement()
{
    Delete* made = node<Delete>(take());
    std::vector<Expr*> targets;
    do {
        targets.push_back(star_expression());
        set_target(targets.back(), Target::remove);
    } while (accept(",") && at_expression());
    made->targets = list(targets);
    return made;
}

template <class T>
Stmt* SyntaxParser::name_list_statement()
{
    T* made = node<T>(take());
    std::vector<Identifier> names;
    do {
        names.push_back(expect_name().text);
    } while (accept(","));
    made->names = list(names);
    return made;
}

}  // namespace lariat::pvm::syntax
