// Creating and opening a scheduler, and the phases of a block.
#include "base/checked.hpp"
#include "base/codec.hpp"
#include "scheduler/report_view.hpp"
#include "scheduler/scheduler_over_store.hpp"
#include "scheduler/settings_view.hpp"

namespace lariat {

namespace {

std::string above(std::string_view name, u128 value, u128 limit)
{
    return std::string(name) + " " + to_decimal(value) + " above " + to_decimal(limit);
}

}  // namespace

void SchedulerStore::write(const std::vector<Write>&)
{
    LARIAT_REQUIRE(false, "SchedulerStore: override write or try_write");
}

Result<std::unique_ptr<Scheduler>, std::string> Scheduler::open(SchedulerStore& store,
                                                                const Settings& settings, u64 cycle_capacity)
{
    auto scheduler = std::make_unique<SchedulerOverStore>(store);
    const auto ready =
        SchedulerOverStore::is_new(store) ? scheduler->create(settings, cycle_capacity) : scheduler->load();
    if (!ready) return ready.error();
    return std::unique_ptr<Scheduler>(std::move(scheduler));
}

bool SchedulerOverStore::is_new(const SchedulerStore& store)
{
    // All three are written together. Were one alone asked for, a store that lost it would be overwritten.
    return !store.contains(view(timers::COUNTERS_KEY)) && !store.contains(view(CONFIG_KEY)) &&
           !store.contains(view(CHAIN_KEY));
}

StatusOf<std::string> SchedulerOverStore::create(const Settings& settings, u64 cycle_capacity)
{
    if (cycle_capacity == 0) return std::string("cycle_capacity: 0 below 1");
    const auto config = timers::genesis_config(settings, cycle_capacity);
    if (!config) return config.error().message;
    if (const auto refused = why_not_in_a_library(config.value())) return *refused;
    next_config_ = config.value();
    cycle_capacity_ = cycle_capacity;
    overlay_.emplace(readable_);
    overlay_->put(view(CONFIG_KEY), timers::encode(next_config_));
    overlay_->put(view(timers::COUNTERS_KEY), timers::encode(timers::Counters{}));
    put_chain_record(0);
    if (auto written = write_changes(); !written) return written;
    return rebuild({});
}

void SchedulerOverStore::put_chain_record(u64 height)
{
    Writer w;
    w.put_u64(cycle_capacity_).put_u64(height);
    overlay_->put(view(CHAIN_KEY), w.bytes());
}

StatusOf<std::string> SchedulerOverStore::load()
{
    engine_.reset();
    marks_.clear();
    marks_before_handler_ = 0;
    overlay_.emplace(readable_);
    const auto config = overlay_->get(view(CONFIG_KEY));
    const auto counters = overlay_->get(view(timers::COUNTERS_KEY));
    const auto chain = overlay_->get(view(CHAIN_KEY));
    const auto read_config = config ? timers::decode_config(*config) : std::nullopt;
    const auto read_counters = counters ? timers::decode_counters(*counters) : std::nullopt;
    Reader read_chain(chain ? BytesView(*chain) : BytesView());
    const u64 capacity = read_chain.get_u64(), height = read_chain.get_u64();
    if (!read_config || !read_counters || !read_chain.done())
        return std::string("the store was not written by this version of the scheduler");
    if (const auto valid = timers::updated_config(*read_config, {}, capacity); !valid)
        return "settings in the store: " + valid.error().message;
    if (const auto refused = why_not_in_a_library(*read_config)) return *refused;
    next_config_ = *read_config;
    cycle_capacity_ = capacity;
    last_height_ = height;
    return rebuild(*read_counters);
}

StatusOf<std::string> SchedulerOverStore::rebuild(const timers::Counters& counters)
{
    engine_ = std::make_unique<lane::Engine>(*overlay_, next_config_, counters, lane::Engine::Parts{});
    state::Walk walk(readable_);
    engine_->rebuild(walk);
    return walk.run();
}

std::optional<std::string> SchedulerOverStore::why_refused(const BlockStart& block) const
{
    if (block.height > HEIGHT_MAX) return above("height", block.height, HEIGHT_MAX);
    if (block.height <= last_height_)
        return "height " + std::to_string(block.height) + " is not above the last block's height " +
               std::to_string(last_height_);
    if (block.cycle_basefee > BASEFEE_MAX) return above("cycle_basefee", block.cycle_basefee, BASEFEE_MAX);
    if (block.cell_basefee > BASEFEE_MAX) return above("cell_basefee", block.cell_basefee, BASEFEE_MAX);
    return std::nullopt;
}

Status SchedulerOverStore::begin_block(const BlockStart& block)
{
    phases_.require_begin();
    if (auto refused = why_refused(block)) return Error{ErrorCode::InvalidInput, std::move(*refused)};
    phases_.begin();
    const Phases::Guard guard(phases_, Phases::Inside::scheduler, Phases::Guard::Kind::changes);
    block_height_ = block.height;
    engine_->begin({.height = block.height,
                    .parent_root = block.parent_root,
                    .cycle_basefee = block.cycle_basefee,
                    .cell_basefee = block.cell_basefee},
                   next_config_);
    return {};
}

BlockReport SchedulerOverStore::run_due(SchedulerLedger& ledger, SchedulerRunner& runner)
{
    phases_.require_run_due();
    phases_.note_run();
    const Phases::Guard guard(phases_, Phases::Inside::scheduler, Phases::Guard::Kind::changes);
    marks_.clear();
    LedgerAdapter money(ledger, phases_);
    Handlers handlers(*this, runner);
    std::vector<lane::Fired> fired;
    engine_->run({money, handlers}, fired);
    LARIAT_ASSERT(money.held() == 0);
    return report_view(fired, engine_->report());
}

lane::FireOutcome SchedulerOverStore::Handlers::run(const lane::Delivery& fire)
{
    const Wake wake{.deliver_seq = fire.deliver_seq,
                    .deliver_id = fire.deliver_id,
                    .timer_id = fire.id.value(),
                    .fire_seq = fire.fire_seq.value(),
                    .due_height = fire.due_height.value(),
                    .owner = fire.owner,
                    .target = fire.target,
                    .handler = fire.handler,
                    .payload = fire.payload,
                    .payer = fire.paid.payer,
                    .cycles_limit = fire.cycles_limit(),
                    .cells_limit = fire.paid.cells};
    scheduler_.take_mark();
    const std::size_t before = scheduler_.marks_before_handler_ = scheduler_.marks_.size();
    WakeOutcome outcome;
    {
        const Phases::Guard guard(scheduler_.phases_, Phases::Inside::handler);
        outcome = runner_.run(wake);
    }
    scheduler_.phases_.require_unbroken();
    LARIAT_REQUIRE(outcome.status <= ExecutionStatus::no_actor,
                   "SchedulerRunner::run: the status is an ExecutionStatus that a handler may end with");
    LARIAT_REQUIRE(outcome.cycles <= wake.cycles_limit,
                   "SchedulerRunner::run: a handler uses at most Wake::cycles_limit");
    LARIAT_REQUIRE(outcome.cells <= wake.cells_limit,
                   "SchedulerRunner::run: a handler uses at most Wake::cells_limit");
    if (outcome.status != ExecutionStatus::ok) scheduler_.undo(scheduler_.marks_[before - 1]);
    scheduler_.marks_.clear();
    scheduler_.marks_before_handler_ = 0;
    return {.status = outcome.status,
            .error = std::move(outcome.error),
            .usage = {.cycles = outcome.cycles, .cells = outcome.cells}};
}

StatusOf<std::string> SchedulerOverStore::finish_block()
{
    phases_.require_finish();
    const Phases::Guard guard(phases_, Phases::Inside::scheduler, Phases::Guard::Kind::changes);
    if (phases_.phase() == Phases::Phase::in_block) {
        engine_->finish(next_config_, 0);
        put_chain_record(block_height_);
        marks_.clear();
        phases_.enter(Phases::Phase::unwritten);
    }
    if (auto written = write_changes(); !written) return written;
    last_height_ = block_height_;
    phases_.enter(Phases::Phase::idle);
    return {};
}

StatusOf<std::string> SchedulerOverStore::write_changes()
{
    std::vector<SchedulerStore::Write> writes;
    for (const state::WriteView& change : overlay_->changes()) writes.push_back({change.key, change.value});
    {
        const StoreReader::Callback callback(phases_);
        if (auto written = store_.try_write(writes); !written) return written;
    }
    overlay_->clear();
    return {};
}

StatusOf<std::string> SchedulerOverStore::abandon_block()
{
    phases_.require_abandon();
    if (phases_.is_idle()) return {};
    phases_.enter(Phases::Phase::broken);  // until everything is read
    const Phases::Guard guard(phases_, Phases::Inside::scheduler);
    if (auto loaded = load(); !loaded) return loaded;
    phases_.enter(Phases::Phase::idle);
    return {};
}

}  // namespace lariat
