// Bundles with bids of their own, in an order that does not depend on the lane base fee L.
//
// A bid pays min(P, F - L). With S = F - P, bids with S ≥ L pay their P and those below pay F - L: two
// groups, cut at L, in an order by S that L has no part in. The tree is a B-tree by S, in which each entry
// knows the highest P and the highest F below it: the best bid at any L is found on one path from the root.
#pragma once

#include <array>
#include <optional>

#include "lane/auction/bundle.hpp"

namespace lariat::lane {

struct BidTree {
    u32 root = Bundle::NONE;
    /// Whether equal priorities are told apart by the owners' outcomes first. Needless in a tree of one
    /// owner.
    bool compares_outcomes = false;
    bool empty() const noexcept { return root == Bundle::NONE; }
};

/// All trees of bids; they share the memory of their nodes.
class BidForest {
public:
    explicit BidForest(const Bundles& bundles) : bundles_(bundles) {}

    void insert(BidTree& tree, u32 bundle);
    void erase(BidTree& tree, u32 bundle);              ///< one that is there, its bid unchanged since
    void first_moved(const BidTree& tree, u32 bundle);  ///< its first timer or its outcome rank has changed
    /// Empties the tree in O(1). Its nodes are used again one by one.
    void drop(BidTree& tree);
    void clear();
    u32 nodes() const noexcept { return nodes_.end(); }    ///< that were ever needed at once
    bool destroy_page() { return nodes_.destroy_page(); }  ///< as Slots::destroy_page()

    struct Best {
        std::optional<u32> bundle;  ///< none: all bids are below the lane base fee
        /// While the lane base fee stays within these and the tree does not change, the best stays the best.
        u128 low = 0, high = U128_MAX;
    };
    Best best(const BidTree& tree, u128 lane_basefee) const;

    /// visit(bundle) for each bundle of the tree.
    template <class Visit>
    void for_each(const BidTree& tree, const Visit& visit) const
    {
        if (!tree.empty()) walk(tree.root, visit);
    }

private:
    /// A line of memory: a bundle in a leaf, a summary of what is below a child elsewhere.
    struct alignas(64) Entry {
        u128 slack = 0;  ///< of the bundle; none below the child is lower than (slack, bundle)
        u128 top_priority = 0, top_fee = 0;
        u32 bundle = 0;
        u32 child = Bundle::NONE;
        u32 by_priority = 0, by_fee = 0;  ///< the bundles that have them; of several the one that is first
    };
    struct Node {
        static constexpr u32 FULL = 16;
        std::array<Entry, FULL + 1> entries;  ///< one more until it is split
        u32 count = 0;
        bool is_leaf = true;
    };

    static Entry entry_of(u32 number, const Bundle& bundle);
    static bool before(const Entry& a, const Entry& b) noexcept;
    static u32 child_for(const Node& node, const Entry& entry);
    static void open_room(Node& node, u32 at);
    static void close_room(Node& node, u32 at);
    u32 take_node();
    bool is_first(bool by_outcome, u32 a, u32 b) const;
    void absorb(bool by_outcome, Entry& above, const Entry& below) const;
    void summarise(bool by_outcome, Entry& above) const;
    std::optional<Entry> put(bool by_outcome, u32 at, const Entry& entry);
    void take(bool by_outcome, u32 at, const Entry& entry);
    void refresh(bool by_outcome, u32 at, const Entry& entry);
    void fetch(u32 node) const;

    template <class Visit>
    void walk(u32 at, const Visit& visit) const
    {
        const Node& node = nodes_[at];
        for (u32 i = 0; i < node.count; ++i) {
            if (node.is_leaf)
                visit(node.entries[i].bundle);
            else
                walk(node.entries[i].child, visit);
        }
    }

    const Bundles& bundles_;
    Slots<Node> nodes_;
    std::vector<u32> dropped_;  ///< roots of what was dropped
};

}  // namespace lariat::lane
