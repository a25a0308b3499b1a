// Finds the watches that match a key: a radix tree for each actor over the watched prefixes. A lookup visits
// the prefixes of the key and no others (WAT-7). In memory only.
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
    /// Where a watch stands under one of its prefixes: valid until erase(). set_expiry() and erase() cost the
    /// same however long the prefix is.
    using Place = Node*;
    Place insert(const WatchKey& key, u64 number, u64 expires_at);
    static void set_expiry(Place place, u64 number, u64 expires_at);
    void erase(const Address& actor, Place place, u64 number);
    static Bytes prefix_of(Place place);

    bool empty() const noexcept { return roots_.empty(); }

    /// The lists of all prefixes that this key begins with, shortest first.
    std::vector<WatchList*> matching(const Address& actor, BytesView key);

    /// Bytes and branches that matching() has looked at so far, for tests of WAT-7.
    u64 steps() const noexcept { return steps_; }

private:
    Node* node_of(const WatchKey& key);
    void prune(const Address& actor, Node* node);

    std::map<Address, std::unique_ptr<Node>> roots_;
    u64 steps_ = 0;
};

}  // namespace lariat::timers
