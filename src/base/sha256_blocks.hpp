// SHA-256 of padded blocks with the processor's own instructions, where it has them: one message, or two
// side by side. Each of these instructions waits for the one before it, so two messages that do not depend
// on each other take little longer than one.
#pragma once

#include "lariat/types.hpp"

namespace lariat {

inline constexpr std::size_t SHA256_BLOCK = 64;

/// A message with its padding: whole blocks, at least one.
struct Sha256Blocks {
    const u8* bytes = nullptr;
    std::size_t count = 0;
};

/// Whether this processor has the instructions; without, neither of the following may be called.
bool sha256_has_instructions() noexcept;
Hash32 sha256_one(Sha256Blocks message) noexcept;
void sha256_two(Sha256Blocks first, Sha256Blocks second, Hash32& first_out, Hash32& second_out) noexcept;

/// Writes the padding of FIPS 180-4, 5.1.1 behind the `size` bytes in `buffer`, which has room for it;
/// how many blocks that makes.
std::size_t sha256_pad(u8* buffer, std::size_t size) noexcept;

}  // namespace lariat
