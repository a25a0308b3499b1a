// Memory in large pages (2 MiB), for data that is read in random order: with ordinary pages most such reads
// also miss the TLB. Large pages are only requested; without them the memory lies in ordinary pages.
#pragma once

#include <memory>

#include "lariat/types.hpp"

namespace lariat {

inline constexpr u64 LARGE_PAGE_BYTES = u64{2} << 20U;

struct UnmapLargePage {
    void operator()(u8* page) const noexcept;
};
using LargePage = std::unique_ptr<u8, UnmapLargePage>;

/// LARGE_PAGE_BYTES of zeros, aligned to LARGE_PAGE_BYTES. Null when the system has no memory left.
LargePage map_large_page() noexcept;

/// Asks the system to move `bytes` of mapped memory into large pages.
void wish_for_large_pages(void* mapped, u64 bytes) noexcept;

}  // namespace lariat
