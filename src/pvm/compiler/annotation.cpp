// Annotations of functions, class bodies and the module, kept as text and never evaluated.
#include "pvm/compiler/compiler.hpp"
#include "pvm/compiler/unparse.hpp"

namespace lariat::pvm {

using namespace syntax;

// What is text already needs no quotes around it, unless `from __future__ import annotations` asks for them.
Value Compiler::annotation_text(const Expr& e)
{
    const bool text = e.kind == ExprKind::Constant && as<Constant>(e).value == ConstantKind::Str;
    return make_text(text && !quotes_kept_ ? std::string(as<Constant>(e).text) : unparse(e));
}

// In CPython's order, which has the positional-only parameters behind the others.
void Compiler::annotations(CodeDraft& code, const Arguments& a, const Expr* returns)
{
    const auto add = [&](std::string_view name, const Expr* annotation) {
        if (annotation != nullptr)
            code.annotations.push_back(
                {intern(scopes_.mangle(*unit_->scope, name)), annotation_text(*annotation)});
    };
    for (const auto* p : a.args) add(p->arg, p->annotation);
    for (const auto* p : a.posonlyargs) add(p->arg, p->annotation);
    if (a.vararg != nullptr) add(a.vararg->arg, a.vararg->annotation);
    for (const auto* p : a.kwonlyargs) add(p->arg, p->annotation);
    if (a.kwarg != nullptr) add(a.kwarg->arg, a.kwarg->annotation);
    add("return", returns);
}

// The module's are kept where the program names them, which is the only way to see them.
bool Compiler::keeps_annotations()
{
    const Scope& scope = *unit_->scope;
    if (!scope.annotated || scope.kind == Scope::Kind::function) return false;
    return scope.kind == Scope::Kind::class_body || names_annotations_;
}

// A body that looks at its annotations has them from its beginning.
void Compiler::begin_annotations()
{
    if (!names_annotations_ || !keeps_annotations()) return;
    emit(Op::BUILD_MAP, 0);
    if (unit_->scope->kind == Scope::Kind::class_body)
        emit(Op::STORE_NAME, name_constant("__annotations__"));
    else
        store_name("__annotations__");
}

void Compiler::annotate(const AnnAssign& s)
{
    if (!keeps_annotations() || !s.simple || s.target->kind != ExprKind::Name) return;
    const Value text = annotation_text(*s.annotation);
    const std::string_view name = scopes_.mangle(*unit_->scope, as<Name>(*s.target).id);
    if (unit_->scope->kind == Scope::Kind::class_body) {
        const u32 kept_text = constant(text);
        if (kept_text > 0xffff) refuse(s, "too many constants in one class");
        emit(Op::ANNOTATE, name_constant(name), 0, static_cast<u16>(kept_text));
        return;
    }
    load_constant(text);
    load_name("__annotations__", s);
    load_constant(make_text(name));
    emit(Op::STORE_SUBSCRIPT);
}

}  // namespace lariat::pvm
