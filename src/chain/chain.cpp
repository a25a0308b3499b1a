// Creates, opens, applies to, rolls back and reads a chain; builds its memory from its state.
#include "chain/chain.hpp"

#include "base/checked.hpp"
#include "chain/chain_numbers.hpp"
#include "chain/config_store.hpp"
#include "chain/open_block.hpp"
#include "chain/state_keys.hpp"

namespace lariat::chain {

namespace {

std::optional<ChainError> invalid(const ChainState& parent, const BlockHeader& block)
{
    if (block.height != parent.height + 1)
        return ChainError{"block height " + std::to_string(block.height) + " does not follow " +
                          std::to_string(parent.height)};
    if (block.timestamp_ms <= parent.timestamp_ms)
        return ChainError{"block timestamp " + std::to_string(block.timestamp_ms) +
                          " is not above the parent's " + std::to_string(parent.timestamp_ms)};
    return std::nullopt;
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

Chain::~Chain()
{
    LARIAT_ASSERT(open_ == nullptr);  // it would drop its block on a chain that is gone
}

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
    if (fork_) become_fork(*fork_);
    engine_ = std::make_unique<lane::Engine>(overlay_, config(), numbers.value().counters, ALL_PARTS);
    engine_->set_auction_policy(auction_policy_);
    if (const auto rebuilt = rebuild(*engine_, *operations_, *store_); !rebuilt)
        return ChainError{rebuilt.error()};
    return {};
}

std::optional<ChainError> Chain::refuses(const BlockHeader& header, std::span<const DevChange> dev) const
{
    if (!dev.empty() && !params_.dev) return ChainError{"dev changes are for dev chains alone"};
    if (!failed_.empty()) return ChainError{failed_};
    if (open_)
        return ChainError{"the block at height " + std::to_string(open_->header().height) + " is open"};
    return invalid(state_, header);
}

Result<std::unique_ptr<OpenBlock>, ChainError> Chain::begin(const BlockHeader& header, ScriptEngine& scripts,
                                                            ExecutionObserver* observer,
                                                            std::span<const DevChange> dev)
{
    if (const auto refused = refuses(header, dev)) return *refused;
    std::unique_ptr<OpenBlock> block(new OpenBlock(*this, header, dev, scripts, observer));
    block->run_first_phases();
    return block;
}

void Chain::become_fork(std::string chain_id)
{
    params_.chain_id = chain_id;
    params_.dev = true;
    fork_ = std::move(chain_id);
}

Status Chain::would_make(const DevChange& change)
{
    // A fire moves a timer in memory, so it is only asked about.
    if (const auto* fire = std::get_if<DevFire>(&change))
        return why_not_fired(engine_->timers(), fire->timer, state_.height + 1);
    World world(overlay_, {});
    const auto mark = overlay_.checkpoint();
    SupplyChange supply;
    const Status done = make_change({.params = params_,
                                     .world = world,
                                     .code = code_,
                                     .timers = engine_->timers(),
                                     .height = state_.height + 1,
                                     .supply = state_.genesis_supply},
                                    change, supply);
    overlay_.revert_to(mark);
    return done;
}

Result<BlockResult, ChainError> Chain::apply(const Block& block, ScriptEngine& scripts,
                                             ExecutionObserver* observer)
{
    auto begun = begin(header_of(block), scripts, observer, block.dev);
    if (!begun) return begun.error();
    OpenBlock& open = *begun.value();
    for (const Transaction& tx : block.txs) {
        const auto tried = open.try_transaction(tx, OpenBlock::Refused::list);
        if (tried) continue;
        if (const auto dropped = open.drop(); !dropped) return dropped.error();
        return tried.error();
    }
    auto result = open.end();
    if (!result) return result;
    if (const auto committed = open.commit(); !committed) return committed.error();
    return result;
}

void Chain::leave_files_alone()
{
    leaves_files_alone_ = true;
    store_->detach();
    code_.write_no_files();
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
    if (leaves_files_alone_) return ChainError{LEAVES_FILES_ALONE};
    if (open_) return ChainError{"no rollback while a block is open"};
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
    if (chain->leaves_files_alone_) return ChainError{LEAVES_FILES_ALONE};
    if (chain->open_) return ChainError{"no restart while a block is open"};
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
Validators Chain::validators() const
{
    return load_validators(World(overlay_, {}));
}
RulesVersion Chain::rules_version() const
{
    return load_rules_version(World(overlay_, {}));
}
std::optional<Account> Chain::account(const Address& of) const
{
    return World(overlay_, {}).account(of);
}
std::optional<Account> Chain::account_in_store(const Address& of) const
{
    return World::account_in(*store_, of);
}
std::optional<Actor> Chain::actor(const Address& of) const
{
    return World(overlay_, {}).actor(of);
}
std::string Chain::source(const Hash32& code_hash) const
{
    return World(overlay_, {}).code(code_hash);
}
Chain::TimerCounts Chain::timer_counts() const
{
    const timers::DueSet& due = engine_->due();
    const timers::Counters& counters = engine_->counters();
    const u64 both = due.waiting_and_parked(counters.judged_height),
              parked = std::min(due.parked_count(), both);
    return {.live = counters.live, .waiting = both - parked, .parked = parked, .dead = due.dead_count()};
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
    auto timer = timer_record(id);
    if (!timer) return timer;
    timer->payload = engine_->records().payload_of(*timer);
    return with_watch_keys(std::move(*timer));
}

timers::Timer Chain::with_watch_keys(timers::Timer watch) const
{
    if (watch.kind == timers::Kind::watch) watch.watch_keys = engine_->records().watch_keys_of(watch);
    return watch;
}

std::optional<timers::Timer> Chain::timer_record(const timers::TimerId& id) const
{
    auto timer = engine_->records().find(id);
    if (timer) timer->place.where = engine_->due().where_is(*timer);
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
