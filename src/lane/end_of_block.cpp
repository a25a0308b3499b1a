// Runs the steps of procedure sections 4 and 5 in order.
#include "lane/end_of_block.hpp"

#include "base/codec.hpp"
#include "base/hash.hpp"
#include "lane/discipline.hpp"
#include "lane/intake.hpp"
#include "lane/watch_hits.hpp"

namespace lariat::lane {

void run_end_of_block(EndOfBlock& block, Discipline& discipline)
{
    const timers::BlockRules& rules = block.rules;
    timers::TimerState& state = block.timers;
    state.store.overlay().settle();     // only what executions do is undone from here on
    if (rules.config->timers_paused) {  // GOV-5: only intake and hits
        take_in(rules, state);
        hit_watches(rules, state);
        discipline.arrivals_done(block);
        discipline.while_paused(state);
        return;
    }
    collect_garbage(rules, state);
    state.due.expire_below(rules.height, state.counters);
    let_parked_stand(rules, state);
    take_in(rules, state);
    hit_watches(rules, state);
    discipline.arrivals_done(block);
    Dispatcher dispatcher(block);
    discipline.begin(dispatcher);
    dispatcher.run(discipline);
    collect_garbage(rules, state);
}

Hash32 deliver_id(u64 height, const Hash32& parent_root, const timers::TimerId& id, u32 fire_seq)
{
    Writer before, after;
    before.put_u64(height);
    after.put_u32(fire_seq);
    return keccak256({before.bytes(), view(parent_root), view(id), after.bytes()});
}

}  // namespace lariat::lane
