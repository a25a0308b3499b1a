// Wrong use of the scheduler library: refused by a value, or the process ends with the rule that was broken.
// Never a timer that is lost or wakes twice.
#include <gtest/gtest.h>

#include "failing_chain.hpp"

namespace lariat {
namespace {

using MisuseDeathTest = testing::Test;

Status begin(MapChain& chain, const BlockStart& block)
{
    return chain.scheduler->begin_block(block);
}

// Values that are refused.

TEST(Misuse, FEE1_ABaseFeeAboveTheCeilingIsRefusedAndNothingWakesForNothing)
{
    MapChain chain;
    with_timers(chain);
    const u128 supply = chain.ledger.supply();
    for (const u128 fee : {BASEFEE_MAX + 1, u128{1} << 127, U128_MAX}) {
        const Status cycle = begin(chain, {.height = 2, .cycle_basefee = fee, .cell_basefee = 1});
        ASSERT_FALSE(cycle.ok());
        EXPECT_EQ(cycle.error().code, ErrorCode::InvalidInput);
        EXPECT_TRUE(cycle.error().message.starts_with("cycle_basefee ")) << cycle.error().message;
        EXPECT_TRUE(cycle.error().message.ends_with(" above 1000000000000000000000000"));
        const Status cell = begin(chain, {.height = 2, .cycle_basefee = 1, .cell_basefee = fee});
        ASSERT_FALSE(cell.ok());
        EXPECT_TRUE(cell.error().message.starts_with("cell_basefee ")) << cell.error().message;
    }
    EXPECT_EQ(chain.block(2).woken.size(), 3U);
    EXPECT_EQ(chain.ledger.supply(), supply);
}

TEST(Misuse, FEE1_AtTheCeilingATimerThatNobodyCanPayForLeavesWithoutFunds)
{
    MapChain chain;
    with_timers(chain);
    ASSERT_TRUE(begin(chain, {.height = 2, .cycle_basefee = BASEFEE_MAX, .cell_basefee = BASEFEE_MAX}).ok());
    const BlockReport report = chain.finish();
    EXPECT_TRUE(report.woken.empty());
    ASSERT_EQ(report.left.size(), 3U);
    for (const Left& left : report.left) EXPECT_EQ(left.how, TimerExit::insufficient_funds);
}

TEST(Misuse, FEE1_AtTheCeilingWithEveryPriceAtItsHighestARichPayerPaysTheWholePrice)
{
    MapStore store;
    MapLedger ledger;
    Handlers handlers;
    ledger.balances[address(1)] = U128_MAX;
    auto scheduler = Scheduler::open(store,
                                     TimerSettings{.lane_timer_cycles = 1'000'000,
                                                   .max_cells_per_fire = 1,
                                                   .timer_lane_fee_multiplier = 10'000,
                                                   .auction_activation_height = 1},
                                     10'000'000)
                         .value();
    const BlockStart block{.height = 1, .cycle_basefee = BASEFEE_MAX, .cell_basefee = BASEFEE_MAX};
    ASSERT_TRUE(scheduler->begin_block(block).ok());
    const u128 fee_max = BASEFEE_MAX * 1'000;
    ASSERT_TRUE(scheduler
                    ->schedule(address(1), {.height = 2,
                                            .gas_limit = 1'000,
                                            .max_fee_per_cycle = fee_max,
                                            .max_priority_fee_per_cycle = fee_max})
                    .ok());
    scheduler->run_due(ledger, handlers);
    ASSERT_TRUE(scheduler->finish_block().ok());
    ASSERT_TRUE(
        scheduler->begin_block({.height = 2, .cycle_basefee = BASEFEE_MAX, .cell_basefee = BASEFEE_MAX})
            .ok());
    const BlockReport report = scheduler->run_due(ledger, handlers);
    ASSERT_EQ(report.woken.size(), 1U);
    // 100 cycles at ten times the base fee, the lane base fee, and a priority of nearly 1,000 times the base
    // fee.
    EXPECT_GT(report.woken[0].charged, BASEFEE_MAX * 100 * 1'000);
    EXPECT_EQ(ledger.balance(address(1)), U128_MAX - report.woken[0].charged);
}

TEST(Misuse, BLK3_AHeightThatDoesNotRiseIsRefusedAlsoAfterARestart)
{
    MapChain chain;
    chain.begin(5);
    const TimerId id = chain.schedule(6);
    chain.finish();
    for (int restart = 0; restart < 2; ++restart) {
        for (const u64 height : {u64{0}, u64{3}, u64{5}}) {
            const Status refused = begin(chain, {.height = height, .cycle_basefee = 1, .cell_basefee = 1});
            ASSERT_FALSE(refused.ok()) << height;
            EXPECT_EQ(refused.error().code, ErrorCode::InvalidInput);
            EXPECT_EQ(refused.error().message,
                      "height " + std::to_string(height) + " is not above the last block's height 5");
        }
        chain.reopen();
    }
    EXPECT_EQ(chain.scheduler->height(), 5U);
    const BlockReport report = chain.block(6);
    ASSERT_EQ(report.woken.size(), 1U);
    EXPECT_EQ(report.woken[0].timer_id, id);
}

TEST(Misuse, BLK3_HeightsMayBeLeftOutUpToTheHighestAndTheHighestIsTheLast)
{
    MapChain chain;
    with_timers(chain);
    chain.block(HEIGHT_MAX - 1);
    EXPECT_EQ(chain.scheduler->census().live, 0U);
    EXPECT_FALSE(begin(chain, {.height = U64_MAX}).ok());
    chain.begin(HEIGHT_MAX);
    EXPECT_EQ(chain.scheduler->schedule(address(1), {.height = HEIGHT_MAX}).error().code,
              ErrorCode::HeightNotInFuture);
    EXPECT_TRUE(chain.scheduler->schedule(address(1), {.height = U64_MAX}).ok()) << "it expires";
    chain.finish();
    EXPECT_FALSE(begin(chain, {.height = U64_MAX}).ok());
    chain.reopen();
    EXPECT_EQ(chain.scheduler->census().live, 1U);
}

TEST(Misuse, API1_HugeAndOddRequestsAreRefusedByValue)
{
    MapChain chain;
    chain.begin(1);
    const auto code = [&](const ScheduleRequest& request) {
        return chain.scheduler->schedule(address(1), request).error().code;
    };
    EXPECT_EQ(code({.height = 9, .payload = Bytes(2'000'000)}), ErrorCode::PayloadTooLarge);
    EXPECT_EQ(code({.height = 9, .handler = std::string(1'000'000, 'h')}), ErrorCode::HandlerNameTooLong);
    EXPECT_EQ(code({.height = 9, .handler = ""}), ErrorCode::InvalidInput);
    EXPECT_EQ(code({.height = 9, .fee_payer = Address{}}), ErrorCode::InvalidInput);
    EXPECT_EQ(code({.height = 9, .gas_limit = U64_MAX}), ErrorCode::GasLimitTooHigh);
    EXPECT_EQ(code({.height = 9, .gas_limit = 0}), ErrorCode::GasLimitTooLow);
    EXPECT_EQ(code({.height = 9, .expires_at = U64_MAX}), ErrorCode::ExpiresAtTooFar);
    EXPECT_EQ(code({.height = 9, .max_fee_per_cycle = U128_MAX}), ErrorCode::InvalidInput);
    EXPECT_EQ(code({.height = 9, .tier = static_cast<PriorityTier>(77)}), ErrorCode::InvalidInput);
    const TimerId id = chain.schedule(9);
    EXPECT_TRUE(chain.scheduler->extend(address(1), id, U64_MAX).ok());
    EXPECT_EQ(chain.scheduler->timer(id)->expires_at, 1 + 2'592'000U) << "clamped";
    EXPECT_EQ(chain.scheduler->census().scheduled, 1U);
    chain.finish();
}

TEST(Misuse, GOV3_ASettingIsRefusedUnderItsOwnName)
{
    const auto error = [](const Settings& settings, u64 capacity = 10'000'000) {
        MapStore store;
        const auto opened = Scheduler::open(store, settings, capacity);
        EXPECT_TRUE(store.pairs.empty());
        return opened.ok() ? "" : opened.error();
    };
    EXPECT_EQ(error(TimerSettings{.lane_timer_cycles = 0}), "lane_timer_cycles: 0 below 1");
    EXPECT_EQ(error(TimerSettings{.lane_timer_cells = 0}), "lane_timer_cells: 0 below 1");
    EXPECT_EQ(error({}, 0), "cycle_capacity: 0 below 1");
    EXPECT_EQ(error(TimerSettings{.lane_timer_cycles = 11}, 10),
              "lane_timer_cycles: 11 above cycle_capacity 10");
    EXPECT_EQ(error(TimerSettings{.tie_break = static_cast<TieBreak>(9)}),
              "tie_break cannot be the number 9");
    EXPECT_EQ(error({{"nosuch", u128{1}}}), "no field is called nosuch");
    EXPECT_NE(error({{"discipline", std::string("globalbox")}}), "");
}

// Calls in the wrong place.

TEST(MisuseDeathTest, BLK2_CallsOutOfOrderEndTheProcessWithTheRule)
{
    MapChain chain;
    EXPECT_DEATH(chain.scheduler->run_due(chain.ledger, chain.handlers), "run_due: only inside a block");
    EXPECT_DEATH(static_cast<void>(chain.scheduler->finish_block().ok()),
                 "finish_block: only inside a block");
    EXPECT_DEATH(chain.schedule(2), "requests only inside a block");
    EXPECT_DEATH(static_cast<void>(chain.scheduler->extend(address(1), {}, 5).ok()), "requests only inside");
    EXPECT_DEATH(static_cast<void>(chain.scheduler->cancel(address(1), {}).ok()), "requests only inside");
    EXPECT_DEATH(static_cast<void>(chain.scheduler->govern_extend({}, 5).ok()), "requests only inside");
    EXPECT_DEATH(chain.scheduler->govern_cancel({}), "requests only inside");
    EXPECT_DEATH(static_cast<void>(chain.scheduler->govern_settings({}).ok()), "requests only inside");
    EXPECT_DEATH(chain.scheduler->mark(), "requests only inside");
    EXPECT_DEATH(chain.scheduler->undo_to(1), "requests only inside");
    chain.begin(1);
    EXPECT_DEATH(chain.begin(2), "the block before must be finished or abandoned");
    chain.scheduler->run_due(chain.ledger, chain.handlers);
    EXPECT_DEATH(chain.scheduler->run_due(chain.ledger, chain.handlers), "run_due: once in a block");
}

TEST(MisuseDeathTest, BLK4_AMarkThatIsGoneEndsTheProcess)
{
    MapChain chain;
    chain.begin(1);
    const u64 outer = chain.scheduler->mark(), inner = chain.scheduler->mark();
    chain.scheduler->undo_to(outer);
    EXPECT_DEATH(chain.scheduler->undo_to(inner), "undo_to: the mark is one of this block");
    EXPECT_DEATH(chain.scheduler->undo_to(outer), "undo_to: the mark is one of this block");
    const u64 fresh = chain.scheduler->mark();
    EXPECT_GT(fresh, inner) << "the number of a mark is not used again";
    chain.scheduler->run_due(chain.ledger, chain.handlers);
    EXPECT_DEATH(chain.scheduler->undo_to(fresh), "before run_due") << "what woke cannot be undone";
    const u64 after = chain.scheduler->mark();
    const TimerId id = chain.schedule(5);
    chain.scheduler->undo_to(after);
    EXPECT_FALSE(chain.scheduler->timer(id).has_value());
    const u64 last = chain.scheduler->mark();
    ASSERT_TRUE(chain.scheduler->finish_block().ok());
    chain.begin(2);
    EXPECT_DEATH(chain.scheduler->undo_to(last), "undo_to: the mark is one of this block");
    EXPECT_DEATH(chain.scheduler->undo_to(0), "undo_to");
    EXPECT_DEATH(chain.scheduler->undo_to(U64_MAX), "undo_to");
}

TEST(MisuseDeathTest, LIF1_AHandlerMayRequestAndReadAndNothingElse)
{
    MapChain chain;
    with_timers(chain);
    chain.begin(2);
    const u64 old_mark = chain.scheduler->mark();
    const auto dies_in_handler = [&](const std::function<void()>& act, const char* rule) {
        chain.handlers.run_one = [&](const Wake&) {
            act();
            return WakeOutcome{};
        };
        EXPECT_DEATH(chain.scheduler->run_due(chain.ledger, chain.handlers), rule);
    };
    Scheduler& scheduler = *chain.scheduler;
    dies_in_handler([&] { static_cast<void>(scheduler.abandon_block().ok()); },
                    "abandon_block: not from a callback");
    dies_in_handler([&] { static_cast<void>(scheduler.finish_block().ok()); },
                    "finish_block: not from a callback");
    dies_in_handler([&] { static_cast<void>(scheduler.begin_block({.height = 3}).ok()); },
                    "begin_block: not from a callback");
    dies_in_handler([&] { scheduler.run_due(chain.ledger, chain.handlers); }, "run_due: not from a callback");
    dies_in_handler([&] { scheduler.undo_to(old_mark); }, "undo_to: the mark is one of this block");
    dies_in_handler([&] { scheduler.undo_to(old_mark + 1); },
                    "a handler goes back only to marks that it took");
    dies_in_handler([&] { chain.scheduler.reset(); }, "no callback may destroy it");
    std::vector<TimerId> seen;
    chain.handlers.run_one = [&](const Wake&) {
        const u64 mark = scheduler.mark();
        chain.schedule(9, "dropped");
        scheduler.undo_to(mark);
        seen = scheduler.timers_of(address(1));
        return WakeOutcome{};
    };
    EXPECT_EQ(chain.finish().woken.size(), 3U);
    EXPECT_TRUE(seen.empty());
}

TEST(MisuseDeathTest, LIF1_ARunnerThatBreaksALimitEndsTheProcess)
{
    MapChain chain;
    with_timers(chain);
    chain.begin(2);
    const auto dies_with = [&](const WakeOutcome& outcome, const char* rule) {
        chain.handlers.run_one = [&](const Wake&) { return outcome; };
        EXPECT_DEATH(chain.scheduler->run_due(chain.ledger, chain.handlers), rule);
    };
    dies_with({ExecutionStatus::ok, {}, U64_MAX, 0}, "uses at most Wake::cycles_limit");
    dies_with({ExecutionStatus::ok, {}, 0, U64_MAX}, "uses at most Wake::cells_limit");
    for (const auto status : {ExecutionStatus::not_run, static_cast<ExecutionStatus>(200)})
        dies_with({status, {}, 0, 0}, "the status is an ExecutionStatus that a handler may end with");
}

TEST(MisuseDeathTest, BLK2_AfterAnExceptionOnlyAbandoningIsAllowed)
{
    MapChain chain;
    with_timers(chain);
    chain.begin(2);
    chain.handlers.run_one = [](const Wake&) -> WakeOutcome {
        throw std::runtime_error("the machine failed");
    };
    EXPECT_THROW(chain.scheduler->run_due(chain.ledger, chain.handlers), std::runtime_error);
    EXPECT_DEATH(chain.scheduler->run_due(chain.ledger, chain.handlers), "call abandon_block first");
    EXPECT_DEATH(static_cast<void>(chain.scheduler->finish_block().ok()), "call abandon_block first");
    EXPECT_DEATH(chain.begin(3), "call abandon_block first");
    EXPECT_DEATH(chain.schedule(5), "call abandon_block first");
    EXPECT_DEATH(chain.scheduler->census(), "call abandon_block first");
    EXPECT_TRUE(chain.scheduler->abandon_block().ok());
    EXPECT_EQ(chain.scheduler->census().live, 3U);
}

TEST(MisuseDeathTest, BLK2_ARunnerMustNotSwallowAnExceptionOfTheScheduler)
{
    FailingChain chain;
    chain.begin(1);
    chain.schedule(2);
    chain.scheduler->run_due(chain.ledger, chain.handlers);
    ASSERT_TRUE(chain.scheduler->finish_block().ok());
    chain.begin(2);
    chain.handlers.run_one = [&](const Wake&) {
        chain.store.fault = FailingStore::Fault::throw_in_get;
        try {
            static_cast<void>(chain.scheduler->schedule(address(7), {.height = 9}).ok());
        } catch (const std::runtime_error&) {
        }
        chain.store.fault = FailingStore::Fault::none;
        return WakeOutcome{};
    };
    EXPECT_DEATH(chain.scheduler->run_due(chain.ledger, chain.handlers), "must not be swallowed");
}

class CallingLedger final : public SchedulerLedger {
public:
    std::function<void()> act;
    u128 balance(const Address&) const override { return u128{1} << 80; }
    void debit(const Address&, u128) override { act(); }
    void credit(const Address&, u128) override {}
    void burn(Burn, u128) override {}
    void tip(u128) override {}
};

TEST(MisuseDeathTest, LIF1_LedgerAndStoreMayCallNothing)
{
    MapChain chain;
    with_timers(chain);
    chain.begin(2);
    CallingLedger ledger;
    Scheduler& scheduler = *chain.scheduler;
    const auto dies = [&](const std::function<void()>& act, const char* rule) {
        ledger.act = act;
        EXPECT_DEATH(scheduler.run_due(ledger, chain.handlers), rule);
    };
    dies([&] { chain.schedule(9); }, "no request from a callback of the store or the ledger");
    dies([&] { scheduler.govern_cancel({}); }, "no request from a callback");
    dies([&] { scheduler.census(); }, "no reading from a callback");
    dies([&] { scheduler.timers_at(9); }, "no reading from a callback");
    dies([&] { static_cast<void>(scheduler.abandon_block().ok()); }, "abandon_block: not from a callback");
    dies([&] { chain.scheduler.reset(); }, "no callback may destroy it");
}

TEST(MisuseDeathTest, TMR2_AStoreWithoutAnyWriteEndsTheProcess)
{
    class NoWrite final : public SchedulerStore {
        std::optional<Bytes> get(BytesView) const override { return std::nullopt; }
        void for_each(const std::function<void(BytesView, BytesView)>&) const override {}
    } store;
    EXPECT_DEATH(static_cast<void>(Scheduler::open(store, {}, 10).ok()), "override write or try_write");
}

TEST(MisuseDeathTest, API15_AskingAnErrorForItsValueEndsTheProcess)
{
    MapStore store;
    EXPECT_DEATH(static_cast<void>(Scheduler::open(store, {}, 0).value()),
                 "Result::value: the result is not an error");
    EXPECT_DEATH(static_cast<void>(Scheduler::open(store, {}, 10).error()),
                 "Result::error: the result is an error");
    EXPECT_DEATH(static_cast<void>(Status{}.error()), "Status::error: the status is an error");
}

// What is allowed stays within bounds.

TEST(Misuse, BLK8_ReadingBetweenBlocksDoesNotFillTheMemory)
{
    MapChain chain;
    with_timers(chain);
    struct Counting final : SchedulerStore {
        const MapStore& base;
        mutable u64 reads = 0;
        explicit Counting(const MapStore& b) : base(b) {}
        std::optional<Bytes> get(BytesView key) const override
        {
            ++reads;
            return base.get(key);
        }
        void for_each(const std::function<void(BytesView, BytesView)>& visit) const override
        {
            base.for_each(visit);
        }
    } store(chain.store);
    const auto scheduler = Scheduler::open(store, {}, 10'000'000).value();
    const auto ask_all = [&] {
        const u64 before = store.reads;
        for (u64 i = 0; i < 20'000; ++i) {
            TimerId id;
            std::memcpy(id.bytes.data(), &i, sizeof i);
            EXPECT_FALSE(scheduler->timer(id).has_value());
        }
        return store.reads - before;
    };
    const u64 first = ask_all();
    EXPECT_GT(ask_all(), first / 2) << "what was read has been forgotten";
}

TEST(Misuse, BLK2_ABlockThatNeverRunsWakesItsTimersLater)
{
    for (const u64 auction : {u64{0}, u64{1}}) {
        MapChain chain(TimerSettings{.auction_activation_height = auction});
        with_timers(chain);
        chain.begin(2);
        ASSERT_TRUE(chain.scheduler->finish_block().ok());
        chain.reopen();
        EXPECT_EQ(chain.block(3).woken.size(), 3U);
    }
}

TEST(Misuse, GOV3_AnExtremeJumpOfHeightsCostsNoMoreThanTheSettingsSay)
{
    MapChain chain(TimerSettings{.maintenance_moves_per_block = 10, .auction_activation_height = 1});
    chain.begin(1);
    for (u64 i = 0; i < 1'000; ++i) chain.schedule(i % 2 == 0 ? 2 : u64{1} << (i % 60), std::to_string(i));
    chain.finish();
    u64 woken = 0;
    for (const u64 height : {u64{1} << 20, u64{1} << 50, HEIGHT_MAX - 5}) {
        const BlockReport report = chain.block(height);
        woken += report.woken.size();
        EXPECT_LE(report.work.moves, 10U);
    }
    const Census census = chain.scheduler->census();
    EXPECT_EQ(census.scheduled, census.live + census.fired + census.expired + census.insufficient_funds);
    EXPECT_EQ(census.fired, woken);
}

}  // namespace
}  // namespace lariat
