// Memory in large pages of the system, for what is read in no order: on ordinary pages most such reads wait
// for the page's address too. A wish: where the system gives none, it is ordinary memory.
#pragma once

#include <memory>

#include "lariat/types.hpp"

namespace lariat {

inline constexpr u64 LARGE_PAGE_BYTES = u64{2} << 20U;

struct UnmapLargePage {
    void operator()(u8* page) const noexcept;
};
using LargePage = std::unique_ptr<u8, UnmapLargePage>;

/// LARGE_PAGE_BYTES of zeros, aligned on as many. Null when the system has no memory.
LargePage map_large_page() noexcept;

/// Memory that is mapped already would better lie in large pages.
void wish_for_large_pages(void* mapped, u64 bytes) noexcept;

}  // namespace lariat
