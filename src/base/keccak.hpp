// Keccak-f[1600] and the sponge of 1,088 bits over it: FIPS 202, and the padding from before it.
#pragma once

#include <array>
#include <initializer_list>

#include "lariat/types.hpp"

namespace lariat::keccak {

inline constexpr std::size_t LANES = 25;  // x + 5 * y
using Lanes = std::array<u64, LANES>;

/// What stands behind the message: the only difference between the two hashes.
enum class Padding : u8 { keccak = 0x01, sha3 = 0x06 };

/// Of the parts as one message.
Hash32 hash(Padding padding, std::initializer_list<BytesView> parts) noexcept;

/// The permutation in what any processor has, and in what this one has for it, if it has.
void permute_plainly(Lanes& lanes) noexcept;
void permute(Lanes& lanes) noexcept;

}  // namespace lariat::keccak
