// Compiles assert in a file of tests: the values of what is compared are kept, and a failed one names them.
#include "pvm/compiler/compiler.hpp"

namespace lariat::pvm {

using namespace syntax;

namespace {

std::string_view operator_text(CompareOperator op)
{
    constexpr std::string_view TEXTS[] = {"==", "!=", "<", "<=", ">", ">=", "is", "is not", "in", "not in"};
    return TEXTS[static_cast<std::size_t>(op)];
}

}  // namespace

/// Calls _assertions.failed(relation, number of values, values…, message) and raises the exception that it
/// makes.
void Compiler::fail_in_test(const Assert& s, const Position& where, std::string_view relation,
                            std::initializer_list<u32> slots)
{
    at(where);
    emit(Op::IMPORT, name_constant("_assertions"));
    emit(Op::LOAD_ATTR, name_constant("failed"));
    load_constant(make_text(relation));
    load_constant(Value::small(static_cast<i64>(slots.size())));
    for (const u32 slot : slots) emit(Op::LOAD_FAST, slot);
    if (s.msg != nullptr) expression(*s.msg);
    at(where);
    emit(Op::CALL, static_cast<u32>(2 + slots.size() + (s.msg != nullptr ? 1 : 0)));
    emit(Op::RAISE, 1);
}

void Compiler::compare_in_test(const Assert& s, const Compare& test)
{
    Case kept;
    u32 left = match_slot(kept);
    expression(*test.left);
    emit(Op::STORE_FAST, left);
    for (std::size_t i = 0; i < test.ops.size(); ++i) {
        Label holds;
        const u32 right = match_slot(kept);
        expression(*test.comparators[i]);
        emit(Op::STORE_FAST, right);
        emit(Op::LOAD_FAST, left);
        emit(Op::LOAD_FAST, right);
        at(test);
        jump(Op::COMPARE_JUMP, holds, static_cast<u8>(compare_op(test.ops[i])), 1);
        fail_in_test(s, test, operator_text(test.ops[i]), {left, right});
        place(holds);
        left = right;
    }
}

void Compiler::assert_in_test(const Assert& s, const Expr& test)
{
    if (test.kind == ExprKind::BoolOp && as<BoolOp>(test).op == BoolOperator::And) {
        for (const Expr* each : as<BoolOp>(test).values) assert_in_test(s, *each);
        return;
    }
    if (test.kind == ExprKind::Compare) {
        compare_in_test(s, as<Compare>(test));
        return;
    }
    const bool negated = test.kind == ExprKind::UnaryOp && as<UnaryOp>(test).op == UnaryOperator::Not;
    Label fine;
    Case kept;
    const u32 value = match_slot(kept);
    expression(negated ? *as<UnaryOp>(test).operand : test);
    emit(Op::STORE_FAST, value);
    emit(Op::LOAD_FAST, value);
    at(test);
    jump(negated ? Op::POP_JUMP_IF_FALSE : Op::POP_JUMP_IF_TRUE, fine);
    fail_in_test(s, test, negated ? "not" : "", {value});
    place(fine);
}

}  // namespace lariat::pvm
