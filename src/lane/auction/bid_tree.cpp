// Nodes are split when they overflow and freed when they are empty: the depth is at most the logarithm, to
// the base 8, of all insertions, whatever bids people choose.
#include "lane/auction/bid_tree.hpp"

#include <algorithm>

namespace lariat::lane {

namespace {

using Entry = BidTree::Entry;
using Node = BidTree::Node;

constexpr u32 NONE = Bundles::NONE;

bool before(const Entry& a, const Entry& b) noexcept
{
    return a.slack != b.slack ? a.slack < b.slack : a.bundle < b.bundle;
}

Entry entry_of(u32 number, const Bundle& bundle)
{
    Entry entry;
    entry.slack = bundle.slack();
    entry.top_priority = bundle.source.own.max_priority;
    entry.top_fee = bundle.source.own.max_fee;
    entry.bundle = entry.by_priority = entry.by_fee = number;
    return entry;
}

}  // namespace

void BidTree::absorb(Entry& above, const Entry& below) const
{
    const auto is_first = [this](u32 a, u32 b) { return bundles_[a].first < bundles_[b].first; };
    if (below.top_priority > above.top_priority ||
        (below.top_priority == above.top_priority && is_first(below.by_priority, above.by_priority))) {
        above.top_priority = below.top_priority;
        above.by_priority = below.by_priority;
    }
    if (below.top_fee > above.top_fee ||
        (below.top_fee == above.top_fee && is_first(below.by_fee, above.by_fee))) {
        above.top_fee = below.top_fee;
        above.by_fee = below.by_fee;
    }
}

void BidTree::summarise(Entry& above) const
{
    const Node& node = nodes_[above.child];
    const Entry& head = node.entries[0];
    above.top_priority = head.top_priority;
    above.by_priority = head.by_priority;
    above.top_fee = head.top_fee;
    above.by_fee = head.by_fee;
    for (u32 i = 1; i < node.count; ++i) absorb(above, node.entries[i]);
}

/// The last whose first key is not above the entry's, or the first of all.
u32 BidTree::child_for(const Node& node, const Entry& entry)
{
    u32 at = 0;
    while (at + 1 < node.count && !before(entry, node.entries[at + 1])) ++at;
    return at;
}

void BidTree::open_room(Node& node, u32 at)
{
    std::copy_backward(node.entries.begin() + at, node.entries.begin() + node.count,
                       node.entries.begin() + node.count + 1);
    ++node.count;
}

void BidTree::close_room(Node& node, u32 at)
{
    std::copy(node.entries.begin() + at + 1, node.entries.begin() + node.count, node.entries.begin() + at);
    --node.count;
}

/// A million bundles are in no cache: the lines of a node are asked for together.
void BidTree::fetch(u32 number) const
{
    const Node& node = nodes_[number];
    __builtin_prefetch(&node.count);
    for (u32 i = 0; i < Node::FULL; ++i) __builtin_prefetch(&node.entries[i]);
}

/// What was split off, when the node was full.
std::optional<Entry> BidTree::put(u32 at, const Entry& entry)
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
        if (const auto split = put(below.child, entry)) {
            summarise(below);
            open_room(node, child + 1);
            node.entries[child + 1] = *split;
        } else {
            absorb(below, entry);
        }
    }
    if (node.count <= Node::FULL) return std::nullopt;
    const u32 other = nodes_.take();
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
    summarise(split);
    return split;
}

void BidTree::insert(u32 bundle)
{
    if (root_ == NONE) {
        root_ = nodes_.take();
        nodes_[root_].count = 0;
        nodes_[root_].is_leaf = true;
    }
    const auto split = put(root_, entry_of(bundle, bundles_[bundle]));
    if (!split) return;
    const u32 top = nodes_.take();
    Node& node = nodes_[top];
    Entry left;
    left.slack = nodes_[root_].entries[0].slack;
    left.bundle = nodes_[root_].entries[0].bundle;
    left.child = root_;
    summarise(left);
    node.entries[0] = left;
    node.entries[1] = *split;
    node.count = 2;
    node.is_leaf = false;
    root_ = top;
}

void BidTree::take(u32 at, const Entry& entry)
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
    take(below.child, entry);
    if (nodes_[below.child].count == 0) {
        nodes_.give_back(below.child);
        close_room(node, child);
    } else if (below.by_priority == entry.bundle || below.by_fee == entry.bundle) {
        summarise(below);
    }
}

void BidTree::erase(u32 bundle)
{
    LARIAT_ASSERT(root_ != NONE);
    take(root_, entry_of(bundle, bundles_[bundle]));
    while (root_ != NONE) {
        const Node& node = nodes_[root_];
        if (node.count > 1 || (node.count == 1 && node.is_leaf)) return;
        const u32 below = node.count == 1 ? node.entries[0].child : NONE;
        nodes_.give_back(root_);
        root_ = below;
    }
}

void BidTree::refresh(u32 at, const Entry& entry)
{
    Node& node = nodes_[at];
    if (node.is_leaf) return;
    Entry& below = node.entries[child_for(node, entry)];
    refresh(below.child, entry);
    summarise(below);
}

void BidTree::first_moved(u32 bundle)
{
    refresh(root_, entry_of(bundle, bundles_[bundle]));
}

std::optional<u32> BidTree::best(u128 lane_basefee) const
{
    std::optional<Entry> by_priority, by_fee;  // of those with S ≥ L, of those with S < L
    const auto offer = [this](std::optional<Entry>& to, const Entry& entry) {
        if (to)
            absorb(*to, entry);
        else
            to = entry;
    };
    for (u32 at = root_; at != NONE;) {
        const Node& node = nodes_[at];
        u32 below = 0;  // so many begin below L; in all but the last of them everything is
        while (below < node.count && node.entries[below].slack < lane_basefee) ++below;
        for (u32 i = below; i < node.count; ++i) offer(by_priority, node.entries[i]);
        const u32 whole = below > 0 && !node.is_leaf ? below - 1 : below;
        for (u32 i = 0; i < whole; ++i) offer(by_fee, node.entries[i]);
        at = whole < below ? node.entries[whole].child : NONE;
    }
    if (by_fee && by_fee->top_fee < lane_basefee) by_fee.reset();
    if (!by_priority && !by_fee) return std::nullopt;
    if (!by_fee) return by_priority->by_priority;
    if (!by_priority) return by_fee->by_fee;
    const u128 a = by_priority->top_priority, b = by_fee->top_fee - lane_basefee;
    if (a != b) return a > b ? by_priority->by_priority : by_fee->by_fee;
    return bundles_[by_priority->by_priority].first < bundles_[by_fee->by_fee].first
               ? by_priority->by_priority
               : by_fee->by_fee;
}

}  // namespace lariat::lane
