// Tests of the scheduler as a library, used as an embedding chain uses it.
#include <gtest/gtest.h>

#include "map_chain.hpp"

namespace lariat {
namespace {

TEST(SchedulerLibrary, API1_LIF2_ATimerWakesOnceAtItsHeightAndIsPaidFor)
{
    MapChain chain;
    const u128 supply = chain.ledger.supply();
    chain.begin(1);
    ScheduleRequest request;
    request.height = 3;
    request.payload = to_bytes(std::string_view("hello"));
    request.gas_limit = 1'000;
    const auto kept = chain.scheduler->schedule(address(1), request);
    ASSERT_TRUE(kept.ok());
    EXPECT_EQ(kept.value().cells, 5 + 96U);
    chain.finish();
    std::vector<std::string> seen;
    chain.handlers.run_one = [&](const Wake& wake) {
        seen.push_back(std::string(wake.handler) + ":" + std::string(text(wake.payload)));
        EXPECT_EQ(wake.timer_id, kept.value().id);
        EXPECT_EQ(wake.cycles_limit, 1'000U);
        EXPECT_EQ(wake.due_height, 3U);
        return WakeOutcome{ExecutionStatus::ok, {}, 400, 7};
    };
    EXPECT_TRUE(chain.block(2).woken.empty());
    const BlockReport report = chain.block(3);
    ASSERT_EQ(report.woken.size(), 1U);
    EXPECT_EQ(report.woken[0].charged, 400 * 2 + 7 * 3U);
    EXPECT_EQ(report.woken[0].deliver_seq, 1U);
    ASSERT_EQ(report.left.size(), 1U);
    EXPECT_EQ(report.left[0].how, TimerExit::fired);
    EXPECT_TRUE(chain.block(4).woken.empty());
    EXPECT_EQ(seen, std::vector<std::string>{"handle_timer:hello"});
    EXPECT_EQ(chain.ledger.supply(), supply);
    EXPECT_EQ(chain.ledger.burned, 400 * 2 + 7 * 3U);
    EXPECT_TRUE(chain.store.ascending);
}

TEST(SchedulerLibrary, LIF6_WhatAFailedHandlerScheduledIsGoneAndWhatItUsedIsPaid)
{
    MapChain chain;
    chain.begin(1);
    const TimerId other = chain.schedule(9, "stays");
    chain.schedule(2);
    chain.finish();
    chain.handlers.run_one = [&](const Wake&) {
        chain.schedule(5, "never");
        EXPECT_TRUE(chain.scheduler->cancel(address(1), other).ok());
        return WakeOutcome{ExecutionStatus::revert, "no", 300, 0};
    };
    const BlockReport report = chain.block(2);
    ASSERT_EQ(report.woken.size(), 1U);
    EXPECT_EQ(report.woken[0].status, ExecutionStatus::revert);
    EXPECT_EQ(report.woken[0].error, "no");
    EXPECT_EQ(report.woken[0].charged, 600U);
    EXPECT_EQ(report.left.size(), 1U) << "the cancel is undone with its exit";
    EXPECT_TRUE(chain.scheduler->timers_at(5).empty());
    EXPECT_EQ(chain.scheduler->timers_at(9), std::vector<TimerId>{other});
    const Census census = chain.scheduler->census();
    EXPECT_EQ(census.scheduled, 2U);
    EXPECT_EQ(census.live, 1U);
    EXPECT_EQ(census.fired, 1U);
}

TEST(SchedulerLibrary, BLK4_UndoingToAMarkLeavesNothingOfAFailedTransaction)
{
    MapChain chain;
    chain.begin(1);
    const TimerId kept = chain.schedule(5, "kept");
    const auto before = chain.scheduler->census();
    const u64 mark = chain.scheduler->mark();
    chain.schedule(5, "a");
    const u64 inner = chain.scheduler->mark();
    EXPECT_TRUE(chain.scheduler->cancel(address(1), kept).ok());
    chain.scheduler->undo_to(inner);
    EXPECT_TRUE(chain.scheduler->timer(kept).has_value());
    EXPECT_TRUE(chain.scheduler->govern_settings({{"max_looks_per_block", u128{7}}}).ok());
    chain.scheduler->undo_to(mark);
    EXPECT_EQ(chain.scheduler->timers_at(5), std::vector<TimerId>{kept});
    EXPECT_EQ(chain.scheduler->census().scheduled, before.scheduled);
    EXPECT_TRUE(chain.finish().notices.empty());
    chain.begin(2);
    for (const auto& [field, value] : chain.scheduler->settings()) {
        if (field == "max_looks_per_block") {
            EXPECT_EQ(std::get<u128>(value), 16'384U);
        }
    }
    chain.finish();
}

TEST(SchedulerLibrary, TMR7_ASchedulerOpenedAgainGoesOnAsOneThatNeverStopped)
{
    // Room for two fires a block: timers wait, and one of them dies waiting.
    const Settings settings{{"lane_timer_cycles", u128{1'000}}, {"max_cycles_per_fire", u128{500}}};
    MapChain steady(settings), stopped(settings);
    for (MapChain* chain : {&steady, &stopped}) {
        chain->handlers.run_one = [](const Wake& wake) {
            return WakeOutcome{ExecutionStatus::ok, {}, wake.cycles_limit, 0};
        };
        chain->begin(1);
        for (int i = 0; i < 12; ++i) {
            ScheduleRequest request;
            request.height = 2 + static_cast<u64>(i) / 6;
            request.payload = to_bytes(std::to_string(i));
            if (i == 5) request.expires_at = 2;
            ASSERT_TRUE(chain->scheduler->schedule(address(1), request).ok());
        }
        chain->finish();
    }
    for (u64 height = 2; height < 12; ++height) {
        stopped.reopen();
        const BlockReport a = steady.block(height), b = stopped.block(height);
        ASSERT_EQ(a.woken.size(), b.woken.size());
        for (std::size_t i = 0; i < a.woken.size(); ++i)
            EXPECT_EQ(a.woken[i].deliver_id, b.woken[i].deliver_id);
        ASSERT_EQ(a.left.size(), b.left.size());
        EXPECT_EQ(a.notices.size(), b.notices.size());
        EXPECT_EQ(steady.store.pairs, stopped.store.pairs);
    }
    EXPECT_EQ(steady.scheduler->census().fired, 11U);
    EXPECT_EQ(steady.scheduler->census().expired, 1U);
}

TEST(SchedulerLibrary, BLK2_AnAbandonedBlockNeverWas)
{
    MapChain chain;
    chain.begin(1);
    const TimerId id = chain.schedule(2);
    chain.finish();
    const auto before = chain.store.pairs;
    chain.begin(2);
    chain.schedule(7);
    EXPECT_TRUE(chain.scheduler->abandon_block().ok());
    EXPECT_EQ(chain.store.pairs, before);
    EXPECT_TRUE(chain.scheduler->timers_at(7).empty());
    EXPECT_EQ(chain.scheduler->timers_at(2), std::vector<TimerId>{id});
    EXPECT_EQ(chain.block(2).woken.size(), 1U);
}

TEST(SchedulerLibrary, API15_RefusalsNameTheirErrorAndKeepNothing)
{
    MapChain chain;
    chain.begin(5);
    ScheduleRequest request;
    request.height = 5;
    const auto refused = chain.scheduler->schedule(address(1), request);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code, ErrorCode::HeightNotInFuture);
    request.height = 6;
    request.fee_payer = address(2);
    EXPECT_EQ(chain.scheduler->schedule(address(1), request).error().code, ErrorCode::InvalidInput);
    request.paying_sender = address(2);
    const auto kept = chain.scheduler->schedule(address(1), request);
    ASSERT_TRUE(kept.ok());
    EXPECT_EQ(chain.scheduler->extend(address(2), kept.value().id, 9).error().code, ErrorCode::Unauthorized);
    EXPECT_EQ(chain.scheduler->cancel(address(2), kept.value().id).error().code, ErrorCode::Unauthorized);
    EXPECT_EQ(chain.scheduler->cancel(address(1), TimerId{}).error().code, ErrorCode::TimerNotFound);
    EXPECT_EQ(chain.scheduler->govern_settings({{"max_misfits", u128{0}}}).error().code,
              ErrorCode::InvalidConfig);
    EXPECT_EQ(chain.scheduler->census().scheduled, 1U);
    const BlockReport report = chain.block_after();
    EXPECT_EQ(report.left.size(), 1U) << "its payer has no money";
    EXPECT_EQ(report.left[0].how, TimerExit::insufficient_funds);
}

TEST(SchedulerLibrary, GOV3_SettingsHoldFromTheNextBlockOnAndABadOneIsNoBeginning)
{
    MapStore store;
    EXPECT_FALSE(Scheduler::open(store, {{"max_misfits", u128{0}}}, 10'000'000).ok());
    EXPECT_FALSE(Scheduler::open(store, {{"no_such_field", u128{1}}}, 10'000'000).ok());
    EXPECT_TRUE(store.pairs.empty());

    MapChain chain;
    chain.begin(1);
    ASSERT_TRUE(chain.scheduler->govern_settings({{"max_payload_size", u128{3}}}).ok());
    chain.schedule(9, "four");
    chain.finish();
    chain.begin(2);
    ScheduleRequest request;
    request.height = 9;
    request.payload = Bytes(4);
    EXPECT_EQ(chain.scheduler->schedule(address(1), request).error().code, ErrorCode::PayloadTooLarge);
    chain.finish();
    chain.reopen();
    chain.begin(3);
    EXPECT_EQ(chain.scheduler->schedule(address(1), request).error().code, ErrorCode::PayloadTooLarge);
    chain.finish();
}

TEST(SchedulerLibrary, TMR2_AStoreOfAnotherVersionIsRefusedWithAReason)
{
    MapChain chain;
    chain.block(1);
    chain.store.pairs[to_bytes(std::string_view("k"))].push_back(0);
    const auto opened = Scheduler::open(chain.store, {}, 10'000'000);
    ASSERT_FALSE(opened.ok());
    EXPECT_FALSE(opened.error().empty());
}

}  // namespace
}  // namespace lariat
