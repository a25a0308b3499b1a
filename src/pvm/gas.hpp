// The gas table: what the VM charges for what, in cycles. Data, one version for each change
// (docs/pvm-gas.md).
#pragma once

#include "lariat/types.hpp"

namespace lariat::pvm::gas {

inline constexpr u32 VERSION = 6;

// Rows of the specification (docs/pvm-gas.md).
inline constexpr u64 INSTRUCTION = 1;
inline constexpr u64 WIDE_BITS = 64;  // arithmetic beyond: one more for each 64 bits of the wider operand
inline constexpr u64 CALL = 10;       // with its instruction
inline constexpr u64 DICT = 3;        // with its instruction
inline constexpr u64 LIST = 2;        // with its instruction
inline constexpr u64 BYTE = 1;        // of a str or bytes handled
inline constexpr u64 LEN = 5;
inline constexpr u64 SORTED_BASE = 20;
inline constexpr u64 FOLD_BASE = 10;  // sum, max, min
inline constexpr u64 STR_BASE = 10;
inline constexpr u64 BYTES_BASE = 10;
inline constexpr u64 LIST_BASE = 10, LIST_ITEM = 2;
inline constexpr u64 SET_BASE = 15, SET_ITEM = 5;
inline constexpr u64 DICT_BASE = 15, DICT_ITEM = 8;
inline constexpr u64 CODEC_BASE = 10;
inline constexpr u64 CBOR_BASE = 20;
inline constexpr u64 IMPORT_FIRST = 100, IMPORT_AGAIN = 5;
inline constexpr u64 EXCEPTION = 5;  // raise, try entry, handler entry
inline constexpr u64 KECCAK_BLOCK = 6, KECCAK_BLOCK_BYTES = 32;

// Prices that the specification leaves open, in proportion to the work.
inline constexpr u64 NATIVE = 10;        // call of a builtin without a price of its own
inline constexpr u64 PROBE = 1;          // each slot of a hash table looked at beyond the first
inline constexpr u64 ITEM = 1;           // each item of a container walked, copied or compared
inline constexpr u64 HOOK = 14;          // what a class has for an operator, and is no function of Python
inline constexpr u64 ATTRIBUTE_HOP = 1;  // each class looked at in an attribute lookup that misses the cache
inline constexpr u64 SHA_BLOCK = 6, SHA_BLOCK_BYTES = 32;
inline constexpr u64 DIGEST = BYTES_BASE + 32 * BYTE;  // the bytes that a hash gives, whatever was hashed
inline constexpr u64 GROUP_APART = 2;                  // a group of exceptions whose members are told apart
inline constexpr u64 ASKED = 5;       // what sum() adds, where a program's class says what + is
inline constexpr u64 OF_A_CLASS = 1;  // a key of a program's class compared, beside its comparison
inline constexpr u64 NESTED = 2;      // a list or tuple compared or hashed within another
inline constexpr u64 FAR = 12;        // an object that lies far off (reached.hpp)
inline constexpr u64 UNWIND = 1;      // each frame that an exception passes

// What is paid only where it is more than ordinary programs have: before it is walked or cleared.
inline constexpr u64 FRAME_SLOTS_FREE = 64, FRAME_SLOTS = 8;  // beyond, a cycle for so many slots of a frame
inline constexpr u64 FRAME_CELLS_FREE = 16;  // beyond, a cycle for each variable that is captured
inline constexpr u64 ORDER_CLASSES = 16;     // a cycle for so many classes of an order that is looked through
inline constexpr u64 TABLE_READ = 4;  // a class of an order of more than so many, whose table is read through
inline constexpr u64 NAMES_COMPARED =
    32;  // a cycle for so many parameters beyond 64, for each keyword of a call
inline constexpr u64 MESSAGE_FREE = 256;           // of an exception: beyond, a cycle for each byte
inline constexpr u64 NAME_FREE = 64;               // of a name that is compared or looked through: the same
inline constexpr u64 WALK_FREE = 16;               // bases, keyword-only parameters: beyond, a cycle for each
inline constexpr u64 NAMES_FREE = 128, NAMES = 8;  // beyond, a cycle for so many names of a namespace
inline constexpr u64 ENTRIES_FREE = 16,
                     ENTRIES = 8;  // of small tables of classes that are passed: beyond, for so many
inline constexpr u64 WITHIN_FREE = 3, WITHIN = 8;        // iterators within iterators: beyond, for each level
inline constexpr u64 MISSED_FREE = 4, MISSED = 4;        // arguments that a call lacks: beyond, for each
inline constexpr u64 PRODUCTS_FREE = 400, PRODUCTS = 8;  // of limbs: beyond, a cycle for so many

constexpr u64 beyond(u64 n, u64 free) noexcept
{
    return n > free ? n - free : 0;
}
constexpr u64 order(u64 classes) noexcept
{
    return classes / ORDER_CLASSES;
}
/// Of tables, one for each class of an order, that are asked one after the other.
constexpr u64 hops(u64 classes) noexcept
{
    return (classes / 4 + beyond(classes, ORDER_CLASSES) * 5 / 4) * ATTRIBUTE_HOP;
}
constexpr u64 names(u64 n) noexcept
{
    return beyond(n, NAMES_FREE) / NAMES;
}
constexpr u64 entries(u64 passed) noexcept
{
    return beyond(passed, ENTRIES_FREE) / ENTRIES;
}
constexpr u64 within(u64 levels) noexcept
{
    return levels > WITHIN_FREE ? WITHIN : 0;
}
/// Of two magnitudes, or of a quotient and its divisor: what grows with the product of their lengths.
constexpr u64 products(u64 limbs, u64 others) noexcept
{
    return beyond(limbs * others, PRODUCTS_FREE) / PRODUCTS;
}
constexpr u64 log2_ceil(u64 n) noexcept
{
    return n <= 1 ? 0 : 64 - static_cast<u64>(__builtin_clzll(n - 1));
}
constexpr u64 sorted(u64 n) noexcept
{
    return SORTED_BASE + n * log2_ceil(n);
}
constexpr u64 fold(u64 n) noexcept
{
    return FOLD_BASE + (n == 0 ? 0 : n - 1);
}

static_assert(sorted(0) == 20 && sorted(1) == 20 && sorted(5) == 35 && sorted(8) == 44 && sorted(9) == 56);
static_assert(fold(0) == 10 && fold(1) == 10 && fold(10) == 19);
static_assert(INSTRUCTION == 1 && CALL == 10 && DICT == 3 && LIST == 2 && LEN == 5 && EXCEPTION == 5);
static_assert(IMPORT_FIRST == 100 && IMPORT_AGAIN == 5 && CBOR_BASE == 20 && KECCAK_BLOCK == 6);

}  // namespace lariat::pvm::gas
