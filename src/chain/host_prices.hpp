// Prices of host calls in cycles and cells, the rows of docs/actors.md. Used by the chain and by tests of
// actors.
#pragma once

#include "lariat/types.hpp"

namespace lariat::chain {

inline constexpr u64 READ_CYCLES = 10, WRITE_CYCLES = 200, EVENT_CYCLES = 50, SEND_CYCLES = 80,
                     TIMER_CYCLES = 200;
/// The least that a transaction uses which does anything.
inline constexpr u64 FLAT_CYCLES = 200;
inline constexpr u64 TRANSFER_CYCLES = 5'000, TRANSFER_CELLS = 500;

/// Cycles for copying a value of this length.
constexpr u64 value_cycles(u64 bytes)
{
    return bytes / 64;
}
/// Cycles for hashing, copying and comparing a key. A key of usual length costs nothing extra.
constexpr u64 key_cycles(BytesView key)
{
    constexpr std::size_t USUAL = 128;
    return key.size() / 64 * 2 + (key.size() > USUAL ? (key.size() - USUAL) / 8 : 0);
}
/// Cycles for one keccak256 over the domain, a block hash, a height and an address.
constexpr u64 randomness_cycles(BytesView domain)
{
    constexpr u64 CYCLES_PER_WORD = 6;
    return CYCLES_PER_WORD * ((domain.size() + 32 + 8 + 20 + 31) / 32);
}

}  // namespace lariat::chain
