// The working state of one block, shared by its phases.
#pragma once

#include "chain/block.hpp"
#include "chain/observer.hpp"
#include "chain/python_engine.hpp"
#include "lane/delivery.hpp"
#include "lane/engine.hpp"
#include "timers/lifecycle.hpp"
#include "timers/operations/operations.hpp"

namespace lariat::chain {

struct BlockContext {
    const ChainParams& params;
    const BlockHeader& block;
    const Hash32 parent_root;
    const Hash32 block_hash;
    lane::Engine& engine;  ///< has begun the block
    const timers::BlockRules& rules;
    const ChainState& chain;  ///< as the parent block left it
    World world;
    const SupplyChange supply;  ///< by the dev changes of this block
    timers::TimerState& timers;
    timers::Operations& operations;
    ScriptEngine& scripts;
    PythonEngine python;
    ExecutionObserver* observer = nullptr;  ///< set by author tools only
    std::vector<Receipt> receipts{};
    std::vector<lane::Fired> fired{};
    /// Queued, each with the gas and cells that its sender set aside, at the sender's price, and with
    /// the sending execution as its cause.
    std::vector<lane::Delivery> messages{};
    HandlerEngine& engine_of(CodeKind kind)
    {
        return kind == CodeKind::script ? static_cast<HandlerEngine&>(scripts) : python;
    }
    u64 user_cycles = 0;    ///< of the user lane, used by transactions
    u64 system_cycles = 0;  ///< of the system lane
    ValidatorChanges validators{};
    u64 block_cells = 0;  ///< of the block's cells, used by operations and transactions
};

/// Marks all effects of an execution, so that a failure can undo them: state, due set, counters, exits,
/// events, what was scheduled, labels, messages.
class EffectsMark {
public:
    explicit EffectsMark(BlockContext& block);
    void revert();

private:
    BlockContext& block_;
    lane::Engine::Mark timers_;
    Burned burned_;
    std::size_t messages_;
};

}  // namespace lariat::chain
