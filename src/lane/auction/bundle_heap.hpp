// A heap of bundles, by their first timer, that is joined to another one in O(log n): a leftist heap.
#pragma once

#include "lane/auction/bundle.hpp"

namespace lariat::lane {

/// The heap is named by its first bundle, NONE when it is empty; the links are kept in the bundles. Each call
/// takes O(log n) steps, and returns the first bundle after it.
class BundleHeap {
public:
    static constexpr u32 NONE = Bundle::NONE;

    explicit BundleHeap(Bundles& bundles) : bundles_(bundles) {}

    u32 push(u32 heap, u32 bundle);
    /// `bundle` is in `heap`. Its `first` may have changed since it was pushed.
    u32 erase(u32 heap, u32 bundle);
    u32 meld(u32 a, u32 b);

private:
    u32 rank_of(u32 bundle) const { return bundle == NONE ? 0 : bundles_[bundle].rank; }
    bool lean_left(Bundle& bundle) const;

    Bundles& bundles_;
};

}  // namespace lariat::lane
