// Splits source into tokens by CPython 3.11's rules.
#include "pvm/syntax/tokenizer.hpp"

#include <algorithm>

#include "pvm/syntax/characters.hpp"

namespace lariat::pvm::syntax {

namespace {

constexpr std::string_view KEYWORDS[] = {
    "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
    "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
    "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
    "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield",
};

constexpr std::string_view LONG_OPERATORS[] = {
    "**=", "//=", ">>=", "<<=", "...", "**", "//", ">>", "<<", "<=", ">=", "==",
    "!=",  "->",  "+=",  "-=",  "*=",  "/=", "%=", "&=", "|=", "^=", "@=", ":=",
};

bool is_string_prefix(std::string_view word)
{
    if (word.size() > 2) return false;
    std::string lower;
    for (const char c : word) lower += is_letter(c) ? static_cast<char>(c | 0x20) : c;
    for (const std::string_view prefix : {"", "r", "b", "u", "f", "br", "rb", "fr", "rf"}) {
        if (lower == prefix) return true;
    }
    return false;
}

char closing(char open)
{
    return open == '(' ? ')' : open == '[' ? ']' : '}';
}

}  // namespace

TokenStream tokenize(std::string_view text, Refusals* all)
{
    return Tokenizer(text, {1, 1}, false, all).run();
}

TokenStream tokenize_expression(std::string_view text, Position start, Refusals* all)
{
    return Tokenizer(text, start, true, all).run();
}

TokenStream Tokenizer::run()
{
    while (all_ == nullptr ? token() : pass_over()) {}
    return std::move(out_);
}

/// One token like token(). Where that is refused the rest of the word goes too, and something stands in its
/// place: a number or a name, so that the statement around it can be read, otherwise an Error.
bool Tokenizer::pass_over()
{
    refused_ = false;
    if (line_start_ && !in_brackets() && !indentation()) return true;
    const std::size_t start = at_;
    const Position where = here();
    if (token()) return true;
    if (!refused_) return false;  // the end
    if (at_end() && !brackets_.empty()) {
        brackets_.clear();
        return true;
    }
    const char first = text_[start];
    const bool in_word = is_name_part(first) || first == '.' || first == '"' || first == '\'';
    if (at_ == start) advance();
    while (static_cast<u8>(peek()) >= 0x80 || (in_word && (is_name_part(peek()) || peek() == '.'))) advance();
    if (!in_word) {
        out_.tokens.push_back({{where}, TokenKind::Error, {}});
    } else if (is_name_start(first) && text_.substr(start, at_ - start).find_first_of("\"'") == text_.npos) {
        out_.tokens.push_back({{where}, TokenKind::Name, "_"});
    } else {
        out_.tokens.push_back({{where}, TokenKind::Number, "0"});
    }
    return true;
}

void Tokenizer::advance()
{
    const char c = text_[at_++];
    if (c == '\n') {
        ++line_;
        column_ = 1;
    } else if (!is_utf8_continuation(c)) {
        ++column_;
    }
}

void Tokenizer::advance(std::size_t bytes)
{
    while (bytes-- > 0) advance();
}

bool Tokenizer::fail(Position where, std::string reason)
{
    if (all_ != nullptr) {
        all_->add({where.line, where.column, std::move(reason)});
        refused_ = true;
        return false;
    }
    out_.tokens.push_back({{where}, TokenKind::Error, {}});
    out_.refusal = Refusal{where.line, where.column, std::move(reason)};
    return false;
}

void Tokenizer::emit(TokenKind kind, Position where, std::size_t start)
{
    out_.tokens.push_back({{where}, kind, text_.substr(start, at_ - start)});
}

/// Spaces at the start of a line. Lines with nothing but a comment do not count.
bool Tokenizer::indentation()
{
    Indentation indent{0, 0};
    u32 first_line = 0;  // a line that is continued has the indentation of its first part
    for (;;) {
        const char c = peek();
        if (c == '\\') {
            if (first_line == 0) first_line = indent.column;
            if (!line_continuation()) return false;
            continue;
        }
        if (c == ' ') {
            ++indent.column;
            ++indent.alt_column;
        } else if (c == '\t') {
            indent.column = (indent.column / 8 + 1) * 8;
            ++indent.alt_column;
        } else if (c == '\f') {
            indent = {0, 0};
        } else {
            break;
        }
        advance();
    }
    line_start_ = false;
    if (peek() == '#' || peek() == '\n' || at_end()) return true;
    if (first_line != 0) indent = {first_line, first_line};
    return indent_to(indent);
}

bool Tokenizer::indent_to(Indentation indent)
{
    constexpr const char* UNMATCHED = "unindent does not match any outer indentation level";
    constexpr const char* MIXED = "inconsistent use of tabs and spaces in indentation";
    if (indent.column > indents_.back().column) {
        if (indent.alt_column <= indents_.back().alt_column) return fail(MIXED);
        indents_.push_back(indent);
        emit(TokenKind::Indent, here(), at_);
        return true;
    }
    while (indent.column < indents_.back().column) {
        if (all_ != nullptr && indent.column > indents_[indents_.size() - 2].column) {
            indents_.back() = indent;  // taken for the block that it is deeper in than the next one
            return fail(UNMATCHED);
        }
        indents_.pop_back();
        emit(TokenKind::Dedent, here(), at_);
    }
    if (indent.column != indents_.back().column) {
        return fail(UNMATCHED);
    }
    if (indent.alt_column != indents_.back().alt_column) return fail(MIXED);
    return true;
}

bool Tokenizer::line_continuation()
{
    advance();
    if (peek() != '\n') return fail("unexpected character after line continuation character");
    advance();
    if (at_end()) return fail("unexpected end of file after line continuation character");
    return true;
}

/// One token, or what is between two.
bool Tokenizer::token()
{
    if (line_start_ && !in_brackets()) {
        if (!indentation()) return false;
    }
    if (at_end()) return end();
    const char c = peek();
    if (c == ' ' || c == '\t' || c == '\f') {
        advance();
        return true;
    }
    if (c == '#') {
        while (!at_end() && peek() != '\n') advance();
        return true;
    }
    if (c == '\\') return line_continuation();
    if (c == '\n') {
        if (line_has_token_ && !in_brackets()) {
            emit(TokenKind::Newline, here(), at_);
            line_has_token_ = false;
        }
        advance();
        line_start_ = !in_brackets();
        return true;
    }
    line_has_token_ = true;
    if (is_name_start(c)) return word();
    if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return number();
    if (c == '"' || c == '\'') return string(here(), at_);
    return operator_or_bracket();
}

bool Tokenizer::word()
{
    const Position where = here();
    const std::size_t start = at_;
    while (is_name_part(peek())) advance();
    const std::string_view word = text_.substr(start, at_ - start);
    if ((peek() == '"' || peek() == '\'') && is_string_prefix(word)) return string(where, start);
    if (static_cast<u8>(peek()) >= 0x80) return fail("names can only have ASCII letters, digits and '_'");
    if (word.size() > NAME_BYTES_MAX)
        return fail(where, "name is too long: " + std::to_string(word.size()) + " bytes, the limit is " +
                               std::to_string(NAME_BYTES_MAX));
    if (all_ != nullptr && (word == "async" || word == "await")) {
        all_->add({where.line, where.column, "async and await are not available"});
        return true;  // what it stands before is read without it
    }
    const bool keyword = std::find(std::begin(KEYWORDS), std::end(KEYWORDS), word) != std::end(KEYWORDS);
    emit(keyword ? TokenKind::Keyword : TokenKind::Name, where, start);
    return true;
}

bool Tokenizer::string(Position where, std::size_t start)
{
    const char quote = peek();
    const bool triple = peek(1) == quote && peek(2) == quote;
    advance(triple ? 3 : 1);
    for (;;) {
        if (at_end() || (!triple && peek() == '\n')) {
            const u32 last = at_end() && line_ > where.line ? line_ - 1 : line_;
            return fail(where, std::string(triple ? "unterminated triple-quoted string literal"
                                                  : "unterminated string literal") +
                                   " (detected at line " + std::to_string(last) + ")");
        }
        if (peek() == '\\') {
            advance();
            if (!at_end()) advance();
        } else if (peek() == quote && !triple) {
            advance();
            break;
        } else if (peek() == quote && peek(1) == quote && peek(2) == quote) {
            advance(3);
            break;
        } else {
            advance();
        }
    }
    emit(TokenKind::String, where, start);
    return true;
}

bool Tokenizer::operator_or_bracket()
{
    const char c = peek();
    if (std::string_view("()[]{}").find(c) != std::string_view::npos) return bracket(c);
    const Position where = here();
    const std::size_t start = at_;
    for (const std::string_view op : LONG_OPERATORS) {
        if (!text_.substr(at_).starts_with(op)) continue;
        advance(op.size());
        emit(TokenKind::Operator, where, start);
        return true;
    }
    if (std::string_view(":,;+-*/|&<>=.%~^@").find(c) != std::string_view::npos) {
        advance();
        emit(TokenKind::Operator, where, start);
        return true;
    }
    if (static_cast<u8>(c) >= 0x80) {
        return fail("a character that is not ASCII can only be in a string or a comment");
    }
    if (static_cast<u8>(c) < 0x20 || c == 0x7F) return fail("invalid non-printable character");
    return fail("invalid syntax");
}

bool Tokenizer::bracket(char c)
{
    const Position where = here();
    const std::size_t start = at_;
    if (c == '(' || c == '[' || c == '{') {
        brackets_.push_back({{where}, c});
    } else if (brackets_.empty()) {
        return fail(std::string("unmatched '") + c + "'");
    } else if (const Bracket open = brackets_.back(); closing(open.open) != c) {
        if (all_ != nullptr) brackets_.pop_back();
        std::string reason = std::string("closing parenthesis '") + c +
                             "' does not match opening parenthesis '" + open.open + "'";
        if (open.line != line_) reason += " on line " + std::to_string(open.line);
        return fail(std::move(reason));
    } else {
        brackets_.pop_back();
    }
    advance();
    emit(TokenKind::Operator, where, start);
    return true;
}

bool Tokenizer::end()
{
    if (!brackets_.empty()) {
        const Bracket open = brackets_.back();
        out_.unclosed = open;
        return fail(open, std::string("'") + open.open + "' was never closed");
    }
    if (!in_expression_) {
        if (line_has_token_) emit(TokenKind::Newline, here(), at_);
        for (std::size_t i = 1; i < indents_.size(); ++i) emit(TokenKind::Dedent, here(), at_);
    }
    emit(TokenKind::End, here(), at_);
    return false;
}

}  // namespace lariat::pvm::syntax
