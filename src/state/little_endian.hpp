// Loads and stores unaligned little-endian integers, as the store's files have them.
#pragma once

#include <bit>

#include "lariat/types.hpp"

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

}  // namespace lariat::state
