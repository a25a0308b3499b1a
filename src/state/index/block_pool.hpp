// Memory of the key index in blocks of one size (8 KiB of buckets), so that growing and shrinking
// segments leave no gaps that the next one cannot use. Blocks are cut from arenas: of about a 16th
// of what is held up to 2 MiB, from then on of 2 MiB each, in large pages.
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

    /// All that it holds, handed out or not.
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
    std::size_t first_free_ = 0;  ///< those before are handed out wholly
    u64 held_ = 0;                ///< in blocks
    u64 used_ = 0;
};

}  // namespace lariat::state
