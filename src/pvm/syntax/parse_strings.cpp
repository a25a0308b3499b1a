// String tokens side by side become one constant, or one f-string with its replacement fields.
#include <utility>

#include "pvm/syntax/characters.hpp"
#include "pvm/syntax/literals.hpp"
#include "pvm/syntax/syntax_parser.hpp"

namespace lariat::pvm::syntax {

namespace {

constexpr u32 FIELD_DEPTH = 2;  ///< a field, and a field in its format: CPython's limit

bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

}  // namespace

/// An f-string while it is read: a cursor over one token's body, the values found, the text since the last.
struct SyntaxParser::FString {
    Position string;  ///< where the first token starts: the place of its constants
    bool unicode = false;
    std::string_view body;
    std::size_t at = 0;
    Position cursor;  ///< of body[at]
    std::string text;
    std::vector<Expr*> values;

    bool done() const { return at >= body.size(); }
    char peek() const { return done() ? '\0' : body[at]; }
    void move_to(std::size_t target)
    {
        for (; at < target; ++at) {
            if (body[at] == '\n') {
                ++cursor.line;
                cursor.column = 1;
            } else if (!is_utf8_continuation(body[at])) {
                ++cursor.column;
            }
        }
    }
};

Expr* SyntaxParser::strings()
{
    const Token first = peek();
    const StringToken kind = split_string(first.text);
    FString found;
    found.string = first;
    found.unicode = kind.unicode;
    bool formatted = false;
    while (at(TokenKind::String)) {
        const Token token = take();
        const StringToken part = split_string(token.text);
        if (part.bytes != kind.bytes) {
            fail(first, "cannot mix bytes and nonbytes literals");
        } else if (part.formatted) {
            formatted = true;
            found.cursor = token;
            found.body = token.text;
            found.at = 0;
            found.move_to(static_cast<std::size_t>(part.body.data() - token.text.data()));
            // from here on the cursor counts in the body
            found.body = part.body;
            found.at = 0;
            format_string(found, part.raw, 0);
        } else if (auto reason = part.bytes ? decode_bytes(part.body, part.raw, found.text)
                                            : decode_text(part.body, part.raw, found.text)) {
            fail(token, *reason);
        }
    }
    if (formatted) {
        add_constant(found);
        JoinedStr* joined = node<JoinedStr>(first);
        joined->values = list(found.values);
        return joined;
    }
    Constant* made = node<Constant>(first);
    made->value = kind.bytes ? ConstantKind::Bytes : ConstantKind::Str;
    made->text = arena_.copy(std::string_view(found.text));
    made->u_prefix = kind.unicode;
    return made;
}

void SyntaxParser::add_constant(FString& to)
{
    if (to.text.empty()) return;
    Constant* made = node<Constant>(to.string);
    made->value = ConstantKind::Str;
    made->text = arena_.copy(std::string_view(to.text));
    made->u_prefix = to.unicode;
    to.values.push_back(made);
    to.text.clear();
}

/// Literal text and fields in turn, to the end of the body, or of the format at `depth` > 0.
void SyntaxParser::format_string(FString& to, bool raw, u32 depth)
{
    while (!failed()) {
        if (format_literal(to, raw, depth)) continue;
        if (to.done() || to.peek() == '}') break;
        replacement_field(to, raw, depth);
    }
    if (depth == 0 && !to.done()) fail(to.cursor, "f-string: single '}' is not allowed");
}

/// Text up to a field or the end. True: it ended with a doubled brace, more text may follow.
bool SyntaxParser::format_literal(FString& to, bool raw, u32 depth)
{
    const std::string_view body = to.body;
    const std::size_t start = to.at;
    std::size_t end = start;
    bool doubled = false;
    while (end < body.size()) {
        char c = body[end];
        if (c == '\\' && !raw && end + 1 < body.size()) {
            c = body[++end];
            if (c == 'N' && end + 1 < body.size() && body[end + 1] == '{') {
                while (end < body.size() && body[end] != '}') ++end;
            }
            if (c != '{' && c != '}') {
                if (end < body.size()) ++end;
                continue;
            }
        }
        if (c != '{' && c != '}') {
            ++end;
            continue;
        }
        doubled = depth == 0 && end + 1 < body.size() && body[end + 1] == c;
        break;
    }
    const Position where = to.cursor;
    if (auto reason = decode_text(body.substr(start, end + (doubled ? 1 : 0) - start), raw, to.text)) {
        fail(where, *reason);
    }
    to.move_to(end + (doubled ? 2 : 0));
    return doubled;
}

/// Where the expression of a field ends: `=`, `!`, `:` or `}` outside brackets and strings.
std::size_t SyntaxParser::field_end(const FString& to)
{
    const std::string_view body = to.body;
    std::string open;
    std::size_t quotes = 0;
    char quote = 0;
    for (std::size_t i = to.at; i < body.size(); ++i) {
        const char c = body[i];
        const char next = i + 1 < body.size() ? body[i + 1] : '\0';
        const bool tripled = next == c && i + 2 < body.size() && body[i + 2] == c;
        if (c == '\\') {
            fail(to.cursor, "f-string expression part cannot include a backslash");
            return i;
        }
        if (quote != 0) {
            if (c != quote || (quotes == 3 && !tripled)) continue;
            i += quotes - 1;
            quote = 0;
        } else if (c == '\'' || c == '"') {
            quote = c;
            quotes = tripled ? 3 : 1;
            i += quotes - 1;
        } else if (c == '(' || c == '[' || c == '{') {
            open += c;
        } else if (c == '#') {
            fail(to.cursor, "f-string expression part cannot include '#'");
            return i;
        } else if (open.empty() && next == '=' && (c == '!' || c == '=' || c == '<' || c == '>')) {
            ++i;
        } else if (open.empty() && (c == '!' || c == ':' || c == '}' || c == '=')) {
            return i;
        } else if (c == ')' || c == ']' || c == '}') {
            if (open.empty()) {
                fail(to.cursor, std::string("f-string: unmatched '") + c + "'");
                return i;
            }
            open.pop_back();  // that it matches is checked with the expression
        }
    }
    if (quote != 0) {
        fail(to.cursor, "f-string: unterminated string");
    } else if (!open.empty()) {
        fail(to.cursor, std::string("f-string: '") + open.back() + "' was never closed");
    } else {
        fail(to.cursor, "f-string: expecting '}'");
    }
    return body.size();
}

void SyntaxParser::replacement_field(FString& to, bool raw, u32 depth)
{
    Nested level(*this);
    const Position where = to.cursor;
    if (depth >= FIELD_DEPTH) return fail(where, "f-string: expressions nested too deeply");
    to.move_to(to.at + 1);
    const std::size_t start = to.at;
    const Position expression_start = to.cursor;
    const std::size_t end = field_end(to);
    if (failed()) return;
    FormattedValue* field = node<FormattedValue>(to.string);
    field->value = field_value(to.body.substr(start, end - start), expression_start);
    if (failed()) return;
    to.move_to(end);
    bool shows_expression = false;
    if (to.peek() == '=') {
        shows_expression = true;
        to.move_to(to.at + 1);
        while (is_blank(to.peek())) to.move_to(to.at + 1);
        to.text += to.body.substr(start, to.at - start);
    }
    if (to.peek() == '!') {
        to.move_to(to.at + 1);
        field->conversion = to.peek();
        if (to.done()) return fail(to.cursor, "f-string: expecting '}'");
        if (std::string_view("sra").find(field->conversion) == std::string_view::npos) {
            return fail(to.cursor, "f-string: invalid conversion character: expected 's', 'r', or 'a'");
        }
        to.move_to(to.at + 1);
    }
    if (to.peek() == ':') {
        to.move_to(to.at + 1);
        FString format{to.string, to.unicode, to.body, to.at, to.cursor, {}, {}};
        format_string(format, raw, depth + 1);
        add_constant(format);
        JoinedStr* spec = node<JoinedStr>(to.string);
        spec->values = list(format.values);
        field->format_spec = spec;
        to.at = format.at;
        to.cursor = format.cursor;
    }
    if (to.peek() != '}') return fail(to.cursor, "f-string: expecting '}'");
    to.move_to(to.at + 1);
    if (shows_expression && field->format_spec == nullptr && field->conversion == 0) field->conversion = 'r';
    add_constant(to);
    to.values.push_back(field);
}

/// The expression of a field is read as if it stood in round brackets.
Expr* SyntaxParser::field_value(std::string_view text, const Position& where)
{
    if (text.find_first_not_of(" \t\n\f\r") == std::string_view::npos) {
        fail(where, "f-string: empty expression not allowed");
        return nullptr;
    }
    const TokenStream inner = tokenize_expression(text, where, all_);
    const TokenStream* outer = std::exchange(stream_, &inner);
    const std::size_t outer_at = std::exchange(at_, 0);
    const Token first = peek();
    Expr* value = yield_or_star_expressions();
    if (value->kind == ExprKind::Starred) fail(first, "f-string: cannot use starred expression here");
    if (at("for")) {
        GeneratorExp* generator = node<GeneratorExp>(first);
        generator->elt = value;
        generator->generators = comprehension();
        if (value->kind == ExprKind::Tuple) fail(first, "f-string: invalid syntax");
        value = generator;
    }
    if (!at(TokenKind::End)) syntax_error("f-string: invalid syntax");
    stream_ = outer;
    at_ = outer_at;
    return value;
}

}  // namespace lariat::pvm::syntax
