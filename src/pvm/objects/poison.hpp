// Under AddressSanitizer the arena's unused room, and the blocks that a container has left behind, may not be
// touched: what would be silent in a region that stays mapped ends the program. Nothing otherwise.
#pragma once

#include "lariat/types.hpp"

#if defined(__SANITIZE_ADDRESS__)
#define LARIAT_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define LARIAT_ADDRESS_SANITIZER 1
#endif
#endif

#ifdef LARIAT_ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>
#endif

namespace lariat::pvm {

inline void forbid([[maybe_unused]] const void* from, [[maybe_unused]] u64 bytes) noexcept
{
#ifdef LARIAT_ADDRESS_SANITIZER
    __asan_poison_memory_region(from, bytes);
#endif
}

inline void allow([[maybe_unused]] const void* from, [[maybe_unused]] u64 bytes) noexcept
{
#ifdef LARIAT_ADDRESS_SANITIZER
    __asan_unpoison_memory_region(from, bytes);
#endif
}

}  // namespace lariat::pvm
