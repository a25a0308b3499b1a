// Implements the life of the engine: rebuilding, and the steps of a block.
#include "lane/engine.hpp"

#include "lane/auction/rounds.hpp"
#include "lane/fifo.hpp"
#include "lane/globalbox/rounds.hpp"
#include "lane/intake.hpp"
#include "lane/watch_hits.hpp"

namespace lariat::lane {

Engine::Engine(state::Overlay& state, const timers::TimerConfig& config, const timers::Counters& counters,
               Parts parts)
    : state_(state),
      counters_(counters),
      calendar_(state, timers::calendar_sizes(config)),
      store_(state, calendar_),
      due_(state),
      auction_(state),
      timers_{store_, due_, counters_, report_},
      config_(config)
{
    if (parts.watches) timers_.watches = &watches_.emplace(state);
    auction_.order().set_tie_break(config.tie_break);  // else the first block would order everything anew
    due_.add_order(auction_);
    if (parts.globalbox) due_.add_order(globalbox_.emplace(state));
}

void Engine::rebuild(state::Walk& walk)
{
    const timers::DueSet::Listener others{.waits =
                                              [this](const timers::Timer& timer) {
                                                  auction_.joined_before(timer);
                                                  if (globalbox_) globalbox_->joined_before(timer);
                                              },
                                          .stirs =
                                              [this](const timers::Timer& timer) {
                                                  if (watches_) watches_->attach_before(timer);
                                              }};
    if (globalbox_) globalbox_->rebuild(counters_);
    calendar_.rebuild(walk);
    if (watches_) watches_->rebuild(walk);
    due_.rebuild(walk, counters_, others);
    auction_.rebuild(walk);
}

bool Engine::is_dead(const timers::TimerId& id) const
{
    const auto timer = store_.find(id);
    return !timer || due_.where_is(*timer) == timers::Place::Where::dead;
}

bool Engine::same_as(const Engine& other) const
{
    const u64 judged = other.counters_.judged_height;
    const auto is_dead = [&](const timers::TimerId& id) { return other.is_dead(id); };
    return counters_ == other.counters_ && due_.same_as(other.due_) && calendar_.same_as(other.calendar_) &&
           auction_.same_as(other.auction_, judged) &&
           (!globalbox_ || globalbox_->same_as(*other.globalbox_, judged)) &&
           (!watches_ || watches_->same_as(*other.watches_, is_dead));
}

timers::BlockRules Engine::rules_at(u64 height, const timers::TimerConfig& config, u128 cycle_basefee) const
{
    const timers::Discipline discipline = timers::discipline_at(config, height);
    return {.height = height,
            .config = &config,
            .discipline = discipline,
            .lane_basefee = auction_.lane_basefee(discipline, cycle_basefee),
            .median_priority = auction_.median_priority()};
}

timers::Estimate Engine::estimate(u64 height, const timers::TimerConfig& config, const timers::Caller& caller,
                                  const ScheduleArgs& args, u128 cycle_basefee, u128 cell_basefee)
{
    return timers::estimate(rules_at(height, config, cycle_basefee), timers_, caller, args, cycle_basefee,
                            cell_basefee);
}

void Engine::begin(const Start& block, const timers::TimerConfig& config)
{
    block_ = block;
    config_ = config;
    report_ = {};
    report_.used.moves = calendar_.begin_block(block.height, config_.maintenance_moves_per_block);
    rules_ = {.height = block.height,
              .config = &config_,
              .discipline = timers::discipline_at(config_, block.height)};
    note_discipline(rules_, timers_);
    auction_.begin_block(rules_, block.cycle_basefee);
    if (globalbox_) globalbox_->begin_block(rules_, counters_);
    rules_ = rules_at(block.height, config_, block.cycle_basefee);
}

void Engine::run(const Services& services, std::vector<Fired>& fired)
{
    EndOfBlock end{.rules = rules_,
                   .cycle_basefee = block_.cycle_basefee,
                   .cell_basefee = block_.cell_basefee,
                   .parent_root = block_.parent_root,
                   .timers = timers_,
                   .ledger = services.ledger,
                   .runner = services.runner,
                   .agents = services.agents,
                   .fired = fired};
    switch (rules_.discipline) {
        case timers::Discipline::auction: {
            AuctionRounds rounds(auction_);
            run_end_of_block(end, rounds);
            break;
        }
        case timers::Discipline::globalbox: {
            LARIAT_ASSERT(globalbox_);
            GlobalboxRounds rounds(*globalbox_);
            run_end_of_block(end, rounds);
            break;
        }
        case timers::Discipline::fifo: {
            Fifo fifo;
            run_end_of_block(end, fifo);
            break;
        }
    }
    auction_.end_block(rules_, report_.used, fired);
}

Engine::Mark Engine::mark()
{
    return {state_.checkpoint(), counters_, report_.mark()};
}

void Engine::undo_to(const Mark& mark)
{
    state_.revert_to(mark.state);
    counters_ = mark.counters;
    report_.undo_to(mark.report);
}

void Engine::finish(const timers::TimerConfig& next, u128 writes)
{
    auction_.note_cycles(report_.used.cycles);
    if (watches_) keep_modified_keys(next, writes);
    state_.put(view(timers::COUNTERS_KEY), timers::encode(counters_));
    calendar_.save();
}

/// Keys that the end of the block modified are served in the next one. While that block can serve as many
/// keys as it may have, the keys of an actor that no living watch watches and that keeps none are left out of
/// the state: the next block would be done with each of them without a hit.
void Engine::keep_modified_keys(const timers::TimerConfig& next, u128 writes)
{
    timers::ModifiedKeys& modified = watches_->modified();
    const u128 most = u128{modified.count()} + watches_->kept().count() + writes;
    modified.end_block(most <= next.max_modified_keys_per_block, [&](const Address& actor) {
        return watches_->kept().of(actor) || is_watched(timers_, actor);
    });
}

}  // namespace lariat::lane
