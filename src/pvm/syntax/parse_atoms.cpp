// Atoms: names, constants, and what stands in brackets.
#include "pvm/syntax/literals.hpp"
#include "pvm/syntax/syntax_parser.hpp"

namespace lariat::pvm::syntax {

Expr* SyntaxParser::atom()
{
    const Token& token = peek();
    switch (token.kind) {
        case TokenKind::Name: {
            Name* name = node<Name>(token);
            name->id = token.text;
            ++at_;
            return name;
        }
        case TokenKind::Number:
            return number();
        case TokenKind::String:
            return strings();
        default:
            break;
    }
    if (at("(")) return parenthesized();
    if (at("[")) return list_display();
    if (at("{")) return dict_or_set();
    if (at("None")) return constant(ConstantKind::None);
    if (at("True")) return constant(ConstantKind::True);
    if (at("False")) return constant(ConstantKind::False);
    if (at("...")) return constant(ConstantKind::Ellipsis);
    syntax_error();
    return node<Name>(token);
}

Expr* SyntaxParser::constant(ConstantKind value)
{
    Constant* made = node<Constant>(take());
    made->value = value;
    return made;
}

Expr* SyntaxParser::number()
{
    const Token token = take();
    Constant* made = node<Constant>(token);
    made->value = ConstantKind::Int;
    if (const std::optional<std::vector<u64>> value = integer_value(token.text))
        made->magnitude = arena_.copy(std::span<const u64>(*value));
    else
        fail(token, "integer is wider than 4096 bits");
    return made;
}

Expr* SyntaxParser::parenthesized()
{
    Nested level(*this);
    const Token bracket = take();
    if (accept(")")) return tuple_of(bracket, {});
    if (at("yield")) {
        Expr* made = yield_expression();
        expect(")");
        return made;
    }
    Expr* first = star_named_expression();
    if (at("for")) {
        GeneratorExp* made = node<GeneratorExp>(bracket);
        if (first->kind == ExprKind::Starred) {
            fail(*first, "iterable unpacking cannot be used in comprehension");
        }
        made->elt = first;
        made->generators = comprehension();
        expect(")");
        return made;
    }
    if (!at(",")) {
        if (first->kind == ExprKind::Starred && at(")")) fail(*first, "cannot use starred expression here");
        expect(")", "invalid syntax. Perhaps you forgot a comma?");
        return first;
    }
    std::vector<Expr*> elts{first};
    while (accept(",")) {
        if (at(")")) break;
        elts.push_back(star_named_expression());
    }
    if (at("for")) fail(*first, "did you forget parentheses around the comprehension target?");
    expect(")", "invalid syntax. Perhaps you forgot a comma?");
    return tuple_of(bracket, elts);
}

Expr* SyntaxParser::list_display()
{
    Nested level(*this);
    const Token bracket = take();
    std::vector<Expr*> elts;
    while (!at("]") && !failed()) {
        elts.push_back(star_named_expression());
        if (at("for")) {
            if (elts.size() > 1)
                fail(*elts[0], "did you forget parentheses around the comprehension target?");
            if (elts[0]->kind == ExprKind::Starred) {
                fail(*elts[0], "iterable unpacking cannot be used in comprehension");
            }
            ListComp* made = node<ListComp>(bracket);
            made->elt = elts[0];
            made->generators = comprehension();
            expect("]");
            return made;
        }
        if (!accept(",")) break;
    }
    expect("]", "invalid syntax. Perhaps you forgot a comma?");
    List* made = node<List>(bracket);
    made->elts = list(elts);
    return made;
}

Expr* SyntaxParser::dict_or_set()
{
    Nested level(*this);
    const Token bracket = take();
    if (at("}") || at("**")) return dict_display(bracket, nullptr);
    const bool key_allowed = !at("*") && !peek(1).is(":=");
    Expr* first = star_named_expression();
    if (key_allowed && at(":")) return dict_display(bracket, first);
    if (at("for")) {
        if (first->kind == ExprKind::Starred) {
            fail(*first, "iterable unpacking cannot be used in comprehension");
        }
        SetComp* made = node<SetComp>(bracket);
        made->elt = first;
        made->generators = comprehension();
        expect("}");
        return made;
    }
    std::vector<Expr*> elts{first};
    while (accept(",")) {
        if (at("}")) break;
        elts.push_back(star_named_expression());
    }
    if (at("for")) fail(*first, "did you forget parentheses around the comprehension target?");
    expect("}", "invalid syntax. Perhaps you forgot a comma?");
    Set* made = node<Set>(bracket);
    made->elts = list(elts);
    return made;
}

Expr* SyntaxParser::dict_value()
{
    expect(":", "':' expected after dictionary key");
    if (at("}") || at(",")) syntax_error("expression expected after dictionary key and ':'");
    return expression();
}

/// After the bracket, or after the first key.
Expr* SyntaxParser::dict_display(const Position& where, Expr* key)
{
    std::vector<Expr*> keys;
    std::vector<Expr*> values;
    bool more = true;
    if (key != nullptr) {
        keys.push_back(key);
        values.push_back(dict_value());
        if (at("for")) {
            DictComp* made = node<DictComp>(where);
            made->key = key;
            made->value = values[0];
            made->generators = comprehension();
            expect("}");
            return made;
        }
        more = accept(",");
    }
    while (more && !at("}")) {
        if (accept("**")) {
            keys.push_back(nullptr);
            values.push_back(binary(LOWEST_PRECEDENCE));
            if (at("for")) syntax_error("dict unpacking cannot be used in dict comprehension");
        } else {
            keys.push_back(expression());
            values.push_back(dict_value());
        }
        more = accept(",");
    }
    expect("}", "invalid syntax. Perhaps you forgot a comma?");
    Dict* made = node<Dict>(where);
    made->keys = list(keys);
    made->values = list(values);
    return made;
}

Sequence<Comprehension> SyntaxParser::comprehension()
{
    std::vector<Comprehension> generators;
    while (at("for")) {
        take();
        Comprehension one;
        one.target = target_list();
        set_target(one.target, Target::loop);
        expect("in");
        one.iter = disjunction();
        std::vector<Expr*> ifs;
        while (accept("if")) ifs.push_back(disjunction());
        one.ifs = list(ifs);
        generators.push_back(one);
    }
    if (at("async")) syntax_error();
    return list(generators);
}

}  // namespace lariat::pvm::syntax
