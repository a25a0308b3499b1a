// Integers in the store's files: little-endian, unaligned.
#pragma once

#include <bit>

#include "base/types.hpp"

namespace lariat::state {

static_assert(std::endian::native == std::endian::little, "the store's files are written as memory stands");

template <class T>
T load_le(const u8* at) noexcept
{
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

template <class T>
void store_le(u8* at, T value) noexcept
{
    std::memcpy(at, &value, sizeof value);
}

inline u64 load_u48(const u8* at) noexcept
{
    return load_le<u32>(at) | static_cast<u64>(load_le<u16>(at + 4)) << 32;
}

inline void store_u48(u8* at, u64 value) noexcept
{
    store_le(at, static_cast<u32>(value));
    store_le(at + 4, static_cast<u16>(value >> 32));
}

}  // namespace lariat::state
