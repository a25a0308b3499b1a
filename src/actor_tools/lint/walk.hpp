// Walk visits the statements and expressions of a syntax tree in source order.
#pragma once

#include "pvm/syntax/ast.hpp"

namespace lariat::actor_tools::lint {

namespace syntax = pvm::syntax;

/// Derive from it and override what is of interest. Annotations are left out: the VM keeps them as text and
/// never evaluates them. A tree is at most TREE_DEPTH deep, so recursion is bounded.
class Walk {
public:
    virtual ~Walk() = default;

    void statements(syntax::Sequence<syntax::Stmt*> body);
    void statement(const syntax::Stmt& s);
    void expression(const syntax::Expr* e);  ///< null is allowed
    void expressions(syntax::Sequence<syntax::Expr*> list);

protected:
    /// Called before the children of a node. False leaves the children out; the node's leave() is called all
    /// the same.
    virtual bool enter(const syntax::Stmt&) { return true; }
    virtual bool enter(const syntax::Expr&) { return true; }
    virtual void leave(const syntax::Stmt&) {}
    virtual void leave(const syntax::Expr&) {}
    /// Called around the body of a function, class, lambda or comprehension, which has a scope of its own.
    virtual void open_scope(const void* /*node*/) {}
    virtual void close_scope() {}

    /// A name that is bound by an `except … as`, a pattern, a parameter, or the statement of a function or
    /// class.
    virtual void binds(syntax::Identifier) {}

private:
    void children(const syntax::Stmt& s);
    void children(const syntax::Expr& e);
    void definition_children(const syntax::Stmt& s);
    void loop_children(const syntax::Stmt& s);
    void comprehension(const syntax::Expr& e, syntax::Sequence<syntax::Comprehension> generators,
                       std::initializer_list<const syntax::Expr*> parts);
    void defaults(const syntax::Arguments& a);
    void parameters(const syntax::Arguments& a);
    void pattern(const syntax::Pattern* p);
    template <class Try>
    void try_children(const Try& t);
};

}  // namespace lariat::actor_tools::lint
