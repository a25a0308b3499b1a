// Runs a block, one phase after the other (BLK-2); see open_block.hpp.
#include "chain/open_block.hpp"

#include "base/checked.hpp"
#include "base/codec.hpp"
#include "base/hash.hpp"
#include "chain/agent_runner.hpp"
#include "chain/delivery_runner.hpp"
#include "chain/execution.hpp"
#include "chain/messages.hpp"
#include "chain/operation_phase.hpp"
#include "chain/result_tree.hpp"
#include "chain/state_keys.hpp"
#include "chain/transactions.hpp"
#include "lariat/assert.hpp"

namespace lariat::chain {

namespace {

Hash32 hash_of(const BlockHeader& block, const Hash32& parent_root)
{
    Writer w;
    w.reserve(8 + 8 + 20 + 32);
    w.put_u64(block.height)
        .put_u64(block.timestamp_ms)
        .put_raw(view(block.proposer))
        .put_raw(view(parent_root));
    return keccak256(w.bytes());
}

void run_due(BlockContext& context)
{
    DeliveryRunner runner(context);
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
    next.genesis_supply += context.supply.made;
    next.genesis_supply -= context.supply.destroyed;
    LARIAT_ASSERT(context.world.held() == 0);
    LARIAT_ASSERT(next.balances + next.locked + next.burned.total() == next.genesis_supply);

    const timers::Counters& c = context.timers.counters;
    const timers::Totals& t = c.totals;
    LARIAT_ASSERT(t.scheduled ==
                  c.live + t.fired + t.insufficient_funds + t.expired + t.cancelled + t.governance);
    return next;
}

}  // namespace

OpenBlock::OpenBlock(Chain& chain, const BlockHeader& header, std::span<const DevChange> dev,
                     ScriptEngine& scripts, ExecutionObserver* observer)
    : chain_(chain), header_(header), context_(begin(dev, scripts, observer))
{
    chain_.open_ = this;
}

/// The phases before the transactions: first validators and rules change, then operations run.
void OpenBlock::run_first_phases()
{
    const auto before = chain_.overlay_.checkpoint();
    begin_version(context_.world, header_.height);
    punish(context_.world, context_.validators, header_.misbehaviour);
    note_modified(context_, before);
    run_operations(context_);
}

SupplyChange OpenBlock::make_changes(std::span<const DevChange> dev, World& world)
{
    SupplyChange changed;
    for (const DevChange& change : dev) {
        const auto supply = checked_add(chain_.state_.genesis_supply, changed.made);
        LARIAT_ASSERT(supply);  // no change makes more
        const auto mark = chain_.overlay_.checkpoint();
        const Status done = make_change({.params = chain_.params_,
                                         .world = world,
                                         .code = chain_.code_,
                                         .timers = chain_.engine_->timers(),
                                         .height = header_.height,
                                         .supply = *supply},
                                        change, changed);
        timers::ModifiedKeys& modified = chain_.engine_->timers().watches->modified();
        for (const BytesView key : chain_.overlay_.changed_since(mark, STORAGE_TABLE))
            modified.add(to_bytes(key.subspan(1)));
        dev_.push_back({change, done ? std::nullopt : std::optional(done.error())});
    }
    return changed;
}

BlockContext OpenBlock::begin(std::span<const DevChange> dev, ScriptEngine& scripts,
                              ExecutionObserver* observer)
{
    const Hash32 parent_root = chain_.root();
    lane::Engine& engine = *chain_.engine_;
    if (chain_.fork_) chain_.overlay_.put(to_bytes(PARAMS_KEY), encode(chain_.params_));
    World world(chain_.overlay_, header_.proposer);
    const SupplyChange supply = make_changes(dev, world);
    engine.begin({.height = header_.height,
                  .parent_root = parent_root,
                  .cycle_basefee = chain_.state_.cycle_basefee,
                  .cell_basefee = chain_.state_.cell_basefee},
                 chain_.config());
    return {
        .params = chain_.params_,
        .block = header_,
        .parent_root = parent_root,
        .block_hash = hash_of(header_, parent_root),
        .engine = engine,
        .rules = engine.rules(),
        .chain = chain_.state_,
        .world = std::move(world),
        .supply = supply,
        .timers = engine.timers(),
        .operations = *chain_.operations_,
        .scripts = scripts,
        .python = PythonEngine(chain_.code_),
        .observer = observer,
    };
}

OpenBlock::~OpenBlock()
{
    if (stage_ != Stage::closed) static_cast<void>(drop().ok());  // the chain keeps the error
}

Result<const Receipt*, ChainError> OpenBlock::try_transaction(const Transaction& tx, Refused refused,
                                                              CallReport* report)
{
    if (stage_ != Stage::open) return ChainError{"the block takes no more transactions: it has ended"};
    if (const auto label = unknown_label(context_, tx))
        return ChainError{"no timer or operation has the label \"" + *label + "\""};
    if (report) *report = {};
    context_.timers.report.now = timers::Cause::of_transaction(context_.receipts.size());
    Receipt receipt = run_transaction(context_, tx, report);
    if (receipt.refusal && tx.hash) receipt.hash = *tx.hash;
    context_.timers.report.now = {};
    if (receipt.refusal && refused == Refused::leave_out) {
        left_out_ = std::move(receipt);
        return &left_out_;
    }
    receipt.tx = static_cast<u32>(context_.receipts.size());
    return &context_.receipts.emplace_back(std::move(receipt));
}

StatusOf<ChainError> OpenBlock::run_rest()
{
    if (stage_ != Stage::open) return ChainError{"the block has run its timers already"};
    run_due(context_);
    run_messages(context_);
    next_ = next_state(context_);
    const timers::TimerConfig config = chain_.config();
    chain_.engine_->finish(config, chain_.most_writes(config));
    state::Overlay& overlay = chain_.overlay_;
    overlay.put(view(STATE_KEY), encode(next_));
    const timers::Report& rows = chain_.engine_->report();
    results_ = results_root(digests_of({context_.receipts, context_.fired, rows.exits, rows.events}));
    overlay.put(view(RESULTS_KEY), encode(ResultsRecord{next_.height, results_}));
    writes_ = overlay.changes();
    stage_ = Stage::ran;
    return {};
}

Result<BlockResult, ChainError> OpenBlock::end()
{
    if (stage_ == Stage::open) static_cast<void>(run_rest().ok());
    if (stage_ != Stage::ran) return ChainError{"the block has ended already"};
    if (const auto staged = chain_.store_->stage(writes_); !staged) return fail(staged.error());
    stage_ = Stage::ended;
    return take_result();
}

StatusOf<ChainError> OpenBlock::commit()
{
    if (stage_ != Stage::ended) return ChainError{"only a block that has ended can be committed"};
    if (const auto done = chain_.store_->make_durable(); !done) return fail(done.error());
    chain_.overlay_.clear();
    chain_.state_ = next_;
    chain_.fork_.reset();
    close();
    return {};
}

StatusOf<ChainError> OpenBlock::drop()
{
    if (stage_ == Stage::closed) return ChainError{"the block was committed or dropped already"};
    if (stage_ == Stage::ended)
        if (const auto dropped = chain_.store_->drop_staged(); !dropped) return fail(dropped.error());
    close();
    auto loaded = chain_.load();
    if (!loaded) chain_.failed_ = loaded.error().message;
    return loaded;
}

void OpenBlock::close()
{
    stage_ = Stage::closed;
    chain_.open_ = nullptr;
}

/// Memory and state may differ from now on: the chain applies nothing more until it is opened again.
ChainError OpenBlock::fail(const state::StoreError& error)
{
    chain_.failed_ = error.message;
    close();
    return ChainError{chain_.failed_};
}

BlockResult OpenBlock::take_result()
{
    timers::Report& report = chain_.engine_->report();
    const timers::Counters& counters = chain_.engine_->counters();
    BlockResult result;
    result.height = next_.height;
    result.timestamp_ms = next_.timestamp_ms;
    result.state_root = chain_.root();
    result.results_root = results_;
    result.discipline = context_.rules.discipline;
    result.cycle_basefee = chain_.state_.cycle_basefee;
    result.cell_basefee = chain_.state_.cell_basefee;
    result.lane_basefee = context_.rules.lane_basefee;
    result.used = report.used;
    result.burned = context_.world.burned();
    result.tips = context_.world.tips();
    result.receipts = std::move(context_.receipts);
    result.fired = std::move(context_.fired);
    result.exits = std::move(report.exits);
    result.events = std::move(report.events);
    result.scheduled = std::move(report.scheduled);
    result.dev = std::move(dev_);
    result.validators = std::move(context_.validators.updates);
    result.live = counters.live;
    result.due_waiting = chain_.engine_->due().waiting_and_parked(counters.judged_height);
    result.dead = chain_.engine_->due().dead_count();
    result.operations = chain_.operations_->count();
    result.balances = context_.world.changed_balances();
    result.totals = counters.totals;
    result.supply_balances = next_.balances;
    result.supply_locked = next_.locked;
    result.supply_burned = next_.burned.total();
    return result;
}

}  // namespace lariat::chain
