// Bundles of timers with bids of their own, in an order that the lane base fee L does not disturb.
//
// A bid pays min(P, F - L). With S = F - P, bids with S ≥ L pay their P and those below pay F - L: two
// groups, cut at L, in an order by S that L has no part in. Each node knows the highest P and the highest F
// below it, so the best bid at any L is found on two paths from the root.
#pragma once

#include "lane/auction/pricing.hpp"

namespace lariat::lane {

/// How equal effective priorities are told apart, lowest first.
struct Tie {
    u64 outcome = 0;     ///< tie_break outcome: 2^64 - 1 - O of the owner, else 0
    u64 due_height = 0;  ///< tie_break fair, else 0
    timers::TimerId id;
    auto operator<=>(const Tie&) const = default;
};

/// A node: embedded in a bundle. A million of them are in no cache, so what a walk reads of each is in two
/// lines: the bids, and the links.
struct alignas(64) BundleNode {
    Bid bid;
    u128 top_priority = 0, top_fee = 0;  ///< of the two below: spares a visit unless two are equal

    // The tree's, as are the two above.
    BundleNode* left = nullptr;
    BundleNode* right = nullptr;
    const BundleNode* best_by_priority = nullptr;
    const BundleNode* best_by_fee = nullptr;
    int depth = 1;

    Tie first;  ///< of the bundle's timers

    u128 slack() const noexcept { return bid.max_fee - bid.max_priority; }
};

class BundleTree {
public:
    void insert(BundleNode& node);  ///< firsts differ, so no two nodes are equal
    void erase(BundleNode& node);   ///< one that is there, its bid and first unchanged since
    bool empty() const noexcept { return root_ == nullptr; }

    /// The best bid at this lane base fee; null when all are below it.
    const BundleNode* best(u128 lane_basefee) const;

private:
    BundleNode* root_ = nullptr;
};

}  // namespace lariat::lane
