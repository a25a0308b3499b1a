// The scheduler as a library on our store, with one rich owner, for benchmarks of the scheduler alone.
#pragma once

#include "lariat/scheduler.hpp"
#include "measure.hpp"
#include "pending_writes.hpp"
#include "state/log_store.hpp"

namespace lariat::bench {

class LibraryChain final : public SchedulerStore, public SchedulerLedger, public SchedulerRunner {
public:
    LibraryChain(std::unique_ptr<state::Store> store, Settings settings) : store_(std::move(store))
    {
        auto opened = Scheduler::open(*this, settings, u64{1} << 50);
        require(opened.ok(), opened.ok() ? "" : "the scheduler opens: " + opened.error());
        scheduler_ = std::move(opened).value();
        commit();
    }

    u64 height() const { return height_; }
    Scheduler& scheduler() { return *scheduler_; }

    void begin(u128 cycle_basefee = 1)
    {
        const Status begun = scheduler_->begin_block({.height = ++height_,
                                                      .parent_root = store_->root(),
                                                      .cycle_basefee = cycle_basefee,
                                                      .cell_basefee = 1});
        require(begun.ok(), "a block begins");
    }
    void schedule(u64 height)
    {
        ScheduleRequest request;
        request.height = height;
        request.payload.resize(8);
        std::memcpy(request.payload.data(), &scheduled_, 8);
        schedule(owner(owner_of_next_ = (owner_of_next_ + 1) % OWNERS), request);
        ++scheduled_;
    }
    void schedule(const Address& owner, const ScheduleRequest& request)
    {
        require(scheduler_->schedule(owner, request).ok(), "a timer is taken");
    }
    static Address owner(u64 number)
    {
        Address a;
        a.bytes.front() = 0xac;
        std::memcpy(a.bytes.data() + 12, &number, 8);
        return a;
    }
    /// Do fires use all of their gas, or nothing of it?
    void let_fires_use_gas(bool use) { fires_use_gas_ = use; }
    BlockReport run_due() { return scheduler_->run_due(*this, *this); }
    void finish()
    {
        require(scheduler_->finish_block().ok(), "a block is finished");
        commit();
    }

    /// `timers` at one height each, as `height_of` says, in blocks of 512.
    void fill(u64 timers, const std::function<u64(u64 number)>& height_of)
    {
        for (u64 i = 0; i < timers;) {
            begin();
            for (u64 end = std::min(i + 512, timers); i < end; ++i) schedule(height_of(i));
            run_due();
            finish();
        }
    }

    // What the scheduler asks of a chain.
    std::optional<Bytes> get(BytesView key) const override { return store_->get(key); }
    bool contains(BytesView key) const override { return store_->contains(key); }
    void expect(std::span<const BytesView> keys) const override { store_->expect(keys); }
    void for_each(const std::function<void(BytesView, BytesView)>& visit) const override
    {
        store_->for_each(visit);
    }
    void write(const std::vector<Write>& changes) override { writes_.add(changes); }
    u128 balance(const Address&) const override { return balance_; }
    void debit(const Address&, u128 amount) override { balance_ -= amount; }
    void credit(const Address&, u128 amount) override { balance_ += amount; }
    void burn(Burn, u128) override {}
    void tip(u128) override {}
    WakeOutcome run(const Wake& wake) override
    {
        return {ExecutionStatus::ok, {}, fires_use_gas_ ? wake.cycles_limit : 0, 0};
    }

private:
    static constexpr u64 OWNERS = 1'000;

    void commit() { require(writes_.commit(*store_).ok(), "a block is committed"); }

    std::unique_ptr<state::Store> store_;
    std::unique_ptr<Scheduler> scheduler_;
    PendingWrites writes_;
    u128 balance_ = u128{1} << 100;
    u64 height_ = 0, scheduled_ = 0, owner_of_next_ = 0;
    bool fires_use_gas_ = true;
};

}  // namespace lariat::bench
