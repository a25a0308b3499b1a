// The work of the auction's order for one fire, one renaming of an agent and one move of the lane base fee,
// counted in steps, however much an owner has waiting.
#include <gtest/gtest.h>

#include <random>

#include "lane/auction/order.hpp"

namespace lariat::lane {
namespace {

using timers::TimerId;

constexpr u64 ONE = u64{1} << 32;

Address owner_of(u64 number)
{
    Address a;
    for (std::size_t i = 0; i < 8; ++i) a.bytes[i] = static_cast<u8>(number >> (8 * i));
    return a;
}

struct Waiters {
    AuctionOrder order;
    std::mt19937_64 random{1};
    u64 height = 1;

    TimerId add(u64 owner, const BidSource& source, u64 expires_at = 1'000'000)
    {
        TimerId id;
        for (u8& b : id.bytes) b = static_cast<u8>(random());
        order.add(id, {owner_of(owner), 1, expires_at, source, false}, 0, std::nullopt);
        return id;
    }
    /// Each at another fee, all of them below 20,000.
    void add_bids(u64 owner, u64 bids, u8 kind)
    {
        for (u64 n = 0; n < bids; ++n) add(owner, {kind, {10'000 + n * 9'000 / bids, n * 37 % 5'000}});
    }
    /// The steps of a block that looks once, at this lane base fee.
    u64 block(u128 lane_basefee)
    {
        const u64 before = order.steps();
        AuctionOrder::Terms terms;
        terms.height = height++;
        terms.lane_basefee = lane_basefee;
        terms.weight = [](u64) { return ONE; };
        order.open(terms);
        order.best();
        order.close();
        return order.steps() - before;
    }
};

TEST(AuctionBounds, AUC8_FAIR4_AFireCostsItsOwnerAFewStepsHoweverManyBidsItHasWaiting)
{
    for (const u8 kind : {BidSource::OWN, BidSource::ANSWERED})
        for (const u64 bids : {20u, 1'000u}) {
            Waiters w;
            for (u64 owner = 0; owner < 50; ++owner) w.add_bids(owner, bids, kind);
            w.block(30'000);  // none is a candidate
            const u64 idle = w.block(30'000);
            for (u64 owner = 0; owner < 50; ++owner) w.order.set_recent(owner_of(owner), 1);
            EXPECT_LE(w.block(30'000) - idle, 50 * 20) << bids << " bids each, none of them a candidate";
            w.block(12'000);
            const u64 at_work = w.block(12'000);
            for (u64 owner = 0; owner < 50; ++owner) w.order.set_recent(owner_of(owner), 2);
            EXPECT_LE(w.block(12'000) - at_work, 50 * 20) << bids << " bids each";
        }
}

/// What stands in a group of an owner is moved with it: a set that is not large yet, of either sort, and the
/// kinds.
TEST(AuctionBounds, AUC8_FAIR4_AFireMovesAtMostThirtyBundles)
{
    for (u64 bids = 1; bids <= 40; ++bids) {
        Waiters w;
        w.add_bids(7, bids, BidSource::OWN);
        w.add_bids(7, bids, BidSource::ANSWERED);
        for (u8 kind = 0; kind < BidSource::OWN; ++kind) w.add(7, {kind, {}});
        w.block(12'000);
        const u64 idle = w.block(12'000);
        w.order.set_recent(owner_of(7), 3);
        EXPECT_LE(w.block(12'000) - idle, 70u) << bids << " bids of each sort";
    }
}

TEST(AuctionBounds, GBA5_AUC8_AnotherAgentVoidsAThousandAnswersInAFewSteps)
{
    for (const u64 answers : {20u, 1'000u}) {
        Waiters w;
        w.add_bids(1, answers, BidSource::ANSWERED);
        w.block(12'000);
        const u64 before = w.order.steps();
        w.order.forget_answers(owner_of(1));
        w.block(12'000);
        EXPECT_LE(w.order.steps() - before, 60u) << answers << " answers";
    }
}

/// Each of them bids the default from then on, and by that its timers come in the order of the tie-break.
TEST(AuctionBounds, GBA5_AUC4_TimersWhoseAnswersAreVoidBidTheDefaultAtOnce)
{
    Waiters w;
    std::set<TimerId> expected;
    for (u64 n = 0; n < 100; ++n) {
        const BidSource answer{BidSource::ANSWERED, {1 + n, 0}};
        expected.insert(w.add(1, n % 3 ? answer : BidSource{}));
        if (n % 40 == 20) w.order.forget_answers(owner_of(1));  // answers of three agents
    }
    w.order.forget_answers(owner_of(1));
    for (const TimerId& id : expected) EXPECT_EQ(w.order.find(id)->source, BidSource{});
    AuctionOrder::Terms terms;
    terms.lane_basefee = 1'000;
    terms.weight = [](u64) { return ONE; };
    w.order.open(terms);
    for (const TimerId& id : expected) {
        const auto best = w.order.best();
        ASSERT_TRUE(best);
        EXPECT_EQ(best->id, id);
        if (id.bytes[0] % 2)
            w.order.remove(id);
        else
            w.order.put_aside(id);
    }
    EXPECT_FALSE(w.order.best());
    w.order.close();
}

/// An owner with few bids is not visited. Of those with more, each is visited only when the fee leaves the
/// interval in which its best stays the best, and a fee that comes back finds its bids in the group.
TEST(AuctionBounds, AUC8_AMoveOfTheLaneBaseFeeVisitsOnlyOwnersWithManyBidsWhoseBestChanges)
{
    Waiters few, many;
    for (u64 owner = 0; owner < 1'000; ++owner) few.add_bids(owner, 12, BidSource::OWN);
    for (u64 owner = 0; owner < 100; ++owner) many.add_bids(owner, 120, BidSource::OWN);
    few.block(10'000);
    many.block(10'000);
    for (u64 fee = 10'000; fee < 20'000; fee += 1'000) {
        EXPECT_LE(few.block(fee), 20u) << "lane base fee " << fee;
        EXPECT_LE(many.block(fee), 100 * 8u) << "lane base fee " << fee;
    }
    for (u64 n = 0; n < 6; ++n) many.block(n % 2 ? 14'000 : 14'010);
    for (u64 n = 0; n < 6; ++n) EXPECT_LE(many.block(n % 2 ? 14'000 : 14'010), 20u);
}

TEST(AuctionBounds, AUC8_BLK8_TimersThatExpiredAreDroppedOnceEach)
{
    constexpr u64 DEAD = 5'000;
    Waiters w;
    for (u64 n = 0; n < DEAD; ++n) w.add(n % 50, {}, 2);
    for (u64 owner = 0; owner < 50; ++owner) w.add(owner, {});
    w.height = 2;
    const u64 idle = w.block(0);
    w.height = 3;
    const u64 dropping = w.block(0);
    EXPECT_GE(dropping, DEAD / 50) << "those of one owner at least";
    EXPECT_LE(dropping, 2 * DEAD + 500);
    w.block(0);
    EXPECT_LE(w.block(0), idle + 10) << "they are not met again";
}

TEST(AuctionBounds, AUC4_BLK8_AnotherTieBreakVisitsEachWaitingTimerOnce)
{
    constexpr u64 WAITING = 5'000;
    Waiters w;
    for (u64 n = 0; n < WAITING; ++n) w.add(n % 50, {});
    w.block(0);
    const u64 idle = w.block(0), before = w.order.steps();
    w.order.set_tie_break(timers::TieBreak::fair);
    EXPECT_LE(w.order.steps() - before, 2 * WAITING + 500);
    w.block(0);
    EXPECT_LE(w.block(0), idle + 10) << "and none from then on";
}

}  // namespace
}  // namespace lariat::lane
