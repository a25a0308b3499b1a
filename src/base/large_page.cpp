// Large pages by mmap and madvise.
#include "base/large_page.hpp"

#include <sys/mman.h>

namespace lariat {

void UnmapLargePage::operator()(u8* page) const noexcept
{
    ::munmap(page, LARGE_PAGE_BYTES);
}

LargePage map_large_page() noexcept
{
    // mmap does not promise the alignment: map twice as much and unmap the rest.
    void* mapped =
        ::mmap(nullptr, 2 * LARGE_PAGE_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED) return nullptr;
    auto* const start = static_cast<u8*>(mapped);
    const u64 before =
        (LARGE_PAGE_BYTES - reinterpret_cast<std::uintptr_t>(start) % LARGE_PAGE_BYTES) % LARGE_PAGE_BYTES;
    u8* const page = start + before;
    if (before != 0) ::munmap(start, before);
    ::munmap(page + LARGE_PAGE_BYTES, LARGE_PAGE_BYTES - before);
    wish_for_large_pages(page, LARGE_PAGE_BYTES);
    return LargePage(page);
}

void wish_for_large_pages(void* mapped, u64 bytes) noexcept
{
#if defined(MADV_HUGEPAGE)
    ::madvise(mapped, bytes, MADV_HUGEPAGE);
#else
    (void)mapped, (void)bytes;
#endif
}

}  // namespace lariat
