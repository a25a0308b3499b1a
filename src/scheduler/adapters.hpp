// The chain's store and ledger in the form that the layers below use.
#pragma once

#include "lane/ports.hpp"
#include "lariat/scheduler.hpp"
#include "scheduler/phases.hpp"
#include "state/store.hpp"

namespace lariat {

/// Reads from the chain's store. Notes in `phases` that a callback runs.
class StoreReader final : public state::Readable {
public:
    StoreReader(const SchedulerStore& store, Phases& phases) : store_(store), phases_(phases) {}
    std::optional<Bytes> get(BytesView key) const override
    {
        const Callback callback(phases_);
        return store_.get(key);
    }
    bool contains(BytesView key) const override
    {
        const Callback callback(phases_);
        return store_.contains(key);
    }
    void expect(std::span<const BytesView> keys) const override
    {
        const Callback callback(phases_);
        store_.expect(keys);
    }
    void for_each(const std::function<void(BytesView, BytesView)>& visit) const override
    {
        const Callback callback(phases_);
        store_.for_each(visit);
    }

    struct Callback : Phases::Guard {
        explicit Callback(Phases& phases) : Guard(phases, Phases::Inside::store_or_ledger) {}
    };

private:
    const SchedulerStore& store_;
    Phases& phases_;
};

/// Passes payments on to the chain's ledger, and counts the money that is held while handlers run.
class LedgerAdapter final : public lane::Ledger {
public:
    LedgerAdapter(SchedulerLedger& ledger, Phases& phases) : ledger_(ledger), phases_(phases) {}

    /// Money that is in no balance and not burned yet, modulo 2^128: the balances of a chain may sum up to
    /// more.
    u128 held() const noexcept { return held_; }

    u128 balance(const Address& of) const override
    {
        const StoreReader::Callback callback(phases_);
        return ledger_.balance(of);
    }
    void debit(const Address& from, u128 amount) override
    {
        const StoreReader::Callback callback(phases_);
        ledger_.debit(from, amount);
    }
    void credit(const Address& to, u128 amount) override
    {
        const StoreReader::Callback callback(phases_);
        ledger_.credit(to, amount);
    }
    void burn(Burn kind, u128 amount) override
    {
        const StoreReader::Callback callback(phases_);
        if (amount != 0) ledger_.burn(static_cast<SchedulerLedger::Burn>(kind), amount);
    }
    void tip(u128 amount) override
    {
        const StoreReader::Callback callback(phases_);
        if (amount != 0) ledger_.tip(amount);
    }
    void hold(u128 amount) override { held_ += amount; }
    void release(u128 amount) override { held_ -= amount; }

private:
    SchedulerLedger& ledger_;
    Phases& phases_;
    u128 held_ = 0;
};

}  // namespace lariat
