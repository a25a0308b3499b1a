// Calls: plain, of a method, with keywords, with spread arguments, and super() without arguments.
#include "pvm/compiler/compiler.hpp"

namespace lariat::pvm {

using namespace syntax;

void Compiler::super_arguments()
{
    name_op("__class__", Op::LOAD_FAST, Op::LOAD_DEREF, Op::LOAD_GLOBAL, Op::LOAD_NAME);
    const std::string_view self = unit_->code->variables[0]->view();
    const auto cell = unit_->cells.find(self);
    if (cell != unit_->cells.end())
        emit(Op::LOAD_DEREF, cell->second);
    else
        emit(Op::LOAD_FAST, 0);
}

void Compiler::arguments(const syntax::Call& e, u32& count, u16& names, bool& keywords)
{
    for (const Expr* a : e.args) expression(*a);
    std::vector<Value> texts;
    for (const Keyword* k : e.keywords) {
        expression(*k->value);
        texts.push_back(make_text(k->arg));
    }
    count = static_cast<u32>(e.args.size() + e.keywords.size());
    keywords = !texts.empty();
    if (!keywords) return;
    const u32 at_constant = constant(make_tuple(texts));
    if (at_constant > 0xffff) refuse(e, "too many constants in one function");
    names = static_cast<u16>(at_constant);
}

void Compiler::call(const syntax::Call& e)
{
    const bool spread =
        std::any_of(e.args.begin(), e.args.end(),
                    [](const Expr* a) { return a->kind == ExprKind::Starred; }) ||
        std::any_of(e.keywords.begin(), e.keywords.end(), [](const Keyword* k) { return k->arg.empty(); }) ||
        e.args.size() + e.keywords.size() > 255;
    u32 count = 0;
    u16 names = 0;
    bool keywords = false;
    if (!spread && e.func->kind == ExprKind::Attribute) {
        const auto& a = as<syntax::Attribute>(*e.func);
        expression(*a.value);
        at_name(a);
        emit(Op::LOAD_METHOD, name_constant(a.attr));
        arguments(e, count, names, keywords);
        at_name(a);
        emit(keywords ? Op::CALL_METHOD_KEYWORDS : Op::CALL_METHOD, count, 0, names);
        return;
    }
    expression(*e.func);
    if (spread) {
        spread_call(e);
        return;
    }
    if (e.func->kind == ExprKind::Name && as<Name>(*e.func).id == "super" && e.args.empty() &&
        e.keywords.empty() && unit_->scope->kind == Scope::Kind::function && unit_->code->positional > 0) {
        const Symbol* own = unit_->scope->find("super");
        const Symbol* cell = unit_->scope->find("__class__");
        if (own != nullptr && own->where == Where::global && cell != nullptr && cell->where == Where::free) {
            super_arguments();
            emit(Op::CALL, 2);
            return;
        }
    }
    arguments(e, count, names, keywords);
    at(e);
    emit(keywords ? Op::CALL_KEYWORDS : Op::CALL, count, 0, names);
}

void Compiler::spread_call(const syntax::Call& e)
{
    emit(Op::BUILD_LIST, 0);
    for (const Expr* a : e.args) {
        if (a->kind == ExprKind::Starred) {
            expression(*as<Starred>(*a).value);
            emit(Op::LIST_EXTEND, e.args.size() == 1 ? 1 : 0);  // 1: a complaint names what is called
        } else {
            expression(*a);
            emit(Op::LIST_APPEND, 1);
        }
    }
    emit(Op::LIST_TO_TUPLE);
    if (!e.keywords.empty()) {
        emit(Op::BUILD_MAP, 0);
        for (const Keyword* k : e.keywords) {
            if (!k->arg.empty()) {
                load_constant(make_text(k->arg));
                expression(*k->value);
                emit(Op::BUILD_MAP, 1);
            } else {
                expression(*k->value);
            }
            emit(Op::DICT_MERGE, 2);
        }
    }
    at(e);
    emit(Op::CALL_SPREAD, 0, e.keywords.empty() ? 0 : 1);
}

}  // namespace lariat::pvm
