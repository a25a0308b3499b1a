// Applies a block, one phase after the other (BLK-2).
#include "chain/chain.hpp"

#include "base/checked.hpp"
#include "base/codec.hpp"
#include "base/hash.hpp"
#include "chain/agent_runner.hpp"
#include "chain/block_context.hpp"
#include "chain/config_store.hpp"
#include "chain/fire_runner.hpp"
#include "chain/messages.hpp"
#include "chain/operation_phase.hpp"
#include "chain/state_keys.hpp"
#include "chain/transactions.hpp"
#include "lane/auction/rounds.hpp"
#include "lane/fifo.hpp"
#include "lane/globalbox/rounds.hpp"
#include "lane/intake.hpp"
#include "lane/watch_hits.hpp"

namespace lariat::chain {

namespace {

Hash32 hash_of(const Block& block, const Hash32& parent_root)
{
    Writer w;
    w.put_u64(block.height)
        .put_u64(block.timestamp_ms)
        .put_raw(view(block.proposer))
        .put_raw(view(parent_root));
    return keccak256(w.bytes());
}

std::optional<ChainError> invalid(const ChainState& parent, const Block& block)
{
    if (block.height != parent.height + 1)
        return ChainError{"block height " + std::to_string(block.height) + " does not follow " +
                          std::to_string(parent.height)};
    if (block.timestamp_ms <= parent.timestamp_ms)
        return ChainError{"block timestamp " + std::to_string(block.timestamp_ms) +
                          " is not above the parent's " + std::to_string(parent.timestamp_ms)};
    return std::nullopt;
}

void run_timers(BlockContext& context)
{
    TimerFireRunner runner(context);
    AgentRunner agents(context);
    lane::EndOfBlock end{.rules = context.rules,
                         .cycle_basefee = context.chain.cycle_basefee,
                         .cell_basefee = context.chain.cell_basefee,
                         .parent_root = context.parent_root,
                         .timers = context.timers,
                         .ledger = context.world,
                         .runner = runner,
                         .agents = &agents,
                         .fired = context.fired};
    if (context.rules.discipline == timers::Discipline::auction) {
        lane::AuctionRounds rounds(context.auction);
        lane::run_end_of_block(end, rounds);
    } else if (context.rules.discipline == timers::Discipline::globalbox) {
        lane::GlobalboxRounds rounds(context.globalbox);
        lane::run_end_of_block(end, rounds);
    } else {
        lane::Fifo fifo;
        lane::run_end_of_block(end, fifo);
    }
    context.auction.end_block(context.rules, context.timers.report.used, context.fired);
}

/// What the block leaves for the next one (section 11), with BLK-7 and LIF-1 asserted.
ChainState next_state(const BlockContext& context)
{
    const FeeParams& fees = context.params.fees;
    const timers::Used& used = context.timers.report.used;
    ChainState next = context.chain;
    next.height = context.block.height;
    next.timestamp_ms = context.block.timestamp_ms;
    next.cycle_basefee = next_basefee(next.cycle_basefee, used.cycles, fees.cycle_target, fees.min_basefee);
    next.cell_basefee = next_basefee(next.cell_basefee, used.cells, fees.cell_target, fees.min_basefee);
    next.burned.cycle += context.world.burned().cycle;
    next.burned.cell += context.world.burned().cell;
    next.burned.lane += context.world.burned().lane;
    context.world.apply_changes_to(next.balances, next.locked);
    LARIAT_ASSERT(context.world.held() == 0);
    LARIAT_ASSERT(next.balances + next.locked + next.burned.total() == next.genesis_supply);

    const timers::Counters& c = context.timers.counters;
    const timers::Totals& t = c.totals;
    LARIAT_ASSERT(t.scheduled ==
                  c.live + t.fired + t.insufficient_funds + t.expired + t.cancelled + t.governance);
    return next;
}

/// What a chain has in memory beside its state, all of it new.
struct Memory {
    timers::Calendar& calendar;
    lane::Auction& auction;
    lane::Globalbox& globalbox;
    timers::Watches& watches;
    timers::DueSet& due;
    timers::Operations& operations;
};

/// TMR-7: from a committed state alone, in one walk over it.
state::Walk::Status rebuild(Memory memory, const state::Readable& store, const timers::Counters& counters)
{
    const timers::DueSet::Listener others{
        .waits =
            [&](const timers::Timer& timer) {
                memory.auction.joined_before(timer);
                memory.globalbox.joined_before(timer);
            },
        .stirs = [&](const timers::Timer& timer) { memory.watches.attach_before(timer); }};
    memory.globalbox.rebuild(counters);
    state::Walk walk(store);
    memory.calendar.rebuild(walk);
    memory.watches.rebuild(walk);
    memory.due.rebuild(walk, counters, others);
    memory.auction.rebuild(walk);
    memory.operations.rebuild(walk);
    return walk.run();
}

}  // namespace

Chain::Chain(std::unique_ptr<state::Store> store, CodeFiles code)
    : store_(std::move(store)),
      overlay_(*store_),
      due_(std::make_unique<timers::DueSet>(overlay_)),
      operations_(std::make_unique<timers::Operations>(overlay_)),
      code_(std::move(code))
{
}

Chain::~Chain() = default;

Result<std::unique_ptr<Chain>, ChainError> Chain::create(const Genesis& genesis,
                                                         std::unique_ptr<state::Store> store, CodeFiles code)
{
    std::unique_ptr<Chain> chain(new Chain(std::move(store), std::move(code)));
    if (const auto placed = chain->place_genesis(genesis); !placed) return placed.error();
    if (const auto loaded = chain->load(); !loaded) return loaded.error();
    return chain;
}

Result<std::unique_ptr<Chain>, ChainError> Chain::open(std::unique_ptr<state::Store> store, CodeFiles code)
{
    std::unique_ptr<Chain> chain(new Chain(std::move(store), std::move(code)));
    if (const auto loaded = chain->load(); !loaded) return loaded.error();
    return chain;
}

StatusOf<ChainError> Chain::load()
{
    overlay_.clear();
    const auto params = overlay_.get(view(PARAMS_KEY));
    const auto state = overlay_.get(view(STATE_KEY));
    const auto counters = overlay_.get(view(COUNTERS_KEY));
    if (!params || !state || !counters) return ChainError{"the state holds no chain"};
    const auto decoded_params = decode_params(*params);
    const auto decoded_state = decode_state(*state);
    const auto decoded_counters = timers::decode_counters(*counters);
    if (!decoded_params || !decoded_state || !decoded_counters || !config_is_readable(World(overlay_, {})))
        return ChainError{"the state was written by another version of this program"};
    params_ = *decoded_params;
    state_ = *decoded_state;
    counters_ = *decoded_counters;
    return rebuild_memory();
}

StatusOf<ChainError> Chain::rebuild_memory()
{
    calendar_ = std::make_unique<timers::Calendar>(overlay_, timers::calendar_sizes(config()));
    auction_ = std::make_unique<lane::Auction>(overlay_);
    globalbox_ = std::make_unique<lane::Globalbox>(overlay_);
    watches_ = std::make_unique<timers::Watches>(overlay_);
    due_ = std::make_unique<timers::DueSet>(overlay_);
    auction_->order().set_tie_break(config().tie_break);  // else the first block would order everything anew
    const Memory memory{*calendar_, *auction_, *globalbox_, *watches_, *due_, *operations_};
    if (const auto rebuilt = rebuild(memory, *store_, counters_); !rebuilt)
        return ChainError{rebuilt.error()};
    due_->add_order(*auction_);
    due_->add_order(*globalbox_);
    return {};
}

/// What holds at a height under a config, as far as the last block decides it.
timers::BlockRules Chain::rules_of(u64 height, const timers::TimerConfig& config) const
{
    const timers::Discipline discipline = timers::discipline_at(config, height);
    return {.height = height,
            .config = &config,
            .discipline = discipline,
            .lane_basefee = auction_->lane_basefee(discipline, state_.cycle_basefee),
            .median_priority = auction_->median_priority()};
}

void Chain::begin_discipline(const timers::BlockRules& rules, timers::TimerState timers)
{
    lane::note_discipline(rules, timers);
    auction_->begin_block(rules, state_.cycle_basefee);
    globalbox_->begin_block(rules, counters_);
}

Result<BlockResult, ChainError> Chain::apply(const Block& block, Scaffold& scaffold,
                                             ExecutionObserver* observer)
{
    if (!failed_.empty()) return ChainError{failed_};
    if (const auto broken = invalid(state_, block)) return *broken;
    const timers::TimerConfig config = this->config();
    const timers::Discipline discipline = timers::discipline_at(config, block.height);

    timers::TimerStore timer_store(overlay_, *calendar_);
    timers::Report report;
    report.used.moves = calendar_->begin_block(block.height, config.maintenance_moves_per_block);
    const timers::TimerState timer_state{timer_store, *due_, counters_, report, watches_.get()};
    begin_discipline({.height = block.height, .config = &config, .discipline = discipline}, timer_state);
    const Hash32 parent_root = store_->root();
    BlockContext context{
        .params = params_,
        .block = block,
        .parent_root = parent_root,
        .block_hash = hash_of(block, parent_root),
        .rules = rules_of(block.height, config),
        .chain = state_,
        .world = World(overlay_, block.proposer),
        .timers = timer_state,
        .auction = *auction_,
        .globalbox = *globalbox_,
        .operations = *operations_,
        .scaffold = scaffold,
        .code = code_,
        .observer = observer,
    };
    run_operations(context);
    for (const Transaction& tx : block.txs) {
        apply_transaction(context, tx);
        if (context.input_error) {
            if (const auto back = load(); !back) return back.error();
            return ChainError{*context.input_error};
        }
    }
    run_timers(context);
    run_messages(context);
    return commit(context);
}

Result<BlockResult, ChainError> Chain::commit(BlockContext& context)
{
    const ChainState next = next_state(context);
    auction_->note_cycles(context.timers.report.used.cycles);
    keep_modified_keys(context.timers);
    overlay_.put(to_bytes(STATE_KEY), encode(next));
    overlay_.put(to_bytes(COUNTERS_KEY), timers::encode(counters_));
    calendar_->save();
    if (const auto done = store_->commit(overlay_.changes()); !done) {
        failed_ = done.error().message;
        return ChainError{failed_};
    }

    timers::Report& report = context.timers.report;
    BlockResult result;
    result.height = next.height;
    result.timestamp_ms = next.timestamp_ms;
    result.state_root = store_->root();
    result.discipline = context.rules.discipline;
    result.cycle_basefee = state_.cycle_basefee;
    result.cell_basefee = state_.cell_basefee;
    result.lane_basefee = context.rules.lane_basefee;
    result.used = report.used;
    result.burned = context.world.burned();
    result.tips = context.world.tips();
    result.receipts = std::move(context.receipts);
    result.fired = std::move(context.fired);
    result.exits = std::move(report.exits);
    result.events = std::move(report.events);
    result.live = counters_.live;
    result.due_waiting = due_->waiting_and_parked(counters_.judged_height);
    result.dead = due_->dead_count();
    result.operations = operations_->count();
    result.balances = context.world.changed_balances();
    result.totals = counters_.totals;
    result.supply_balances = next.balances;
    result.supply_locked = next.locked;
    result.supply_burned = next.burned.total();
    overlay_.clear();
    state_ = next;
    return result;
}

/// Keys that the end of the block modified are served in the next one. While that block can serve as many
/// keys as it may have, the keys of an actor that no living watch watches and that keeps none are left out of
/// the state: the next block would be done with each of them without a hit. A write takes 200 cycles; the
/// config has fewer than 16 keys.
void Chain::keep_modified_keys(timers::TimerState& state)
{
    constexpr u64 CYCLES_PER_WRITE = 200, CONFIG_KEYS = 16;
    timers::ModifiedKeys& modified = watches_->modified();
    const timers::TimerConfig next = config();
    u64 sch_cycles = next.sch_cycles_per_block;
    if (const auto head = operations_->head())  // the first of a block runs whatever its gas limit
        sch_cycles = std::max(sch_cycles, operations_->find(head->second)->gas_limit);
    const u128 most = u128{modified.count()} + watches_->kept().count() + CONFIG_KEYS +
                      (u128{params_.fees.user_lane} + sch_cycles) / CYCLES_PER_WRITE;
    modified.end_block(most <= next.max_modified_keys_per_block, [&](const Address& actor) {
        return watches_->kept().of(actor) || lane::is_watched(state, actor);
    });
}

StatusOf<ChainError> Chain::rollback(u64 blocks)
{
    if (blocks > rollback_depth())
        return ChainError{"rollback of " + std::to_string(blocks) + " blocks, at most " +
                          std::to_string(rollback_depth()) + " are kept"};
    if (const auto done = store_->rollback(blocks); !done) return ChainError{done.error().message};
    return load();
}

u64 Chain::rollback_depth() const
{
    return std::min(store_->rollback_depth(), state_.height);
}

Result<std::unique_ptr<Chain>, ChainError> Chain::restart(std::unique_ptr<Chain> chain)
{
    const std::unique_ptr<state::Store> store = std::move(chain->store_);
    CodeFiles code = std::move(chain->code_).take_files();
    chain.reset();
    auto again = store->reopen();
    if (!again) return ChainError{again.error().message};
    return open(std::move(again).value(), std::move(code).reopened());
}

timers::TimerConfig Chain::config() const
{
    return load_config(World(overlay_, {}));
}
std::optional<Account> Chain::account(const Address& of) const
{
    return World(overlay_, {}).account(of);
}
std::optional<Bytes> Chain::storage(const Address& of, BytesView key) const
{
    return World(overlay_, {}).storage(of, key);
}
std::map<Bytes, Bytes> Chain::storage_of(const Address& actor) const
{
    const Bytes begin = storage_key(actor, {});
    std::map<Bytes, Bytes> found;
    store_->for_each([&](BytesView key, BytesView value) {
        if (key.size() >= begin.size() && std::equal(begin.begin(), begin.end(), key.begin()))
            found.emplace(to_bytes(key.subspan(begin.size())), to_bytes(value));
    });
    return found;
}
std::optional<timers::Timer> Chain::timer(const timers::TimerId& id) const
{
    const timers::TimerStore store(overlay_, *calendar_);
    auto timer = store.find(id);
    if (!timer) return timer;
    timer->payload = store.payload_of(*timer);
    if (timer->kind == timers::Kind::watch) timer->watch_keys = store.watch_keys_of(*timer);
    timer->place.where = due_->where_is(*timer);
    return timer;
}
std::vector<timers::TimerId> Chain::timers_at(u64 height) const
{
    return timers::TimerStore(overlay_, *calendar_).of_height(height);
}
std::vector<timers::TimerId> Chain::timers_of(const Address& owner) const
{
    return timers::TimerStore(overlay_, *calendar_).of_owner(owner);
}

std::vector<timers::OperationId> Chain::operations_until(const Address& account, u64 timestamp_ms) const
{
    return operations_->until(account, timestamp_ms, [] { return true; });
}

std::optional<timers::Operation> Chain::operation(const timers::OperationId& id) const
{
    auto operation = operations_->find(id);
    if (operation) operation->payload = operations_->payload_of(*operation);
    return operation;
}

std::optional<u64> Chain::room_from(u64 timestamp_ms, u64 gas_limit) const
{
    const auto earliest = checked_add<u64>(state_.timestamp_ms, 1);
    if (!earliest) return std::nullopt;
    const u64 from = std::max(timestamp_ms, *earliest);
    const auto second =
        operations_->second_with_room(from / timers::Seconds::MS, gas_limit, config().sch_cycles_per_second);
    if (!second) return std::nullopt;
    return std::max(from, *second * timers::Seconds::MS);
}

lane::Auction::Fairness Chain::fairness(const Address& owner) const
{
    return auction_->fairness(owner, state_.height + 1, config());
}

timers::Estimate Chain::estimate(const Address& actor, const ScheduleArgs& args) const
{
    const timers::TimerConfig config = this->config();
    timers::TimerStore store(overlay_, *calendar_);
    timers::Counters counters = counters_;
    timers::Report report;
    timers::TimerState state{store, *due_, counters, report, watches_.get()};
    return timers::estimate(rules_of(state_.height + 1, config), state, {actor, std::nullopt}, args,
                            state_.cycle_basefee, state_.cell_basefee);
}

bool Chain::memory_equals_state() const
{
    lane::Auction auction(overlay_);
    lane::Globalbox globalbox(overlay_);
    timers::Watches watches(overlay_);
    timers::DueSet due(overlay_);
    timers::Operations operations(overlay_);
    timers::Calendar calendar(overlay_, timers::calendar_sizes(config()));
    if (!rebuild({calendar, auction, globalbox, watches, due, operations}, *store_, counters_)) return false;
    const auto is_dead = [this](const timers::TimerId& id) {
        const auto timer = timers::TimerStore(overlay_, *calendar_).find(id);
        return !timer || due_->where_is(*timer) == timers::Place::Where::dead;
    };
    return due.same_as(*due_) && auction.same_as(*auction_, counters_.judged_height) &&
           globalbox.same_as(*globalbox_, counters_.judged_height) && watches.same_as(*watches_, is_dead) &&
           operations.same_as(*operations_) && calendar.same_as(*calendar_);
}

}  // namespace lariat::chain
