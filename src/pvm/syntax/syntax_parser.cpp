// The parser's way through the tokens, its failures, and the entry point.
#include "pvm/syntax/syntax_parser.hpp"

#include <algorithm>

#include "pvm/syntax/checks.hpp"
#include "pvm/syntax/parser.hpp"
#include "pvm/syntax/source_text.hpp"

namespace lariat::pvm::syntax {

namespace {

const Token END_TOKEN{};

Result<std::string, Refusal> text_within(std::string_view source, const Limits& limits)
{
    if (source.size() > limits.source_bytes) {
        return Refusal{1, 1,
                       "source is too long: " + std::to_string(source.size()) + " bytes, the limit is " +
                           std::to_string(limits.source_bytes)};
    }
    return source_text(source);
}

}  // namespace

Result<ParsedModule, Refusal> parse(std::string_view source, const Limits& limits)
{
    Result<std::string, Refusal> text = text_within(source, limits);
    if (!text) return text.error();
    ParsedModule parsed;
    const std::string_view kept = parsed.arena.copy(std::string_view(text.value()));
    const TokenStream stream = tokenize(kept);
    SyntaxParser parser(parsed.arena, stream, std::min(limits.nesting, NESTING_MOST));
    parsed.module = parser.module();
    if (parser.refusal()) return *parser.refusal();
    if (auto refusal = check(*parsed.module)) return *refusal;
    return parsed;
}

std::optional<ParsedModule> parse_on(std::string_view source, const Limits& limits, Refusals& all)
{
    Result<std::string, Refusal> text = text_within(source, limits);
    if (!text) {
        all.add(text.error());
        return std::nullopt;
    }
    ParsedModule parsed;
    const std::string_view kept = parsed.arena.copy(std::string_view(text.value()));
    const TokenStream stream = tokenize(kept, &all);
    SyntaxParser parser(parsed.arena, stream, std::min(limits.nesting, NESTING_MOST), &all);
    parsed.module = parser.module();
    if (!check_on(*parsed.module, parsed.arena, all)) return std::nullopt;
    return parsed;
}

SyntaxParser::Nested::Nested(SyntaxParser& parser) : parser_(parser)
{
    if (++parser_.nesting_ > parser_.nesting_limit_) {
        parser_.fail(parser_.peek(),
                     "nested deeper than " + std::to_string(parser_.nesting_limit_) + " levels");
    }
}

/// After a failure there is only the end.
const Token& SyntaxParser::peek(std::size_t ahead) const
{
    if (failed() || at_ + ahead >= stream_->tokens.size()) return END_TOKEN;
    return stream_->tokens[at_ + ahead];
}

Token SyntaxParser::take()
{
    const Token token = peek();
    if (token.kind == TokenKind::Error) {
        syntax_error();
    } else if (token.kind != TokenKind::End) {
        ++at_;
    }
    return token;
}

bool SyntaxParser::accept(std::string_view word)
{
    if (!at(word)) return false;
    ++at_;
    return true;
}

void SyntaxParser::expect(std::string_view word, std::string_view reason)
{
    if (!accept(word)) syntax_error(reason);
}

void SyntaxParser::expect(std::string_view word)
{
    if (!accept(word)) syntax_error();
}

Token SyntaxParser::expect_name()
{
    if (!at(TokenKind::Name)) {
        syntax_error();
        return {};
    }
    return take();
}

void SyntaxParser::fail(const Position& where, std::string reason)
{
    if (!failed()) failure_ = Refusal{where.line, where.column, std::move(reason)};
}

/// What the tokeniser stopped at comes first; then a bracket that is never closed, which is why what
/// follows it makes no sense.
void SyntaxParser::syntax_error(std::string_view reason)
{
    const Token& token = peek();
    const auto before = [](const Position& a, const Position& b) {
        return a.line != b.line ? a.line < b.line : a.column < b.column;
    };
    if (failed()) return;
    if (token.kind == TokenKind::Error || (stream_->unclosed && before(*stream_->unclosed, token))) {
        failure_ = all_ == nullptr ? stream_->refusal : Refusal{token.line, token.column, {}};
    } else if (token.is("async") || token.is("await")) {
        fail(token, "async and await are not available");
    } else {
        fail(token, std::string(reason));
    }
}

void SyntaxParser::syntax_error()
{
    if (at(TokenKind::Indent)) return syntax_error("unexpected indent");
    syntax_error("invalid syntax");
}

/// Can an expression start here?
bool SyntaxParser::at_expression() const
{
    switch (peek().kind) {
        case TokenKind::Name:
        case TokenKind::Number:
        case TokenKind::String:
            return true;
        case TokenKind::Operator:
        case TokenKind::Keyword:
            for (const std::string_view word :
                 {"(", "[", "{", "-", "+", "~", "...", "not", "lambda", "None", "True", "False", "await"}) {
                if (peek().text == word) return true;
            }
            return false;
        default:
            return false;
    }
}

const Module* SyntaxParser::module()
{
    std::vector<Stmt*> body;
    while (!at(TokenKind::End)) {
        if (all_ != nullptr && at(TokenKind::Dedent)) take();  // of a block that recovery left
        statement(body);
    }
    Module* made = arena_.make<Module>();
    made->body = list(body);
    return made;
}

}  // namespace lariat::pvm::syntax
