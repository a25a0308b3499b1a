// A Python value in 64 bits: a small integer, one of a few constants, or a pointer into an arena.
#pragma once

#include "lariat/assert.hpp"
#include "lariat/types.hpp"

namespace lariat::pvm {

struct Object;

/// Low bit 1: an integer of 63 bits. Low bits 010: None, False, True, … All zero: absent, which no
/// program ever sees (an unbound variable, an argument not given, "an exception is pending").
/// Everything else: a pointer to an Object, 8-byte aligned.
struct Value {
    u64 bits = 0;

    static constexpr i64 SMALL_MAX = (i64{1} << 62) - 1;
    static constexpr i64 SMALL_MIN = -(i64{1} << 62);

    static constexpr Value small(i64 n) noexcept { return {static_cast<u64>(n) << 1 | 1}; }
    static constexpr Value boolean(bool b) noexcept { return {b ? 0x12u : 0x0au}; }
    static Value object(const Object* o) noexcept { return {reinterpret_cast<u64>(o)}; }

    constexpr bool absent() const noexcept { return bits == 0; }
    constexpr bool present() const noexcept { return bits != 0; }
    constexpr bool is_small() const noexcept { return (bits & 1) != 0; }
    constexpr bool is_object() const noexcept { return (bits & 3) == 0 && bits != 0; }
    constexpr bool is_bool() const noexcept { return bits == 0x12 || bits == 0x0a; }
    constexpr i64 as_small() const noexcept { return static_cast<i64>(bits) >> 1; }
    Object* as_object() const noexcept { return reinterpret_cast<Object*>(bits); }
    friend constexpr bool operator==(Value a, Value b) noexcept { return a.bits == b.bits; }  ///< identity
};
static_assert(sizeof(Value) == 8);

constexpr bool fits_small(i64 n) noexcept
{
    return n >= Value::SMALL_MIN && n <= Value::SMALL_MAX;
}

inline constexpr Value ABSENT{0};
inline constexpr Value NONE{0x02};
inline constexpr Value FALSE{0x0a};
inline constexpr Value TRUE{0x12};
inline constexpr Value ELLIPSIS{0x1a};
inline constexpr Value NOT_IMPLEMENTED{0x22};

/// Which struct an object is. Classes of programs share the kind of the builtin they derive from.
enum class Kind : u8 {
    Int,
    Str,
    Bytes,
    ByteArray,
    List,
    Tuple,
    Dict,
    Set,
    FrozenSet,
    Range,
    Slice,
    Cell,
    Function,
    Native,
    BoundMethod,
    Class,
    Instance,
    Exception,
    Module,
    Generator,
    Iterator,
    DictView,
    Proxy,
    Property,
    StaticMethod,
    ClassMethod,
    Attribute,
    Member,
    Super,
    Storage,
    Hasher,
    Union,
    GenericAlias,
    Immediate,  ///< no object: None, True, NotImplemented, …
};

}  // namespace lariat::pvm
