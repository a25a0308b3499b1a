// Allocator of the key index: blocks of one size (8 KiB of buckets), so that growing and shrinking segments
// leave no unusable gaps. Blocks come from arenas of about a 16th of the memory held, at most 2 MiB; arenas
// of 2 MiB use large pages.
#pragma once

#include <memory>
#include <vector>

#include "state/index/bucket.hpp"

namespace lariat::state {

inline constexpr u32 BLOCK_BUCKETS = 128;

class BlockPool {
public:
    /// BLOCK_BUCKETS empty buckets.
    Bucket* take();
    void give_back(Bucket* block);

    /// Bytes that the pool holds, handed out or not.
    u64 memory() const noexcept;

private:
    struct Release {
        bool is_large_page;
        void operator()(Bucket* base) const noexcept;
    };
    struct Arena {
        std::unique_ptr<Bucket, Release> base;
        u32 blocks = 0;
        u32 untouched = 0;      ///< blocks from here on were never handed out
        std::vector<u32> free;  ///< those given back
        u32 free_blocks() const noexcept { return blocks - untouched + static_cast<u32>(free.size()); }
    };

    void add_arena();
    std::size_t arena_of(const Bucket* block) const noexcept;

    std::vector<Arena> arenas_;   ///< by ascending address
    std::size_t first_free_ = 0;  ///< all arenas before this one are handed out completely
    u64 held_ = 0;                ///< in blocks
    u64 used_ = 0;
};

}  // namespace lariat::state
