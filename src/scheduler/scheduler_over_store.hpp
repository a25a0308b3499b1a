// The implementation of lariat::Scheduler: timers and lane over a store, a ledger and a runner of the
// chain's.
#pragma once

#include "lane/engine.hpp"
#include "scheduler/adapters.hpp"
#include "state/overlay.hpp"

namespace lariat {

class SchedulerOverStore final : public Scheduler {
public:
    explicit SchedulerOverStore(SchedulerStore& store) : store_(store), readable_(store, phases_) {}
    ~SchedulerOverStore() override { phases_.require_destructor(); }
    SchedulerOverStore(const SchedulerOverStore&) = delete;
    SchedulerOverStore& operator=(const SchedulerOverStore&) = delete;

    static bool is_new(const SchedulerStore& store);
    /// Writes a scheduler that has not seen a block into the empty store.
    StatusOf<std::string> create(const Settings& settings, u64 cycle_capacity);
    /// Builds everything that is kept in memory from the store. On error, or if the store throws, it can be
    /// called again.
    StatusOf<std::string> load();

    Status begin_block(const BlockStart& block) override;
    BlockReport run_due(SchedulerLedger& ledger, SchedulerRunner& runner) override;
    StatusOf<std::string> finish_block() override;
    StatusOf<std::string> abandon_block() override;

    Result<Scheduled> schedule(const Address& owner, const ScheduleRequest& request) override;
    Status extend(const Address& owner, const TimerId& id, u64 new_expires_at) override;
    Status cancel(const Address& owner, const TimerId& id) override;
    Status govern_extend(const TimerId& id, u64 new_expires_at) override;
    void govern_cancel(const TimerId& id) override;
    Status govern_settings(const Settings& changed) override;
    u64 mark() override;
    void undo_to(u64 mark) override;

    std::optional<TimerView> timer(const TimerId& id) const override;
    std::vector<TimerId> timers_at(u64 height) const override;
    std::vector<TimerId> timers_of(const Address& owner) const override;
    Settings settings() const override;
    TimerSettings timer_settings() const override;
    u64 height() const override;
    Census census() const override;

private:
    /// Runs the handlers of the chain; undoes the requests of one that failed.
    class Handlers final : public lane::FireRunner {
    public:
        Handlers(SchedulerOverStore& scheduler, SchedulerRunner& runner)
            : scheduler_(scheduler), runner_(runner)
        {
        }
        lane::FireOutcome run(const lane::Delivery& fire) override;

    private:
        SchedulerOverStore& scheduler_;
        SchedulerRunner& runner_;
    };

    /// A place to come back to, with everything that changes in a block.
    struct Mark {
        u64 number = 0;
        lane::Engine::Mark timers;
        timers::TimerConfig config;
    };

    static constexpr std::string_view CONFIG_KEY = "T";
    static constexpr std::string_view CHAIN_KEY = "C";  ///< cycle capacity, height of the last finished block

    /// Every request and every reading begins with one of these: checks that it is allowed, and guards it.
    Phases::Guard begin_request();
    Phases::Guard begin_reading() const;

    StatusOf<std::string> rebuild(const timers::Counters& counters);
    void put_chain_record(u64 height);
    u64 take_mark();
    [[nodiscard]] std::optional<std::string> why_refused(const BlockStart& block) const;
    void undo(const Mark& mark);
    StatusOf<std::string> write_changes();

    SchedulerStore& store_;
    mutable Phases phases_;
    StoreReader readable_;
    mutable std::optional<state::Overlay> overlay_;
    std::unique_ptr<lane::Engine> engine_;
    timers::TimerConfig next_config_;  ///< of the next block (BLK-3)
    u64 cycle_capacity_ = 0;
    u64 last_height_ = 0;  ///< of the last finished block
    u64 block_height_ = 0;
    std::vector<Mark> marks_;  ///< numbers ascend
    u64 marks_taken_ = 0;      ///< by this object: a number is never used twice
    std::size_t marks_before_handler_ = 0;
};

}  // namespace lariat
