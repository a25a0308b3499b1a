// Settings of glibc's allocator for a process that makes blocks.
#pragma once

#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdlib>

namespace lariat {

inline constexpr std::size_t MIB = std::size_t{1} << 20;
inline constexpr std::size_t MMAP_BYTES = 32 * MIB, TRIM_BYTES = 512 * MIB;

/// A block that takes in tens of thousands of timers touches memory all over the heap; where pages have 4 KiB
/// the processor must look most of them up again. So the heap is grown once, by what the allocator keeps
/// anyway, and marked for pages of 2 MiB before any of it is used. What is not used takes no memory. A system
/// without such pages refuses, and all is as before.
inline void ask_for_large_pages()
{
    constexpr std::size_t PAGE = 2 * MIB, PIECE_BYTES = MMAP_BYTES - MIB;
    std::array<void*, (TRIM_BYTES - MIB) / MMAP_BYTES> pieces{};
    const auto begin = reinterpret_cast<std::uintptr_t>(::sbrk(0));
    for (void*& piece : pieces) {
        piece = std::malloc(PIECE_BYTES);
        if (piece == nullptr || reinterpret_cast<std::uintptr_t>(::sbrk(0)) == begin) break;  // no such heap
        *static_cast<volatile char*>(piece) = 0;
    }
    const auto end = reinterpret_cast<std::uintptr_t>(::sbrk(0));
    const std::uintptr_t first = (begin + PAGE - 1) / PAGE * PAGE;
    if (first < end) ::madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);
    for (void* const piece : pieces) std::free(piece);
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
