// Random histories with faults: a scheduler that is interrupted, refused and reopened ends up as one that
// never was.
#include <gtest/gtest.h>

#include <random>
#include <set>
#include <stdexcept>

#include "map_chain.hpp"
#include "support/short_form.hpp"

namespace lariat {
namespace {

struct Fault : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Throws at a chosen call of the ledger, the store or the runner, or refuses to write.
class FaultyChain final : public SchedulerStore, public SchedulerLedger, public SchedulerRunner {
public:
    MapStore store;
    MapLedger ledger;
    std::unique_ptr<Scheduler> scheduler;
    u64 height = 0;
    u64 calls_left = U64_MAX;  ///< of the callbacks, before one throws
    bool refuses_writes = false;

    FaultyChain(const Settings& settings)
    {
        for (u8 owner = 1; owner <= OWNERS; ++owner)
            ledger.balances[address(owner)] = u128{owner} * 40'000'000;
        open(settings);
    }
    void open(const Settings& settings = {})
    {
        scheduler = Scheduler::open(*this, settings, 10'000'000).value();
    }

    std::optional<Bytes> get(BytesView key) const override
    {
        count();
        return store.get(key);
    }
    void for_each(const std::function<void(BytesView, BytesView)>& visit) const override
    {
        count();
        store.for_each(visit);
    }
    StatusOf<std::string> try_write(const std::vector<Write>& changes) override
    {
        count();
        if (refuses_writes) return std::string("refused");
        store.write(changes);
        return {};
    }
    u128 balance(const Address& of) const override
    {
        count();
        return ledger.balance(of);
    }
    void debit(const Address& from, u128 amount) override
    {
        count();
        ASSERT_LE(amount, ledger.balance(from));
        ledger.debit(from, amount);
    }
    void credit(const Address& to, u128 amount) override
    {
        count();
        ledger.credit(to, amount);
    }
    void burn(Burn part, u128 amount) override { ledger.burn(part, amount); }
    void tip(u128 amount) override { ledger.tip(amount); }

    /// What a handler does follows from its delivery id.
    WakeOutcome run(const Wake& wake) override
    {
        count();
        std::mt19937_64 random(wake.deliver_id.bytes[0] + 256U * wake.deliver_id.bytes[1]);
        request(random, wake.owner);
        const u64 place = scheduler->mark();
        request(random, wake.owner);
        if (random() % 3 == 0) scheduler->undo_to(place);
        const bool fails = random() % 4 == 0;
        return {fails ? ExecutionStatus::revert : ExecutionStatus::ok, fails ? "failed" : "",
                random() % wake.cycles_limit, random() % 9};
    }

    /// One request; which one follows from `random`.
    void request(std::mt19937_64& random, const Address& owner)
    {
        const auto mine = scheduler->timers_of(owner);
        const TimerId some = mine.empty() ? TimerId{} : mine[random() % mine.size()];
        ScheduleRequest wish{.height = height + 1 + random() % 5, .payload = Bytes(random() % 300)};
        wish.gas_limit = 200 + random() % 800;
        switch (random() % 9) {
            case 0:
                return keep(scheduler->cancel(owner, some).ok());
            case 1:
                return keep(scheduler->extend(owner, some, height + 1 + random() % 9).ok());
            case 2:
                return scheduler->govern_cancel(some);
            case 3:
                return keep(
                    scheduler->govern_settings(TimerSettings{.max_cycles_per_fire = 300 + random() % 900})
                        .ok());
            case 4:
                wish.expires_at = height + 1 + random() % 4;
                break;
            case 5:
                wish.max_priority_fee_per_cycle = random() % 5;
                break;
            default:
                break;
        }
        keep(scheduler->schedule(owner, wish).ok());
    }

    /// A whole block; what is in it follows from `seed`. Throws Fault.
    BlockReport block(u64 seed)
    {
        std::mt19937_64 random(seed);
        height = scheduler->height() + 1 + random() % 2;
        const Status begun =
            scheduler->begin_block({.height = height, .cycle_basefee = 1 + random() % 30, .cell_basefee = 2});
        EXPECT_TRUE(begun.ok());
        for (u64 n = random() % 6; n > 0; --n) {
            const u64 place = scheduler->mark();
            request(random, address(static_cast<u8>(1 + random() % OWNERS)));
            if (random() % 4 == 0) scheduler->undo_to(place);
        }
        BlockReport report = scheduler->run_due(*this, *this);
        for (int tries = 0; !scheduler->finish_block(); ++tries) {
            if (tries == 2) throw Fault("refused for good");
            if (tries == 1) refuses_writes = still_refuses;
        }
        return report;
    }
    bool still_refuses = false;

private:
    static constexpr u8 OWNERS = 4;

    void count() const
    {
        u64& left = const_cast<FaultyChain*>(this)->calls_left;
        if (left != U64_MAX && left-- == 0) {
            left = U64_MAX;
            throw Fault("a callback failed");
        }
    }
    static void keep(bool) {}  // refused requests are part of a history
};

/// Plays the block with a fault or two first, and in the end without.
BlockReport with_faults(FaultyChain& chain, u64 seed, std::mt19937_64& random)
{
    const auto money = chain.ledger;
    for (u64 faults = random() % 3; faults > 0; --faults) {
        chain.calls_left = random() % 60;
        chain.refuses_writes = random() % 2 == 0;
        chain.still_refuses = random() % 2 == 0;
        try {
            BlockReport report = chain.block(seed);
            chain.calls_left = U64_MAX;
            chain.refuses_writes = false;
            return report;
        } catch (const Fault&) {
            chain.calls_left = U64_MAX;
            chain.refuses_writes = false;
            chain.ledger = money;
            if (random() % 2 == 0) chain.scheduler.reset();  // a process that ends
            if (chain.scheduler)
                EXPECT_TRUE(chain.scheduler->abandon_block().ok());
            else
                chain.open();
        }
    }
    return chain.block(seed);
}

void expect_equal(const BlockReport& a, const BlockReport& b)
{
    ASSERT_EQ(a.woken.size(), b.woken.size());
    for (std::size_t i = 0; i < a.woken.size(); ++i) {
        EXPECT_EQ(a.woken[i].deliver_id, b.woken[i].deliver_id);
        EXPECT_EQ(a.woken[i].deliver_seq, b.woken[i].deliver_seq);
        EXPECT_EQ(a.woken[i].charged, b.woken[i].charged);
        EXPECT_EQ(a.woken[i].error, b.woken[i].error);
    }
    ASSERT_EQ(a.left.size(), b.left.size());
    for (std::size_t i = 0; i < a.left.size(); ++i) EXPECT_EQ(a.left[i].id, b.left[i].id);
    EXPECT_EQ(a.notices.size(), b.notices.size());
}

void play(u64 seed, const Settings& settings)
{
    FaultyChain faulty(settings), steady(settings);
    const u128 supply = steady.ledger.supply();
    std::mt19937_64 random(seed);
    std::set<TimerId> left;
    u64 last_delivered = 0;
    for (u64 block = 0; block < 40; ++block) {
        const u64 block_seed = random();
        const BlockReport a = with_faults(faulty, block_seed, random), b = steady.block(block_seed);
        expect_equal(a, b);
        ASSERT_EQ(faulty.store.pairs, steady.store.pairs) << "seed " << seed << ", block " << block;
        ASSERT_EQ(faulty.ledger.balances, steady.ledger.balances);
        ASSERT_EQ(faulty.ledger.supply(), supply);
        for (const Woken& woken : a.woken)
            ASSERT_GT(woken.deliver_seq, std::exchange(last_delivered, woken.deliver_seq));
        for (const Left& exit : a.left) ASSERT_TRUE(left.insert(exit.id).second) << "a timer left twice";
        const Census census = faulty.scheduler->census();
        ASSERT_EQ(census.scheduled, census.live + left.size());
    }
    const Census census = faulty.scheduler->census();
    EXPECT_GT(census.fired, 5U) << "seed " << seed;
}

TEST(Faults, LIF1_AHistoryWithExceptionsRefusedWritesAndRestartsIsTheHistoryWithoutThem)
{
    const u64 seeds = support::how_much(60, 10);
    for (u64 seed = 0; seed < seeds; ++seed) {
        play(seed, TimerSettings{.lane_timer_cycles = 3'000});
        play(seed,
             TimerSettings{
                 .lane_timer_cycles = 3'000, .auction_activation_height = 12, .fairness_window_blocks = 5});
        if (HasFailure()) return;
    }
}

}  // namespace
}  // namespace lariat
