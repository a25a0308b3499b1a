// Holds the writes of a scheduler until the chain commits the block.
#pragma once

#include "base/byte_arena.hpp"
#include "lariat/scheduler.hpp"
#include "state/store.hpp"

namespace lariat::bench {

class PendingWrites {
public:
    void add(BytesView key, std::optional<BytesView> value)
    {
        writes_.push_back({bytes_.copy(key), value ? std::optional(bytes_.copy(*value)) : std::nullopt});
    }
    void add(const std::vector<SchedulerStore::Write>& changes)
    {
        for (const SchedulerStore::Write& change : changes) add(change.key, change.value);
    }
    /// All of them in one version, and none is left. Keys ascend if they were added so.
    StatusOf<state::StoreError> commit(state::Store& store)
    {
        auto done = store.commit(std::span<const state::WriteView>(writes_));
        writes_.clear();
        bytes_.clear();
        return done;
    }

private:
    ByteArena bytes_;
    std::vector<state::WriteView> writes_;
};

}  // namespace lariat::bench
