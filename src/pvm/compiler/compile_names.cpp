// Compiles loads and stores of names, and refuses builtins that no actor has.
#include "pvm/compiler/compiler.hpp"

namespace lariat::pvm {

using namespace syntax;

namespace {

std::string_view refused_builtin(std::string_view name)
{
    if (name == "float" || name == "complex") return "floating point is not available";
    if (name == "aiter" || name == "anext") return "async is not available";
    for (const std::string_view n :
         {"eval", "exec", "compile", "__import__", "__build_class__", "open", "input", "globals", "locals",
          "vars", "dir", "id", "breakpoint", "help", "exit", "quit", "memoryview"})
        if (name == n) return "not available in an actor";
    return {};
}

}  // namespace

void Compiler::check_builtin(std::string_view name, const Position& where)
{
    const Symbol* own = scopes_.module().find(name);
    if (own != nullptr && own->bound) return;
    const std::string_view reason = refused_builtin(name);
    if (!reason.empty() && !is_library_)
        refuse_and_go_on(where, "'" + std::string(name) + "': " + std::string(reason));
}

void Compiler::name_op(std::string_view name, Op fast, Op deref, Op global, Op named)
{
    name = scopes_.mangle(*unit_->scope, name);
    const Symbol* s = unit_->scope->find(name);
    const Where where = s == nullptr ? Where::global : s->where;
    switch (where) {
        case Where::local:
            emit(fast, unit_->locals.at(name));
            return;
        case Where::cell:
            emit(deref, unit_->cells.at(name));
            return;
        case Where::free:
            emit(deref, unit_->frees.at(name));
            return;
        case Where::class_free:
            if (deref == Op::LOAD_DEREF) {
                const u32 text = name_constant(name);
                if (text > 0xffff) refuse({unit_->line, 1}, "too many constants in one class");
                emit(Op::LOAD_CLASS_DEREF, unit_->frees.at(name), 0, static_cast<u16>(text));
            } else {
                emit(deref, unit_->frees.at(name));
            }
            return;
        case Where::class_name: {
            const u32 text = name_constant(name);
            if (text > 0xffff) refuse({unit_->line, 1}, "too many constants in one class");
            if (named == Op::LOAD_NAME)
                emit(named, global_slot(name), 0, static_cast<u16>(text));
            else
                emit(named, text);
            return;
        }
        default:
            emit(global, global_slot(name));
            return;
    }
}

void Compiler::load_name(std::string_view name, const Position& where)
{
    const Symbol* s = unit_->scope->find(scopes_.mangle(*unit_->scope, name));
    if (s == nullptr || s->where == Where::global || (s->where == Where::class_name && !s->bound))
        check_builtin(name, where);
    name_op(name, Op::LOAD_FAST, Op::LOAD_DEREF, Op::LOAD_GLOBAL, Op::LOAD_NAME);
}

void Compiler::store_name(std::string_view name)
{
    name_op(name, Op::STORE_FAST, Op::STORE_DEREF, Op::STORE_GLOBAL, Op::STORE_NAME);
}

void Compiler::delete_name(std::string_view name)
{
    name_op(name, Op::DELETE_FAST, Op::DELETE_DEREF, Op::DELETE_GLOBAL, Op::DELETE_NAME);
}

void Compiler::make_function(Scope& scope, const CodeDraft* code, u8 flags)
{
    // The closure: the cells that the inner code's free variables are, in the order of its slots.
    u32 count = 0;
    for (const Symbol& s : scope.symbols) {
        if (!s.from_outside()) continue;
        const bool of_class = unit_->scope->class_cell && s.name == "__class__";
        const auto cell = unit_->cells.find(of_class ? CLASS_CELL : s.name);
        emit(Op::LOAD_CELL, cell != unit_->cells.end() ? cell->second : unit_->frees.at(s.name));
        ++count;
    }
    if (count != 0) {
        emit(Op::BUILD_TUPLE, count);
        flags |= 4;
    }
    unit_->code->children.push_back(code);
    emit(Op::MAKE_FUNCTION, static_cast<u32>(unit_->code->children.size() - 1), flags);
}

}  // namespace lariat::pvm
