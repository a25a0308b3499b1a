// Scoping as Python has it: which names each scope binds and uses. What they refer to is in scope_names.cpp.
#include "pvm/compiler/scope.hpp"

namespace lariat::pvm {

using namespace syntax;

class ScopeBuilder {
public:
    ScopeBuilder(Scopes& scopes, Scope& at) : scopes_(scopes), at_(&at) {}

    void statements(Sequence<Stmt*> body)
    {
        for (const Stmt* s : body) statement(*s);
    }

private:
    std::string_view mangle(std::string_view name) { return scopes_.mangle(*at_, name); }
    void bind(std::string_view name) { at_->symbol(mangle(name)).bound = true; }
    void use(std::string_view name) { at_->symbol(mangle(name)).used = true; }

    template <class Node>
    Scope& open(const Node* node, Scope::Kind kind, std::string_view class_name)
    {
        scopes_.scopes_.push_back(std::make_unique<Scope>());
        Scope& s = *scopes_.scopes_.back();
        s.kind = kind;
        s.parent = at_;
        s.line = node->line;
        s.class_name = class_name;
        at_->children.push_back(&s);
        scopes_.by_node_.emplace(node, &s);
        return s;
    }

    void expressions(Sequence<Expr*> list)
    {
        for (const Expr* e : list) expression(e);
    }

    void parameters(const Arguments& a)
    {
        for (const Arg* p : a.posonlyargs) bind(p->arg);
        for (const Arg* p : a.args) bind(p->arg);
        for (const Arg* p : a.kwonlyargs) bind(p->arg);
        if (a.vararg != nullptr) bind(a.vararg->arg);
        if (a.kwarg != nullptr) bind(a.kwarg->arg);
    }

    void defaults(const Arguments& a)
    {
        expressions(a.defaults);
        for (const Expr* e : a.kw_defaults)
            if (e != nullptr) expression(e);
    }

    void statement(const Stmt& s)
    {
        switch (s.kind) {
            case StmtKind::FunctionDef: {
                const auto& f = as<FunctionDef>(s);
                expressions(f.decorator_list);
                defaults(f.args);
                bind(f.name);
                Scope* outer = at_;
                at_ = &open(&s, Scope::Kind::function, outer->class_name);
                parameters(f.args);
                statements(f.body);
                at_ = outer;
                break;
            }
            case StmtKind::ClassDef: {
                const auto& c = as<ClassDef>(s);
                expressions(c.decorator_list);
                expressions(c.bases);
                for (const Keyword* k : c.keywords) expression(k->value);
                bind(c.name);
                Scope* outer = at_;
                at_ = &open(&s, Scope::Kind::class_body, c.name);
                statements(c.body);
                at_ = outer;
                break;
            }
            case StmtKind::Return:
                expression(as<Return>(s).value);
                break;
            case StmtKind::Delete:
                expressions(as<Delete>(s).targets);
                break;
            case StmtKind::Assign:
                expression(as<Assign>(s).value);
                expressions(as<Assign>(s).targets);
                break;
            case StmtKind::AugAssign: {
                const auto& a = as<AugAssign>(s);
                expression(a.target);
                if (a.target->kind == ExprKind::Name) use(as<Name>(*a.target).id);
                expression(a.value);
                break;
            }
            case StmtKind::AnnAssign:
                at_->annotated = true;
                expression(as<AnnAssign>(s).target);
                expression(as<AnnAssign>(s).value);
                break;
            case StmtKind::For:
                expression(as<For>(s).iter);
                expression(as<For>(s).target);
                statements(as<For>(s).body);
                statements(as<For>(s).orelse);
                break;
            case StmtKind::While:
                expression(as<While>(s).test);
                statements(as<While>(s).body);
                statements(as<While>(s).orelse);
                break;
            case StmtKind::If:
                expression(as<If>(s).test);
                statements(as<If>(s).body);
                statements(as<If>(s).orelse);
                break;
            case StmtKind::With:
                for (const WithItem& item : as<With>(s).items) {
                    expression(item.context_expr);
                    expression(item.optional_vars);
                }
                statements(as<With>(s).body);
                break;
            case StmtKind::Match:
                expression(as<Match>(s).subject);
                for (const MatchCase& c : as<Match>(s).cases) {
                    pattern(c.pattern);
                    expression(c.guard);
                    statements(c.body);
                }
                break;
            case StmtKind::Raise:
                expression(as<Raise>(s).exc);
                expression(as<Raise>(s).cause);
                break;
            case StmtKind::Try:
                try_statement(as<Try>(s));
                break;
            case StmtKind::TryStar:
                try_statement(as<TryStar>(s));
                break;
            case StmtKind::Assert:
                expression(as<Assert>(s).test);
                expression(as<Assert>(s).msg);
                break;
            case StmtKind::Import:
                for (const Alias& a : as<Import>(s).names)
                    bind(a.asname.empty() ? a.name.substr(0, a.name.find('.')) : a.asname);
                break;
            case StmtKind::ImportFrom:
                for (const Alias& a : as<ImportFrom>(s).names)
                    if (a.name != "*") bind(a.asname.empty() ? a.name : a.asname);
                break;
            case StmtKind::Global:
                for (const Identifier n : as<Global>(s).names) at_->symbol(mangle(n)).declared_global = true;
                break;
            case StmtKind::Nonlocal:
                for (const Identifier n : as<Nonlocal>(s).names)
                    at_->symbol(mangle(n)).declared_nonlocal = true;
                break;
            case StmtKind::Expr:
                expression(as<ExprStmt>(s).value);
                break;
            case StmtKind::Pass:
            case StmtKind::Break:
            case StmtKind::Continue:
                break;
        }
    }

    template <class Node>
    void try_statement(const Node& t)
    {
        statements(t.body);
        for (const ExceptHandler* h : t.handlers) {
            expression(h->type);
            if (!h->name.empty()) bind(h->name);
            statements(h->body);
        }
        statements(t.orelse);
        statements(t.finalbody);
    }

    void pattern(const Pattern* p)
    {
        if (p == nullptr) return;
        switch (p->kind) {
            case PatternKind::MatchValue:
                expression(as<MatchValue>(*p).value);
                break;
            case PatternKind::MatchSingleton:
                break;
            case PatternKind::MatchSequence:
                for (const Pattern* q : as<MatchSequence>(*p).patterns) pattern(q);
                break;
            case PatternKind::MatchMapping:
                expressions(as<MatchMapping>(*p).keys);
                for (const Pattern* q : as<MatchMapping>(*p).patterns) pattern(q);
                if (!as<MatchMapping>(*p).rest.empty()) bind(as<MatchMapping>(*p).rest);
                break;
            case PatternKind::MatchClass:
                expression(as<MatchClass>(*p).cls);
                for (const Pattern* q : as<MatchClass>(*p).patterns) pattern(q);
                for (const Pattern* q : as<MatchClass>(*p).kwd_patterns) pattern(q);
                break;
            case PatternKind::MatchStar:
                if (!as<MatchStar>(*p).name.empty()) bind(as<MatchStar>(*p).name);
                break;
            case PatternKind::MatchAs:
                pattern(as<MatchAs>(*p).pattern);
                if (!as<MatchAs>(*p).name.empty()) bind(as<MatchAs>(*p).name);
                break;
            case PatternKind::MatchOr:
                for (const Pattern* q : as<MatchOr>(*p).patterns) pattern(q);
                break;
        }
    }

    void comprehension(const Expr& e, Sequence<Comprehension> generators,
                       std::initializer_list<const Expr*> parts, bool lazy)
    {
        expression(generators[0].iter);
        Scope* outer = at_;
        at_ = &open(&e, Scope::Kind::function, outer->class_name);
        at_->comprehension = true;
        at_->generator = lazy;
        at_->symbol(".0").bound = true;
        for (std::size_t i = 0; i < generators.size(); ++i) {
            if (i > 0) expression(generators[i].iter);
            expression(generators[i].target);
            expressions(generators[i].ifs);
        }
        for (const Expr* p : parts) expression(p);
        at_ = outer;
    }

    void expression(const Expr* e)
    {
        if (e == nullptr) return;
        switch (e->kind) {
            case ExprKind::BoolOp:
                expressions(as<BoolOp>(*e).values);
                break;
            case ExprKind::NamedExpr: {
                expression(as<NamedExpr>(*e).value);
                const std::string_view name = mangle(as<Name>(*as<NamedExpr>(*e).target).id);
                Scope* s = at_;
                for (; s->comprehension; s = s->parent) {
                    scopes_.count_capture(*s);
                    s->symbol(name).declared_nonlocal = true;
                }
                Symbol& owner = s->symbol(name);
                owner.bound = true;
                if (s != at_ && (s->kind == Scope::Kind::module || owner.declared_global))
                    for (Scope* inner = at_; inner != s; inner = inner->parent) {
                        inner->symbol(name).declared_nonlocal = false;
                        inner->symbol(name).declared_global = true;
                    }
                break;
            }
            case ExprKind::BinOp:
                expression(as<BinOp>(*e).left);
                expression(as<BinOp>(*e).right);
                break;
            case ExprKind::UnaryOp:
                expression(as<UnaryOp>(*e).operand);
                break;
            case ExprKind::Lambda: {
                const auto& l = as<Lambda>(*e);
                defaults(l.args);
                Scope* outer = at_;
                at_ = &open(e, Scope::Kind::function, outer->class_name);
                parameters(l.args);
                expression(l.body);
                at_ = outer;
                break;
            }
            case ExprKind::IfExp:
                expression(as<IfExp>(*e).test);
                expression(as<IfExp>(*e).body);
                expression(as<IfExp>(*e).orelse);
                break;
            case ExprKind::Dict:
                for (std::size_t i = 0; i < as<syntax::Dict>(*e).values.size(); ++i) {
                    expression(as<syntax::Dict>(*e).keys[i]);
                    expression(as<syntax::Dict>(*e).values[i]);
                }
                break;
            case ExprKind::Set:
                expressions(as<syntax::Set>(*e).elts);
                break;
            case ExprKind::ListComp:
                comprehension(*e, as<ListComp>(*e).generators, {as<ListComp>(*e).elt}, false);
                break;
            case ExprKind::SetComp:
                comprehension(*e, as<SetComp>(*e).generators, {as<SetComp>(*e).elt}, false);
                break;
            case ExprKind::DictComp:
                comprehension(*e, as<DictComp>(*e).generators, {as<DictComp>(*e).key, as<DictComp>(*e).value},
                              false);
                break;
            case ExprKind::GeneratorExp:
                comprehension(*e, as<GeneratorExp>(*e).generators, {as<GeneratorExp>(*e).elt}, true);
                break;
            case ExprKind::Yield:
                at_->generator = true;
                expression(as<Yield>(*e).value);
                break;
            case ExprKind::YieldFrom:
                at_->generator = true;
                expression(as<YieldFrom>(*e).value);
                break;
            case ExprKind::Compare:
                expression(as<Compare>(*e).left);
                expressions(as<Compare>(*e).comparators);
                break;
            case ExprKind::Call: {
                const auto& c = as<syntax::Call>(*e);
                expression(c.func);
                if (c.func->kind == ExprKind::Name && as<Name>(*c.func).id == "super" && c.args.empty() &&
                    c.keywords.empty() && at_->kind == Scope::Kind::function)
                    use("__class__");
                expressions(c.args);
                for (const Keyword* k : c.keywords) expression(k->value);
                break;
            }
            case ExprKind::FormattedValue:
                expression(as<FormattedValue>(*e).value);
                expression(as<FormattedValue>(*e).format_spec);
                break;
            case ExprKind::JoinedStr:
                expressions(as<JoinedStr>(*e).values);
                break;
            case ExprKind::Constant:
                break;
            case ExprKind::Attribute:
                expression(as<syntax::Attribute>(*e).value);
                break;
            case ExprKind::Subscript:
                expression(as<Subscript>(*e).value);
                expression(as<Subscript>(*e).slice);
                break;
            case ExprKind::Starred:
                expression(as<Starred>(*e).value);
                break;
            case ExprKind::Name:
                if (as<Name>(*e).ctx == ExprContext::Load)
                    use(as<Name>(*e).id);
                else
                    bind(as<Name>(*e).id);
                break;
            case ExprKind::List:
                expressions(as<syntax::List>(*e).elts);
                break;
            case ExprKind::Tuple:
                expressions(as<syntax::Tuple>(*e).elts);
                break;
            case ExprKind::Slice:
                expression(as<syntax::Slice>(*e).lower);
                expression(as<syntax::Slice>(*e).upper);
                expression(as<syntax::Slice>(*e).step);
                break;
        }
    }

    Scopes& scopes_;
    Scope* at_;
};

Scopes::Scopes(const syntax::Module& module)
{
    scopes_.push_back(std::make_unique<Scope>());
    by_node_.emplace(&module, scopes_.front().get());
    ScopeBuilder(*this, *scopes_.front()).statements(module.body);
    // Parents stand before children: a name is resolved where it is bound before it is asked for.
    for (const auto& scope : scopes_) resolve(*scope);
}

}  // namespace lariat::pvm
