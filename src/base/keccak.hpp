// Keccak-f[1600] and its sponge with a rate of 1,088 bits: SHA3-256 (FIPS 202) and the older Keccak-256.
#pragma once

#include <array>
#include <initializer_list>
#include <span>

#include "lariat/types.hpp"

namespace lariat::keccak {

inline constexpr std::size_t LANES = 25;  // x + 5 * y
using Lanes = std::array<u64, LANES>;

/// The byte after the message: the only difference between the two hashes.
enum class Padding : u8 { keccak = 0x01, sha3 = 0x06 };

/// The hash of the concatenation of `parts`.
Hash32 hash(Padding padding, std::initializer_list<BytesView> parts) noexcept;

/// The hash of each message, many at a time where the processor can.
void hash_each(Padding padding, std::span<const Hash32> messages, std::span<Hash32> out) noexcept;

/// The permutation, with instructions that every processor has.
void permute_plainly(Lanes& lanes) noexcept;
/// The permutation, with BMI instructions where the processor has them.
void permute(Lanes& lanes) noexcept;

}  // namespace lariat::keccak
