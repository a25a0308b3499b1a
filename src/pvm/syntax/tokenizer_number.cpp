// Number tokens: integers in base 2, 8, 10 and 16; floats and complex numbers are refused.
#include "pvm/syntax/characters.hpp"
#include "pvm/syntax/tokenizer.hpp"

namespace lariat::pvm::syntax {

bool Tokenizer::number()
{
    const Position where = here();
    const std::size_t start = at_;
    const char base = static_cast<char>(peek(1) | 0x20);
    if (peek() == '0' && base == 'x') {
        if (!radix_number("hexadecimal", 16)) return false;
    } else if (peek() == '0' && base == 'o') {
        if (!radix_number("octal", 8)) return false;
    } else if (peek() == '0' && base == 'b') {
        if (!radix_number("binary", 2)) return false;
    } else {
        if (peek() != '.' && !decimal_digits()) return false;
        const char next = peek();
        const bool exponent =
            (next | 0x20) == 'e' &&
            (is_digit(peek(1)) || ((peek(1) == '+' || peek(1) == '-') && is_digit(peek(2))));
        if (next == '.' || (next | 0x20) == 'j' || exponent) return float_or_complex(where);
        const std::string_view digits = text_.substr(start, at_ - start);
        if (digits[0] == '0' && digits.find_first_not_of("0_") != std::string_view::npos) {
            return fail(where,
                        "leading zeros in decimal integer literals are not permitted; "
                        "use an 0o prefix for octal integers");
        }
        if (!number_end("decimal")) return false;
    }
    emit(TokenKind::Number, where, start);
    return true;
}

bool Tokenizer::radix_number(std::string_view name, u32 radix)
{
    advance(2);
    do {
        if (peek() == '_') advance();
        if (digit_value(peek()) >= radix) {
            if (is_digit(peek())) {
                return fail(std::string("invalid digit '") + peek() + "' in " + std::string(name) +
                            " literal");
            }
            return fail("invalid " + std::string(name) + " literal");
        }
        while (digit_value(peek()) < radix) advance();
    } while (peek() == '_');
    if (is_digit(peek())) {
        return fail(std::string("invalid digit '") + peek() + "' in " + std::string(name) + " literal");
    }
    return number_end(name);
}

bool Tokenizer::decimal_digits()
{
    for (;;) {
        while (is_digit(peek())) advance();
        if (peek() != '_') return true;
        advance();
        if (!is_digit(peek())) return fail("invalid decimal literal");
    }
}

/// A keyword may follow a number without a space between: `1if x else 2`.
bool Tokenizer::number_before_keyword() const
{
    for (const std::string_view word : {"and", "else", "for", "if", "in", "is", "or", "not"}) {
        if (text_.substr(at_).starts_with(word)) return true;
    }
    return false;
}

bool Tokenizer::number_end(std::string_view name)
{
    if (static_cast<u8>(peek()) >= 0x80 || (is_name_part(peek()) && !number_before_keyword())) {
        return fail("invalid " + std::string(name) + " literal");
    }
    return true;
}

bool Tokenizer::float_or_complex(Position where)
{
    while (is_digit(peek()) || peek() == '.' || peek() == '_') advance();
    if ((peek() | 0x20) == 'e') {
        advance();
        if (peek() == '+' || peek() == '-') advance();
        while (is_digit(peek()) || peek() == '_') advance();
    }
    if ((peek() | 0x20) == 'j') return fail(where, "complex numbers are not available: use integers");
    return fail(where,
                "floats are not available: use integers, in a unit small enough (150 hundredths for 1.5)");
}

}  // namespace lariat::pvm::syntax
