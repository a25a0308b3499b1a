// Settings of glibc's allocator for a process that makes blocks.
#pragma once

#include <malloc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdlib>

namespace lariat {

inline constexpr std::size_t MIB = std::size_t{1} << 20;
inline constexpr std::size_t MMAP_BYTES = 32 * MIB, TRIM_BYTES = 512 * MIB;

/// A process whose memory is limited keeps all of it for what it will use.
inline bool has_limited_memory()
{
    for (const auto resource : {RLIMIT_AS, RLIMIT_DATA}) {
        rlimit limit{};
        if (::getrlimit(resource, &limit) != 0 || limit.rlim_cur != RLIM_INFINITY) return true;
    }
    return false;
}

/// A block that takes in tens of thousands of timers touches memory all over the heap; where pages have 4 KiB
/// the processor must look most of them up again. So the heap is grown once, by what the allocator keeps
/// anyway, and marked for pages of 2 MiB before any of it is used. Unused pages take no memory. A system
/// without such pages refuses, and all is as before.
inline void ask_for_large_pages()
{
    if (has_limited_memory()) return;
    constexpr std::size_t PAGE = 2 * MIB, PIECE_BYTES = MMAP_BYTES - MIB;
    const auto heap_end = [] { return reinterpret_cast<std::uintptr_t>(::sbrk(0)); };
    std::array<void*, (TRIM_BYTES - MIB) / MMAP_BYTES> pieces{};
    const std::uintptr_t begin = heap_end();
    for (void*& piece : pieces) {
        piece = std::malloc(PIECE_BYTES);
        asm volatile("" : : "r"(piece) : "memory");  // else a compiler leaves out what only is freed
        if (piece == nullptr || heap_end() == begin)
            break;  // no memory; not this heap, or it is large already
    }
    const bool is_whole = pieces.back() != nullptr;
    const std::uintptr_t end = heap_end();
    for (void* const piece : pieces) std::free(piece);
    if (!is_whole) {
        if (end != begin) ::malloc_trim(0);
        return;
    }
    // Behind the allocator's own words, which stand where the free part begins.
    const std::uintptr_t first = (begin + PAGE) / PAGE * PAGE;
    if (first >= end) return;
    void* const unused = reinterpret_cast<void*>(first);
    ::madvise(unused, end - first, MADV_DONTNEED);
    ::madvise(unused, end - first, MADV_HUGEPAGE);
}

/// A block of thousands of transactions takes and gives back megabytes. With the usual limits they go back to
/// the system after each block and come again page by page, each page cleared. And an arena for each thread
/// would keep its own, and grow a page at a time. Called once, before there are threads.
inline void keep_memory()
{
    ::mallopt(M_ARENA_MAX, 1);
    ::mallopt(M_MMAP_THRESHOLD, static_cast<int>(MMAP_BYTES));
    ::mallopt(M_TRIM_THRESHOLD, static_cast<int>(TRIM_BYTES));
    ask_for_large_pages();
}

}  // namespace lariat
