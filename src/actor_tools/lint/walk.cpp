// Children of each kind of node, in the order in which Python evaluates them.
#include "actor_tools/lint/walk.hpp"

namespace lariat::actor_tools::lint {

using namespace pvm::syntax;

void Walk::statements(Sequence<Stmt*> body)
{
    for (const Stmt* s : body) statement(*s);
}

void Walk::expressions(Sequence<Expr*> list)
{
    for (const Expr* e : list) expression(e);
}

void Walk::statement(const Stmt& s)
{
    if (enter(s)) children(s);
    leave(s);
}

void Walk::expression(const Expr* e)
{
    if (e == nullptr) return;
    if (enter(*e)) children(*e);
    leave(*e);
}

void Walk::defaults(const Arguments& a)
{
    expressions(a.defaults);
    expressions(a.kw_defaults);
}

void Walk::parameters(const Arguments& a)
{
    for (const pvm::syntax::Arg* p : a.posonlyargs) binds(p->arg);
    for (const pvm::syntax::Arg* p : a.args) binds(p->arg);
    for (const pvm::syntax::Arg* p : a.kwonlyargs) binds(p->arg);
    if (a.vararg != nullptr) binds(a.vararg->arg);
    if (a.kwarg != nullptr) binds(a.kwarg->arg);
}

void Walk::definition_children(const Stmt& s)
{
    if (s.kind == StmtKind::FunctionDef) {
        const auto& f = as<FunctionDef>(s);
        expressions(f.decorator_list);
        defaults(f.args);
        binds(f.name);
        open_scope(&s);
        parameters(f.args);
        statements(f.body);
    } else {
        const auto& c = as<ClassDef>(s);
        expressions(c.decorator_list);
        expressions(c.bases);
        for (const Keyword* k : c.keywords) expression(k->value);
        binds(c.name);
        open_scope(&s);
        statements(c.body);
    }
    close_scope();
}

void Walk::loop_children(const Stmt& s)
{
    if (s.kind == StmtKind::For) {
        expression(as<For>(s).iter);
        expression(as<For>(s).target);
        statements(as<For>(s).body);
        statements(as<For>(s).orelse);
    } else {
        expression(as<While>(s).test);
        statements(as<While>(s).body);
        statements(as<While>(s).orelse);
    }
}

template <class Tried>
void Walk::try_children(const Tried& t)
{
    statements(t.body);
    for (const ExceptHandler* h : t.handlers) {
        expression(h->type);
        if (!h->name.empty()) binds(h->name);
        statements(h->body);
    }
    statements(t.orelse);
    statements(t.finalbody);
}

void Walk::children(const Stmt& s)
{
    switch (s.kind) {
        case StmtKind::FunctionDef:
        case StmtKind::ClassDef:
            return definition_children(s);
        case StmtKind::For:
        case StmtKind::While:
            return loop_children(s);
        case StmtKind::Return:
            return expression(as<Return>(s).value);
        case StmtKind::Delete:
            return expressions(as<Delete>(s).targets);
        case StmtKind::Assign:
            expression(as<Assign>(s).value);
            return expressions(as<Assign>(s).targets);
        case StmtKind::AugAssign:
            expression(as<AugAssign>(s).target);
            return expression(as<AugAssign>(s).value);
        case StmtKind::AnnAssign:
            expression(as<AnnAssign>(s).value);
            return expression(as<AnnAssign>(s).target);
        case StmtKind::If:
            expression(as<If>(s).test);
            statements(as<If>(s).body);
            return statements(as<If>(s).orelse);
        case StmtKind::With:
            for (const WithItem& item : as<With>(s).items) {
                expression(item.context_expr);
                expression(item.optional_vars);
            }
            return statements(as<With>(s).body);
        case StmtKind::Match:
            expression(as<Match>(s).subject);
            for (const MatchCase& c : as<Match>(s).cases) {
                pattern(c.pattern);
                expression(c.guard);
                statements(c.body);
            }
            return;
        case StmtKind::Raise:
            expression(as<Raise>(s).exc);
            return expression(as<Raise>(s).cause);
        case StmtKind::Try:
            return try_children(as<Try>(s));
        case StmtKind::TryStar:
            return try_children(as<TryStar>(s));
        case StmtKind::Assert:
            expression(as<Assert>(s).test);
            return expression(as<Assert>(s).msg);
        case StmtKind::Expr:
            return expression(as<ExprStmt>(s).value);
        case StmtKind::Import:
        case StmtKind::ImportFrom:
        case StmtKind::Global:
        case StmtKind::Nonlocal:
        case StmtKind::Pass:
        case StmtKind::Break:
        case StmtKind::Continue:
            return;
    }
}

void Walk::pattern(const Pattern* p)
{
    if (p == nullptr) return;
    const auto patterns = [&](Sequence<Pattern*> list) {
        for (const Pattern* q : list) pattern(q);
    };
    switch (p->kind) {
        case PatternKind::MatchValue:
            return expression(as<MatchValue>(*p).value);
        case PatternKind::MatchSequence:
            return patterns(as<MatchSequence>(*p).patterns);
        case PatternKind::MatchMapping:
            expressions(as<MatchMapping>(*p).keys);
            if (!as<MatchMapping>(*p).rest.empty()) binds(as<MatchMapping>(*p).rest);
            return patterns(as<MatchMapping>(*p).patterns);
        case PatternKind::MatchClass:
            expression(as<MatchClass>(*p).cls);
            patterns(as<MatchClass>(*p).patterns);
            return patterns(as<MatchClass>(*p).kwd_patterns);
        case PatternKind::MatchAs:
            if (!as<MatchAs>(*p).name.empty()) binds(as<MatchAs>(*p).name);
            return pattern(as<MatchAs>(*p).pattern);
        case PatternKind::MatchOr:
            return patterns(as<MatchOr>(*p).patterns);
        case PatternKind::MatchStar:
            if (!as<MatchStar>(*p).name.empty()) binds(as<MatchStar>(*p).name);
            return;
        case PatternKind::MatchSingleton:
            return;
    }
}

void Walk::comprehension(const Expr& e, Sequence<Comprehension> generators,
                         std::initializer_list<const Expr*> parts)
{
    expression(generators[0].iter);
    open_scope(&e);
    for (std::size_t i = 0; i < generators.size(); ++i) {
        if (i > 0) expression(generators[i].iter);
        expression(generators[i].target);
        expressions(generators[i].ifs);
    }
    for (const Expr* p : parts) expression(p);
    close_scope();
}

void Walk::children(const Expr& e)
{
    switch (e.kind) {
        case ExprKind::BoolOp:
            return expressions(as<BoolOp>(e).values);
        case ExprKind::NamedExpr:
            expression(as<NamedExpr>(e).value);
            return expression(as<NamedExpr>(e).target);
        case ExprKind::BinOp:
            expression(as<BinOp>(e).left);
            return expression(as<BinOp>(e).right);
        case ExprKind::UnaryOp:
            return expression(as<UnaryOp>(e).operand);
        case ExprKind::Lambda:
            defaults(as<Lambda>(e).args);
            open_scope(&e);
            parameters(as<Lambda>(e).args);
            expression(as<Lambda>(e).body);
            return close_scope();
        case ExprKind::IfExp:
            expression(as<IfExp>(e).test);
            expression(as<IfExp>(e).body);
            return expression(as<IfExp>(e).orelse);
        case ExprKind::Dict:
            for (std::size_t i = 0; i < as<Dict>(e).values.size(); ++i) {
                expression(as<Dict>(e).keys[i]);
                expression(as<Dict>(e).values[i]);
            }
            return;
        case ExprKind::Set:
            return expressions(as<Set>(e).elts);
        case ExprKind::ListComp:
            return comprehension(e, as<ListComp>(e).generators, {as<ListComp>(e).elt});
        case ExprKind::SetComp:
            return comprehension(e, as<SetComp>(e).generators, {as<SetComp>(e).elt});
        case ExprKind::DictComp:
            return comprehension(e, as<DictComp>(e).generators, {as<DictComp>(e).key, as<DictComp>(e).value});
        case ExprKind::GeneratorExp:
            return comprehension(e, as<GeneratorExp>(e).generators, {as<GeneratorExp>(e).elt});
        case ExprKind::Yield:
            return expression(as<Yield>(e).value);
        case ExprKind::YieldFrom:
            return expression(as<YieldFrom>(e).value);
        case ExprKind::Compare:
            expression(as<Compare>(e).left);
            return expressions(as<Compare>(e).comparators);
        case ExprKind::Call:
            expression(as<Call>(e).func);
            expressions(as<Call>(e).args);
            for (const Keyword* k : as<Call>(e).keywords) expression(k->value);
            return;
        case ExprKind::FormattedValue:
            expression(as<FormattedValue>(e).value);
            return expression(as<FormattedValue>(e).format_spec);
        case ExprKind::JoinedStr:
            return expressions(as<JoinedStr>(e).values);
        case ExprKind::Attribute:
            return expression(as<Attribute>(e).value);
        case ExprKind::Subscript:
            expression(as<Subscript>(e).value);
            return expression(as<Subscript>(e).slice);
        case ExprKind::Starred:
            return expression(as<Starred>(e).value);
        case ExprKind::List:
            return expressions(as<List>(e).elts);
        case ExprKind::Tuple:
            return expressions(as<Tuple>(e).elts);
        case ExprKind::Slice:
            expression(as<Slice>(e).lower);
            expression(as<Slice>(e).upper);
            return expression(as<Slice>(e).step);
        case ExprKind::Constant:
        case ExprKind::Name:
            return;
    }
}

}  // namespace lariat::actor_tools::lint
