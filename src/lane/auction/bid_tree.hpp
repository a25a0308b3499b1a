// Bundles with bids of their own, in an order that the lane base fee L does not disturb.
//
// A bid pays min(P, F - L). With S = F - P, bids with S ≥ L pay their P and those below pay F - L: two
// groups, cut at L, in an order by S that L has no part in. A B-tree by S, in which each entry knows the
// highest P and the highest F below it: the best bid at any L is found on one path from the root.
#pragma once

#include <array>
#include <optional>

#include "lane/auction/bundle.hpp"

namespace lariat::lane {

class BidTree {
public:
    /// A line of memory: a bundle in a leaf, what is below a child elsewhere.
    struct alignas(64) Entry {
        u128 slack = 0;  ///< of the bundle; none below the child is lower than (slack, bundle)
        u128 top_priority = 0, top_fee = 0;
        u32 bundle = 0;
        u32 child = Bundles::NONE;
        u32 by_priority = 0, by_fee = 0;  ///< the bundles that have them; of several the one that is first
    };
    struct Node {
        static constexpr u32 FULL = 16;
        std::array<Entry, FULL + 1> entries;  ///< one more until it is split
        u32 count = 0;
        bool is_leaf = true;
    };
    using Nodes = Slots<Node>;

    BidTree(Nodes& nodes, const Bundles& bundles) : nodes_(nodes), bundles_(bundles) {}

    void insert(u32 bundle);
    void erase(u32 bundle);        ///< one that is there, its bid unchanged since
    void first_moved(u32 bundle);  ///< another of its timers is the first now
    bool empty() const noexcept { return root_ == Bundles::NONE; }

    /// The best bid at this lane base fee; none when all are below it.
    std::optional<u32> best(u128 lane_basefee) const;

private:
    void absorb(Entry& above, const Entry& below) const;
    void summarise(Entry& above) const;
    static u32 child_for(const Node& node, const Entry& entry);
    static void open_room(Node& node, u32 at);
    static void close_room(Node& node, u32 at);
    std::optional<Entry> put(u32 at, const Entry& entry);
    void take(u32 at, const Entry& entry);
    void refresh(u32 at, const Entry& entry);
    void fetch(u32 node) const;

    Nodes& nodes_;
    const Bundles& bundles_;
    u32 root_ = Bundles::NONE;
};

}  // namespace lariat::lane
