// The rank of a bundle is the length of its right spine, which is never longer than the left one. So a right
// spine has at most log2(n + 1) bundles, and all work is done along right spines.
#include "lane/auction/bundle_heap.hpp"

#include <utility>

#include "lariat/assert.hpp"

namespace lariat::lane {

/// Restores the rank of a bundle whose children are right. Returns whether it has changed.
bool BundleHeap::lean_left(Bundle& bundle) const
{
    if (rank_of(bundle.left) < rank_of(bundle.right)) std::swap(bundle.left, bundle.right);
    const u32 rank = rank_of(bundle.right) + 1;
    return std::exchange(bundle.rank, rank) != rank;
}

u32 BundleHeap::meld(u32 a, u32 b)
{
    if (a == NONE) return b;
    if (b == NONE) return a;
    if (bundles_[b].first < bundles_[a].first) std::swap(a, b);
    Bundle& top = bundles_[a];
    top.right = meld(top.right, b);  // as deep as two right spines
    bundles_[top.right].up = a;
    lean_left(top);
    return a;
}

u32 BundleHeap::push(u32 heap, u32 number)
{
    Bundle& bundle = bundles_[number];
    LARIAT_ASSERT(bundle.rank == 0);
    bundle.rank = 1;
    const u32 first = meld(heap, number);
    bundles_[first].up = NONE;
    return first;
}

u32 BundleHeap::erase(u32 heap, u32 number)
{
    Bundle& bundle = bundles_[number];
    LARIAT_ASSERT(bundle.rank != 0);
    const u32 up = bundle.up, below = meld(bundle.left, bundle.right);
    bundle.up = bundle.left = bundle.right = NONE;
    bundle.rank = 0;
    if (below != NONE) bundles_[below].up = up;
    if (up == NONE) return below;
    (bundles_[up].left == number ? bundles_[up].left : bundles_[up].right) = below;
    // Where a rank has changed, it or its old value grows by one on each step up: at most log2(n + 1) steps.
    for (u32 at = up; at != NONE && lean_left(bundles_[at]); at = bundles_[at].up) {}
    return heap;
}

}  // namespace lariat::lane
