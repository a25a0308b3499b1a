// What calls of the host cost, in cycles and cells: the rows of fees.md, for the chain and for tests of
// actors.
#pragma once

#include "lariat/types.hpp"

namespace lariat::chain {

inline constexpr u64 READ_CYCLES = 10, WRITE_CYCLES = 200, EVENT_CYCLES = 50, SEND_CYCLES = 80,
                     TIMER_CYCLES = 200;
inline constexpr u64 TRANSFER_CYCLES = 5'000, TRANSFER_CELLS = 500;

/// A long value is a long copy.
constexpr u64 value_cycles(u64 bytes)
{
    return bytes / 64;
}
/// A key is hashed, copied and compared, and more than once. Those of usual length cost nothing more.
constexpr u64 key_cycles(BytesView key)
{
    constexpr std::size_t USUAL = 128;
    return key.size() / 64 * 2 + (key.size() > USUAL ? (key.size() - USUAL) / 8 : 0);
}
/// One keccak256 of the domain, a block's hash, a height and an address.
constexpr u64 randomness_cycles(BytesView domain)
{
    constexpr u64 CYCLES_PER_WORD = 6;
    return CYCLES_PER_WORD * ((domain.size() + 32 + 8 + 20 + 31) / 32);
}

}  // namespace lariat::chain
