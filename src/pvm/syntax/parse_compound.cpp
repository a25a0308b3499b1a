// Compound statements: those with a body.
#include <utility>

#include "pvm/syntax/syntax_parser.hpp"

namespace lariat::pvm::syntax {

/// Null when the statement is a simple one.
Stmt* SyntaxParser::compound_statement()
{
    if (at("if")) return if_statement();
    if (at("while")) return while_statement();
    if (at("for")) return for_statement();
    if (at("try")) return try_statement();
    if (at("with")) return with_statement();
    if (at("def")) return function({});
    if (at("class")) return class_definition({});
    if (at("@")) return decorated();
    if (at_match_statement()) return match_statement();
    return nullptr;
}

/// ':' and a body. `after` says whose body it is when it is missing.
Sequence<Stmt*> SyntaxParser::block(std::string_view after, const Position& opener)
{
    if (at("=")) syntax_error("invalid syntax. Maybe you meant '==' or ':=' instead of '='?");
    expect(":", "expected ':'");
    Nested level(*this);
    std::vector<Stmt*> body;
    if (!at(TokenKind::Newline)) {
        simple_statements(body);
        return keep_body(body);
    }
    take();
    if (!at(TokenKind::Indent)) {
        syntax_error("expected an indented block after " + std::string(after) + " on line " +
                     std::to_string(opener.line));
    } else {
        take();
    }
    while (!failed() && !at(TokenKind::Dedent) && !at(TokenKind::End)) statement(body);
    if (at(TokenKind::Dedent)) take();
    return keep_body(body);
}

Sequence<Stmt*> SyntaxParser::else_block()
{
    const Token token = peek();
    if (!accept("else")) return {};
    return block("'else' statement", token);
}

/// `elif` is a loop here: a chain is not nesting.
Stmt* SyntaxParser::if_statement()
{
    If* first = nullptr;
    If* last = nullptr;
    do {
        const Token token = take();
        If* made = node<If>(token);
        made->test = named_expression();
        made->body = block(token.text == "if" ? "'if' statement" : "'elif' statement", token);
        if (last != nullptr) {
            last->orelse = list(std::vector<Stmt*>{made});
        } else {
            first = made;
        }
        last = made;
    } while (at("elif"));
    last->orelse = else_block();
    return first;
}

Stmt* SyntaxParser::while_statement()
{
    const Token token = take();
    While* made = node<While>(token);
    made->test = named_expression();
    made->body = block("'while' statement", token);
    made->orelse = else_block();
    return made;
}

Stmt* SyntaxParser::for_statement()
{
    const Token token = take();
    For* made = node<For>(token);
    made->target = target_list();
    set_target(made->target, Target::loop);
    expect("in");
    made->iter = star_expressions();
    made->body = block("'for' statement", token);
    made->orelse = else_block();
    return made;
}

Stmt* SyntaxParser::try_statement()
{
    const Token token = take();
    const Sequence<Stmt*> body = block("'try' statement", token);
    const bool star = at("except") && peek(1).is("*");
    std::vector<ExceptHandler*> handlers;
    while (at("except")) {
        if (peek(1).is("*") != star) {
            fail(peek(), "cannot have both 'except' and 'except*' on the same 'try'");
        } else {
            handlers.push_back(except_clause(star));
        }
    }
    const Sequence<Stmt*> orelse = handlers.empty() ? Sequence<Stmt*>{} : else_block();
    Sequence<Stmt*> finalbody;
    if (const Token last = peek(); accept("finally")) {
        finalbody = block("'finally' statement", last);
    } else if (handlers.empty()) {
        syntax_error("expected 'except' or 'finally' block");
    }
    const auto fill = [&](auto* made) -> Stmt* {
        made->body = body;
        made->handlers = list(handlers);
        made->orelse = orelse;
        made->finalbody = finalbody;
        return made;
    };
    return star ? fill(node<TryStar>(token)) : fill(node<Try>(token));
}

ExceptHandler* SyntaxParser::except_clause(bool star)
{
    const Token token = take();
    ExceptHandler* made = part<ExceptHandler>(token);
    if (star) take();
    if (at(":") && star) {
        syntax_error("expected one or more exception types");
    } else if (!at(":")) {
        const Token first = peek();
        made->type = expression();
        if (at(",")) fail(first, "multiple exception types must be parenthesized");
        if (accept("as")) made->name = expect_name().text;
    }
    made->body = block(star ? "'except*' statement" : "'except' statement", token);
    return made;
}

Stmt* SyntaxParser::with_statement()
{
    const Token token = take();
    With* made = node<With>(token);
    std::vector<WithItem> items;
    // Brackets can be around the items or belong to the first one: the first reading that ends in ':' holds.
    const std::size_t start = at_;
    if (!at("(") || !bracketed_with_items(items)) {
        const std::optional<Refusal> bracketed = std::exchange(failure_, std::nullopt);
        at_ = start;
        items.clear();
        do {
            items.push_back(with_item());
        } while (accept(","));
        const auto place = [](const Refusal& r) { return std::pair(r.line, r.column); };
        if (failed() && bracketed && place(*bracketed) > place(*failure_)) failure_ = bracketed;
    }
    made->items = list(items);
    made->body = block("'with' statement", token);
    return made;
}

/// `(a as b, c):`. False: this is not what is written here.
bool SyntaxParser::bracketed_with_items(std::vector<WithItem>& items)
{
    take();
    do {
        if (at(")")) break;
        items.push_back(with_item());
    } while (accept(","));
    return !items.empty() && accept(")") && at(":");
}

WithItem SyntaxParser::with_item()
{
    WithItem item;
    item.context_expr = expression();
    if (!accept("as")) return item;
    item.optional_vars = at("*") ? star_expression() : binary(LOWEST_PRECEDENCE);
    set_target(item.optional_vars, Target::with);
    if (!at(",") && !at(")") && !at(":")) syntax_error();
    return item;
}

}  // namespace lariat::pvm::syntax
