// The recursive-descent parser behind parse().
//
// The first failure is kept and the parser then sees only the end of the source, so that every loop ends
// and every function returns a node; nothing needs to look at errors on the way out. A parser that collects
// refusals forgets the failure at the statement around it, and goes on behind (parse_recovery.cpp). Recursion
// goes through Nested, which counts levels: bodies, brackets, unary operators, `**`, lambdas, conditional
// expressions.
#pragma once

#include "pvm/syntax/refusals.hpp"
#include "pvm/syntax/token.hpp"

namespace lariat::pvm::syntax {

/// More than any configuration asks for: what the stack holds with a wide margin.
inline constexpr u32 NESTING_MOST = 200;

class SyntaxParser {
public:
    /// `all`: collects refusals there; null: the first ends it.
    SyntaxParser(Arena& arena, const TokenStream& stream, u32 nesting_limit, Refusals* all = nullptr)
        : arena_(arena), stream_(&stream), nesting_limit_(nesting_limit), all_(all)
    {
    }

    const Module* module();
    const std::optional<Refusal>& refusal() const { return failure_; }

private:
    static constexpr u32 LOWEST_PRECEDENCE = 1;  ///< of `|`

    class Nested {
    public:
        explicit Nested(SyntaxParser& parser);
        ~Nested() { --parser_.nesting_; }
        Nested(const Nested&) = delete;
        Nested& operator=(const Nested&) = delete;

    private:
        SyntaxParser& parser_;
    };
    struct Items {  ///< what a comma list was
        std::vector<Expr*> elts;
        bool comma = false;
    };
    struct CallArguments {
        std::vector<Expr*> args;
        std::vector<Keyword*> keywords;
    };
    enum class Target : u8 { assign, augmented, annotated, loop, with, remove };

    // ── tokens (syntax_parser.cpp) ──
    const Token& peek(std::size_t ahead = 0) const;
    bool at(std::string_view word) const { return peek().is(word); }
    bool at(TokenKind kind) const { return peek().kind == kind; }
    bool failed() const { return failure_.has_value(); }
    Token take();
    bool accept(std::string_view word);
    void expect(std::string_view word, std::string_view reason);
    void expect(std::string_view word);
    Token expect_name();
    bool at_expression() const;
    void fail(const Position& where, std::string reason);
    void syntax_error();
    void syntax_error(std::string_view reason);

    template <class T>
    T* node(const Position& where)
    {
        T* made = arena_.make<T>();
        static_cast<Position&>(*made) = where;
        made->kind = T::KIND;
        return made;
    }
    template <class T>
    T* part(const Position& where)
    {
        T* made = arena_.make<T>();
        static_cast<Position&>(*made) = where;
        return made;
    }
    template <class T>
    Sequence<T> list(const std::vector<T>& items)
    {
        return arena_.copy(std::span<const T>(items));
    }

    // ── going on behind a refusal (parse_recovery.cpp) ──
    bool note_refusal();
    bool at_line_start() const;
    bool at_clause(bool cases) const;
    void skip_to(std::string_view word);
    void skip_line();
    void recover_in_line(std::size_t begin, std::vector<Stmt*>& out);
    void recover(std::size_t begin, std::size_t kept, std::vector<Stmt*>& out);
    void rest_of_block(bool cases, std::vector<Stmt*>& out);
    Sequence<Stmt*> keep_body(std::vector<Stmt*>& body);
    Stmt* with_bodies(std::size_t begin, const std::vector<Stmt*>& bodies);

    // ── statements (parse_statements.cpp, parse_imports.cpp) ──
    void statement(std::vector<Stmt*>& out);
    void simple_statements(std::vector<Stmt*>& out);
    Stmt* simple_statement();
    Stmt* expression_statement();
    Stmt* assignment(const Token& first, Expr* target);
    Stmt* annotated_assignment(const Token& first, Expr* target);
    Stmt* augmented_assignment(Expr* target, Operator op);
    Stmt* return_statement();
    Stmt* raise_statement();
    Stmt* assert_statement();
    Stmt* delete_statement();
    template <class T>
    Stmt* name_list_statement();
    Stmt* import_statement();
    Stmt* from_statement();
    Alias import_name(Identifier name, const Token& where);
    Identifier dotted_name();

    // ── compound statements (parse_compound.cpp, parse_definitions.cpp) ──
    Stmt* compound_statement();
    Sequence<Stmt*> block(std::string_view after, const Position& opener);
    Sequence<Stmt*> else_block();
    Stmt* if_statement();
    Stmt* while_statement();
    Stmt* for_statement();
    Stmt* try_statement();
    ExceptHandler* except_clause(bool star);
    Stmt* with_statement();
    bool bracketed_with_items(std::vector<WithItem>& items);
    WithItem with_item();
    Stmt* decorated();
    Stmt* function(const std::vector<Expr*>& decorators);
    Stmt* class_definition(const std::vector<Expr*>& decorators);
    Arguments parameters(std::string_view end, bool lambda);
    Arg* parameter(bool lambda, bool star);

    // ── match (parse_match.cpp) ──
    bool at_match_statement() const;
    Stmt* match_statement();
    MatchCase match_case();
    Pattern* patterns();
    Pattern* pattern();
    Pattern* or_pattern();
    Pattern* closed_pattern();
    Pattern* name_pattern();
    Pattern* class_pattern(Expr* cls);
    Pattern* mapping_pattern();
    Pattern* bracketed_pattern();
    Pattern* sequence_item();
    Identifier capture_name();
    Expr* pattern_literal();
    Expr* dotted_value();

    // ── expressions (parse_expressions.cpp) ──
    Expr* yield_or_star_expressions();
    Expr* star_expressions();
    Expr* star_expression();
    Expr* star_named_expression();
    Expr* named_expression();
    Expr* expression();
    Expr* lambda();
    Expr* disjunction();
    Expr* conjunction();
    Expr* inversion();
    Expr* comparison();
    std::optional<CompareOperator> compare_operator();
    Expr* binary(u32 precedence);
    Expr* unary();
    Expr* power();
    Expr* yield_expression();
    Expr* tuple_of(const Position& where, const std::vector<Expr*>& elts);

    // ── primaries and atoms (parse_atoms.cpp, parse_calls.cpp) ──
    Expr* primary();
    Expr* subscript(Expr* value);
    Expr* slices();
    Expr* slice();
    Expr* call(Expr* func);
    CallArguments arguments(bool generator_allowed);
    void argument(CallArguments& out, bool generator_allowed, bool& unpacked_keywords);
    Expr* atom();
    Expr* number();
    Expr* constant(ConstantKind value);
    Expr* parenthesized();
    Expr* list_display();
    Expr* dict_or_set();
    Expr* dict_display(const Position& where, Expr* key);
    Expr* dict_value();
    Sequence<Comprehension> comprehension();

    // ── strings (parse_strings.cpp) ──
    struct FString;
    Expr* strings();
    void format_string(FString& to, bool raw, u32 depth);
    bool format_literal(FString& to, bool raw, u32 depth);
    void replacement_field(FString& to, bool raw, u32 depth);
    std::size_t field_end(const FString& to);
    Expr* field_value(std::string_view text, const Position& where);
    void add_constant(FString& to);

    // ── targets (parse_targets.cpp) ──
    Expr* target_list();
    void set_target(Expr* expr, Target kind);
    void refuse_target(const Expr* expr, Target kind);

    Arena& arena_;
    const TokenStream* stream_;
    std::size_t at_ = 0;
    u32 nesting_ = 0;
    u32 nesting_limit_;
    std::optional<Refusal> failure_;  ///< without a reason: what the tokeniser has told already
    Refusals* all_;
    std::vector<Sequence<Stmt*>> bodies_;  ///< complete ones of the statements at hand
    bool line_refused_ = false;            ///< something of the line at hand was
};

/// What CPython calls an expression in its messages: "function call", "literal", …
std::string_view expression_name(const Expr& expr);

}  // namespace lariat::pvm::syntax
