// The instruction set: every operation, its price when nothing depends on its operands, and what it does to
// the stack.
#pragma once

#include "lariat/types.hpp"

namespace lariat::pvm {

// X(name, cycles). A fused instruction costs what its parts cost. CHARGE heads every basic block and
// takes the sum of the block's prices (docs/pvm-gas.md); what depends on operands is charged on top.
// clang-format off
#define LARIAT_OPCODES(X)                                                                                \
    X(CHARGE, 0)           /* a: cycles of the block that begins here */                                 \
    X(LOAD_CONST, 1)       /* a: constant */                                                             \
    X(LOAD_FAST, 1)        /* a: slot */                                                                 \
    X(LOAD_FAST_PAIR, 2)   /* a, c: slots */                                                             \
    X(STORE_FAST, 1)       /* a: slot */                                                                 \
    X(DELETE_FAST, 1)      /* a: slot */                                                                 \
    X(MAKE_CELL, 0)        /* a: slot of the cell, c: parameter's slot + 1, or 0 */                      \
    X(LOAD_CELL, 1)        /* a: slot; the cell itself */                                                \
    X(LOAD_DEREF, 1)       /* a: slot */                                                                 \
    X(STORE_DEREF, 1)      /* a: slot */                                                                 \
    X(DELETE_DEREF, 1)     /* a: slot */                                                                 \
    X(LOAD_CLASS_DEREF, 1) /* a: slot, c: name; the class body's name first */                           \
    X(LOAD_GLOBAL, 1)      /* a: global */                                                               \
    X(STORE_GLOBAL, 1)     /* a: global */                                                               \
    X(DELETE_GLOBAL, 1)    /* a: global */                                                               \
    X(LOAD_NAME, 3)        /* a: global, c: name; the class body's name first */                         \
    X(STORE_NAME, 3)       /* a: name */                                                                 \
    X(DELETE_NAME, 3)      /* a: name */                                                                 \
    X(LOAD_ATTR, 1)        /* a: name */                                                                 \
    X(STORE_ATTR, 1)       /* a: name; value, object → */                                                \
    X(DELETE_ATTR, 1)      /* a: name */                                                                 \
    X(LOAD_METHOD, 1)      /* a: name; object → function, self (absent: bound already) */                \
    X(BINARY, 1)           /* a: BinaryOp, b: 1 in place */                                              \
    X(ADD, 1)                                                                                            \
    X(SUB, 1)                                                                                            \
    X(MUL, 1)                                                                                            \
    X(ADD_SMALL, 2)          /* a: i32; LOAD_CONST, ADD; b: 1 in place, 2 SUB of -a */                   \
    X(COMPARE, 1)            /* a: CompareOp */                                                          \
    X(COMPARE_JUMP, 2)       /* a: target, b: CompareOp, c: jump when it is this */                      \
    X(COMPARE_SMALL_JUMP, 3) /* LOAD_CONST, COMPARE_JUMP: a: target, b: as above | sense << 7, c: i16 */ \
    X(NOT, 1)                                                                                            \
    X(NEGATE, 1)                                                                                         \
    X(POSITIVE, 1)                                                                                       \
    X(INVERT, 1)                                                                                         \
    X(JUMP, 1)              /* a: target */                                                              \
    X(POP_JUMP_IF_FALSE, 1) /* a: target */                                                              \
    X(POP_JUMP_IF_TRUE, 1)  /* a: target */                                                              \
    X(JUMP_IF_FALSE_OR_POP, 1)                                                                           \
    X(JUMP_IF_TRUE_OR_POP, 1)                                                                            \
    X(GET_ITER, 1)                                                                                       \
    X(FOR_ITER, 1)       /* a: where to when it ends */                                                  \
    X(FOR_ITER_STORE, 2) /* FOR_ITER, STORE_FAST c */                                                    \
    X(BUILD_LIST, 1)     /* a: items */                                                                  \
    X(BUILD_TUPLE, 1)                                                                                    \
    X(BUILD_SET, 1)                                                                                      \
    X(BUILD_MAP, 1)    /* a: pairs */                                                                    \
    X(BUILD_STRING, 1) /* a: parts */                                                                    \
    X(BUILD_SLICE, 1)  /* a: 2 or 3 */                                                                   \
    X(LIST_APPEND, 2)  /* a: depth of the list under the value */                                        \
    X(SET_ADD, 3)                                                                                        \
    X(MAP_ADD, 3) /* value on top, key below */                                                          \
    X(LIST_EXTEND, 1)                                                                                    \
    X(SET_UPDATE, 1)                                                                                     \
    X(DICT_UPDATE, 1)                                                                                    \
    X(DICT_MERGE, 1) /* a call's **: a name twice is an error; a: depth of the callee */                 \
    X(LIST_TO_TUPLE, 1)                                                                                  \
    X(SUBSCRIPT, 1)                                                                                      \
    X(STORE_SUBSCRIPT, 1) /* value, object, key → */                                                     \
    X(DELETE_SUBSCRIPT, 1)                                                                               \
    X(POP, 1)                                                                                            \
    X(DUP, 1)                                                                                            \
    X(DUP_PAIR, 1)                                                                                       \
    X(SWAP, 1)                                                                                           \
    X(ROTATE, 1) /* a: the top goes below a - 1 others */                                                \
    X(PUSH_ABSENT, 0)                                                                                    \
    X(UNPACK, 1)        /* a: items; the first ends on top */                                            \
    X(UNPACK_STAR, 1)   /* a: before, c: after */                                                        \
    X(CALL, 1)          /* a: arguments */                                                               \
    X(CALL_METHOD, 1)   /* a: arguments */                                                               \
    X(CALL_KEYWORDS, 1) /* a: arguments, c: constant: names of the last */                               \
    X(CALL_METHOD_KEYWORDS, 1)                                                                           \
    X(CALL_SPREAD, 1) /* callee, tuple, dict if b → */                                                   \
    X(RETURN, 1)                                                                                         \
    X(YIELD, 1) /* b: 1 inside yield from */                                                             \
    X(GET_YIELD_FROM, 1)                                                                                 \
    X(SEND, 1)          /* a: where to when the other returns */                                         \
    X(MAKE_FUNCTION, 1) /* a: code, b: 1 defaults, 2 keyword defaults, 4 closure */                      \
    X(BUILD_CLASS, 10)  /* a: name, b: 1 keywords; function, bases, keywords → class */                  \
    X(RAISE, 5)         /* a: 0, 1, 2 values */                                                          \
    X(TRY, 5)                                                                                            \
    X(PUSH_EXCEPTION, 0)  /* exception → handled before, exception */                                    \
    X(POP_EXCEPTION, 0)   /* handled before → */                                                         \
    X(MATCH_EXCEPTION, 1) /* exception, type → exception, bool */                                        \
    X(HANDLER, 5)                                                                                        \
    X(RERAISE, 0)                                                                                        \
    X(FINALLY_END, 1)    /* before, value, why → ; raises if why is -1 */                                \
    X(FINALLY_EXIT, 0)   /* a: target, c: how many are in the row; before, value, why → value */         \
    X(FINALLY_DROP, 0)   /* before, value, why → ; b: 1: under a value, 2: under an exception */         \
    X(WITH_ENTER, 1)     /* manager → exit, what enter gave */                                           \
    X(WITH_EXCEPTION, 1) /* exit, before, exception → the same, whether exit gave what is true */        \
    X(FORMAT, 1)         /* a: conversion, b: 1 with a spec */                                           \
    X(IMPORT, 1)         /* a: constant: name */                                                         \
    X(IMPORT_FROM, 1)    /* a: name */                                                                   \
    X(LOAD_ASSERTION, 1)                                                                                 \
    X(MATCH_SEQUENCE, 1) /* a: where to when it is none, b: 1 at least, c: items; subject → */           \
    X(MATCH_MAPPING, 1)  /* a: where to when it is none, c: items at least; subject → */                 \
    X(MATCH_KEYS, 1)     /* a: where to when one is missing; subject, keys → values */                   \
    X(MATCH_REST, 1)     /* subject, keys → dict of the others */                                        \
    X(MATCH_CLASS, 1)    /* a: where to, c: constant: shape; subject, class → attributes */              \
    X(GET_LEN, 1) /* object → its length */                                                              \
    X(MATCH_GROUP, 1) /* a: where to without a match; exception, types → what is left, the match */      \
    X(GROUP_LEFT, 1)  /* a: where to when nothing is; raised, original, left → exception */              \
    X(ANNOTATE, 3)    /* a: name, c: constant: text; into the class body's __annotations__ */            \
    X(STOP, 0) /* never reached: the code ends before it */

// clang-format on

enum class Op : u8 {
#define X(name, cycles) name,
    LARIAT_OPCODES(X)
#undef X
};

inline constexpr u8 OP_CYCLES[] = {
#define X(name, cycles) cycles,
    LARIAT_OPCODES(X)
#undef X
};
inline constexpr u32 OP_COUNT = sizeof(OP_CYCLES);
static_assert(OP_COUNT < 128);

enum class BinaryOp : u8 { Add, Sub, Mul, MatMul, Div, Mod, Pow, LShift, RShift, Or, Xor, And, FloorDiv };
enum class CompareOp : u8 { Eq, Ne, Lt, Le, Gt, Ge, Is, IsNot, In, NotIn };

struct Instr {
    Op op;
    u8 b = 0;
    u16 c = 0;
    u32 a = 0;
};
static_assert(sizeof(Instr) == 8);

}  // namespace lariat::pvm
