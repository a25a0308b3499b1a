// What a chain gives the scheduler, as the layers behind it want to see it.
#pragma once

#include "base/checked.hpp"
#include "lane/ports.hpp"
#include "lariat/scheduler.hpp"
#include "state/store.hpp"

namespace lariat {

class StoreReader final : public state::Readable {
public:
    explicit StoreReader(const SchedulerStore& store) : store_(store) {}
    std::optional<Bytes> get(BytesView key) const override { return store_.get(key); }
    bool contains(BytesView key) const override { return store_.contains(key); }
    void expect(std::span<const BytesView> keys) const override { store_.expect(keys); }
    void for_each(const std::function<void(BytesView, BytesView)>& visit) const override
    {
        store_.for_each(visit);
    }

private:
    const SchedulerStore& store_;
};

/// Counts what is neither in a balance nor burned while a handler runs.
class LedgerAdapter final : public lane::Ledger {
public:
    explicit LedgerAdapter(SchedulerLedger& ledger) : ledger_(ledger) {}
    u128 held() const noexcept { return held_; }

    u128 balance(const Address& of) const override { return ledger_.balance(of); }
    void debit(const Address& from, u128 amount) override { ledger_.debit(from, amount); }
    void credit(const Address& to, u128 amount) override { ledger_.credit(to, amount); }
    void burn(Burn kind, u128 amount) override
    {
        if (amount != 0) ledger_.burn(static_cast<SchedulerLedger::Burn>(kind), amount);
    }
    void tip(u128 amount) override
    {
        if (amount != 0) ledger_.tip(amount);
    }
    void hold(u128 amount) override { held_ += amount; }
    void release(u128 amount) override
    {
        LARIAT_ASSERT(amount <= held_);
        held_ -= amount;
    }

private:
    SchedulerLedger& ledger_;
    u128 held_ = 0;
};

/// Undoes what a failed handler asked of the scheduler.
class RunnerAdapter final : public lane::FireRunner {
public:
    RunnerAdapter(SchedulerRunner& runner, Scheduler& scheduler) : runner_(runner), scheduler_(scheduler) {}
    lane::FireOutcome run(const lane::Fire& fire) override;

private:
    SchedulerRunner& runner_;
    Scheduler& scheduler_;
};

}  // namespace lariat
