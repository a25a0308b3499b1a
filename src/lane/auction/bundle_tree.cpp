// An AVL tree by (S, first timer): balanced whatever bids and ids people choose.
#include "lane/auction/bundle_tree.hpp"

#include <algorithm>

#include "lariat/assert.hpp"

namespace lariat::lane {

namespace {

using Node = BundleNode;

bool before(const Node& a, const Node& b) noexcept
{
    const u128 x = a.slack(), y = b.slack();
    return x != y ? x < y : a.first < b.first;
}

const Node* better_by_priority(const Node* a, const Node* b) noexcept
{
    if (!a || !b) return a ? a : b;
    if (a->bid.max_priority != b->bid.max_priority) return a->bid.max_priority > b->bid.max_priority ? a : b;
    return a->first < b->first ? a : b;
}

const Node* better_by_fee(const Node* a, const Node* b) noexcept
{
    if (!a || !b) return a ? a : b;
    if (a->bid.max_fee != b->bid.max_fee) return a->bid.max_fee > b->bid.max_fee ? a : b;
    return a->first < b->first ? a : b;
}

int depth(const Node* n) noexcept
{
    return n ? n->depth : 0;
}

void summarise(Node& n) noexcept
{
    n.depth = 1 + std::max(depth(n.left), depth(n.right));
    n.best_by_priority = n.best_by_fee = &n;
    n.top_priority = n.bid.max_priority;
    n.top_fee = n.bid.max_fee;
    for (const Node* child : {n.left, n.right}) {
        if (!child) continue;
        if (child->top_priority > n.top_priority ||
            (child->top_priority == n.top_priority &&
             child->best_by_priority->first < n.best_by_priority->first)) {
            n.top_priority = child->top_priority;
            n.best_by_priority = child->best_by_priority;
        }
        if (child->top_fee > n.top_fee ||
            (child->top_fee == n.top_fee && child->best_by_fee->first < n.best_by_fee->first)) {
            n.top_fee = child->top_fee;
            n.best_by_fee = child->best_by_fee;
        }
    }
}

Node* rotate_right(Node* n) noexcept
{
    Node* top = n->left;
    n->left = top->right;
    top->right = n;
    summarise(*n);
    summarise(*top);
    return top;
}

Node* rotate_left(Node* n) noexcept
{
    Node* top = n->right;
    n->right = top->left;
    top->left = n;
    summarise(*n);
    summarise(*top);
    return top;
}

Node* balance(Node* n) noexcept
{
    const int lean = depth(n->left) - depth(n->right);
    if (lean > 1) {
        if (depth(n->left->left) < depth(n->left->right)) n->left = rotate_left(n->left);
        return rotate_right(n);
    }
    if (lean < -1) {
        if (depth(n->right->right) < depth(n->right->left)) n->right = rotate_right(n->right);
        return rotate_left(n);
    }
    summarise(*n);
    return n;
}

/// One child is next, the other is read on the way back.
void fetch_children(const Node& n) noexcept
{
    for (const Node* child : {n.left, n.right}) {
        if (!child) continue;
        __builtin_prefetch(child);
        __builtin_prefetch(&child->left);
    }
}

Node* put(Node* at, Node& node) noexcept
{
    if (!at) {
        node.left = node.right = nullptr;
        summarise(node);
        return &node;
    }
    fetch_children(*at);
    Node*& side = before(node, *at) ? at->left : at->right;
    side = put(side, node);
    return balance(at);
}

Node* take_first(Node* at, Node*& taken) noexcept
{
    if (!at->left) {
        taken = at;
        return at->right;
    }
    at->left = take_first(at->left, taken);
    return balance(at);
}

Node* take(Node* at, const Node& node) noexcept
{
    LARIAT_ASSERT(at);
    if (at == &node) {
        if (!at->left || !at->right) return at->left ? at->left : at->right;
        Node* next = nullptr;
        Node* right = take_first(at->right, next);
        next->left = at->left;
        next->right = right;
        return balance(next);
    }
    fetch_children(*at);
    Node*& side = before(node, *at) ? at->left : at->right;
    side = take(side, node);
    return balance(at);
}

}  // namespace

void BundleTree::insert(BundleNode& node)
{
    root_ = put(root_, node);
}

void BundleTree::erase(BundleNode& node)
{
    root_ = take(root_, node);
}

const BundleNode* BundleTree::best(u128 lane_basefee) const
{
    const Node* by_priority = nullptr;  // of those with S ≥ L
    const Node* by_fee = nullptr;       // of those with S < L
    for (const Node* at = root_; at;) {
        if (at->slack() >= lane_basefee) {
            by_priority = better_by_priority(by_priority, at);
            if (at->right) by_priority = better_by_priority(by_priority, at->right->best_by_priority);
            at = at->left;
        } else {
            by_fee = better_by_fee(by_fee, at);
            if (at->left) by_fee = better_by_fee(by_fee, at->left->best_by_fee);
            at = at->right;
        }
    }
    if (by_fee && by_fee->bid.max_fee < lane_basefee) by_fee = nullptr;
    if (!by_priority || !by_fee) return by_priority ? by_priority : by_fee;
    const u128 a = by_priority->bid.max_priority, b = by_fee->bid.max_fee - lane_basefee;
    if (a != b) return a > b ? by_priority : by_fee;
    return by_priority->first < by_fee->first ? by_priority : by_fee;
}

}  // namespace lariat::lane
