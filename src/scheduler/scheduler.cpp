// The scheduler of include/lariat/scheduler.hpp: timers and lane over a store, a ledger and a runner that
// somebody else has.
#include "lariat/scheduler.hpp"

#include "base/codec.hpp"
#include "lane/auction/rounds.hpp"
#include "lane/fifo.hpp"
#include "lane/intake.hpp"
#include "scheduler/adapters.hpp"
#include "scheduler/report_view.hpp"
#include "timers/lifecycle.hpp"
#include "timers/state_keys.hpp"

namespace lariat {

namespace {

using timers::ConfigPatch;
using timers::TimerConfig;

constexpr std::string_view COUNTERS_KEY = "k";
constexpr std::string_view CONFIG_KEY = "T";
constexpr std::string_view CAPACITY_KEY = "C";
constexpr u64 NO_CELL_LIMIT = U64_MAX;

template <class T>
Arg<T> given(const std::optional<T>& value)
{
    return value ? Arg<T>(*value) : Arg<T>();
}

std::string tier_name(PriorityTier tier)
{
    switch (tier) {
        case PriorityTier::economy:
            return "economy";
        case PriorityTier::standard:
            return "standard";
        case PriorityTier::fast:
            return "fast";
        case PriorityTier::urgent:
            return "urgent";
    }
    return {};
}

ScheduleArgs arguments(const ScheduleRequest& request)
{
    ScheduleArgs args;
    args.height = request.height;
    args.payload = request.payload;
    args.handler = given(request.handler);
    args.fee_payer = given(request.fee_payer);
    args.gas_limit = given(request.gas_limit);
    args.expires_at = given(request.expires_at);
    args.max_fee_per_cycle = given(request.max_fee_per_cycle);
    args.max_priority_fee_per_cycle = given(request.max_priority_fee_per_cycle);
    if (request.tier) args.priority_tier_hint = tier_name(*request.tier);
    return args;
}

class SchedulerOverStore final : public Scheduler {
public:
    explicit SchedulerOverStore(SchedulerStore& store) : store_(store), readable_(store), overlay_(readable_)
    {
    }

    /// A scheduler that has not seen a block.
    StatusOf<std::string> create(const Settings& settings, u64 cycle_capacity)
    {
        const auto config = timers::genesis_config(settings, cycle_capacity);
        if (!config) return config.error().message;
        if (const auto refused = beyond_a_library(config.value())) return *refused;
        Writer capacity;
        capacity.put_u64(cycle_capacity);
        overlay_.put(view(CAPACITY_KEY), capacity.bytes());
        overlay_.put(view(CONFIG_KEY), timers::encode(config.value()));
        overlay_.put(view(COUNTERS_KEY), timers::encode(counters_));
        write_changes();
        config_ = next_config_ = config.value();
        cycle_capacity_ = cycle_capacity;
        return rebuild();
    }

    StatusOf<std::string> load()
    {
        overlay_.clear();
        const auto config = overlay_.get(view(CONFIG_KEY));
        const auto counters = overlay_.get(view(COUNTERS_KEY));
        const auto capacity = overlay_.get(view(CAPACITY_KEY));
        const auto read_config = config ? timers::decode_config(*config) : std::nullopt;
        const auto read_counters = counters ? timers::decode_counters(*counters) : std::nullopt;
        if (!read_config || !read_counters || !capacity || capacity->size() != sizeof cycle_capacity_)
            return std::string("what the store holds was not written by this version of the scheduler");
        config_ = next_config_ = *read_config;
        counters_ = *read_counters;
        cycle_capacity_ = Reader(*capacity).get_u64();
        return rebuild();
    }

    static bool is_new(const SchedulerStore& store) { return !store.contains(view(COUNTERS_KEY)); }

    void begin_block(const BlockStart& block) override
    {
        LARIAT_ASSERT(!in_block_);
        in_block_ = true;
        block_ = block;
        config_ = next_config_;
        report_ = {};
        report_.used.moves = calendar_->begin_block(block.height, config_.maintenance_moves_per_block);
        const timers::Discipline discipline = timers::discipline_at(config_, block.height);
        rules_.emplace(
            timers::BlockRules{.height = block.height, .config = &config_, .discipline = discipline});
        timers::TimerState state = timer_state();
        lane::note_discipline(*rules_, state);
        auction_->begin_block(*rules_, block.cycle_basefee);
        rules_->lane_basefee = auction_->lane_basefee(discipline, block.cycle_basefee);
        rules_->median_priority = auction_->median_priority();
    }

    BlockReport run_due(SchedulerLedger& ledger, SchedulerRunner& runner) override
    {
        LARIAT_ASSERT(in_block_);
        LedgerAdapter money(ledger);
        RunnerAdapter handlers(runner, *this);
        std::vector<lane::Fired> fired;
        timers::TimerState state = timer_state();
        lane::EndOfBlock end{.rules = *rules_,
                             .cycle_basefee = block_.cycle_basefee,
                             .cell_basefee = block_.cell_basefee,
                             .parent_root = block_.parent_root,
                             .timers = state,
                             .ledger = money,
                             .runner = handlers,
                             .fired = fired};
        if (rules_->discipline == timers::Discipline::auction) {
            lane::AuctionRounds rounds(*auction_);
            lane::run_end_of_block(end, rounds);
        } else {
            lane::Fifo fifo;
            lane::run_end_of_block(end, fifo);
        }
        auction_->end_block(*rules_, report_.used, fired);
        LARIAT_ASSERT(money.held() == 0);
        return report_view(fired, report_);
    }

    void finish_block() override
    {
        LARIAT_ASSERT(in_block_);
        in_block_ = false;
        auction_->note_cycles(report_.used.cycles);
        overlay_.put(view(COUNTERS_KEY), timers::encode(counters_));
        calendar_->save();
        write_changes();
    }

    void abandon_block() override
    {
        in_block_ = false;
        marks_.clear();
        LARIAT_ASSERT(load());  // it was read before, or written by this process
    }

    Result<Scheduled> schedule(const Address& owner, const ScheduleRequest& request) override
    {
        LARIAT_ASSERT(in_block_);
        timers::TimerState state = timer_state();
        Meter meter{.cycles_left = 0, .cells_left = NO_CELL_LIMIT};
        const auto id =
            timers::schedule(*rules_, state, {owner, request.paying_sender, 0}, arguments(request), meter);
        if (!id) return id.error();
        return Scheduled{id.value(), NO_CELL_LIMIT - meter.cells_left};
    }

    Status extend(const Address& owner, const TimerId& id, u64 new_expires_at) override
    {
        timers::TimerState state = timer_state();
        return timers::extend_by_owner(*rules_, state, owner, to_bytes(view(id)), new_expires_at);
    }

    Status cancel(const Address& owner, const TimerId& id) override
    {
        timers::TimerState state = timer_state();
        return timers::cancel_by_owner(state, owner, to_bytes(view(id)));
    }

    Status govern_extend(const TimerId& id, u64 new_expires_at) override
    {
        timers::TimerState state = timer_state();
        return timers::extend_by_governance(*rules_, state, id, new_expires_at);
    }

    void govern_cancel(const TimerId& id) override
    {
        timers::TimerState state = timer_state();
        timers::cancel_by_governance(state, id);
    }

    Status govern_settings(const Settings& changed) override
    {
        const auto updated = timers::updated_config(next_config_, changed, cycle_capacity_);
        if (!updated) return updated.error();
        if (auto refused = beyond_a_library(updated.value()))
            return Error{ErrorCode::InvalidConfig, std::move(*refused)};
        overlay_.put(view(CONFIG_KEY), timers::encode(updated.value()));
        next_config_ = updated.value();
        report_.events.emplace_back(timers::ConfigUpdatedEvent{next_config_});
        return {};
    }

    u64 mark() override
    {
        marks_.push_back(
            {overlay_.checkpoint(), counters_, next_config_, report_.exits.size(), report_.events.size()});
        return marks_.size() - 1;
    }

    void undo_to(u64 mark) override
    {
        LARIAT_ASSERT(mark < marks_.size());
        const Mark to = marks_[mark];
        marks_.resize(mark);
        overlay_.revert_to(to.overlay);
        counters_ = to.counters;
        next_config_ = to.config;
        report_.exits.resize(to.exits);
        report_.events.erase(report_.events.begin() + static_cast<std::ptrdiff_t>(to.events),
                             report_.events.end());
    }

    void forget_mark(u64 mark) { marks_.resize(mark); }

    std::optional<TimerView> timer(const TimerId& id) const override
    {
        const auto found = timers_->find(id);
        if (!found) return std::nullopt;
        return TimerView{.id = id,
                         .owner = found->owner,
                         .target = found->target,
                         .height = found->height,
                         .payload = timers_->payload_of(*found),
                         .handler = found->handler,
                         .fee_payer = found->fee_payer,
                         .gas_limit = found->gas_limit,
                         .expires_at = found->expires_at,
                         .scheduled_at = found->schedule_block,
                         .is_due = due_->where_is(*found) != timers::Place::Where::pending};
    }

    std::vector<TimerId> timers_at(u64 height) const override { return timers_->of_height(height); }
    std::vector<TimerId> timers_of(const Address& owner) const override { return timers_->of_owner(owner); }
    Settings settings() const override { return timers::all_fields(config_); }

    Census census() const override
    {
        const timers::Totals& t = counters_.totals;
        return {t.scheduled, counters_.live, t.fired,     t.insufficient_funds,
                t.expired,   t.cancelled,    t.governance};
    }

private:
    struct Mark {
        state::Overlay::Checkpoint overlay;
        timers::Counters counters;
        TimerConfig config;
        std::size_t exits, events;
    };

    /// What a block of this config would need, and no interface of the header gives.
    static std::optional<std::string> beyond_a_library(const TimerConfig& config)
    {
        if (config.discipline == timers::Discipline::fifo) return std::nullopt;
        return "discipline " + std::string(name(config.discipline)) + ": a library runs fifo and the auction";
    }

    StatusOf<std::string> rebuild()
    {
        calendar_ = std::make_unique<timers::Calendar>(overlay_, timers::calendar_sizes(config_));
        auction_ = std::make_unique<lane::Auction>(overlay_);
        due_ = std::make_unique<timers::DueSet>(overlay_);
        timers::DueSet::Listener listener;
        listener.waits = [this](const timers::Timer& timer) { auction_->joined_before(timer); };
        state::Walk walk(readable_);
        calendar_->rebuild(walk);
        due_->rebuild(walk, counters_, listener);
        auction_->rebuild(walk);
        if (auto built = walk.run(); !built) return built;
        due_->add_order(*auction_);
        timers_.emplace(overlay_, *calendar_);
        return {};
    }

    timers::TimerState timer_state()
    {
        LARIAT_ASSERT(in_block_);
        return {.store = *timers_, .due = *due_, .counters = counters_, .report = report_};
    }

    void write_changes()
    {
        std::vector<SchedulerStore::Write> writes;
        for (const state::WriteView& change : overlay_.changes())
            writes.push_back({change.key, change.value});
        store_.write(writes);
        overlay_.clear();
        marks_.clear();
    }

    SchedulerStore& store_;
    StoreReader readable_;
    mutable state::Overlay overlay_;
    std::unique_ptr<timers::Calendar> calendar_;
    std::unique_ptr<lane::Auction> auction_;
    std::unique_ptr<timers::DueSet> due_;
    std::optional<timers::TimerStore> timers_;
    timers::Counters counters_;
    TimerConfig config_;       ///< of this block
    TimerConfig next_config_;  ///< of the next one (BLK-3)
    u64 cycle_capacity_ = 0;
    bool in_block_ = false;
    BlockStart block_;
    std::optional<timers::BlockRules> rules_;
    timers::Report report_;
    std::vector<Mark> marks_;
};

}  // namespace

Result<std::unique_ptr<Scheduler>, std::string> Scheduler::open(SchedulerStore& store,
                                                                const Settings& settings, u64 cycle_capacity)
{
    auto scheduler = std::make_unique<SchedulerOverStore>(store);
    const auto ready =
        SchedulerOverStore::is_new(store) ? scheduler->create(settings, cycle_capacity) : scheduler->load();
    if (!ready) return ready.error();
    return std::unique_ptr<Scheduler>(std::move(scheduler));
}

}  // namespace lariat
