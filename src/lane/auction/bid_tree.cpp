// Nodes are split when they overflow and freed when they are empty: the depth is at most the logarithm, to
// the base 8, of all insertions, whatever bids people choose.
#include "lane/auction/bid_tree.hpp"

#include <algorithm>

namespace lariat::lane {

bool BidForest::before(const Entry& a, const Entry& b) noexcept
{
    return a.slack != b.slack ? a.slack < b.slack : a.bundle < b.bundle;
}

BidForest::Entry BidForest::entry_of(u32 number, const Bundle& bundle)
{
    Entry entry;
    entry.slack = bundle.slack();
    entry.top_priority = bundle.source.own.max_priority;
    entry.top_fee = bundle.source.own.max_fee;
    entry.bundle = entry.by_priority = entry.by_fee = number;
    return entry;
}

/// A node of a tree that was dropped is used first; its children are left for the next calls.
u32 BidForest::take_node()
{
    if (dropped_.empty()) return nodes_.take();
    const u32 number = dropped_.back();
    dropped_.pop_back();
    const Node& node = nodes_[number];
    for (u32 i = 0; i < node.count && !node.is_leaf; ++i) dropped_.push_back(node.entries[i].child);
    return number;
}

void BidForest::drop(BidTree& tree)
{
    if (tree.root != Bundle::NONE) dropped_.push_back(tree.root);
    tree.root = Bundle::NONE;
}

void BidForest::clear()
{
    nodes_.clear();
    dropped_.clear();
}

bool BidForest::is_first(bool by_outcome, u32 a, u32 b) const
{
    const Bundle &one = bundles_[a], &other = bundles_[b];
    if (by_outcome && one.outcome_rank != other.outcome_rank) return one.outcome_rank < other.outcome_rank;
    return one.first < other.first;
}

void BidForest::absorb(bool by_outcome, Entry& above, const Entry& below) const
{
    if (below.top_priority > above.top_priority ||
        (below.top_priority == above.top_priority &&
         is_first(by_outcome, below.by_priority, above.by_priority))) {
        above.top_priority = below.top_priority;
        above.by_priority = below.by_priority;
    }
    if (below.top_fee > above.top_fee ||
        (below.top_fee == above.top_fee && is_first(by_outcome, below.by_fee, above.by_fee))) {
        above.top_fee = below.top_fee;
        above.by_fee = below.by_fee;
    }
}

void BidForest::summarise(bool by_outcome, Entry& above) const
{
    const Node& node = nodes_[above.child];
    const Entry& head = node.entries[0];
    above.top_priority = head.top_priority;
    above.by_priority = head.by_priority;
    above.top_fee = head.top_fee;
    above.by_fee = head.by_fee;
    for (u32 i = 1; i < node.count; ++i) absorb(by_outcome, above, node.entries[i]);
}

/// The last whose first key is not above the entry's, or the first of all.
u32 BidForest::child_for(const Node& node, const Entry& entry)
{
    u32 at = 0;
    while (at + 1 < node.count && !before(entry, node.entries[at + 1])) ++at;
    return at;
}

void BidForest::open_room(Node& node, u32 at)
{
    std::copy_backward(node.entries.begin() + at, node.entries.begin() + node.count,
                       node.entries.begin() + node.count + 1);
    ++node.count;
}

void BidForest::close_room(Node& node, u32 at)
{
    std::copy(node.entries.begin() + at + 1, node.entries.begin() + node.count, node.entries.begin() + at);
    --node.count;
}

/// A million bundles are in no cache: the lines of a node are asked for together.
void BidForest::fetch(u32 number) const
{
    const Node& node = nodes_[number];
    __builtin_prefetch(&node.count);
    for (u32 i = 0; i < Node::FULL; ++i) __builtin_prefetch(&node.entries[i]);
}

/// What was split off, when the node was full.
std::optional<BidForest::Entry> BidForest::put(bool by_outcome, u32 at, const Entry& entry)
{
    Node& node = nodes_[at];
    if (node.is_leaf) {
        u32 place = 0;
        while (place < node.count && before(node.entries[place], entry)) ++place;
        open_room(node, place);
        node.entries[place] = entry;
    } else {
        const u32 child = child_for(node, entry);
        Entry& below = node.entries[child];
        fetch(below.child);
        if (before(entry, below)) {
            below.slack = entry.slack;
            below.bundle = entry.bundle;
        }
        if (const auto split = put(by_outcome, below.child, entry)) {
            summarise(by_outcome, below);
            open_room(node, child + 1);
            node.entries[child + 1] = *split;
        } else {
            absorb(by_outcome, below, entry);
        }
    }
    if (node.count <= Node::FULL) return std::nullopt;
    const u32 other = take_node();
    Node& right = nodes_[other];
    const u32 half = node.count / 2;
    std::copy(node.entries.begin() + half, node.entries.begin() + node.count, right.entries.begin());
    right.count = node.count - half;
    right.is_leaf = node.is_leaf;
    node.count = half;
    Entry split;
    split.slack = right.entries[0].slack;
    split.bundle = right.entries[0].bundle;
    split.child = other;
    summarise(by_outcome, split);
    return split;
}

void BidForest::insert(BidTree& tree, u32 bundle)
{
    const bool by_outcome = tree.compares_outcomes;
    if (tree.empty()) {
        tree.root = take_node();
        nodes_[tree.root].count = 0;
        nodes_[tree.root].is_leaf = true;
    }
    const auto split = put(by_outcome, tree.root, entry_of(bundle, bundles_[bundle]));
    if (!split) return;
    const u32 top = take_node();
    Node& node = nodes_[top];
    Entry left;
    left.slack = nodes_[tree.root].entries[0].slack;
    left.bundle = nodes_[tree.root].entries[0].bundle;
    left.child = tree.root;
    summarise(by_outcome, left);
    node.entries[0] = left;
    node.entries[1] = *split;
    node.count = 2;
    node.is_leaf = false;
    tree.root = top;
}

void BidForest::take(bool by_outcome, u32 at, const Entry& entry)
{
    Node& node = nodes_[at];
    if (node.is_leaf) {
        u32 place = 0;
        while (node.entries[place].bundle != entry.bundle) {
            ++place;
            LARIAT_ASSERT(place < node.count);
        }
        close_room(node, place);
        return;
    }
    const u32 child = child_for(node, entry);
    Entry& below = node.entries[child];
    fetch(below.child);
    take(by_outcome, below.child, entry);
    if (nodes_[below.child].count == 0) {
        nodes_.give_back(below.child);
        close_room(node, child);
    } else if (below.by_priority == entry.bundle || below.by_fee == entry.bundle) {
        summarise(by_outcome, below);
    }
}

void BidForest::erase(BidTree& tree, u32 bundle)
{
    LARIAT_ASSERT(!tree.empty());
    take(tree.compares_outcomes, tree.root, entry_of(bundle, bundles_[bundle]));
    while (!tree.empty()) {
        const Node& node = nodes_[tree.root];
        if (node.count > 1 || (node.count == 1 && node.is_leaf)) return;
        const u32 below = node.count == 1 ? node.entries[0].child : Bundle::NONE;
        nodes_.give_back(tree.root);
        tree.root = below;
    }
}

void BidForest::refresh(bool by_outcome, u32 at, const Entry& entry)
{
    Node& node = nodes_[at];
    if (node.is_leaf) return;
    Entry& below = node.entries[child_for(node, entry)];
    refresh(by_outcome, below.child, entry);
    summarise(by_outcome, below);
}

void BidForest::first_moved(const BidTree& tree, u32 bundle)
{
    refresh(tree.compares_outcomes, tree.root, entry_of(bundle, bundles_[bundle]));
}

BidForest::Best BidForest::best(const BidTree& tree, u128 lane_basefee) const
{
    std::optional<Entry> flat,
        falling;  // of those with S ≥ L, the highest P; of those with S < L, the highest F
    const auto offer = [&](std::optional<Entry>& to, const Entry& entry) {
        if (to)
            absorb(tree.compares_outcomes, *to, entry);
        else
            to = entry;
    };
    for (u32 at = tree.root; at != Bundle::NONE;) {
        const Node& node = nodes_[at];
        u32 below = 0;  // so many begin below L; in all but the last of them everything is
        while (below < node.count && node.entries[below].slack < lane_basefee) ++below;
        for (u32 i = below; i < node.count; ++i) offer(flat, node.entries[i]);
        const u32 whole = below > 0 && !node.is_leaf ? below - 1 : below;
        for (u32 i = 0; i < whole; ++i) offer(falling, node.entries[i]);
        at = whole < below ? node.entries[whole].child : Bundle::NONE;
    }
    const u128 P = flat ? flat->top_priority : 0, F = falling ? falling->top_fee : 0;
    if (!flat && (!falling || F < lane_basefee)) return {std::nullopt, falling ? F + 1 : 0, U128_MAX};
    bool is_flat = flat.has_value();
    if (flat && falling && F >= lane_basefee && F - lane_basefee >= P)
        is_flat =
            P == F - lane_basefee && is_first(tree.compares_outcomes, flat->by_priority, falling->by_fee);
    if (is_flat) {
        // As L grows it pays P until L passes its S, and no other bid comes to pay more. As L falls, one of
        // those that are falling now pays up to F - L.
        const u128 below = falling && F >= P ? F - P + 1 : 0;
        return {flat->by_priority, std::min(below, lane_basefee), bundles_[flat->by_priority].slack()};
    }
    // As L falls it pays more by as much, down to its S, and no other bid gains more. As L grows, one of
    // those that pay their P now may still pay it.
    const u128 above = !flat ? F : F > P ? F - P - 1 : 0;
    return {falling->by_fee, bundles_[falling->by_fee].slack(), std::max(above, lane_basefee)};
}

}  // namespace lariat::lane
