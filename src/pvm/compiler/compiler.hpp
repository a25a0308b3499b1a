// From the syntax tree to bytecode: one Unit for each function, class body, comprehension and module.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>

#include "pvm/compiler/draft.hpp"
#include "pvm/compiler/scope.hpp"
#include "pvm/objects/types.hpp"
#include "pvm/syntax/refusals.hpp"

namespace lariat::pvm {

struct Label {
    i64 position = -1;
    i64 depth = -1;  ///< of the stack where it is placed; -1 until a jump says so
    std::vector<u32> jumps;
};

/// What `break`, `continue` and `return` have to undo on their way out.
struct Block {
    enum class Kind : u8 { loop, for_loop, protect, with, handler, finally_try, finally_body } kind{};
    Label* on_break = nullptr;
    Label* on_continue = nullptr;
    Label* on_exception = nullptr;  ///< where exceptions of its range go; null: loops
    i64 range_begin = -1;           ///< of the open piece of its range
    u32 depth = 0;
    u32 line = 0;               ///< with: the statement's, of what leaves it
    std::size_t loops_end = 0;  ///< number of blocks up to the innermost loop, itself included
    std::string_view name;      ///< handler: the exception's name
    struct Finally* finally = nullptr;
};
struct Finally {
    struct Exit {
        enum class Kind : u8 { leave_return, leave_break, leave_continue } kind;
        Label* target;
        std::size_t loop;  ///< index of the loop's block
        u32 line;
    };
    Label entry;
    std::vector<Exit> exits;
};

/// One case of a match: the slots it has taken, and where what it captured lies until it is bound.
struct Case {
    u32 slots = 0;
    std::vector<std::pair<std::string_view, u32>> captures;
};

struct Unit {
    Scope* scope = nullptr;
    CodeDraft* code = nullptr;
    Unit* outer = nullptr;
    u32 line = 1;
    i64 depth = 0;
    bool reachable = true;
    u32 cell_price = 0;  ///< for making its cells where they are many
    std::vector<Block> blocks;
    std::size_t loops_end() const { return blocks.empty() ? 0 : blocks.back().loops_end; }
    KeyedMap<std::string_view, u32> locals, cells, frees;  ///< slots
    KeyedMap<u64, u32> constants;                          ///< by identity of the value
};

class Compiler {
public:
    /// `own_name`: what __name__ says.
    Compiler(ModuleDraft& module, const syntax::Module& tree, std::string_view own_name, bool is_library,
             bool is_test = false)
        : module_(module),
          scopes_(tree),
          names_annotations_(scopes_.names("__annotations__")),
          own_name_(own_name),
          is_library_(is_library),
          is_test_(is_test)
    {
    }
    void compile_module(const syntax::Module& tree);
    /// Tests may import these too.
    void allow_imports(const TestModules& beside) { beside_ = &beside; }
    /// Adds what is refused there and goes on where it can; what is compiled then is not to be run.
    void collect(syntax::Refusals& all) { all_ = &all; }

private:
    using Expr = syntax::Expr;
    using Stmt = syntax::Stmt;
    static constexpr std::size_t INSTRUCTIONS_MAX = 1u << 20;

    // units and instructions (emit.cpp)
    CodeDraft* new_code(std::string_view name, std::string_view qualname, u32 line);
    void begin(Unit& unit, Scope& scope, CodeDraft* code);
    void finish();
    u32 emit(Op op, u32 a = 0, u8 b = 0, u16 c = 0);
    void jump(Op op, Label& target, u8 b = 0, u16 c = 0);
    void place(Label& label);
    void jump_to_depth(Label& target, i64 depth);
    u32 constant(Value v);
    void load_constant(Value v);
    u32 name_constant(std::string_view name);
    Str* intern(std::string_view text) { return module_.intern(text); }
    Value make_text(std::string_view text);
    Value make_bytes(std::string_view text);
    Value make_int(std::span<const u64> magnitude, bool negative);
    Value make_tuple(std::span<const Value> items);
    u32 global_slot(std::string_view name);
    u32 here() const { return static_cast<u32>(unit_->code->instructions.size()); }
    [[noreturn]] void refuse(const syntax::Position& at, std::string reason);
    void refuse_and_go_on(const syntax::Position& at, std::string reason);
    void at(const syntax::Position& p) { unit_->line = p.line; }
    void at_name(const syntax::Attribute& a) { unit_->line = a.name_line; }
    void adjust(i64 by);

    // names (compile_names.cpp)
    void load_name(std::string_view name, const syntax::Position& at);
    void store_name(std::string_view name);
    void delete_name(std::string_view name);
    void name_op(std::string_view name, Op fast, Op deref, Op global, Op named);
    void make_function(Scope& scope, const CodeDraft* code, u8 flags);
    void check_builtin(std::string_view name, const syntax::Position& at);

    // expressions (compile_expr.cpp, compile_call.cpp)
    void expression(const Expr& e);
    bool is_constant(const Expr& e);
    Value make_constant(const Expr& e);
    void bool_op(const syntax::BoolOp& e);
    void compare(const syntax::Compare& e);
    void jump_if(const Expr& e, Label& target, bool when);
    void call(const syntax::Call& e);
    void spread_call(const syntax::Call& e);
    void arguments(const syntax::Call& e, u32& count, u16& names, bool& keywords);
    void display(Op build, std::span<Expr* const> items);
    void dict_display(const syntax::Dict& e);
    void joined(const syntax::JoinedStr& e);
    void formatted(const syntax::FormattedValue& e);
    void binary(syntax::Operator op, bool in_place, const Expr* right);
    void comprehension(const Expr& e, std::span<const syntax::Comprehension> generators, Op build,
                       const Expr* first, const Expr* second, std::string_view name);
    void comprehension_loops(std::span<const syntax::Comprehension> generators, Op build, const Expr* first,
                             const Expr* second);
    void yield_from(const Expr& value);
    void super_arguments();

    // targets
    void store(const Expr& target);
    void store_sequence(std::span<Expr* const> items);
    void remove(const Expr& target);

    // statements (compile_stmt.cpp, compile_try.cpp, compile_match.cpp, compile_def.cpp)
    void body(std::span<Stmt* const> list);
    void statement(const Stmt& s);
    void assign(const syntax::Assign& s);
    void augmented(const syntax::AugAssign& s);
    void for_statement(const syntax::For& s);
    void while_statement(const syntax::While& s);
    void if_statement(const syntax::If& s);
    void assert_statement(const syntax::Assert& s);
    void assert_in_test(const syntax::Assert& s, const Expr& test);
    void compare_in_test(const syntax::Assert& s, const syntax::Compare& test);
    void fail_in_test(const syntax::Assert& s, const syntax::Position& at, std::string_view relation,
                      std::initializer_list<u32> slots);
    void return_statement(const syntax::Return& s);
    void loop_exit(bool is_break);
    void annotate(const syntax::AnnAssign& s);
    void annotations(CodeDraft& code, const syntax::Arguments& a, const Expr* returns);
    void begin_annotations();
    bool keeps_annotations();
    Value annotation_text(const Expr& e);
    void import(const syntax::Import& s);
    void import_from(const syntax::ImportFrom& s);
    void import_star(const syntax::ImportFrom& s);
    bool check_module(std::string_view name, const syntax::Position& at);
    void try_statement(const syntax::Try& s);
    void protect(Label& on_exception, i64 depth);
    void guarded_body(std::span<syntax::Stmt* const> guarded, std::span<syntax::Stmt* const> orelse,
                      Label& end);
    void try_except(const syntax::Try& s);
    void try_star_statement(const syntax::TryStar& s);
    void try_except_star(const syntax::TryStar& s);
    void star_clause(const syntax::ExceptHandler& h);
    void with_finally(const std::function<void()>& guarded, std::span<Stmt* const> finalbody);
    void except_clauses(std::span<syntax::ExceptHandler* const> handlers, Label& unhandled, Label& end);
    void forget(std::string_view name);
    void with_statement(const syntax::With& s);
    void leave_item(Label& on_exception, i64 depth);
    void match_statement(const syntax::Match& s);
    void pattern(const syntax::Pattern& p, u32 slot, Case& c, Label& fails);
    void item_patterns(std::span<syntax::Pattern* const> items, Case& c, Label& fails);
    void sequence_pattern(const syntax::MatchSequence& p, u32 slot, Case& c, Label& fails);
    void mapping_pattern(const syntax::MatchMapping& p, u32 slot, Case& c, Label& fails);
    void class_pattern(const syntax::MatchClass& p, u32 slot, Case& c, Label& fails);
    void or_pattern(const syntax::MatchOr& p, u32 slot, Case& c, Label& fails);
    void capture(syntax::Identifier name, u32 slot, Case& c);
    u32 match_slot(Case& c);
    void function(const syntax::FunctionDef& f);
    void lambda(const syntax::Lambda& l);
    void class_definition(const syntax::ClassDef& c);
    u8 default_values(const syntax::Arguments& a);
    void parameters(CodeDraft& code, Scope& scope, const syntax::Arguments& a);
    void decorators(std::span<Expr* const> list);
    std::string qualified(std::string_view name, const syntax::Position& where);
    void push_block(Block b);
    void pop_block();
    void close_range(Block& b);
    bool unwind(std::size_t down_to, bool keep_top, Finally::Exit exit);
    void leave(std::size_t down_to, Finally::Exit exit);

    /// Of the qualified names of all functions and classes together: each holds those of all around it, so a
    /// short source could ask for a hundred times its length.
    static constexpr u64 QUALIFIED_BYTES_MAX = u64{4} << 20;

    ModuleDraft& module_;
    Scopes scopes_;
    u64 qualified_bytes_ = 0;
    bool names_annotations_;  ///< somewhere in the program
    std::string_view own_name_;
    bool is_library_;
    bool is_test_;
    const TestModules* beside_ = nullptr;
    syntax::Refusals* all_ = nullptr;
    bool quotes_kept_ = false;  ///< from __future__ import annotations
    Unit* unit_ = nullptr;
    std::size_t instructions_ = 0;
    KeyedSet<const void*> not_constant_;  ///< tuples that were looked through
};

CompareOp compare_op(syntax::CompareOperator op);
bool importable(std::string_view module);  ///< one of the modules of docs/actors.md, "The language"
bool exports(std::string_view module, std::string_view name);  ///< of such a module: has it that name?
std::vector<std::string> exported(std::string_view module);    ///< what `import *` takes of it, sorted

}  // namespace lariat::pvm
