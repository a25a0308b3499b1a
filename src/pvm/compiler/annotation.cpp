// Annotations of class bodies, kept as text: what dataclasses reads.
#include "pvm/compiler/compiler.hpp"
#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

using namespace syntax;

namespace {

std::string text_of(const syntax::Expr& e);

std::string list_of(std::span<syntax::Expr* const> items)
{
    std::string out;
    for (const syntax::Expr* e : items) out += (out.empty() ? "" : ", ") + text_of(*e);
    return out;
}

std::string text_of_constant(const Constant& c)
{
    switch (c.value) {
        case ConstantKind::None:
            return "None";
        case ConstantKind::True:
            return "True";
        case ConstantKind::False:
            return "False";
        case ConstantKind::Ellipsis:
            return "...";
        case ConstantKind::Str: {
            std::string out;
            repr_text(c.text, out, false);
            return out;
        }
        case ConstantKind::Bytes: {
            std::string out;
            repr_text(c.text, out, true);
            return "b" + out;
        }
        case ConstantKind::Int:
            break;
    }
    return c.magnitude.size() > 1 ? "<int>" : std::to_string(c.magnitude.empty() ? 0 : c.magnitude[0]);
}

// What annotations are made of; anything else is named by what it is.
std::string text_of(const syntax::Expr& e)
{
    switch (e.kind) {
        case ExprKind::Name:
            return std::string(as<Name>(e).id);
        case ExprKind::Attribute:
            return text_of(*as<syntax::Attribute>(e).value) + "." +
                   std::string(as<syntax::Attribute>(e).attr);
        case ExprKind::Subscript: {
            const syntax::Expr& inner = *as<Subscript>(e).slice;
            const bool bare = inner.kind == ExprKind::Tuple && !as<syntax::Tuple>(inner).elts.empty();
            return text_of(*as<Subscript>(e).value) + "[" +
                   (bare ? list_of(as<syntax::Tuple>(inner).elts) : text_of(inner)) + "]";
        }
        case ExprKind::Constant:
            return text_of_constant(as<Constant>(e));
        case ExprKind::Tuple: {
            const auto items = as<syntax::Tuple>(e).elts;
            return "(" + list_of(items) + (items.size() == 1 ? ",)" : ")");
        }
        case ExprKind::List:
            return "[" + list_of(as<syntax::List>(e).elts) + "]";
        case ExprKind::BinOp:
            if (as<syntax::BinOp>(e).op != syntax::Operator::BitOr) return "<expression>";
            return text_of(*as<syntax::BinOp>(e).left) + " | " + text_of(*as<syntax::BinOp>(e).right);
        case ExprKind::Call:
            return text_of(*as<syntax::Call>(e).func) + "(" + list_of(as<syntax::Call>(e).args) + ")";
        default:
            return "<expression>";
    }
}

}  // namespace

void Compiler::annotate(const AnnAssign& s)
{
    const bool kept = unit_->scope->kind == Scope::Kind::class_body && s.simple;
    if (!kept || s.target->kind != ExprKind::Name) return;
    const bool text =
        s.annotation->kind == ExprKind::Constant && as<Constant>(*s.annotation).value == ConstantKind::Str;
    const u32 kept_text =
        constant(make_text(text ? std::string(as<Constant>(*s.annotation).text) : text_of(*s.annotation)));
    if (kept_text > 0xffff) refuse(s, "too many constants in one class");
    emit(Op::ANNOTATE, name_constant(as<Name>(*s.target).id), 0, static_cast<u16>(kept_text));
}

}  // namespace lariat::pvm
