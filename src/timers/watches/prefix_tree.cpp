// Edges carry runs of bytes; a node without a list has at least two children, the root aside.
#include "timers/watches/prefix_tree.hpp"

#include <algorithm>

namespace lariat::timers {

struct PrefixTree::Node {
    Bytes edge;  ///< from its parent to it
    std::map<u8, std::unique_ptr<Node>> children;
    WatchList watches;
};

PrefixTree::PrefixTree() = default;
PrefixTree::~PrefixTree() = default;

namespace {

std::size_t common(BytesView a, BytesView b)
{
    const std::size_t size = std::min(a.size(), b.size());
    std::size_t n = 0;
    while (n < size && a[n] == b[n]) ++n;
    return n;
}

Bytes tail(BytesView b, std::size_t from)
{
    return to_bytes(b.subspan(from));
}

}  // namespace

WatchList& PrefixTree::list_of(const WatchKey& key)
{
    std::unique_ptr<Node>& root = roots_[key.actor];
    if (!root) root = std::make_unique<Node>();
    Node* node = root.get();
    BytesView rest = key.prefix;
    while (!rest.empty()) {
        std::unique_ptr<Node>& child = node->children[rest[0]];
        if (!child) {
            child = std::make_unique<Node>();
            child->edge = to_bytes(rest);
            return child->watches;
        }
        const std::size_t shared = common(child->edge, rest);
        if (shared < child->edge.size()) {  // the child keeps its list and moves one level down
            auto between = std::make_unique<Node>();
            between->edge = to_bytes(rest.first(shared));
            child->edge = tail(child->edge, shared);
            const u8 branch = child->edge[0];
            between->children.emplace(branch, std::move(child));
            child = std::move(between);
        }
        node = child.get();
        rest = rest.subspan(shared);
    }
    return node->watches;
}

PrefixTree::Node* PrefixTree::node_at(const WatchKey& key)
{
    const auto root = roots_.find(key.actor);
    if (root == roots_.end()) return nullptr;
    Node* node = root->second.get();
    BytesView rest = key.prefix;
    while (!rest.empty()) {
        const auto child = node->children.find(rest[0]);
        if (child == node->children.end()) return nullptr;
        node = child->second.get();
        if (common(node->edge, rest) < node->edge.size()) return nullptr;
        rest = rest.subspan(node->edge.size());
    }
    return node;
}

WatchList* PrefixTree::find(const WatchKey& key)
{
    Node* node = node_at(key);
    return node ? &node->watches : nullptr;
}

/// At most 129 levels: each takes a byte of the prefix.
void PrefixTree::prune(std::unique_ptr<Node>& node, BytesView rest)
{
    if (!rest.empty()) {
        const auto child = node->children.find(rest[0]);
        if (child == node->children.end() || common(child->second->edge, rest) < child->second->edge.size())
            return;
        prune(child->second, rest.subspan(child->second->edge.size()));
        if (!child->second) node->children.erase(child);
    }
    if (!node->watches.empty()) return;
    if (node->children.empty()) {
        node.reset();
    } else if (node->children.size() == 1 && !node->edge.empty()) {
        std::unique_ptr<Node> only = std::move(node->children.begin()->second);
        only->edge.insert(only->edge.begin(), node->edge.begin(), node->edge.end());
        node = std::move(only);
    }
}

void PrefixTree::prune(const WatchKey& key)
{
    const auto root = roots_.find(key.actor);
    if (root == roots_.end()) return;
    prune(root->second, key.prefix);
    if (!root->second) roots_.erase(root);
}

std::vector<WatchList*> PrefixTree::matching(const Address& actor, BytesView key)
{
    std::vector<WatchList*> out;
    const auto root = roots_.find(actor);
    if (root == roots_.end()) return out;
    Node* node = root->second.get();
    for (;;) {
        ++steps_;
        if (!node->watches.empty()) out.push_back(&node->watches);
        if (key.empty()) return out;
        const auto child = node->children.find(key[0]);
        if (child == node->children.end()) return out;
        node = child->second.get();
        const std::size_t shared = common(node->edge, key);
        steps_ += shared;
        if (shared < node->edge.size()) return out;
        key = key.subspan(shared);
    }
}

}  // namespace lariat::timers
