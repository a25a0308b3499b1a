// The walk over a tree behind check(): depth, scopes, and where statements may stand.
#pragma once

#include <set>

#include "pvm/syntax/checks.hpp"
#include "pvm/syntax/scopes.hpp"

namespace lariat::pvm::syntax {

class Checker {
public:
    [[nodiscard]] std::optional<Refusal> run(const Module& module);
    bool run_on(const Module& module, Arena& arena, Refusals& all);

private:
    /// Around the statement at hand, within its function or class.
    struct Flow {
        bool loop = false;
        bool star_handler = false;          ///< in the body of an `except*`
        bool star_handler_in_loop = false;  ///< … which the loop at hand is around
    };
    /// One node deeper; refuses past TREE_DEPTH.
    class Deeper {
    public:
        Deeper(Checker& checker, const Position& where);
        ~Deeper() { --checker_.depth_; }
        Deeper(const Deeper&) = delete;
        Deeper& operator=(const Deeper&) = delete;

    private:
        Checker& checker_;
    };

    /// Keeps the first, or collects all; no reason is no failure.
    void fail(const Position& where, std::optional<std::string> reason);
    /// Nothing more is looked at.
    bool failed() const { return refusal_.has_value(); }

    // statements (check_statements.cpp)
    void future_imports(const Module& module);
    void statements(Sequence<Stmt*> body);
    void statement(const Stmt& stmt);
    void function(const FunctionDef& stmt);
    void class_body(const ClassDef& stmt);
    void loop(Sequence<Stmt*> body, Sequence<Stmt*> orelse);
    template <class T>
    void try_statement(const T& stmt, bool star);
    void jump(const Stmt& stmt);
    void annotated(const AnnAssign& stmt);
    void imports(const Stmt& stmt);
    void bind(Identifier name, const Position& where, u16 use);
    void target(const Expr& expr);

    // expressions (check_expressions.cpp)
    void expression(const Expr* expr);
    void expressions(Sequence<Expr*> items);
    void elements(Sequence<Expr*> items, ExprContext ctx, const Position& where);
    void element(const Expr* expr);
    void name(const Name& name);
    void call(Sequence<Expr*> args, Sequence<Keyword*> keywords);
    void parameters(const Arguments& args);
    void outside_parameters(const Arguments& args);
    void comprehension(Sequence<Comprehension> generators, const Expr* first, const Expr* second);
    void named(const NamedExpr& expr);
    void yield(const Expr& expr, const Expr* value);

    // patterns (check_patterns.cpp)
    using Captures = std::set<Identifier>;
    void match(const Match& stmt);
    void pattern(const Pattern& pattern, Captures& captures);
    void pattern_list(Sequence<Pattern*> items, Captures& captures, bool sequence);
    void alternatives(const MatchOr& pattern, Captures& captures);
    void mapping(const MatchMapping& pattern, Captures& captures);
    void class_pattern(const MatchClass& pattern, Captures& captures);
    void capture(Identifier name, const Position& where, Captures& captures);

    std::optional<Refusal> refusal_;
    Refusals* all_ = nullptr;             ///< goes on behind each
    const Stmt* now_ = nullptr;           ///< the innermost statement
    std::set<const Stmt*> refused_;       ///< when all are collected
    std::vector<const Stmt*> nonlocals_;  ///< the same
    Scopes scopes_;
    Flow flow_;
    Position last_future_{0, 0};  ///< the last future import that is at the start
    u32 depth_ = 0;
    u32 iterables_ = 0;       ///< comprehension iterables around the expression
    bool iterating_ = false;  ///< in the target of a comprehension's `for`
};

}  // namespace lariat::pvm::syntax
