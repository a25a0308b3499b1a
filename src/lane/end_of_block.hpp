// The end of a block (docs/architecture.md): removal of dead timers, expiry, intake, watch hits, and
// dispatch in rounds. Each loop draws on a budget of the config (BLK-8).
#pragma once

#include "lane/ports.hpp"
#include "timers/lifecycle.hpp"

namespace lariat::lane {

struct EndOfBlock {
    const timers::BlockRules& rules;
    u128 cycle_basefee;
    u128 cell_basefee;
    Hash32 parent_root;
    timers::TimerState& timers;
    Ledger& ledger;
    FireRunner& runner;
    AgentCaller* agents = nullptr;  ///< needed by the auction
    std::vector<Fired>& fired;
};

class Discipline;

/// Runs the steps of section 4, the rounds of section 5 and the second helping of GC.
void run_end_of_block(EndOfBlock& block, Discipline& discipline);

/// keccak256(height ‖ parent state root ‖ id ‖ fire_seq): GBX-8.
Hash32 deliver_id(u64 height, const Hash32& parent_root, const timers::TimerId& id, u32 fire_seq);

}  // namespace lariat::lane
