// Python's int beyond 64 bits: sign and magnitude of at most 4,096 bits, no heap except for text.
//
// Operands are views of little-endian 64-bit limbs, wherever the caller keeps them; results go to a
// Big on the caller's stack. `out` may be the storage of an operand. When an operation does not
// return ok, `out` holds zero.
//
// Work: add, sub, compare, shifts and bit operations are linear in the limbs; mul and divmod are
// limbs × limbs; pow is a few products of at most 64 × 64 limbs for each bit of the exponent (at most
// 12 bits, larger exponents overflow at once); pow_mod is up to two products and two divisions of
// modulus limbs × modulus limbs for each bit of the exponent. The caller charges before it calls.
#pragma once

#include <algorithm>
#include <optional>

#include "lariat/types.hpp"

namespace lariat::pvm::bigint {

inline constexpr u32 BITS_MAX = 4096;  ///< of a magnitude, as int.bit_length() counts
inline constexpr u32 LIMBS_MAX = BITS_MAX / 64;

enum class [[nodiscard]] Status : u8 {
    ok,
    overflow,           ///< the result has more than 4,096 bits: OverflowError
    division_by_zero,   ///< also a modulus of zero
    negative_shift,     ///< ValueError: negative shift count
    negative_exponent,  ///< pow without modulus: would be a float
    not_invertible,     ///< pow_mod: ValueError: base is not invertible for the given modulus
    does_not_fit,       ///< to_bytes: OverflowError: int too big to convert
    negative_unsigned,  ///< to_bytes: OverflowError: can't convert negative int to unsigned
    invalid_text,       ///< from_text: ValueError: invalid literal
};

/// An operand. The highest limb is not zero; zero has no limbs and is not negative; at most LIMBS_MAX limbs.
struct View {
    bool negative = false;
    std::span<const u64> limbs;
};

/// Room for limbs of which the first `size` count. Those behind mean nothing: they are neither set nor
/// copied, which for numbers of a few limbs would be most of the work.
template <u32 ROOM>
struct LimbRoom {
    u32 size = 0;
    std::array<u64, ROOM> limbs;

    LimbRoom() noexcept {}                                       // NOLINT(*-member-init): not the limbs
    LimbRoom(const LimbRoom& other) noexcept : size(other.size)  // NOLINT(*-member-init)
    {
        std::copy_n(other.limbs.begin(), size, limbs.begin());
    }
    LimbRoom& operator=(const LimbRoom& other) noexcept
    {
        size = other.size;
        std::copy_n(other.limbs.begin(), size, limbs.begin());
        return *this;
    }
    ~LimbRoom() = default;

    /// Sets the first `count`, which need not count yet.
    void zero(std::size_t count) noexcept { std::fill_n(limbs.begin(), count, 0); }
};

/// A value in place; what it holds is always normalised.
struct Big : LimbRoom<LIMBS_MAX + 2> {
    bool negative = false;

    View view() const noexcept { return {negative, {limbs.data(), size}}; }
    operator View() const noexcept { return view(); }
};

Big from_i64(i64 v) noexcept;
Big from_u64(u64 v) noexcept;
Big from_u128(u128 v) noexcept;
std::optional<i64> to_i64(View v) noexcept;
std::optional<u64> to_u64(View v) noexcept;
std::optional<u128> to_u128(View v) noexcept;

std::strong_ordering compare(View a, View b) noexcept;
u32 bit_length(View v) noexcept;
u32 bit_count(View v) noexcept;  ///< ones of the magnitude

Status add(View a, View b, Big& out) noexcept;
Status sub(View a, View b, Big& out) noexcept;
Status mul(View a, View b, Big& out) noexcept;
/// Floor division: the remainder has the divisor's sign. `quotient` and `remainder` are two different Bigs.
Status divmod(View a, View b, Big& quotient, Big& remainder) noexcept;
Status negate(View a, Big& out) noexcept;

Status pow(View base, View exponent, Big& out) noexcept;
/// pow(base, exponent, modulus): the result has the modulus's sign; a negative exponent inverts the base.
Status pow_mod(View base, View exponent, View modulus, Big& out) noexcept;

Status shift_left(View a, View count, Big& out) noexcept;
Status shift_right(View a, View count, Big& out) noexcept;  ///< rounds towards minus infinity

// On two's complement without end, as Python has it.
Status bit_and(View a, View b, Big& out) noexcept;
Status bit_or(View a, View b, Big& out) noexcept;
Status bit_xor(View a, View b, Big& out) noexcept;
Status invert(View a, Big& out) noexcept;

enum class ByteOrder : u8 { big, little };
/// int.to_bytes(out.size(), order, signed=…)
Status to_bytes(View v, ByteOrder order, bool is_signed, std::span<u8> out) noexcept;
/// int.from_bytes(bytes, order, signed=…): any length, as long as the value fits.
Status from_bytes(BytesView bytes, ByteOrder order, bool is_signed, Big& out) noexcept;

/// Lower-case digits in base 2 to 36, a minus sign in front if negative, no prefix.
std::string to_text(View v, u32 base = 10);
/// What int(text, base) accepts in ASCII: blanks around, a sign, the base's prefix, single underscores
/// between digits. Base 0 reads the prefix. Anything outside ASCII is invalid_text.
Status from_text(std::string_view text, u32 base, Big& out) noexcept;

}  // namespace lariat::pvm::bigint
