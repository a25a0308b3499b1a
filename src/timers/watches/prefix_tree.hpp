// Which watches a key concerns: a radix tree for each actor over the prefixes that are watched. Reading a key
// down the tree meets the prefixes that it begins with and nothing else (WAT-7). In memory only.
#pragma once

#include <memory>

#include "timers/record.hpp"
#include "timers/watches/watch_list.hpp"

namespace lariat::timers {

class PrefixTree {
public:
    PrefixTree();
    ~PrefixTree();

    struct Node;
    /// Where a watch stands under one of its prefixes: good until it is taken out there. What is done at a
    /// place does not go through the tree, however long the prefixes are.
    using Place = Node*;
    Place insert(const WatchKey& key, u64 number, u64 expires_at);
    static void set_expiry(Place place, u64 number, u64 expires_at);
    void erase(const Address& actor, Place place, u64 number);

    bool empty() const noexcept { return roots_.empty(); }

    /// The lists of all prefixes that this key begins with, shortest first.
    std::vector<WatchList*> matching(const Address& actor, BytesView key);

    /// Bytes and branches looked at so far by matching(): what a test of WAT-7 counts.
    u64 steps() const noexcept { return steps_; }

private:
    Node* node_of(const WatchKey& key);
    void prune(const Address& actor, Node* node);

    std::map<Address, std::unique_ptr<Node>> roots_;
    u64 steps_ = 0;
};

}  // namespace lariat::timers
