// Implements the arenas of the key index and their blocks; see block_pool.hpp.
#include "state/index/block_pool.hpp"

#include <algorithm>
#include <bit>
#include <new>

#include "base/large_page.hpp"

namespace lariat::state {

namespace {

constexpr u64 BLOCK_SIZE = BLOCK_BUCKETS * sizeof(Bucket);
constexpr u64 ARENA_BLOCKS_MIN = 4;
constexpr u64 LARGE_PAGE_BLOCKS = LARGE_PAGE_BYTES / BLOCK_SIZE;

}  // namespace

void BlockPool::Release::operator()(Bucket* base) const noexcept
{
    if (is_large_page)
        UnmapLargePage()(reinterpret_cast<u8*>(base));
    else
        ::operator delete(base, std::align_val_t{alignof(Bucket)});
}

u64 BlockPool::memory() const noexcept
{
    // A list of free blocks never outgrows the arena's number of blocks.
    return held_ * (BLOCK_SIZE + sizeof(u32)) + arenas_.capacity() * sizeof(Arena);
}

void BlockPool::add_arena()
{
    Arena arena;
    const u64 wanted =
        held_ >= LARGE_PAGE_BLOCKS ? LARGE_PAGE_BLOCKS : std::bit_floor(std::max<u64>(held_ / 16, 1));
    arena.blocks = static_cast<u32>(std::clamp(wanted, ARENA_BLOCKS_MIN, LARGE_PAGE_BLOCKS));
    arena.free.reserve(arena.blocks);
    if (arena.blocks == LARGE_PAGE_BLOCKS)
        arena.base = {reinterpret_cast<Bucket*>(map_large_page().release()), Release{true}};
    if (arena.base == nullptr) {
        void* base = ::operator new(arena.blocks * BLOCK_SIZE, std::align_val_t{alignof(Bucket)});
        arena.base = {static_cast<Bucket*>(base), Release{false}};
    }
    held_ += arena.blocks;
    const auto at = std::ranges::upper_bound(
        arenas_, reinterpret_cast<std::uintptr_t>(arena.base.get()), {},
        [](const Arena& a) { return reinterpret_cast<std::uintptr_t>(a.base.get()); });
    first_free_ = static_cast<std::size_t>(at - arenas_.begin());
    arenas_.insert(at, std::move(arena));
}

std::size_t BlockPool::arena_of(const Bucket* block) const noexcept
{
    const auto after = std::ranges::upper_bound(
        arenas_, reinterpret_cast<std::uintptr_t>(block), {},
        [](const Arena& a) { return reinterpret_cast<std::uintptr_t>(a.base.get()); });
    LARIAT_ASSERT(after != arenas_.begin());
    return static_cast<std::size_t>(after - arenas_.begin()) - 1;
}

Bucket* BlockPool::take()
{
    // Low arenas first: the high ones may become empty and be let go of.
    while (first_free_ < arenas_.size() && arenas_[first_free_].free_blocks() == 0) ++first_free_;
    if (first_free_ == arenas_.size()) add_arena();
    Arena& arena = arenas_[first_free_];
    u32 number = arena.untouched;
    if (arena.free.empty()) {
        ++arena.untouched;
    } else {
        number = arena.free.back();
        arena.free.pop_back();
    }
    LARIAT_ASSERT(number < arena.blocks);
    ++used_;
    Bucket* const block = arena.base.get() + u64{number} * BLOCK_BUCKETS;
    std::fill_n(block, BLOCK_BUCKETS, Bucket{});
    return block;
}

void BlockPool::give_back(Bucket* block)
{
    const std::size_t at = arena_of(block);
    Arena& arena = arenas_[at];
    const auto offset = static_cast<u64>(block - arena.base.get());
    LARIAT_ASSERT(offset % BLOCK_BUCKETS == 0 && offset / BLOCK_BUCKETS < arena.untouched);
    LARIAT_ASSERT(arena.free.size() < arena.untouched);
    arena.free.push_back(static_cast<u32>(offset / BLOCK_BUCKETS));
    --used_;
    first_free_ = std::min(first_free_, at);
    if (used_ == 0) {
        arenas_ = std::vector<Arena>();
        first_free_ = 0;
        held_ = 0;
        return;
    }
    // One empty arena may stay, lest a block to and fro costs an arena each time.
    const u64 free_elsewhere = held_ - used_ - arena.free_blocks();
    if (arena.free_blocks() < arena.blocks || free_elsewhere < arena.blocks) return;
    held_ -= arena.blocks;
    arenas_.erase(arenas_.begin() + static_cast<std::ptrdiff_t>(at));
    first_free_ = 0;
}

}  // namespace lariat::state
