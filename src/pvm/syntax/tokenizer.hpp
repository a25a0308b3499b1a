// The tokeniser's state: a cursor with line and column, open brackets, indentation.
#pragma once

#include "pvm/syntax/token.hpp"

namespace lariat::pvm::syntax {

class Tokenizer {
public:
    Tokenizer(std::string_view text, Position start, bool in_expression, Refusals* all)
        : text_(text), line_(start.line), column_(start.column), in_expression_(in_expression), all_(all)
    {
    }
    TokenStream run();

private:
    struct Bracket : Position {
        char open;
    };
    struct Indentation {
        u32 column;      ///< tabs go to the next multiple of 8
        u32 alt_column;  ///< tabs are one column: where the two disagree, tabs and spaces are mixed
    };

    char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
    bool at_end() const { return at_ >= text_.size(); }
    void advance();
    void advance(std::size_t bytes);
    bool in_brackets() const { return in_expression_ || !brackets_.empty(); }

    bool pass_over();
    bool fail(Position where, std::string reason);
    bool fail(std::string reason) { return fail(here(), std::move(reason)); }
    Position here() const { return {line_, column_}; }
    void emit(TokenKind kind, Position where, std::size_t start);

    // each returns false when the source is refused
    bool indentation();
    bool indent_to(Indentation indent);
    bool line_continuation();
    bool token();
    bool word();
    bool number();
    bool radix_number(std::string_view name, u32 radix);
    bool decimal_digits();
    bool number_end(std::string_view name);
    bool number_before_keyword() const;
    bool float_or_complex(Position where);
    bool string(Position where, std::size_t start);
    bool operator_or_bracket();
    bool bracket(char c);
    bool end();

    std::string_view text_;
    std::size_t at_ = 0;
    u32 line_;
    u32 column_;
    bool in_expression_;
    Refusals* all_;
    bool refused_ = false;  ///< since the last token, when refusals are collected
    bool line_start_ = true;
    bool line_has_token_ = false;
    std::vector<Bracket> brackets_;
    std::vector<Indentation> indents_{{0, 0}};
    TokenStream out_;
};

}  // namespace lariat::pvm::syntax
