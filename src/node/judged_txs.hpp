// Transactions of the last proposal that the pool did not have, with their senders: the block that follows
// has them again, and a signature is checked once.
#pragma once

#include <map>
#include <mutex>
#include <optional>

#include "chain/transactions.hpp"

namespace lariat::node {

/// From any thread. Bounded by what one proposal has.
class JudgedTxs {
public:
    using All = std::map<Bytes, chain::Transaction>;  ///< by the bytes of each, with its signature

    /// In place of those before.
    void keep(All all)
    {
        const std::lock_guard held(mutex_);
        all_ = std::move(all);
    }
    std::optional<chain::Transaction> find(BytesView raw) const
    {
        const std::lock_guard held(mutex_);
        const auto found = all_.find(to_bytes(raw));
        return found == all_.end() ? std::nullopt : std::optional(found->second);
    }

private:
    mutable std::mutex mutex_;
    All all_;
};

}  // namespace lariat::node
