// Statements to bytecode: assignment, branches, loops, imports.
#include "pvm/compiler/compiler.hpp"

namespace lariat::pvm {

using namespace syntax;

void Compiler::body(std::span<Stmt* const> list)
{
    for (const Stmt* s : list) statement(*s);
}

void Compiler::statement(const Stmt& s)
{
    at(s);
    switch (s.kind) {
        case StmtKind::FunctionDef:
            function(as<FunctionDef>(s));
            break;
        case StmtKind::ClassDef:
            class_definition(as<ClassDef>(s));
            break;
        case StmtKind::Return:
            return_statement(as<Return>(s));
            break;
        case StmtKind::Delete:
            for (const Expr* t : as<Delete>(s).targets) remove(*t);
            break;
        case StmtKind::Assign:
            assign(as<Assign>(s));
            break;
        case StmtKind::AugAssign:
            augmented(as<AugAssign>(s));
            break;
        case StmtKind::AnnAssign:
            if (as<AnnAssign>(s).value != nullptr) {
                expression(*as<AnnAssign>(s).value);
                store(*as<AnnAssign>(s).target);
            }
            annotate(as<AnnAssign>(s));
            break;
        case StmtKind::For:
            for_statement(as<For>(s));
            break;
        case StmtKind::While:
            while_statement(as<While>(s));
            break;
        case StmtKind::If:
            if_statement(as<If>(s));
            break;
        case StmtKind::With:
            with_statement(as<With>(s));
            break;
        case StmtKind::Match:
            match_statement(as<Match>(s));
            break;
        case StmtKind::Raise: {
            u32 n = 0;
            for (const Expr* e : {as<Raise>(s).exc, as<Raise>(s).cause}) {
                if (e == nullptr) continue;
                expression(*e);
                ++n;
            }
            at(s);
            emit(Op::RAISE, n);
            break;
        }
        case StmtKind::Try:
            try_statement(as<Try>(s));
            break;
        case StmtKind::TryStar:
            try_star_statement(as<TryStar>(s));
            break;
        case StmtKind::Assert:
            assert_statement(as<Assert>(s));
            break;
        case StmtKind::Import:
            import(as<Import>(s));
            break;
        case StmtKind::ImportFrom:
            import_from(as<ImportFrom>(s));
            break;
        case StmtKind::Global:
        case StmtKind::Nonlocal:
        case StmtKind::Pass:
            break;
        case StmtKind::Expr: {
            const Expr& e = *as<ExprStmt>(s).value;
            if (e.kind == ExprKind::Constant) break;
            expression(e);
            emit(Op::POP);
            break;
        }
        case StmtKind::Break:
            loop_exit(true);
            break;
        case StmtKind::Continue:
            loop_exit(false);
            break;
    }
}

void Compiler::store(const Expr& target)
{
    switch (target.kind) {
        case ExprKind::Name:
            store_name(as<Name>(target).id);
            break;
        case ExprKind::Attribute:
            expression(*as<syntax::Attribute>(target).value);
            at_name(as<syntax::Attribute>(target));
            emit(Op::STORE_ATTR, name_constant(as<syntax::Attribute>(target).attr));
            break;
        case ExprKind::Subscript:
            expression(*as<Subscript>(target).value);
            expression(*as<Subscript>(target).slice);
            at(target);
            emit(Op::STORE_SUBSCRIPT);
            break;
        case ExprKind::Tuple:
            store_sequence(as<syntax::Tuple>(target).elts);
            break;
        case ExprKind::List:
            store_sequence(as<syntax::List>(target).elts);
            break;
        default:
            refuse(target, "cannot assign to this");
    }
}

void Compiler::store_sequence(std::span<Expr* const> items)
{
    std::size_t star = items.size();
    for (std::size_t i = 0; i < items.size(); ++i)
        if (items[i]->kind == ExprKind::Starred) star = i;
    if (star == items.size()) {
        emit(Op::UNPACK, static_cast<u32>(items.size()));
    } else {
        if (items.size() - star - 1 > 0xffff) refuse(*items[star], "too many targets");
        emit(Op::UNPACK_STAR, static_cast<u32>(star), 0, static_cast<u16>(items.size() - star - 1));
    }
    for (const Expr* item : items) store(item->kind == ExprKind::Starred ? *as<Starred>(*item).value : *item);
}

void Compiler::remove(const Expr& target)
{
    at(target);
    switch (target.kind) {
        case ExprKind::Name:
            delete_name(as<Name>(target).id);
            break;
        case ExprKind::Attribute:
            expression(*as<syntax::Attribute>(target).value);
            at_name(as<syntax::Attribute>(target));
            emit(Op::DELETE_ATTR, name_constant(as<syntax::Attribute>(target).attr));
            break;
        case ExprKind::Subscript:
            expression(*as<Subscript>(target).value);
            expression(*as<Subscript>(target).slice);
            emit(Op::DELETE_SUBSCRIPT);
            break;
        case ExprKind::Tuple:
            for (const Expr* item : as<syntax::Tuple>(target).elts) remove(*item);
            break;
        case ExprKind::List:
            for (const Expr* item : as<syntax::List>(target).elts) remove(*item);
            break;
        default:
            refuse(target, "cannot delete this");
    }
}

void Compiler::assign(const Assign& s)
{
    const Expr& first = *s.targets[0];
    // a, b = b, a needs no tuple.
    if (s.targets.size() == 1 && first.kind == ExprKind::Tuple && s.value->kind == ExprKind::Tuple &&
        !is_constant(*s.value)) {
        const auto to = as<syntax::Tuple>(first).elts, from = as<syntax::Tuple>(*s.value).elts;
        const auto starred = [](const Expr* e) { return e->kind == ExprKind::Starred; };
        if (to.size() == from.size() && (to.size() == 2 || to.size() == 3) &&
            std::none_of(to.begin(), to.end(), starred) && std::none_of(from.begin(), from.end(), starred)) {
            for (const Expr* e : from) expression(*e);
            if (to.size() == 3) emit(Op::ROTATE, 3);
            emit(Op::SWAP);
            for (const Expr* t : to) store(*t);
            return;
        }
    }
    expression(*s.value);
    for (std::size_t i = 0; i < s.targets.size(); ++i) {
        if (i + 1 < s.targets.size()) emit(Op::DUP);
        store(*s.targets[i]);
    }
}

void Compiler::augmented(const AugAssign& s)
{
    const Expr& target = *s.target;
    switch (target.kind) {
        case ExprKind::Name:
            load_name(as<Name>(target).id, target);
            expression(*s.value);
            at(s);
            binary(s.op, true, s.value);
            store_name(as<Name>(target).id);
            break;
        case ExprKind::Attribute: {
            const u32 name = name_constant(as<syntax::Attribute>(target).attr);
            expression(*as<syntax::Attribute>(target).value);
            emit(Op::DUP);
            at_name(as<syntax::Attribute>(target));
            emit(Op::LOAD_ATTR, name);
            expression(*s.value);
            at(s);
            binary(s.op, true, s.value);
            emit(Op::SWAP);
            at_name(as<syntax::Attribute>(target));
            emit(Op::STORE_ATTR, name);
            break;
        }
        case ExprKind::Subscript:
            expression(*as<Subscript>(target).value);
            expression(*as<Subscript>(target).slice);
            emit(Op::DUP_PAIR);
            at(s);
            emit(Op::SUBSCRIPT);
            expression(*s.value);
            at(s);
            binary(s.op, true, s.value);
            emit(Op::ROTATE, 3);
            emit(Op::STORE_SUBSCRIPT);
            break;
        default:
            refuse(target, "cannot assign to this");
    }
}

void Compiler::if_statement(const If& s)
{
    // A chain of elif is flat here, however long.
    Label end;
    const If* at_if = &s;
    for (;;) {
        Label otherwise;
        jump_if(*at_if->test, otherwise, false);
        body(at_if->body);
        if (at_if->orelse.empty()) {
            place(otherwise);
            break;
        }
        jump(Op::JUMP, end);
        place(otherwise);
        if (at_if->orelse.size() == 1 && at_if->orelse[0]->kind == StmtKind::If) {
            at_if = &as<If>(*at_if->orelse[0]);
            continue;
        }
        body(at_if->orelse);
        break;
    }
    place(end);
}

void Compiler::while_statement(const While& s)
{
    Label start, otherwise, end;
    place(start);
    const bool forever =
        s.test->kind == ExprKind::Constant && as<Constant>(*s.test).value == ConstantKind::True;
    if (!forever) jump_if(*s.test, otherwise, false);
    Block b;
    b.kind = Block::Kind::loop;
    b.on_break = &end;
    b.on_continue = &start;
    b.depth = static_cast<u32>(unit_->depth);
    push_block(b);
    body(s.body);
    pop_block();
    jump(Op::JUMP, start);
    if (!forever) place(otherwise);
    body(s.orelse);
    place(end);
}

void Compiler::for_statement(const For& s)
{
    const i64 depth = unit_->depth;
    expression(*s.iter);
    at(s);
    emit(Op::GET_ITER);
    Label start, otherwise, end;
    place(start);
    at(*s.target);
    jump(Op::FOR_ITER, otherwise);
    store(*s.target);
    Block b;
    b.kind = Block::Kind::for_loop;
    b.on_break = &end;
    b.on_continue = &start;
    b.depth = static_cast<u32>(depth);
    push_block(b);
    body(s.body);
    pop_block();
    jump(Op::JUMP, start);
    place(otherwise);
    body(s.orelse);
    end.depth = depth;
    place(end);
}

namespace {

// The comparison in a condition that is compiled last, whose line a failed assertion has; null: none.
const Expr* last_comparison(const Expr& test)
{
    switch (test.kind) {
        case ExprKind::Compare:
            return &test;
        case ExprKind::UnaryOp:
            return as<UnaryOp>(test).op == UnaryOperator::Not ? last_comparison(*as<UnaryOp>(test).operand)
                                                              : nullptr;
        case ExprKind::IfExp:
            for (const Expr* e : {as<IfExp>(test).orelse, as<IfExp>(test).body, as<IfExp>(test).test})
                if (const Expr* found = last_comparison(*e)) return found;
            return nullptr;
        case ExprKind::BoolOp:
            for (std::size_t i = as<BoolOp>(test).values.size(); i-- > 0;)
                if (const Expr* found = last_comparison(*as<BoolOp>(test).values[i])) return found;
            return nullptr;
        default:
            return nullptr;
    }
}

}  // namespace

void Compiler::assert_statement(const Assert& s)
{
    if (is_test_) {
        assert_in_test(s, *s.test);
        return;
    }
    Label fine;
    jump_if(*s.test, fine, true);
    const Expr* comparison = last_comparison(*s.test);
    const Position& place_of_error = comparison != nullptr ? static_cast<const Position&>(*comparison) : s;
    at(place_of_error);
    emit(Op::LOAD_ASSERTION);
    if (s.msg != nullptr) {
        expression(*s.msg);
        at(place_of_error);
        emit(Op::CALL, 1);
    }
    emit(Op::RAISE, 1);
    place(fine);
}

void Compiler::return_statement(const Return& s)
{
    if (s.value != nullptr)
        expression(*s.value);
    else
        load_constant(NONE);
    at(s);
    leave(0, {Finally::Exit::Kind::leave_return, nullptr, 0, s.line});
}

void Compiler::loop_exit(bool is_break)
{
    const std::size_t loop = unit_->loops_end();
    if (loop == 0) refuse({unit_->line, 1}, "'break' outside loop");
    const Block& b = unit_->blocks[loop - 1];
    const i64 depth = unit_->depth;
    leave(is_break ? loop - 1 : loop,
          {is_break ? Finally::Exit::Kind::leave_break : Finally::Exit::Kind::leave_continue,
           is_break ? b.on_break : b.on_continue, loop - 1, unit_->line});
    unit_->depth = depth;
}

/// False: it was refused, and the compiler goes on.
bool Compiler::check_module(std::string_view name, const Position& where)
{
    if (is_library_ || importable(name)) return true;
    if (is_test_ && name == "lariat_test") return true;
    if (beside_ != nullptr && beside_->contains(name)) {
        module_.beside.emplace(name);
        return true;
    }
    refuse_and_go_on(where, "import of '" + std::string(name) + "' is not allowed");
    return false;
}

void Compiler::import(const Import& s)
{
    for (const Alias& a : s.names) {
        if (!check_module(a.name, a)) continue;
        emit(Op::IMPORT, name_constant(a.name));
        store_name(a.asname.empty() ? a.name : a.asname);
    }
}

// Only at module level, as has been checked: what the module exports is known here, and each name is stored
// as if it had been written.
void Compiler::import_star(const ImportFrom& s)
{
    for (const std::string& name : exported(s.module)) {
        emit(Op::IMPORT_FROM, name_constant(name));
        store_name(name);
    }
}

void Compiler::import_from(const ImportFrom& s)
{
    if (s.level == 0 && s.module == "__future__") {
        for (const Alias& a : s.names) quotes_kept_ = quotes_kept_ || a.name == "annotations";
        return;
    }
    if (s.level != 0) return refuse_and_go_on(s, "relative imports are not allowed");
    if (!check_module(s.module, s)) return;
    emit(Op::IMPORT, name_constant(s.module));
    for (const Alias& a : s.names) {
        const bool is_beside = module_.beside.contains(std::string(s.module));
        if (a.name == "*") {
            if (is_beside) refuse(a, "import * of a module of tests: name what is imported");
            import_star(s);
            continue;
        }
        if (!is_library_ && !is_beside && !exports(s.module, a.name)) {
            refuse_and_go_on(
                a, "module '" + std::string(s.module) + "' has no name '" + std::string(a.name) + "'");
            continue;
        }
        emit(Op::IMPORT_FROM, name_constant(a.name));
        store_name(a.asname.empty() ? a.name : a.asname);
    }
    emit(Op::POP);
}

}  // namespace lariat::pvm
