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

    /// The list of a prefix, made if there is none. It stays where it is until prune().
    WatchList& list_of(const WatchKey& key);
    WatchList* find(const WatchKey& key);
    /// After its list has become empty.
    void prune(const WatchKey& key);

    /// The lists of all prefixes that this key begins with, shortest first.
    std::vector<WatchList*> matching(const Address& actor, BytesView key);

    /// Bytes and branches looked at so far by matching(): what a test of WAT-7 counts.
    u64 steps() const noexcept { return steps_; }

private:
    struct Node;
    Node* node_at(const WatchKey& key);
    static void prune(std::unique_ptr<Node>& node, BytesView rest);

    std::map<Address, std::unique_ptr<Node>> roots_;
    u64 steps_ = 0;
};

}  // namespace lariat::timers
