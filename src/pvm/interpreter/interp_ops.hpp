// What the interpreter loop leaves to functions: the longer operations of single instructions.
#pragma once

#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

void unbound_variable(Vm& vm, const Code* code, u32 slot);
void undefined_name(Vm& vm, const Str* name);
Value join_parts(Vm& vm, std::span<const Value> parts);
/// `callee` present: a call's *, whose name the error gives.
bool spread_list(Vm& vm, List* to, Value iterable, Value callee);
bool spread_dict(Vm& vm, Dict* to, Value mapping);
bool merge_keywords(Vm& vm, Dict* to, Value mapping, Value callee);
/// f(*positional, **keywords): a frame to go on in, or the result. False: pending.
bool call_spread(Vm& vm, Value callee, const Tuple* positional, Dict* keywords, Value& result,
                 Frame*& called);
Value finish_class(Vm& vm, Frame* body);
Value make_function(Vm& vm, const Code* code, Value* globals, Value defaults, Value kw, Value closure);
void raise_statement(Vm& vm, Value what, Value cause);
int exception_matches(Vm& vm, Value exception, Value types);
Value enter_context(Vm& vm, Value manager, Value& leave);
Value format_value(Vm& vm, Value v, char conversion, Value spec);
Value import_from(Vm& vm, Value module, Str* name);
Value delegate_send(Vm& vm, Value iterator, Value sent, Value& returned);
void generator_failed(Vm& vm, Generator* g);

inline bool compare_small(CompareOp op, i64 a, i64 b) noexcept
{
    switch (op) {
        case CompareOp::Eq:
            return a == b;
        case CompareOp::Ne:
            return a != b;
        case CompareOp::Lt:
            return a < b;
        case CompareOp::Le:
            return a <= b;
        case CompareOp::Gt:
            return a > b;
        default:
            return a >= b;
    }
}

}  // namespace lariat::pvm
