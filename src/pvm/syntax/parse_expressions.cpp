// Expressions with operators: from tuples without brackets down to powers.
#include "pvm/syntax/syntax_parser.hpp"

namespace lariat::pvm::syntax {

namespace {

struct BinaryOperator {
    std::string_view text;
    u32 precedence;
    Operator op;
};

constexpr BinaryOperator BINARY_OPERATORS[] = {
    {"|", 1, Operator::BitOr},     {"^", 2, Operator::BitXor},  {"&", 3, Operator::BitAnd},
    {"<<", 4, Operator::LShift},   {">>", 4, Operator::RShift}, {"+", 5, Operator::Add},
    {"-", 5, Operator::Sub},       {"*", 6, Operator::Mult},    {"/", 6, Operator::Div},
    {"//", 6, Operator::FloorDiv}, {"%", 6, Operator::Mod},     {"@", 6, Operator::MatMult},
};

const BinaryOperator* binary_operator(const Token& token)
{
    if (token.kind != TokenKind::Operator) return nullptr;
    for (const BinaryOperator& entry : BINARY_OPERATORS) {
        if (entry.text == token.text) return &entry;
    }
    return nullptr;
}

}  // namespace

Expr* SyntaxParser::tuple_of(const Position& where, const std::vector<Expr*>& elts)
{
    Tuple* tuple = node<Tuple>(where);
    tuple->elts = list(elts);
    return tuple;
}

Expr* SyntaxParser::yield_or_star_expressions()
{
    return at("yield") ? yield_expression() : star_expressions();
}

Expr* SyntaxParser::star_expressions()
{
    const Token first = peek();
    Expr* expr = star_expression();
    if (!at(",")) return expr;
    std::vector<Expr*> elts{expr};
    while (accept(",")) {
        if (!at_expression() && !at("*")) break;
        elts.push_back(star_expression());
    }
    return tuple_of(first, elts);
}

Expr* SyntaxParser::star_expression()
{
    if (!at("*")) return expression();
    Starred* starred = node<Starred>(take());
    starred->value = binary(LOWEST_PRECEDENCE);
    return starred;
}

Expr* SyntaxParser::star_named_expression()
{
    return at("*") ? star_expression() : named_expression();
}

Expr* SyntaxParser::named_expression()
{
    if (!at(TokenKind::Name) || !peek(1).is(":=")) {
        Expr* expr = expression();
        if (at(":=")) {
            syntax_error("cannot use assignment expressions with " + std::string(expression_name(*expr)));
        }
        return expr;
    }
    const Token token = take();
    take();
    NamedExpr* named = node<NamedExpr>(token);
    Name* target = node<Name>(token);
    target->id = token.text;
    target->ctx = ExprContext::Store;
    named->target = target;
    named->value = expression();
    return named;
}

Expr* SyntaxParser::expression()
{
    if (at("lambda")) return lambda();
    const Token first = peek();
    Expr* body = disjunction();
    if (!at("if")) return body;
    take();
    Nested level(*this);
    IfExp* choice = node<IfExp>(first);
    choice->body = body;
    choice->test = disjunction();
    expect("else", "expected 'else' after 'if' expression");
    choice->orelse = expression();
    return choice;
}

Expr* SyntaxParser::lambda()
{
    Nested level(*this);
    Lambda* made = node<Lambda>(take());
    made->args = parameters(":", true);
    expect(":", "expected ':'");
    made->body = expression();
    return made;
}

Expr* SyntaxParser::disjunction()
{
    const Token first = peek();
    Expr* expr = conjunction();
    if (!at("or")) return expr;
    std::vector<Expr*> values{expr};
    while (accept("or")) values.push_back(conjunction());
    BoolOp* made = node<BoolOp>(first);
    made->op = BoolOperator::Or;
    made->values = list(values);
    return made;
}

Expr* SyntaxParser::conjunction()
{
    const Token first = peek();
    Expr* expr = inversion();
    if (!at("and")) return expr;
    std::vector<Expr*> values{expr};
    while (accept("and")) values.push_back(inversion());
    BoolOp* made = node<BoolOp>(first);
    made->op = BoolOperator::And;
    made->values = list(values);
    return made;
}

Expr* SyntaxParser::inversion()
{
    if (!at("not")) return comparison();
    Nested level(*this);
    UnaryOp* made = node<UnaryOp>(take());
    made->op = UnaryOperator::Not;
    made->operand = inversion();
    return made;
}

std::optional<CompareOperator> SyntaxParser::compare_operator()
{
    struct Entry {
        std::string_view text;
        CompareOperator op;
    };
    static constexpr Entry ENTRIES[] = {
        {"==", CompareOperator::Eq},  {"!=", CompareOperator::NotEq}, {"<", CompareOperator::Lt},
        {"<=", CompareOperator::LtE}, {">", CompareOperator::Gt},     {">=", CompareOperator::GtE},
        {"in", CompareOperator::In},
    };
    for (const Entry& entry : ENTRIES) {
        if (accept(entry.text)) return entry.op;
    }
    if (accept("is")) return accept("not") ? CompareOperator::IsNot : CompareOperator::Is;
    if (at("not") && peek(1).is("in")) {
        take();
        take();
        return CompareOperator::NotIn;
    }
    return std::nullopt;
}

Expr* SyntaxParser::comparison()
{
    const Token first = peek();
    Expr* left = binary(LOWEST_PRECEDENCE);
    std::vector<CompareOperator> ops;
    std::vector<Expr*> comparators;
    while (const std::optional<CompareOperator> op = compare_operator()) {
        ops.push_back(*op);
        comparators.push_back(binary(LOWEST_PRECEDENCE));
    }
    if (ops.empty()) return left;
    Compare* made = node<Compare>(first);
    made->left = left;
    made->ops = list(ops);
    made->comparators = list(comparators);
    return made;
}

/// Operators that bind at least as tightly as `precedence`. Recursion is at most one level for each
/// precedence; a chain is a loop.
Expr* SyntaxParser::binary(u32 precedence)
{
    const Token first = peek();
    Expr* left = unary();
    while (const BinaryOperator* entry = binary_operator(peek())) {
        if (entry->precedence < precedence) break;
        take();
        BinOp* made = node<BinOp>(first);
        made->left = left;
        made->op = entry->op;
        made->right = binary(entry->precedence + 1);
        left = made;
    }
    return left;
}

Expr* SyntaxParser::unary()
{
    if (!at("-") && !at("+") && !at("~")) return power();
    Nested level(*this);
    const Token token = take();
    UnaryOp* made = node<UnaryOp>(token);
    made->op = token.text == "-"   ? UnaryOperator::USub
               : token.text == "+" ? UnaryOperator::UAdd
                                   : UnaryOperator::Invert;
    made->operand = unary();
    return made;
}

Expr* SyntaxParser::power()
{
    const Token first = peek();
    Expr* base = primary();
    if (!accept("**")) return base;
    Nested level(*this);
    BinOp* made = node<BinOp>(first);
    made->left = base;
    made->op = Operator::Pow;
    made->right = unary();
    return made;
}

Expr* SyntaxParser::yield_expression()
{
    const Token token = take();
    if (accept("from")) {
        YieldFrom* made = node<YieldFrom>(token);
        made->value = expression();
        return made;
    }
    Yield* made = node<Yield>(token);
    if (at_expression() || at("*")) made->value = star_expressions();
    return made;
}

}  // namespace lariat::pvm::syntax
