// Implements the prefix tree. Edges carry runs of bytes; a node without a watch has at least two children,
// except the root.
#include "timers/watches/prefix_tree.hpp"

#include <algorithm>

#include "lariat/assert.hpp"

namespace lariat::timers {

struct PrefixTree::Node {
    Bytes edge;  ///< from its parent to it
    std::map<u8, std::unique_ptr<Node>> children;
    Node* parent = nullptr;
    u64 holders = 0;    ///< watches that stand here, also dead ones that the list has dropped
    WatchList watches;  ///< theirs

    Node* add_child(std::unique_ptr<Node> child)
    {
        child->parent = this;
        return (children[child->edge[0]] = std::move(child)).get();
    }
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

PrefixTree::Node* PrefixTree::node_of(const WatchKey& key)
{
    std::unique_ptr<Node>& root = roots_[key.actor];
    if (!root) root = std::make_unique<Node>();
    Node* node = root.get();
    BytesView rest = key.prefix;
    while (!rest.empty()) {
        const auto found = node->children.find(rest[0]);
        if (found == node->children.end()) {
            auto leaf = std::make_unique<Node>();
            leaf->edge = to_bytes(rest);
            return node->add_child(std::move(leaf));
        }
        Node* child = found->second.get();
        const std::size_t shared = common(child->edge, rest);
        if (shared < child->edge.size()) {  // the child stays itself and moves one level down
            std::unique_ptr<Node> lower = std::move(found->second);
            auto between = std::make_unique<Node>();
            between->edge = to_bytes(rest.first(shared));
            lower->edge = tail(lower->edge, shared);
            between->add_child(std::move(lower));
            child = node->add_child(std::move(between));
        }
        node = child;
        rest = rest.subspan(shared);
    }
    return node;
}

PrefixTree::Place PrefixTree::insert(const WatchKey& key, u64 number, u64 expires_at)
{
    Node* node = node_of(key);
    ++node->holders;
    node->watches.insert(number, expires_at);
    return node;
}

void PrefixTree::set_expiry(Place place, u64 number, u64 expires_at)
{
    place->watches.set_expiry(number, expires_at);
}

void PrefixTree::erase(const Address& actor, Place place, u64 number)
{
    LARIAT_ASSERT(place->holders > 0);
    place->watches.erase(number);
    if (--place->holders == 0) prune(actor, place);
}

Bytes PrefixTree::prefix_of(Place place)
{
    std::vector<const Node*> path;
    for (const Node* node = place; node->parent; node = node->parent) path.push_back(node);
    Bytes prefix;
    for (auto node = path.rbegin(); node != path.rend(); ++node)
        prefix.insert(prefix.end(), (*node)->edge.begin(), (*node)->edge.end());
    return prefix;
}

/// Of a node that nobody holds any more. Its parent, if nobody holds that, has another child: two steps at
/// most, and one to the root.
void PrefixTree::prune(const Address& actor, Node* node)
{
    while (node->holders == 0 && node->children.empty()) {
        Node* parent = node->parent;
        if (!parent) {
            roots_.erase(actor);
            return;
        }
        parent->children.erase(node->edge[0]);
        node = parent;
    }
    if (node->holders > 0 || node->children.size() > 1 || !node->parent) return;
    std::unique_ptr<Node> only = std::move(node->children.begin()->second);
    only->edge.insert(only->edge.begin(), node->edge.begin(), node->edge.end());
    node->parent->add_child(std::move(only));  // in the place of the node
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
