// Compiles expressions: each leaves one value on the stack.
#include "pvm/compiler/compiler.hpp"

namespace lariat::pvm {

using namespace syntax;

namespace {

BinaryOp binary_op(Operator op)
{
    switch (op) {
        case Operator::Add:
            return BinaryOp::Add;
        case Operator::Sub:
            return BinaryOp::Sub;
        case Operator::Mult:
            return BinaryOp::Mul;
        case Operator::MatMult:
            return BinaryOp::MatMul;
        case Operator::Div:
            return BinaryOp::Div;
        case Operator::Mod:
            return BinaryOp::Mod;
        case Operator::Pow:
            return BinaryOp::Pow;
        case Operator::LShift:
            return BinaryOp::LShift;
        case Operator::RShift:
            return BinaryOp::RShift;
        case Operator::BitOr:
            return BinaryOp::Or;
        case Operator::BitXor:
            return BinaryOp::Xor;
        case Operator::BitAnd:
            return BinaryOp::And;
        case Operator::FloorDiv:
            return BinaryOp::FloorDiv;
    }
    return BinaryOp::Add;
}

}  // namespace

CompareOp compare_op(CompareOperator op)
{
    switch (op) {
        case CompareOperator::Eq:
            return CompareOp::Eq;
        case CompareOperator::NotEq:
            return CompareOp::Ne;
        case CompareOperator::Lt:
            return CompareOp::Lt;
        case CompareOperator::LtE:
            return CompareOp::Le;
        case CompareOperator::Gt:
            return CompareOp::Gt;
        case CompareOperator::GtE:
            return CompareOp::Ge;
        case CompareOperator::Is:
            return CompareOp::Is;
        case CompareOperator::IsNot:
            return CompareOp::IsNot;
        case CompareOperator::In:
            return CompareOp::In;
        case CompareOperator::NotIn:
            return CompareOp::NotIn;
    }
    return CompareOp::Eq;
}

// Of nested tuples each is asked for itself too: that one is not constant is found out once.
bool Compiler::is_constant(const Expr& e)
{
    if (e.kind == ExprKind::UnaryOp && as<UnaryOp>(e).op == UnaryOperator::USub &&
        as<UnaryOp>(e).operand->kind == ExprKind::Constant)
        return as<Constant>(*as<UnaryOp>(e).operand).value == ConstantKind::Int;
    if (e.kind != ExprKind::Tuple) return e.kind == ExprKind::Constant;
    if (not_constant_.contains(&e)) return false;
    const auto& items = as<syntax::Tuple>(e).elts;
    const bool all =
        std::all_of(items.begin(), items.end(), [&](const Expr* item) { return is_constant(*item); });
    if (!all) not_constant_.insert(&e);
    return all;
}

// Of an expression that is constant.
Value Compiler::make_constant(const Expr& e)
{
    if (e.kind == ExprKind::Constant) {
        const auto& c = as<Constant>(e);
        switch (c.value) {
            case ConstantKind::None:
                return NONE;
            case ConstantKind::True:
                return TRUE;
            case ConstantKind::False:
                return FALSE;
            case ConstantKind::Ellipsis:
                return ELLIPSIS;
            case ConstantKind::Int:
                return make_int(c.magnitude, false);
            case ConstantKind::Str:
                return make_text(c.text);
            case ConstantKind::Bytes:
                return make_bytes(c.text);
        }
    }
    if (e.kind == ExprKind::UnaryOp) return make_int(as<Constant>(*as<UnaryOp>(e).operand).magnitude, true);
    std::vector<Value> items;
    for (const Expr* item : as<syntax::Tuple>(e).elts) items.push_back(make_constant(*item));
    return make_tuple(items);
}

void Compiler::expression(const Expr& e)
{
    const u32 outer_line = unit_->line;
    at(e);
    if (is_constant(e)) return load_constant(make_constant(e));
    switch (e.kind) {
        case ExprKind::BoolOp:
            bool_op(as<BoolOp>(e));
            break;
        case ExprKind::NamedExpr:
            expression(*as<NamedExpr>(e).value);
            emit(Op::DUP);
            store_name(as<Name>(*as<NamedExpr>(e).target).id);
            break;
        case ExprKind::BinOp:
            expression(*as<BinOp>(e).left);
            expression(*as<BinOp>(e).right);
            at(e);
            binary(as<BinOp>(e).op, false, as<BinOp>(e).right);
            break;
        case ExprKind::UnaryOp: {
            expression(*as<UnaryOp>(e).operand);
            at(e);
            switch (as<UnaryOp>(e).op) {
                case UnaryOperator::Invert:
                    emit(Op::INVERT);
                    break;
                case UnaryOperator::Not:
                    emit(Op::NOT);
                    break;
                case UnaryOperator::UAdd:
                    emit(Op::POSITIVE);
                    break;
                case UnaryOperator::USub:
                    emit(Op::NEGATE);
                    break;
            }
            break;
        }
        case ExprKind::Lambda:
            lambda(as<Lambda>(e));
            break;
        case ExprKind::IfExp: {
            Label otherwise, end;
            jump_if(*as<IfExp>(e).test, otherwise, false);
            expression(*as<IfExp>(e).body);
            jump(Op::JUMP, end);
            place(otherwise);
            expression(*as<IfExp>(e).orelse);
            place(end);
            break;
        }
        case ExprKind::Dict:
            dict_display(as<syntax::Dict>(e));
            break;
        case ExprKind::Set:
            display(Op::BUILD_SET, as<syntax::Set>(e).elts);
            break;
        case ExprKind::List:
            display(Op::BUILD_LIST, as<syntax::List>(e).elts);
            break;
        case ExprKind::Tuple:
            display(Op::BUILD_TUPLE, as<syntax::Tuple>(e).elts);
            break;
        case ExprKind::ListComp:
            comprehension(e, as<ListComp>(e).generators, Op::LIST_APPEND, as<ListComp>(e).elt, nullptr,
                          "<listcomp>");
            break;
        case ExprKind::SetComp:
            comprehension(e, as<SetComp>(e).generators, Op::SET_ADD, as<SetComp>(e).elt, nullptr,
                          "<setcomp>");
            break;
        case ExprKind::DictComp:
            comprehension(e, as<DictComp>(e).generators, Op::MAP_ADD, as<DictComp>(e).key,
                          as<DictComp>(e).value, "<dictcomp>");
            break;
        case ExprKind::GeneratorExp:
            comprehension(e, as<GeneratorExp>(e).generators, Op::YIELD, as<GeneratorExp>(e).elt, nullptr,
                          "<genexpr>");
            break;
        case ExprKind::Yield:
            if (as<Yield>(e).value != nullptr)
                expression(*as<Yield>(e).value);
            else
                load_constant(NONE);
            emit(Op::YIELD);
            break;
        case ExprKind::YieldFrom:
            yield_from(*as<YieldFrom>(e).value);
            break;
        case ExprKind::Compare:
            compare(as<Compare>(e));
            break;
        case ExprKind::Call:
            call(as<syntax::Call>(e));
            break;
        case ExprKind::FormattedValue:
            formatted(as<FormattedValue>(e));
            break;
        case ExprKind::JoinedStr:
            joined(as<JoinedStr>(e));
            break;
        case ExprKind::Constant:
            break;
        case ExprKind::Attribute: {
            const auto& a = as<syntax::Attribute>(e);
            expression(*a.value);
            at_name(a);
            emit(Op::LOAD_ATTR, name_constant(a.attr));
            break;
        }
        case ExprKind::Subscript:
            expression(*as<Subscript>(e).value);
            expression(*as<Subscript>(e).slice);
            at(e);
            emit(Op::SUBSCRIPT);
            break;
        case ExprKind::Slice:
            for (const Expr* part : {as<syntax::Slice>(e).lower, as<syntax::Slice>(e).upper}) {
                if (part != nullptr)
                    expression(*part);
                else
                    load_constant(NONE);
            }
            if (as<syntax::Slice>(e).step != nullptr) expression(*as<syntax::Slice>(e).step);
            emit(Op::BUILD_SLICE, as<syntax::Slice>(e).step != nullptr ? 3 : 2);
            break;
        case ExprKind::Starred:
            refuse(e, "can't use starred expression here");
        case ExprKind::Name:
            load_name(as<Name>(e).id, e);
            break;
    }
    if (e.line == outer_line) unit_->line = outer_line;
}

void Compiler::binary(Operator op, bool in_place, const Expr*)
{
    const BinaryOp b = binary_op(op);
    const u8 flag = in_place ? 1 : 0;
    switch (b) {
        case BinaryOp::Add:
            emit(Op::ADD, 0, flag);
            break;
        case BinaryOp::Sub:
            emit(Op::SUB, 0, flag);
            break;
        case BinaryOp::Mul:
            emit(Op::MUL, 0, flag);
            break;
        default:
            emit(Op::BINARY, static_cast<u32>(b), flag);
            break;
    }
}

void Compiler::bool_op(const BoolOp& e)
{
    Label end;
    const Op op = e.op == BoolOperator::And ? Op::JUMP_IF_FALSE_OR_POP : Op::JUMP_IF_TRUE_OR_POP;
    for (std::size_t i = 0; i < e.values.size(); ++i) {
        expression(*e.values[i]);
        if (i + 1 < e.values.size()) jump(op, end);
    }
    place(end);
}

void Compiler::compare(const Compare& e)
{
    expression(*e.left);
    if (e.ops.size() == 1) {
        expression(*e.comparators[0]);
        at(e);
        emit(Op::COMPARE, static_cast<u32>(compare_op(e.ops[0])));
        return;
    }
    Label cleanup, end;
    for (std::size_t i = 0; i < e.ops.size(); ++i) {
        expression(*e.comparators[i]);
        at(e);
        const bool last = i + 1 == e.ops.size();
        if (!last) {
            emit(Op::DUP);
            emit(Op::ROTATE, 3);
        }
        emit(Op::COMPARE, static_cast<u32>(compare_op(e.ops[i])));
        if (!last) jump(Op::JUMP_IF_FALSE_OR_POP, cleanup);
    }
    jump(Op::JUMP, end);
    place(cleanup);
    emit(Op::SWAP);
    emit(Op::POP);
    place(end);
}

void Compiler::jump_if(const Expr& e, Label& target, bool when)
{
    at(e);
    switch (e.kind) {
        case ExprKind::UnaryOp:
            if (as<UnaryOp>(e).op != UnaryOperator::Not) break;
            jump_if(*as<UnaryOp>(e).operand, target, !when);
            return;
        case ExprKind::BoolOp: {
            const auto& b = as<BoolOp>(e);
            const bool decides = b.op == BoolOperator::Or;  // the value that ends it early
            Label past;
            for (std::size_t i = 0; i < b.values.size(); ++i) {
                const bool last = i + 1 == b.values.size();
                if (last)
                    jump_if(*b.values[i], target, when);
                else
                    jump_if(*b.values[i], decides == when ? target : past, decides);
            }
            if (decides != when) place(past);
            return;
        }
        case ExprKind::Compare: {
            const auto& c = as<Compare>(e);
            if (c.ops.size() != 1) break;
            expression(*c.left);
            expression(*c.comparators[0]);
            at(e);
            jump(Op::COMPARE_JUMP, target, static_cast<u8>(compare_op(c.ops[0])), when ? 1 : 0);
            return;
        }
        default:
            break;
    }
    expression(e);
    at(e);
    jump(when ? Op::POP_JUMP_IF_TRUE : Op::POP_JUMP_IF_FALSE, target);
}

void Compiler::display(Op build, std::span<Expr* const> items)
{
    const bool starred =
        std::any_of(items.begin(), items.end(), [](const Expr* i) { return i->kind == ExprKind::Starred; });
    if (!starred && items.size() <= 64) {
        for (const Expr* item : items) expression(*item);
        emit(build, static_cast<u32>(items.size()));
        return;
    }
    // One after the other: the stack stays flat however long the display is.
    emit(build == Op::BUILD_SET ? Op::BUILD_SET : Op::BUILD_LIST, 0);
    for (const Expr* item : items) {
        if (item->kind == ExprKind::Starred) {
            expression(*as<Starred>(*item).value);
            emit(build == Op::BUILD_SET ? Op::SET_UPDATE : Op::LIST_EXTEND);
        } else {
            expression(*item);
            emit(build == Op::BUILD_SET ? Op::SET_ADD : Op::LIST_APPEND, 1);
        }
    }
    if (build == Op::BUILD_TUPLE) emit(Op::LIST_TO_TUPLE);
}

void Compiler::dict_display(const syntax::Dict& e)
{
    const bool spread = std::any_of(e.keys.begin(), e.keys.end(), [](const Expr* k) { return k == nullptr; });
    if (!spread && e.keys.size() <= 32) {
        for (std::size_t i = 0; i < e.keys.size(); ++i) {
            expression(*e.keys[i]);
            expression(*e.values[i]);
        }
        emit(Op::BUILD_MAP, static_cast<u32>(e.keys.size()));
        return;
    }
    emit(Op::BUILD_MAP, 0);
    for (std::size_t i = 0; i < e.keys.size(); ++i) {
        if (e.keys[i] != nullptr) expression(*e.keys[i]);
        expression(*e.values[i]);
        if (e.keys[i] != nullptr)
            emit(Op::MAP_ADD, 1);
        else
            emit(Op::DICT_UPDATE);
    }
}

void Compiler::formatted(const FormattedValue& e)
{
    expression(*e.value);
    if (e.format_spec != nullptr) expression(*e.format_spec);
    emit(Op::FORMAT, static_cast<u32>(e.conversion), e.format_spec != nullptr ? 1 : 0);
}

void Compiler::joined(const JoinedStr& e)
{
    u32 parts = 0;
    if (e.values.empty()) {
        load_constant(make_text(""));
        return;
    }
    for (const Expr* part : e.values) {
        expression(*part);
        if (++parts == 64) {
            emit(Op::BUILD_STRING, parts);
            parts = 1;
        }
    }
    if (parts != 1 || e.values[0]->kind == ExprKind::Constant) emit(Op::BUILD_STRING, parts);
}

void Compiler::comprehension(const Expr& e, std::span<const Comprehension> generators, Op build,
                             const Expr* first, const Expr* second, std::string_view name)
{
    Scope& scope = scopes_.of(&e);
    CodeDraft* code = new_code(name, qualified(name, e), e.line);
    code->positional = 1;
    code->variables.push_back(intern(".0"));
    Unit unit;
    begin(unit, scope, code);
    if (build == Op::LIST_APPEND) emit(Op::BUILD_LIST, 0);
    if (build == Op::SET_ADD) emit(Op::BUILD_SET, 0);
    if (build == Op::MAP_ADD) emit(Op::BUILD_MAP, 0);
    comprehension_loops(generators, build, first, second);
    if (build == Op::YIELD) load_constant(NONE);
    emit(Op::RETURN);
    finish();
    make_function(scope, code, 0);
    expression(*generators[0].iter);
    at(e);
    emit(Op::GET_ITER);
    emit(Op::CALL, 1);
}

// As many loops within each other as the source holds.
void Compiler::comprehension_loops(std::span<const Comprehension> generators, Op build, const Expr* first,
                                   const Expr* second)
{
    struct Loop {
        Label start, end;
    };
    std::vector<Loop> loops(generators.size());
    for (std::size_t i = 0; i < generators.size(); ++i) {
        const Comprehension& c = generators[i];
        if (i == 0) {
            emit(Op::LOAD_FAST, 0);
        } else {
            expression(*c.iter);
            emit(Op::GET_ITER);
        }
        place(loops[i].start);
        jump(Op::FOR_ITER, loops[i].end);
        store(*c.target);
        for (const Expr* test : c.ifs) jump_if(*test, loops[i].start, false);
    }
    expression(*first);
    if (second != nullptr) expression(*second);
    if (build == Op::YIELD) {
        emit(Op::YIELD);
        emit(Op::POP);
    } else {
        emit(build, static_cast<u32>(generators.size()) + 1);
    }
    for (std::size_t i = generators.size(); i-- > 0;) {
        jump(Op::JUMP, loops[i].start);
        place(loops[i].end);
    }
}

void Compiler::yield_from(const Expr& value)
{
    expression(value);
    emit(Op::GET_YIELD_FROM);
    load_constant(NONE);
    Label again, end;
    place(again);
    jump(Op::SEND, end);
    emit(Op::YIELD, 0, 1);
    jump(Op::JUMP, again);
    place(end);
}

}  // namespace lariat::pvm
