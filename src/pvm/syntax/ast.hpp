// The syntax tree of Python 3.11: one struct for each node of CPython's grammar, same names and fields.
//
// Everything lives in the arena of a ParsedModule: nodes, lists and strings are valid as long as it is,
// and nothing has a destructor. `kind` says which struct a node is; `as<Call>(*expr)` is the checked cast.
//
// Depth: no path from the module to a leaf has more than TREE_DEPTH nodes; the parser refuses source
// with a deeper tree. Nesting in source is bounded much lower (Limits::nesting), but chains without
// nesting are as deep as they are long: `a + a + …` and `a.b.c…` to the left, `elif` in `orelse`. A consumer
// may recurse over the tree, one frame of some hundred bytes for each node.
//
// Optional nodes are null, optional identifiers empty. Lists have no null elements but Dict::keys (`**x`)
// and Arguments::kw_defaults (no default).
#pragma once

#include "lariat/assert.hpp"
#include "pvm/syntax/arena.hpp"

namespace lariat::pvm::syntax {

inline constexpr u32 TREE_DEPTH = 1000;

enum class StmtKind : u8 {
    FunctionDef,
    ClassDef,
    Return,
    Delete,
    Assign,
    AugAssign,
    AnnAssign,
    For,
    While,
    If,
    With,
    Match,
    Raise,
    Try,
    TryStar,
    Assert,
    Import,
    ImportFrom,
    Global,
    Nonlocal,
    Expr,
    Pass,
    Break,
    Continue,
};
enum class ExprKind : u8 {
    BoolOp,
    NamedExpr,
    BinOp,
    UnaryOp,
    Lambda,
    IfExp,
    Dict,
    Set,
    ListComp,
    SetComp,
    DictComp,
    GeneratorExp,
    Yield,
    YieldFrom,
    Compare,
    Call,
    FormattedValue,
    JoinedStr,
    Constant,
    Attribute,
    Subscript,
    Starred,
    Name,
    List,
    Tuple,
    Slice,
};
enum class PatternKind : u8 {
    MatchValue,
    MatchSingleton,
    MatchSequence,
    MatchMapping,
    MatchClass,
    MatchStar,
    MatchAs,
    MatchOr,
};

enum class ExprContext : u8 { Load, Store, Del };
enum class BoolOperator : u8 { And, Or };
enum class Operator : u8 {
    Add,
    Sub,
    Mult,
    MatMult,
    Div,
    Mod,
    Pow,
    LShift,
    RShift,
    BitOr,
    BitXor,
    BitAnd,
    FloorDiv,
};
enum class UnaryOperator : u8 { Invert, Not, UAdd, USub };
enum class CompareOperator : u8 { Eq, NotEq, Lt, LtE, Gt, GtE, Is, IsNot, In, NotIn };
enum class ConstantKind : u8 { None, True, False, Ellipsis, Int, Str, Bytes };

template <class T>
using Sequence = std::span<T>;
using Identifier = std::string_view;  ///< ASCII

/// Where a node begins: both count from 1, columns in code points.
struct Position {
    u32 line = 1;
    u32 column = 1;
};

struct Stmt : Position {
    StmtKind kind{};
};
struct Expr : Position {
    ExprKind kind{};
};
struct Pattern : Position {
    PatternKind kind{};
};
template <StmtKind K>
struct StmtNode : Stmt {
    static constexpr StmtKind KIND = K;
};
template <ExprKind K>
struct ExprNode : Expr {
    static constexpr ExprKind KIND = K;
};
template <PatternKind K>
struct PatternNode : Pattern {
    static constexpr PatternKind KIND = K;
};

/// The node as the struct that its kind names.
template <class T, class Node>
const T& as(const Node& node)
{
    LARIAT_ASSERT(node.kind == T::KIND);
    return static_cast<const T&>(node);
}
template <class T, class Node>
T& as(Node& node)
{
    LARIAT_ASSERT(node.kind == T::KIND);
    return static_cast<T&>(node);
}

// ── parts of nodes ──

struct Arg : Position {
    Identifier arg;
    Expr* annotation = nullptr;
};
struct Arguments {
    Sequence<Arg*> posonlyargs;
    Sequence<Arg*> args;
    Arg* vararg = nullptr;
    Sequence<Arg*> kwonlyargs;
    Sequence<Expr*> kw_defaults;  ///< one for each of kwonlyargs, null where it has none
    Arg* kwarg = nullptr;
    Sequence<Expr*> defaults;  ///< of the last of posonlyargs and args together
};
struct Keyword : Position {
    Identifier arg;  ///< empty: `**value`
    Expr* value = nullptr;
};
struct Alias : Position {
    Identifier name;  ///< with its dots; `*` for a star import
    Identifier asname;
};
struct WithItem {
    Expr* context_expr = nullptr;
    Expr* optional_vars = nullptr;
};
struct ExceptHandler : Position {
    Expr* type = nullptr;
    Identifier name;
    Sequence<Stmt*> body;
};
struct MatchCase {
    Pattern* pattern = nullptr;
    Expr* guard = nullptr;
    Sequence<Stmt*> body;
};
struct Comprehension {
    Expr* target = nullptr;
    Expr* iter = nullptr;
    Sequence<Expr*> ifs;
};

// ── statements ──

struct FunctionDef : StmtNode<StmtKind::FunctionDef> {
    Identifier name;
    Arguments args;
    Sequence<Stmt*> body;
    Sequence<Expr*> decorator_list;
    Expr* returns = nullptr;
};
struct ClassDef : StmtNode<StmtKind::ClassDef> {
    Identifier name;
    Sequence<Expr*> bases;
    Sequence<Keyword*> keywords;
    Sequence<Stmt*> body;
    Sequence<Expr*> decorator_list;
};
struct Return : StmtNode<StmtKind::Return> {
    Expr* value = nullptr;
};
struct Delete : StmtNode<StmtKind::Delete> {
    Sequence<Expr*> targets;
};
struct Assign : StmtNode<StmtKind::Assign> {
    Sequence<Expr*> targets;
    Expr* value = nullptr;
};
struct AugAssign : StmtNode<StmtKind::AugAssign> {
    Expr* target = nullptr;
    Operator op{};
    Expr* value = nullptr;
};
struct AnnAssign : StmtNode<StmtKind::AnnAssign> {
    Expr* target = nullptr;
    Expr* annotation = nullptr;
    Expr* value = nullptr;
    bool simple = false;  ///< a name without brackets around it
};
struct For : StmtNode<StmtKind::For> {
    Expr* target = nullptr;
    Expr* iter = nullptr;
    Sequence<Stmt*> body;
    Sequence<Stmt*> orelse;
};
struct While : StmtNode<StmtKind::While> {
    Expr* test = nullptr;
    Sequence<Stmt*> body;
    Sequence<Stmt*> orelse;
};
struct If : StmtNode<StmtKind::If> {
    Expr* test = nullptr;
    Sequence<Stmt*> body;
    Sequence<Stmt*> orelse;  ///< `elif` is one If here
};
struct With : StmtNode<StmtKind::With> {
    Sequence<WithItem> items;
    Sequence<Stmt*> body;
};
struct Match : StmtNode<StmtKind::Match> {
    Expr* subject = nullptr;
    Sequence<MatchCase> cases;
};
struct Raise : StmtNode<StmtKind::Raise> {
    Expr* exc = nullptr;
    Expr* cause = nullptr;
};
struct Try : StmtNode<StmtKind::Try> {
    Sequence<Stmt*> body;
    Sequence<ExceptHandler*> handlers;
    Sequence<Stmt*> orelse;
    Sequence<Stmt*> finalbody;
};
struct TryStar : StmtNode<StmtKind::TryStar> {
    Sequence<Stmt*> body;
    Sequence<ExceptHandler*> handlers;
    Sequence<Stmt*> orelse;
    Sequence<Stmt*> finalbody;
};
struct Assert : StmtNode<StmtKind::Assert> {
    Expr* test = nullptr;
    Expr* msg = nullptr;
};
struct Import : StmtNode<StmtKind::Import> {
    Sequence<Alias> names;
};
struct ImportFrom : StmtNode<StmtKind::ImportFrom> {
    Identifier module;  ///< with its dots; empty in `from . import x`
    Sequence<Alias> names;
    u32 level = 0;  ///< leading dots
};
struct Global : StmtNode<StmtKind::Global> {
    Sequence<Identifier> names;
};
struct Nonlocal : StmtNode<StmtKind::Nonlocal> {
    Sequence<Identifier> names;
};
struct ExprStmt : StmtNode<StmtKind::Expr> {  ///< CPython's Expr; the name is the expressions' base here
    Expr* value = nullptr;
};
struct Pass : StmtNode<StmtKind::Pass> {};
struct Break : StmtNode<StmtKind::Break> {};
struct Continue : StmtNode<StmtKind::Continue> {};

// ── expressions ──

struct BoolOp : ExprNode<ExprKind::BoolOp> {
    BoolOperator op{};
    Sequence<Expr*> values;
};
struct NamedExpr : ExprNode<ExprKind::NamedExpr> {
    Expr* target = nullptr;  ///< a Name
    Expr* value = nullptr;
};
struct BinOp : ExprNode<ExprKind::BinOp> {
    Expr* left = nullptr;
    Operator op{};
    Expr* right = nullptr;
};
struct UnaryOp : ExprNode<ExprKind::UnaryOp> {
    UnaryOperator op{};
    Expr* operand = nullptr;
};
struct Lambda : ExprNode<ExprKind::Lambda> {
    Arguments args;
    Expr* body = nullptr;
};
struct IfExp : ExprNode<ExprKind::IfExp> {
    Expr* test = nullptr;
    Expr* body = nullptr;
    Expr* orelse = nullptr;
};
struct Dict : ExprNode<ExprKind::Dict> {
    Sequence<Expr*> keys;  ///< null for `**value`
    Sequence<Expr*> values;
};
struct Set : ExprNode<ExprKind::Set> {
    Sequence<Expr*> elts;
};
struct ListComp : ExprNode<ExprKind::ListComp> {
    Expr* elt = nullptr;
    Sequence<Comprehension> generators;
};
struct SetComp : ExprNode<ExprKind::SetComp> {
    Expr* elt = nullptr;
    Sequence<Comprehension> generators;
};
struct DictComp : ExprNode<ExprKind::DictComp> {
    Expr* key = nullptr;
    Expr* value = nullptr;
    Sequence<Comprehension> generators;
};
struct GeneratorExp : ExprNode<ExprKind::GeneratorExp> {
    Expr* elt = nullptr;
    Sequence<Comprehension> generators;
};
struct Yield : ExprNode<ExprKind::Yield> {
    Expr* value = nullptr;
};
struct YieldFrom : ExprNode<ExprKind::YieldFrom> {
    Expr* value = nullptr;
};
struct Compare : ExprNode<ExprKind::Compare> {
    Expr* left = nullptr;
    Sequence<CompareOperator> ops;
    Sequence<Expr*> comparators;
};
struct Call : ExprNode<ExprKind::Call> {
    Expr* func = nullptr;
    Sequence<Expr*> args;
    Sequence<Keyword*> keywords;
};
struct FormattedValue : ExprNode<ExprKind::FormattedValue> {
    Expr* value = nullptr;
    char conversion = 0;          ///< 's', 'r', 'a', or 0 for none
    Expr* format_spec = nullptr;  ///< a JoinedStr
};
struct JoinedStr : ExprNode<ExprKind::JoinedStr> {
    Sequence<Expr*> values;  ///< str Constants and FormattedValues; the text of `{x=}` is in the Constants
};
struct Constant : ExprNode<ExprKind::Constant> {
    ConstantKind value{};
    std::string_view text;          ///< Str: valid UTF-8; Bytes: the bytes
    Sequence<const u64> magnitude;  ///< Int: least limb first, the last not 0; 0 has none. Never negative
    bool u_prefix = false;          ///< CPython's kind='u'
};
struct Attribute : ExprNode<ExprKind::Attribute> {
    Expr* value = nullptr;
    Identifier attr;
    u32 name_line = 1;  ///< a chain may go over several
    ExprContext ctx{};
};
struct Subscript : ExprNode<ExprKind::Subscript> {
    Expr* value = nullptr;
    Expr* slice = nullptr;
    ExprContext ctx{};
};
struct Starred : ExprNode<ExprKind::Starred> {
    Expr* value = nullptr;
    ExprContext ctx{};
};
struct Name : ExprNode<ExprKind::Name> {
    Identifier id;
    ExprContext ctx{};
};
struct List : ExprNode<ExprKind::List> {
    Sequence<Expr*> elts;
    ExprContext ctx{};
};
struct Tuple : ExprNode<ExprKind::Tuple> {
    Sequence<Expr*> elts;
    ExprContext ctx{};
};
struct Slice : ExprNode<ExprKind::Slice> {
    Expr* lower = nullptr;
    Expr* upper = nullptr;
    Expr* step = nullptr;
};

// ── patterns ──

struct MatchValue : PatternNode<PatternKind::MatchValue> {
    Expr* value = nullptr;
};
struct MatchSingleton : PatternNode<PatternKind::MatchSingleton> {
    ConstantKind value{};  ///< None, True or False
};
struct MatchSequence : PatternNode<PatternKind::MatchSequence> {
    Sequence<Pattern*> patterns;
};
struct MatchMapping : PatternNode<PatternKind::MatchMapping> {
    Sequence<Expr*> keys;
    Sequence<Pattern*> patterns;
    Identifier rest;
};
struct MatchClass : PatternNode<PatternKind::MatchClass> {
    Expr* cls = nullptr;
    Sequence<Pattern*> patterns;
    Sequence<Identifier> kwd_attrs;
    Sequence<Pattern*> kwd_patterns;
};
struct MatchStar : PatternNode<PatternKind::MatchStar> {
    Identifier name;  ///< empty: `*_`
};
struct MatchAs : PatternNode<PatternKind::MatchAs> {
    Pattern* pattern = nullptr;
    Identifier name;  ///< empty: `_`
};
struct MatchOr : PatternNode<PatternKind::MatchOr> {
    Sequence<Pattern*> patterns;
};

// ── the whole ──

struct Module {
    Sequence<Stmt*> body;
};

/// A module and what its nodes live in.
struct ParsedModule {
    Arena arena;
    const Module* module = nullptr;  ///< never null once parsed
};

}  // namespace lariat::pvm::syntax
