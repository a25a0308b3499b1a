// Applies a block, one phase after the other (BLK-2).
#include "chain/chain.hpp"

#include "base/checked.hpp"
#include "base/codec.hpp"
#include "base/hash.hpp"
#include "chain/agent_runner.hpp"
#include "chain/block_context.hpp"
#include "chain/chain_numbers.hpp"
#include "chain/config_store.hpp"
#include "chain/fire_runner.hpp"
#include "chain/messages.hpp"
#include "chain/operation_phase.hpp"
#include "chain/result_tree.hpp"
#include "chain/state_keys.hpp"
#include "chain/transactions.hpp"

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
    context.engine.run({context.world, runner, &agents}, context.fired);
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

/// What a chain has in memory beside its state, from a committed state alone, in one walk over it (TMR-7).
state::Walk::Status rebuild(lane::Engine& engine, timers::Operations& operations,
                            const state::Readable& store)
{
    state::Walk walk(store);
    engine.rebuild(walk);
    operations.rebuild(walk);
    return walk.run();
}

constexpr lane::Engine::Parts ALL_PARTS{.watches = true, .globalbox = true};

}  // namespace

Chain::Chain(std::unique_ptr<state::Store> store, CodeFiles code)
    : store_(std::move(store)),
      overlay_(*store_),
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
    if (!holds_chain(*store_)) return ChainError{"the state holds no chain"};
    const auto numbers = read_chain_numbers(*store_);
    if (!numbers) return ChainError{numbers.error()};
    if (const auto other = version_contradiction(numbers.value().state, store_->version()))
        return ChainError{*other};
    params_ = numbers.value().params;
    state_ = numbers.value().state;
    engine_ = std::make_unique<lane::Engine>(overlay_, config(), numbers.value().counters, ALL_PARTS);
    if (const auto rebuilt = rebuild(*engine_, *operations_, *store_); !rebuilt)
        return ChainError{rebuilt.error()};
    return {};
}

Result<BlockResult, ChainError> Chain::apply(const Block& block, Scaffold& scaffold,
                                             ExecutionObserver* observer)
{
    if (!failed_.empty()) return ChainError{failed_};
    if (const auto broken = invalid(state_, block)) return *broken;
    const Hash32 parent_root = store_->root();
    engine_->begin({.height = block.height,
                    .parent_root = parent_root,
                    .cycle_basefee = state_.cycle_basefee,
                    .cell_basefee = state_.cell_basefee},
                   config());
    BlockContext context{
        .params = params_,
        .block = block,
        .parent_root = parent_root,
        .block_hash = hash_of(block, parent_root),
        .engine = *engine_,
        .rules = engine_->rules(),
        .chain = state_,
        .world = World(overlay_, block.proposer),
        .timers = engine_->timers(),
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
    const timers::TimerConfig config = this->config();
    engine_->finish(config, most_writes(config));
    overlay_.put(to_bytes(STATE_KEY), encode(next));
    const timers::Report& rows = context.timers.report;
    const Hash32 results =
        results_root(digests_of({context.receipts, context.fired, rows.exits, rows.events}));
    overlay_.put(to_bytes(RESULTS_KEY), encode(ResultsRecord{next.height, results}));
    if (const auto done = store_->commit(overlay_.changes()); !done) {
        failed_ = done.error().message;
        return ChainError{failed_};
    }

    timers::Report& report = context.timers.report;
    BlockResult result;
    result.height = next.height;
    result.timestamp_ms = next.timestamp_ms;
    result.state_root = store_->root();
    result.results_root = results;
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
    result.scheduled = std::move(report.scheduled);
    const timers::Counters& counters = engine_->counters();
    result.live = counters.live;
    result.due_waiting = engine_->due().waiting_and_parked(counters.judged_height);
    result.dead = engine_->due().dead_count();
    result.operations = operations_->count();
    result.balances = context.world.changed_balances();
    result.totals = counters.totals;
    result.supply_balances = next.balances;
    result.supply_locked = next.locked;
    result.supply_burned = next.burned.total();
    overlay_.clear();
    state_ = next;
    return result;
}

/// How many keys a block under this config may modify before its end. A write takes 200 cycles; the config
/// has fewer than 16 keys.
u128 Chain::most_writes(const timers::TimerConfig& config) const
{
    constexpr u64 CYCLES_PER_WRITE = 200, CONFIG_KEYS = 16;
    u64 sch_cycles = config.sch_cycles_per_block;
    if (const auto head = operations_->head())  // the first of a block runs whatever its gas limit
        sch_cycles = std::max(sch_cycles, operations_->find(head->second)->gas_limit);
    return CONFIG_KEYS + (u128{params_.fees.user_lane} + sch_cycles) / CYCLES_PER_WRITE;
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
    const timers::TimerStore& store = engine_->records();
    auto timer = store.find(id);
    if (!timer) return timer;
    timer->payload = store.payload_of(*timer);
    if (timer->kind == timers::Kind::watch) timer->watch_keys = store.watch_keys_of(*timer);
    timer->place.where = engine_->due().where_is(*timer);
    return timer;
}
std::vector<timers::TimerId> Chain::timers_at(u64 height) const
{
    return engine_->records().of_height(height);
}
std::vector<timers::TimerId> Chain::timers_of(const Address& owner) const
{
    return engine_->records().of_owner(owner);
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
    return engine_->auction().fairness(owner, state_.height + 1, config());
}

timers::Estimate Chain::estimate(const Address& actor, const ScheduleArgs& args) const
{
    return engine_->estimate(state_.height + 1, config(), {actor, std::nullopt}, args, state_.cycle_basefee,
                             state_.cell_basefee);
}

bool Chain::memory_equals_state() const
{
    const auto counters = timers::decode_counters(overlay_.get(view(timers::COUNTERS_KEY)).value_or(Bytes{}));
    if (!counters) return false;
    lane::Engine engine(overlay_, config(), *counters, ALL_PARTS);
    timers::Operations operations(overlay_);
    if (!rebuild(engine, operations, *store_)) return false;
    return engine.same_as(*engine_) && operations.same_as(*operations_);
}

}  // namespace lariat::chain
