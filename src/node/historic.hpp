// The chain as it was after an earlier block (NODE-31): the same code that reads the head reads a chain whose
// state comes from the archive.
#pragma once

#include <list>
#include <memory>
#include <mutex>

#include "chain/chain.hpp"
#include "node/archive.hpp"
#include "node/live_index.hpp"

namespace lariat::node {

struct HistoricChain {
    u64 height = 0;
    Hash32 block;  ///< its hash: after a revert another block may have this height
    std::unique_ptr<chain::Chain> chain;
    LiveIndex index;
};

/// The latest few, as opening one reads all of its state.
class HistoricChains {
public:
    /// Nullptr: the archive's state of this height is not one of a chain (it was damaged).
    std::shared_ptr<const HistoricChain> at(const Archive& archive, u64 height, const Hash32& block,
                                            const Hash32& root);

private:
    static constexpr std::size_t KEPT = 4;
    std::list<std::shared_ptr<const HistoricChain>> kept_;  ///< the latest used first
};

}  // namespace lariat::node
