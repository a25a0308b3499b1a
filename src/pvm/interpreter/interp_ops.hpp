// What the interpreter loop leaves to functions: the longer operations of single instructions.
#pragma once

#include "pvm/objects/groups.hpp"

namespace lariat::pvm {

void unbound_variable(Vm& vm, const Code* code, u32 slot);
void undefined_name(Vm& vm, Str* name);
Value join_parts(Vm& vm, std::span<const Value> parts);
/// `callee` present: a call's *, whose name the error gives.
bool spread_list(Vm& vm, List* to, Value iterable, Value callee);
bool spread_dict(Vm& vm, Dict* to, Value mapping);
bool merge_keywords(Vm& vm, Dict* to, Value mapping, Value callee);
/// f(*positional, **keywords): a frame to go on in, or the result. False: pending.
bool call_spread(Vm& vm, Value callee, const Tuple* positional, Dict* keywords, Value& result,
                 Frame*& called);
Value finish_class(Vm& vm, Frame* body);
/// Names in a class body, whose dict may be of a class of its own (a metaclass's __prepare__).
Value class_load(Vm& vm, Value ns, Str* name);  ///< ABSENT: not there, or pending
bool class_store(Vm& vm, Value ns, Str* name, Value value);
bool class_delete(Vm& vm, Value ns, Str* name);
Value make_function(Vm& vm, const Code* code, Value* globals, Value defaults, Value kw, Value closure);
void raise_statement(Vm& vm, Value what, Value cause);
bool raise_again(Vm& vm);  ///< a bare raise: what is being handled, its traceback as it is; false: nothing is
Value enter_context(Vm& vm, Value manager, Value& leave);
Value format_value(Vm& vm, Value v, char conversion, Value spec);
Value import_from(Vm& vm, Value module, Str* name);
Value delegate_send(Vm& vm, Value iterator, Value sent, Value& returned);
/// The tests of patterns (match.cpp): 1 or 0, -1: pending; a Value absent with nothing pending: no match.
int match_sequence(Vm& vm, Value subject, u32 items, bool at_least);
int match_mapping(Vm& vm, Value subject, u32 items);
Value match_keys(Vm& vm, Value subject, const Tuple* keys);
Value match_rest(Vm& vm, Value subject, const Tuple* keys);
Value match_class(Vm& vm, Value subject, Value cls, const Tuple* shape);
bool annotate(Vm& vm, Value ns, Str* name, Value text);
Value match_group(Vm& vm, Value& left, Value types);  ///< except*: NONE when nothing matches
Value group_left(Vm& vm, Value original, const List* raised);
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
