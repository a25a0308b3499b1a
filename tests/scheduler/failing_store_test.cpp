// Stores that cannot write and callbacks that throw: a block can be finished again or abandoned, and no timer
// is lost.
#include <gtest/gtest.h>

#include "failing_chain.hpp"

namespace lariat {
namespace {

TEST(StoreFaults, TMR2_ABlockWhoseWriteFailsCanBeFinishedAgainOrAbandoned)
{
    for (const bool again : {true, false}) {
        FailingChain chain;
        chain.begin(1);
        chain.schedule(2);
        chain.schedule(3);
        chain.scheduler->run_due(chain.ledger, chain.handlers);
        ASSERT_TRUE(chain.scheduler->finish_block().ok());
        const auto before = chain.store.good.pairs;
        const auto money = chain.ledger.balances;
        chain.begin(2);
        EXPECT_EQ(chain.scheduler->run_due(chain.ledger, chain.handlers).woken.size(), 1U);
        for (const auto fault : {FailingStore::Fault::refuse, FailingStore::Fault::throw_before}) {
            chain.store.fault = fault;
            if (fault == FailingStore::Fault::refuse) {
                const auto refused = chain.scheduler->finish_block();
                ASSERT_FALSE(refused.ok());
                EXPECT_EQ(refused.error(), "the disk is full");
            } else {
                EXPECT_THROW(static_cast<void>(chain.scheduler->finish_block().ok()), std::runtime_error);
            }
            EXPECT_EQ(chain.store.good.pairs, before);
            EXPECT_EQ(chain.scheduler->height(), 1U);
            EXPECT_EQ(chain.scheduler->census().fired, 1U) << "reading is allowed and shows the block";
        }
        chain.store.fault = FailingStore::Fault::none;
        if (again) {
            EXPECT_TRUE(chain.scheduler->finish_block().ok());
            EXPECT_EQ(chain.scheduler->height(), 2U);
        } else {
            EXPECT_TRUE(chain.scheduler->abandon_block().ok());
            chain.ledger.balances = money;
            EXPECT_EQ(chain.scheduler->census().fired, 0U);
            chain.begin(2);
            EXPECT_EQ(chain.scheduler->run_due(chain.ledger, chain.handlers).woken.size(), 1U);
            EXPECT_TRUE(chain.scheduler->finish_block().ok());
        }
        EXPECT_EQ(chain.scheduler->census().fired, 1U);
        EXPECT_EQ(chain.scheduler->census().live, 1U);
    }
}

TEST(StoreFaults, TMR2_AStoreThatCannotWriteCannotBeOpened)
{
    FailingStore store;
    store.fault = FailingStore::Fault::refuse;
    const auto opened = Scheduler::open(store, {}, 10'000'000);
    ASSERT_FALSE(opened.ok());
    EXPECT_EQ(opened.error(), "the disk is full");
    store.fault = FailingStore::Fault::none;
    EXPECT_TRUE(Scheduler::open(store, {}, 10'000'000).ok());
}

TEST(StoreFaults, BLK2_AnAbandonedBlockWhoseStoreCannotBeReadIsAbandonedLater)
{
    FailingChain chain;
    chain.begin(1);
    chain.schedule(2);
    chain.store.fault = FailingStore::Fault::throw_in_get;
    EXPECT_THROW(static_cast<void>(chain.scheduler->abandon_block().ok()), std::runtime_error);
    EXPECT_THROW(static_cast<void>(chain.scheduler->abandon_block().ok()), std::runtime_error);
    chain.store.fault = FailingStore::Fault::none;
    Bytes& counters = chain.store.good.pairs.at(to_bytes(std::string_view("k")));
    counters.push_back(0);
    EXPECT_FALSE(chain.scheduler->abandon_block().ok());
    counters.pop_back();
    EXPECT_TRUE(chain.scheduler->abandon_block().ok());
    EXPECT_TRUE(chain.scheduler->abandon_block().ok()) << "between blocks it does nothing";
    EXPECT_EQ(chain.scheduler->census().scheduled, 0U);
    chain.begin(1);
}

// Exceptions of callbacks.

class ThrowingLedger final : public SchedulerLedger {
public:
    MapLedger good;
    int calls_left = 0;

    u128 balance(const Address& of) const override { return good.balance(of); }
    void debit(const Address& from, u128 amount) override
    {
        count();
        good.debit(from, amount);
    }
    void credit(const Address& to, u128 amount) override
    {
        count();
        good.credit(to, amount);
    }
    void burn(Burn part, u128 amount) override
    {
        count();
        good.burn(part, amount);
    }
    void tip(u128 amount) override { good.tip(amount); }

private:
    void count()
    {
        if (calls_left-- == 0) throw std::runtime_error("ledger");
    }
};

TEST(StoreFaults, LIF1_AfterARunnerThrewTheBlockIsAbandonedAndEachTimerWakesOnce)
{
    MapChain chain;
    with_timers(chain);
    const auto money = chain.ledger.balances;
    chain.begin(2);
    int runs = 0;
    chain.handlers.run_one = [&](const Wake&) -> WakeOutcome {
        if (++runs == 2) throw std::runtime_error("the machine failed");
        return {ExecutionStatus::ok, {}, 100, 0};
    };
    EXPECT_THROW(chain.scheduler->run_due(chain.ledger, chain.handlers), std::runtime_error);
    EXPECT_TRUE(chain.scheduler->abandon_block().ok());
    chain.ledger.balances = money;
    chain.ledger.burned = 0;
    chain.handlers.run_one = [](const Wake&) { return WakeOutcome{ExecutionStatus::ok, {}, 100, 0}; };
    const BlockReport report = chain.block(2);
    ASSERT_EQ(report.woken.size(), 3U);
    for (u64 i = 0; i < 3; ++i) EXPECT_EQ(report.woken[i].deliver_seq, i + 1);
    EXPECT_EQ(chain.scheduler->census().live, 0U);
    EXPECT_EQ(chain.scheduler->census().fired, 3U);
}

TEST(StoreFaults, LIF1_WhereverALedgerThrowsAnAbandonedBlockLosesNoTimer)
{
    for (int at = 0; at < 12; ++at) {
        MapChain chain;
        with_timers(chain);
        ThrowingLedger ledger;
        ledger.good.balances = chain.ledger.balances;
        ledger.calls_left = at;
        chain.begin(2);
        bool thrown = false;
        try {
            chain.scheduler->run_due(ledger, chain.handlers);
        } catch (const std::runtime_error&) {
            thrown = true;
        }
        if (thrown)
            EXPECT_TRUE(chain.scheduler->abandon_block().ok());
        else
            EXPECT_TRUE(chain.scheduler->finish_block().ok());
        EXPECT_EQ(thrown, at < 9) << "3 debits, then a burn and a credit for each";
        EXPECT_EQ(chain.scheduler->census().fired, thrown ? 0U : 3U) << at;
        if (thrown) {
            EXPECT_EQ(chain.block(2).woken.size(), 3U) << at;
        }
    }
}

TEST(StoreFaults, BLK2_WhereverAStoreThrowsInABlockAbandoningItRestoresTheLast)
{
    FailingChain reference;
    for (int stop = 0; stop < 4; ++stop) {
        FailingChain chain;
        chain.begin(1);
        for (int i = 0; i < 5; ++i) chain.schedule(2);
        chain.scheduler->run_due(chain.ledger, chain.handlers);
        ASSERT_TRUE(chain.scheduler->finish_block().ok());
        const auto before = chain.store.good.pairs;
        const auto fail_from_now = [&](int step) {
            if (step == stop) chain.store.fault = FailingStore::Fault::throw_in_get;
        };
        try {
            fail_from_now(0);
            static_cast<void>(
                chain.scheduler->begin_block({.height = 2, .cycle_basefee = 1, .cell_basefee = 1}).ok());
            fail_from_now(1);
            static_cast<void>(chain.scheduler->schedule(address(1), {.height = 7}).ok());
            fail_from_now(2);
            chain.scheduler->run_due(chain.ledger, chain.handlers);
            fail_from_now(3);
            static_cast<void>(chain.scheduler->finish_block().ok());
        } catch (const std::runtime_error&) {
        }
        chain.store.fault = FailingStore::Fault::none;
        EXPECT_TRUE(chain.scheduler->abandon_block().ok());
        if (chain.scheduler->height() == 2) continue;  // the block needed nothing of the store any more
        EXPECT_EQ(chain.store.good.pairs, before);
        EXPECT_EQ(chain.scheduler->census().scheduled, 5U);
        EXPECT_EQ(chain.scheduler->census().live, 5U);
        chain.begin(2);
        EXPECT_EQ(chain.scheduler->run_due(chain.ledger, chain.handlers).woken.size(), 5U);
    }
}

}  // namespace
}  // namespace lariat
