// Primaries: attributes, subscripts with slices, calls with arguments.
#include "pvm/syntax/syntax_parser.hpp"

namespace lariat::pvm::syntax {

Expr* SyntaxParser::primary()
{
    const Token first = peek();
    Expr* value = atom();
    for (;;) {
        if (accept(".")) {
            Attribute* made = node<Attribute>(first);
            made->value = value;
            const Token name = expect_name();
            made->attr = name.text;
            made->name_line = name.line;
            value = made;
        } else if (at("(")) {
            value = call(value);
        } else if (at("[")) {
            value = subscript(value);
        } else {
            return value;
        }
    }
}

Expr* SyntaxParser::subscript(Expr* value)
{
    Nested level(*this);
    take();
    Subscript* made = node<Subscript>(*value);
    made->value = value;
    made->slice = slices();
    expect("]", "invalid syntax. Perhaps you forgot a comma?");
    return made;
}

Expr* SyntaxParser::slices()
{
    const Token first = peek();
    const bool star = at("*");
    Expr* one = slice();
    if (!at(",")) return star ? tuple_of(first, {one}) : one;
    std::vector<Expr*> elts{one};
    while (accept(",")) {
        if (at("]")) break;
        elts.push_back(slice());
    }
    return tuple_of(first, elts);
}

Expr* SyntaxParser::slice()
{
    if (at("*")) return star_expression();
    const Token first = peek();
    Expr* lower = nullptr;
    if (!at(":")) {
        const bool named = peek(1).is(":=");
        lower = named_expression();
        if (!at(":") || named) return lower;
    }
    const auto bound = [&] { return at(":") || at(",") || at("]") ? nullptr : expression(); };
    take();
    Slice* made = node<Slice>(first);
    made->lower = lower;
    made->upper = bound();
    if (accept(":")) made->step = bound();
    return made;
}

Expr* SyntaxParser::call(Expr* func)
{
    Nested level(*this);
    const Token bracket = take();
    CallArguments found = arguments(true);
    expect(")", "invalid syntax. Perhaps you forgot a comma?");
    Call* made = node<Call>(*func);
    made->func = func;
    made->args = list(found.args);
    made->keywords = list(found.keywords);
    if (found.args.size() == 1 && found.args[0]->kind == ExprKind::GeneratorExp && found.keywords.empty() &&
        found.args[0]->column == 0) {
        static_cast<Position&>(*found.args[0]) = bracket;
    }
    return made;
}

/// Up to the closing bracket, not with it.
SyntaxParser::CallArguments SyntaxParser::arguments(bool generator_allowed)
{
    CallArguments out;
    bool unpacked_keywords = false;
    while (!at(")") && !failed()) {
        argument(out, generator_allowed, unpacked_keywords);
        if (!accept(",")) break;
    }
    return out;
}

void SyntaxParser::argument(CallArguments& out, bool generator_allowed, bool& unpacked_keywords)
{
    const Token first = peek();
    if (accept("*")) {
        if (unpacked_keywords) {
            return fail(first, "iterable argument unpacking follows keyword argument unpacking");
        }
        Starred* starred = node<Starred>(first);
        starred->value = expression();
        out.args.push_back(starred);
        return;
    }
    if (at("**") || (at(TokenKind::Name) && peek(1).is("="))) {
        const Token name = take();
        Keyword* keyword = part<Keyword>(first);
        if (name.kind == TokenKind::Name) {
            keyword->arg = name.text;
            take();
            if (at(",") || at(")")) return syntax_error("expected argument value expression");
        } else {
            unpacked_keywords = true;
        }
        keyword->value = expression();
        out.keywords.push_back(keyword);
        if (at("for")) syntax_error("invalid syntax. Maybe you meant '==' or ':=' instead of '='?");
        return;
    }
    Expr* value = named_expression();
    if (at("=")) {
        if (value->kind == ExprKind::Constant && first.kind == TokenKind::Keyword) {
            return fail(first, "cannot assign to " + std::string(first.text));
        }
        return fail(first, "expression cannot contain assignment, perhaps you meant \"==\"?");
    }
    if (at("for")) {
        GeneratorExp* generator = node<GeneratorExp>(first);
        generator->elt = value;
        generator->generators = comprehension();
        const bool alone = out.args.empty() && out.keywords.empty() && at(")");
        if (!alone && !failed()) return fail(first, "Generator expression must be parenthesized");
        if (!generator_allowed) return fail(first, "invalid syntax");
        generator->column = 0;  // its place is the call's bracket
        value = generator;
    }
    if (unpacked_keywords) return fail(first, "positional argument follows keyword argument unpacking");
    if (!out.keywords.empty()) return fail(first, "positional argument follows keyword argument");
    out.args.push_back(value);
}

}  // namespace lariat::pvm::syntax
