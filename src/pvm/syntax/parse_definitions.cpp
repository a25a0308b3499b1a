// Functions, classes, parameters.
#include "pvm/syntax/syntax_parser.hpp"

namespace lariat::pvm::syntax {

Stmt* SyntaxParser::decorated()
{
    std::vector<Expr*> decorators;
    while (accept("@")) {
        decorators.push_back(named_expression());
        if (at(TokenKind::Newline)) {
            take();
        } else {
            syntax_error();
        }
    }
    if (at("class")) return class_definition(decorators);
    if (!at("def")) syntax_error();
    return function(decorators);
}

Stmt* SyntaxParser::function(const std::vector<Expr*>& decorators)
{
    const Token token = take();
    FunctionDef* made = node<FunctionDef>(token);
    made->name = expect_name().text;
    expect("(", "expected '('");
    made->args = parameters(")", false);
    expect(")");
    if (accept("->")) made->returns = expression();
    made->body = block("function definition", token);
    made->decorator_list = list(decorators);
    return made;
}

Stmt* SyntaxParser::class_definition(const std::vector<Expr*>& decorators)
{
    const Token token = take();
    ClassDef* made = node<ClassDef>(token);
    made->name = expect_name().text;
    if (accept("(")) {
        Nested level(*this);
        const CallArguments found = arguments(false);
        made->bases = list(found.args);
        made->keywords = list(found.keywords);
        expect(")", "invalid syntax. Perhaps you forgot a comma?");
    }
    made->body = block("class definition", token);
    made->decorator_list = list(decorators);
    return made;
}

Arg* SyntaxParser::parameter(bool lambda, bool star)
{
    if (at("("))
        syntax_error(lambda ? "Lambda expression parameters cannot be parenthesized"
                            : "Function parameters cannot be parenthesized");
    const Token name = expect_name();
    Arg* arg = part<Arg>(name);
    arg->arg = name.text;
    if (!lambda && accept(":")) arg->annotation = star ? star_expression() : expression();
    return arg;
}

/// Up to `end`, not with it. The order is: positional-only `/`, positional, `*`, keyword-only, `**`.
Arguments SyntaxParser::parameters(std::string_view end, bool lambda)
{
    std::vector<Arg*> positional_only;
    std::vector<Arg*> positional;
    std::vector<Arg*> keyword_only;
    std::vector<Expr*> defaults;
    std::vector<Expr*> keyword_defaults;
    Arguments out;
    bool star = false;
    bool slash = false;
    while (!at(end) && !failed()) {
        const Token first = peek();
        if (out.kwarg != nullptr) {
            syntax_error("arguments cannot follow var-keyword argument");
        } else if (accept("/")) {
            if (slash) fail(first, "/ may appear only once");
            if (star) fail(first, "/ must be ahead of *");
            if (positional.empty()) fail(first, "at least one argument must precede /");
            slash = true;
            positional_only.swap(positional);
        } else if (accept("**")) {
            out.kwarg = parameter(lambda, false);
            if (at("=")) syntax_error("var-keyword argument cannot have default value");
        } else if (accept("*")) {
            if (star) fail(first, "* argument may appear only once");
            star = true;
            if (at(",")) {
                if (peek(1).kind != TokenKind::Name) fail(first, "named arguments must follow bare *");
            } else if (at(end)) {
                fail(first, "named arguments must follow bare *");
            } else {
                out.vararg = parameter(lambda, true);
                if (at("=")) syntax_error("var-positional argument cannot have default value");
            }
        } else {
            Arg* arg = parameter(lambda, false);
            Expr* value = nullptr;
            if (accept("=")) {
                if (at(",") || at(end)) syntax_error("expected default value expression");
                value = expression();
            }
            if (star) {
                keyword_only.push_back(arg);
                keyword_defaults.push_back(value);
            } else {
                positional.push_back(arg);
                if (value != nullptr) defaults.push_back(value);
                if (value == nullptr && !defaults.empty()) {
                    fail(first, "non-default argument follows default argument");
                }
            }
        }
        if (!accept(",")) break;
    }
    out.posonlyargs = list(positional_only);
    out.args = list(positional);
    out.kwonlyargs = list(keyword_only);
    out.kw_defaults = list(keyword_defaults);
    out.defaults = list(defaults);
    return out;
}

}  // namespace lariat::pvm::syntax
