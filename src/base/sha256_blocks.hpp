// SHA-256 of padded blocks with the processor's SHA instructions: one message, or two interleaved. Each of
// the instructions waits for the one before it, so two independent messages take little longer than one.
#pragma once

#include "lariat/types.hpp"

namespace lariat {

inline constexpr std::size_t SHA256_BLOCK = 64;

/// A message with its padding: one or more whole blocks.
struct Sha256Blocks {
    const u8* bytes = nullptr;
    std::size_t count = 0;
};

/// True if the processor has the SHA instructions. If not, the next two functions must not be called.
bool sha256_has_instructions() noexcept;
Hash32 sha256_one(Sha256Blocks message) noexcept;
void sha256_two(Sha256Blocks first, Sha256Blocks second, Hash32& first_out, Hash32& second_out) noexcept;

/// Appends the padding of FIPS 180-4, 5.1.1 to the `size` bytes in `buffer`, which must have room for it, and
/// returns the number of blocks.
std::size_t sha256_pad(u8* buffer, std::size_t size) noexcept;

}  // namespace lariat
