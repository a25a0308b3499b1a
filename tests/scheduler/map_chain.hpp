// A chain for tests of the scheduler library: a map as its store, balances, and handlers that are functions.
#pragma once

#include <map>

#include "lariat/scheduler.hpp"

namespace lariat {

class MapStore final : public SchedulerStore {
public:
    std::map<Bytes, Bytes> pairs;

    std::optional<Bytes> get(BytesView key) const override
    {
        const auto found = pairs.find(to_bytes(key));
        return found == pairs.end() ? std::nullopt : std::optional(found->second);
    }
    void for_each(const std::function<void(BytesView, BytesView)>& visit) const override
    {
        for (const auto& [key, value] : pairs) visit(key, value);
    }
    void write(const std::vector<Write>& changes) override
    {
        const Write* before = nullptr;
        for (const Write& change : changes) {
            ascending = ascending && (!before || text(before->key) < text(change.key));
            before = &change;
            if (change.value)
                pairs[to_bytes(change.key)] = to_bytes(*change.value);
            else
                pairs.erase(to_bytes(change.key));
        }
    }
    bool ascending = true;  ///< in every write so far
};

class MapLedger final : public SchedulerLedger {
public:
    std::map<Address, u128> balances;
    u128 burned = 0, tips = 0;

    u128 balance(const Address& of) const override
    {
        const auto found = balances.find(of);
        return found == balances.end() ? 0 : found->second;
    }
    void debit(const Address& from, u128 amount) override { balances[from] -= amount; }
    void credit(const Address& to, u128 amount) override { balances[to] += amount; }
    void burn(Burn, u128 amount) override { burned += amount; }
    void tip(u128 amount) override { tips += amount; }
    u128 supply() const
    {
        u128 sum = burned + tips;
        for (const auto& [address, balance] : balances) sum += balance;
        return sum;
    }
};

class Handlers final : public SchedulerRunner {
public:
    std::function<WakeOutcome(const Wake&)> run_one = [](const Wake&) {
        return WakeOutcome{ExecutionStatus::ok, {}, 100, 0};
    };
    WakeOutcome run(const Wake& wake) override { return run_one(wake); }
};

inline Address address(u8 number)
{
    Address a;
    a.bytes.fill(number);
    return a;
}

/// A chain with an open scheduler, and much money at address(1).
class MapChain {
public:
    explicit MapChain(const Settings& settings = {}) : settings_(settings)
    {
        ledger.balances[address(1)] = u128{1} << 80;
        reopen();
    }
    void reopen() { scheduler = Scheduler::open(store, settings_, 10'000'000).value(); }
    void begin(u64 height)
    {
        height_ = height;
        const Status begun = scheduler->begin_block(
            {.height = height, .parent_root = {}, .cycle_basefee = 2, .cell_basefee = 3});
        LARIAT_ASSERT(begun.ok());
    }
    BlockReport finish()
    {
        BlockReport report = scheduler->run_due(ledger, handlers);
        LARIAT_ASSERT(scheduler->finish_block().ok());
        return report;
    }
    BlockReport block(u64 height)
    {
        begin(height);
        return finish();
    }
    /// Finishes the block that was begun, then runs the next one.
    BlockReport block_after()
    {
        finish();
        return block(height_ + 1);
    }
    TimerId schedule(u64 height, std::string_view payload = "x")
    {
        ScheduleRequest request;
        request.height = height;
        request.payload = to_bytes(payload);
        return scheduler->schedule(address(1), request).value().id;
    }

    MapStore store;
    MapLedger ledger;
    Handlers handlers;
    std::unique_ptr<Scheduler> scheduler;

private:
    Settings settings_;
    u64 height_ = 0;
};

/// Some timers at height 2 of a chain that has finished block 1.
inline MapChain& with_timers(MapChain& chain, int count = 3)
{
    chain.begin(1);
    for (int i = 0; i < count; ++i) chain.schedule(2, std::to_string(i));
    chain.finish();
    return chain;
}

}  // namespace lariat
