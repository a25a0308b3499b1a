// The words of Python source.
#pragma once

#include <optional>

#include "pvm/pvm.hpp"
#include "pvm/syntax/ast.hpp"
#include "pvm/syntax/refusals.hpp"

namespace lariat::pvm::syntax {

/// Error: the tokeniser stopped here, see TokenStream::refusal. A stream ends with End or Error.
enum class TokenKind : u8 { End, Error, Newline, Indent, Dedent, Name, Keyword, Number, String, Operator };

struct Token : Position {
    TokenKind kind = TokenKind::End;
    std::string_view text;  ///< in the source

    bool is(std::string_view word) const noexcept
    {
        return (kind == TokenKind::Operator || kind == TokenKind::Keyword) && text == word;
    }
};

struct TokenStream {
    std::vector<Token> tokens;
    std::optional<Refusal> refusal;    ///< what the Error token stands for
    std::optional<Position> unclosed;  ///< the refusal is about this bracket, open to the end
};

/// `text` is the whole of a module, from source_text. `all`: goes on behind each refusal, which it adds
/// there; Error tokens then stand where something was passed over, and the last token is an End.
TokenStream tokenize(std::string_view text, Refusals* all = nullptr);

/// `text` is the expression of an f-string, at `start`: newlines are blanks, as within brackets.
TokenStream tokenize_expression(std::string_view text, Position start, Refusals* all = nullptr);

}  // namespace lariat::pvm::syntax
