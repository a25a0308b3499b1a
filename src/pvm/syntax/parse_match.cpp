// match statements and their patterns.
#include "pvm/syntax/syntax_parser.hpp"

namespace lariat::pvm::syntax {

/// `match` is a keyword only where its line ends in ':', which no simple statement's does.
bool SyntaxParser::at_match_statement() const
{
    if (!at(TokenKind::Name) || peek().text != "match") return false;
    for (std::size_t ahead = 1;; ++ahead) {
        const Token& token = peek(ahead);
        if (token.kind == TokenKind::Newline) return ahead > 1 && peek(ahead - 1).is(":") && ahead > 2;
        if (token.kind == TokenKind::End || token.kind == TokenKind::Error || token.is(";")) return false;
    }
}

Stmt* SyntaxParser::match_statement()
{
    const Token token = take();
    Match* made = node<Match>(token);
    const Token first = peek();
    Expr* subject = star_named_expression();
    if (at(",")) {
        std::vector<Expr*> elts{subject};
        while (accept(",")) {
            if (at(":")) break;
            elts.push_back(star_named_expression());
        }
        subject = tuple_of(first, elts);
    }
    if (subject->kind == ExprKind::Starred) fail(*subject, "cannot use starred expression here");
    made->subject = subject;
    expect(":", "expected ':'");
    Nested level(*this);
    if (at(TokenKind::Newline)) take();
    if (at(TokenKind::Indent)) {
        take();
    } else {
        syntax_error("expected an indented block after 'match' statement on line " +
                     std::to_string(token.line));
    }
    std::vector<MatchCase> cases;
    do {
        cases.push_back(match_case());
    } while (!failed() && !at(TokenKind::Dedent));
    if (at(TokenKind::Dedent)) take();
    made->cases = list(cases);
    return made;
}

MatchCase SyntaxParser::match_case()
{
    const Token token = peek();
    MatchCase made;
    if (token.kind != TokenKind::Name || token.text != "case") {
        syntax_error("expected 'case'");
        return made;
    }
    take();
    made.pattern = patterns();
    if (accept("if")) made.guard = named_expression();
    made.body = block("'case' statement", token);
    return made;
}

/// A pattern, or several with commas and no brackets.
Pattern* SyntaxParser::patterns()
{
    const Token first = peek();
    Pattern* one = sequence_item();
    if (!at(",") && one->kind != PatternKind::MatchStar) return one;
    std::vector<Pattern*> items{one};
    while (accept(",")) {
        if (at(":") || at("if")) break;
        items.push_back(sequence_item());
    }
    if (items.size() == 1 && one->kind == PatternKind::MatchStar && !stream_->tokens[at_ - 1].is(","))
        syntax_error();
    MatchSequence* made = node<MatchSequence>(first);
    made->patterns = list(items);
    return made;
}

Pattern* SyntaxParser::sequence_item()
{
    if (!at("*")) return pattern();
    MatchStar* made = node<MatchStar>(take());
    const Token name = expect_name();
    if (name.text != "_") made->name = name.text;
    return made;
}

Identifier SyntaxParser::capture_name()
{
    const Token name = expect_name();
    if (name.text == "_") fail(name, "cannot use '_' as a target");
    if (at(".") || at("(") || at("=")) fail(name, "invalid pattern target");
    return name.text;
}

Pattern* SyntaxParser::pattern()
{
    const Token first = peek();
    Pattern* inner = or_pattern();
    if (!accept("as")) return inner;
    MatchAs* made = node<MatchAs>(first);
    made->pattern = inner;
    if (!at(TokenKind::Name)) {
        syntax_error("invalid pattern target");
    } else {
        made->name = capture_name();
    }
    return made;
}

Pattern* SyntaxParser::or_pattern()
{
    const Token first = peek();
    Pattern* one = closed_pattern();
    if (!at("|")) return one;
    std::vector<Pattern*> items{one};
    while (accept("|")) items.push_back(closed_pattern());
    MatchOr* made = node<MatchOr>(first);
    made->patterns = list(items);
    return made;
}

Pattern* SyntaxParser::closed_pattern()
{
    const Token first = peek();
    if (at(TokenKind::Name)) return name_pattern();
    if (at("(") || at("[")) return bracketed_pattern();
    if (at("{")) return mapping_pattern();
    if (at("None") || at("True") || at("False")) {
        MatchSingleton* made = node<MatchSingleton>(first);
        made->value = as<Constant>(*atom()).value;
        return made;
    }
    MatchValue* made = node<MatchValue>(first);
    made->value = pattern_literal();
    return made;
}

/// A number, with or without a minus, or a string.
Expr* SyntaxParser::pattern_literal()
{
    const Token first = peek();
    if (at(TokenKind::Number)) return number();
    if (at(TokenKind::String)) {
        Expr* value = strings();
        if (value->kind == ExprKind::JoinedStr) {
            fail(first, "patterns may only match literals and attribute lookups");
        }
        return value;
    }
    if (accept("-")) {
        UnaryOp* made = node<UnaryOp>(first);
        made->op = UnaryOperator::USub;
        if (!at(TokenKind::Number)) syntax_error();
        made->operand = atom();
        return made;
    }
    syntax_error();
    return node<Name>(first);
}

/// A name, with or without attributes.
Expr* SyntaxParser::dotted_value()
{
    const Token first = expect_name();
    Name* name = node<Name>(first);
    name->id = first.text;
    Expr* value = name;
    while (accept(".")) {
        Attribute* made = node<Attribute>(first);
        made->value = value;
        const Token attr = expect_name();
        made->attr = attr.text;
        made->name_line = attr.line;
        value = made;
    }
    return value;
}

Pattern* SyntaxParser::name_pattern()
{
    const Token first = peek();
    Expr* value = dotted_value();
    if (at("(")) return class_pattern(value);
    if (value->kind == ExprKind::Attribute) {
        MatchValue* made = node<MatchValue>(first);
        made->value = value;
        return made;
    }
    MatchAs* made = node<MatchAs>(first);
    if (first.text != "_") made->name = first.text;
    return made;
}

Pattern* SyntaxParser::class_pattern(Expr* cls)
{
    Nested level(*this);
    take();
    std::vector<Pattern*> positional;
    std::vector<Identifier> names;
    std::vector<Pattern*> keywords;
    while (!at(")") && !failed()) {
        const Token first = peek();
        if (at(TokenKind::Name) && peek(1).is("=")) {
            names.push_back(take().text);
            take();
            keywords.push_back(pattern());
        } else {
            if (!names.empty()) fail(first, "positional patterns follow keyword patterns");
            positional.push_back(pattern());
        }
        if (!accept(",")) break;
    }
    expect(")");
    MatchClass* made = node<MatchClass>(*cls);
    made->cls = cls;
    made->patterns = list(positional);
    made->kwd_attrs = list(names);
    made->kwd_patterns = list(keywords);
    return made;
}

Pattern* SyntaxParser::mapping_pattern()
{
    Nested level(*this);
    MatchMapping* made = node<MatchMapping>(take());
    std::vector<Expr*> keys;
    std::vector<Pattern*> values;
    while (!at("}") && !failed()) {
        if (accept("**")) {
            made->rest = capture_name();
            accept(",");
            break;
        }
        if (at("None") || at("True") || at("False")) {
            keys.push_back(atom());
        } else if (at(TokenKind::Name)) {
            keys.push_back(dotted_value());
            if (keys.back()->kind == ExprKind::Name) syntax_error();
        } else {
            keys.push_back(pattern_literal());
        }
        expect(":");
        values.push_back(pattern());
        if (!accept(",")) break;
    }
    expect("}");
    made->keys = list(keys);
    made->patterns = list(values);
    return made;
}

/// A group, or a sequence in round or square brackets.
Pattern* SyntaxParser::bracketed_pattern()
{
    Nested level(*this);
    const Token bracket = take();
    const std::string_view close = bracket.text == "(" ? ")" : "]";
    std::vector<Pattern*> items;
    bool comma = bracket.text == "[";
    while (!at(close) && !failed()) {
        items.push_back(sequence_item());
        if (!accept(",")) break;
        comma = true;
    }
    if (items.size() == 1 && !comma) {
        if (items[0]->kind == PatternKind::MatchStar) syntax_error();
        expect(close);
        return items[0];
    }
    expect(close);
    MatchSequence* made = node<MatchSequence>(bracket);
    made->patterns = list(items);
    return made;
}

}  // namespace lariat::pvm::syntax
