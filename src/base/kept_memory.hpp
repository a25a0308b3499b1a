// Settings of glibc's allocator for a process that makes blocks.
#pragma once

#include <malloc.h>

namespace lariat {

/// A block of thousands of transactions takes and gives back megabytes. With the usual limits they go back to
/// the system after each block and come again page by page, each page cleared. And an arena for each thread
/// would keep its own, and grow a page at a time. Called once, before there are threads.
inline void keep_memory()
{
    constexpr int MIB = 1 << 20;
    ::mallopt(M_ARENA_MAX, 1);
    ::mallopt(M_MMAP_THRESHOLD, 32 * MIB);
    ::mallopt(M_TRIM_THRESHOLD, 512 * MIB);
}

}  // namespace lariat
