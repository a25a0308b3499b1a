// The smallest store with proofs (operations in a vector, both trees, a map as model), for proof tests that
// must not depend on the store's log.
#pragma once

#include <map>
#include <random>

#include "state/proof/prove.hpp"

namespace lariat::state {

class ProvenLog {
public:
    void put(const Bytes& key, const Bytes& value)
    {
        supersede(key);
        if (!live_.contains(key)) keys_.insert(key_path(key));
        append({OpKind::Put, key, value});
        tree_.set_active(tree_.size() - 1, true);
        live_[key] = tree_.size() - 1;
    }
    void erase(const Bytes& key)
    {
        if (!live_.contains(key)) return;
        supersede(key);
        live_.erase(key);
        keys_.erase(key_path(key));
        append({OpKind::Delete, key, {}});
    }
    /// Moves what is live below `floor` to the end.
    void raise_floor(u64 floor)
    {
        for (u64 op = tree_.floor(); op < floor; ++op) {
            const Operation moved = log_[op];
            if (tree_.active(op)) put(moved.key, moved.value);
        }
        tree_.set_floor(floor);
    }

    const std::map<Bytes, u64>& live() const { return live_; }
    const Bytes& value_of(const Bytes& key) const { return log_[live_.at(key)].value; }
    const OpTree& tree() const { return tree_; }
    StoreHead head()
    {
        return {.op_count = tree_.size(),
                .floor = tree_.floor(),
                .live_count = live_.size(),
                .op_root = tree_.root(),
                .key_root = keys_.root()};
    }
    Hash32 root() { return store_root(head()); }

    Bytes prove_op(u64 op)
    {
        return prove_value(head(), tree_, op, [&](u64 leaf) { return leaf_of(leaf); });
    }
    Bytes prove(const Bytes& key)
    {
        const auto at = live_.find(key);
        if (at != live_.end()) return prove_op(at->second);
        return prove_absent(
            head(), tree_, keys_, key, [&](u64 op) { return read(op); },
            [&](u64 path) {
                std::vector<u64> found;
                for (const auto& [other, op] : live_) {
                    if (key_path(other) == path) found.push_back(op);
                }
                return found;
            });
    }
    Bytes prove_chunks(u64 begin, u64 end)
    {
        return prove_range(head(), tree_, begin, end, [&](u64 op) { return read(op); });
    }
    LoggedOperation read(u64 op) const { return {log_[op].kind, log_[op].key, log_[op].value}; }

private:
    struct Operation {
        OpKind kind;
        Bytes key, value;
    };
    Hash32 leaf_of(u64 op) const { return leaf_digest(op, log_[op].kind, log_[op].key, log_[op].value); }
    void append(Operation operation)
    {
        log_.push_back(std::move(operation));
        tree_.append(leaf_of(log_.size() - 1));
    }
    void supersede(const Bytes& key)
    {
        if (const auto at = live_.find(key); at != live_.end()) tree_.set_active(at->second, false);
    }

    std::vector<Operation> log_;
    std::map<Bytes, u64> live_;
    OpTree tree_;
    KeyTree keys_;
};

inline Bytes numbered_key(u64 number)
{
    return to_bytes("key " + std::to_string(number));
}

/// A store of some history: overwrites, deletions, a floor that moved.
inline ProvenLog random_log(u64 seed, u64 operations, u64 keys)
{
    std::mt19937_64 random(seed);
    ProvenLog log;
    while (log.tree().size() < operations) {
        const Bytes key = numbered_key(random() % keys);
        if (random() % 5 == 0) {
            log.erase(key);
        } else {
            const auto fill = static_cast<u8>(random());
            log.put(key, Bytes(random() % 40, fill));
        }
        const u64 size = log.tree().size();
        const u64 floor = log.tree().floor();
        if (random() % 50 == 0 && size - floor > 2 * log.live().size() + 1) {
            log.raise_floor(floor + random() % (size - floor - 2 * log.live().size()));
        }
    }
    return log;
}

}  // namespace lariat::state
