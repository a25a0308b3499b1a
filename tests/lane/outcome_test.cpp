// Outcomes are compared with a list that is brought up to date owner by owner at each epoch, as section 7
// says it.
#include "lane/auction/outcome.hpp"

#include <gtest/gtest.h>

#include <random>

#include "state/log_store.hpp"

namespace lariat::lane::outcome_test {
namespace {

constexpr u64 ONE = Outcomes::ONE;

Address owner_of(u64 number)
{
    Address a;
    a.bytes[18] = static_cast<u8>(number >> 8);
    a.bytes[19] = static_cast<u8>(number);
    return a;
}

struct World {
    std::unique_ptr<state::Store> store = state::LogStore::open_in_memory().value();
    state::Overlay overlay{*store};
    LaneState lane;
    Outcomes outcomes{overlay, lane};

    std::size_t commit()
    {
        const auto changes = overlay.changes();
        const std::size_t count = changes.size();
        EXPECT_TRUE(store->commit(changes));
        overlay.clear();
        return count;
    }
    bool equals_what_a_restart_builds()
    {
        commit();
        LaneState same = lane;
        Outcomes again(overlay, same);
        EXPECT_TRUE(state::rebuild_alone(again, *store));
        return again.same_as(outcomes);
    }
};

/// Everybody at each epoch, in signed numbers.
struct EveryEpoch {
    struct Owner {
        i64 outcome = 1ll << 32;
        u64 waited = 0, fires = 0, cycles = 0;
    };
    std::map<Address, Owner> owners;

    void end_epoch()
    {
        const i64 one = 1ll << 32;
        u64 all = 0;
        for (const auto& [address, o] : owners) all += o.cycles;
        for (auto it = owners.begin(); it != owners.end();) {
            Owner& o = it->second;
            if (o.fires > 0) {
                const i64 late = static_cast<i64>((u128{o.waited} << 32) / (o.waited + o.fires));
                const i64 took = static_cast<i64>((u128{o.cycles} << 32) / std::max<u64>(1, all));
                const i64 moved = o.outcome - o.outcome / 8 + (one + late - took) / 8;
                o = {std::min(std::max(moved, one / 2), 2 * one), 0, 0, 0};
            } else {
                const i64 eighth = std::abs(o.outcome - one) / 8;
                o.outcome += o.outcome > one ? -eighth : eighth;
                if (std::abs(o.outcome - one) <= 1 << 20) {
                    it = owners.erase(it);
                    continue;
                }
            }
            ++it;
        }
    }
};

TEST(Outcomes, FAIR6_WhatIsComputedWhenAskedForIsWhatEachEpochWouldHaveMadeOfEachOwner)
{
    for (u64 seed = 1; seed <= 6; ++seed) {
        std::mt19937_64 random(seed);
        World w;
        EveryEpoch each;
        for (u64 epoch = 0; epoch < 300; ++epoch) {
            const u64 fires = epoch % 90 < 5 ? random() % 40 : random() % 3 / 2;
            for (u64 n = 0; n < fires; ++n) {
                const Address owner = owner_of(random() % 60);
                const u64 waited = random() % (random() % 2 ? 3 : 100'000),
                          cycles = 10 + random() % 2'000'000;
                w.outcomes.record(owner, waited, cycles);
                auto& o = each.owners[owner];
                o.waited += waited;
                ++o.fires;
                o.cycles += cycles;
            }
            if (random() % 64 == 0) {
                w.outcomes.clear();
                each.owners.clear();
            }
            w.outcomes.end_epoch();
            each.end_epoch();
            for (u64 n = 0; n < 60; ++n) {
                const auto it = each.owners.find(owner_of(n));
                const u64 expected = it == each.owners.end() ? ONE : static_cast<u64>(it->second.outcome);
                ASSERT_EQ(w.outcomes.of(owner_of(n)).value_or(ONE), expected)
                    << "seed " << seed << ", epoch " << epoch << ", owner " << n;
            }
            w.outcomes.delete_old(2);
            if (epoch % 16 == 0) {
                ASSERT_TRUE(w.equals_what_a_restart_builds()) << "seed " << seed << ", epoch " << epoch;
            }
        }
    }
}

/// So the cycles of no earlier epoch are needed.
TEST(Outcomes, FAIR6_AnOwnerThatRestsIsForgottenWithinItsLifetimeHoweverFarFromOneItIs)
{
    for (const u64 extreme : {ONE / 2, 2 * ONE}) {
        u64 outcome = extreme, rests = 0;
        for (auto next = Outcomes::after_rest(outcome); next; next = Outcomes::after_rest(outcome)) {
            outcome = *next;
            ++rests;
        }
        EXPECT_LT(rests + 1, Outcomes::LIFETIME);
    }
    World w;
    w.outcomes.record(owner_of(1), 1'000'000, 10);
    w.outcomes.record(owner_of(2), 0, 1'000'000);
    for (u64 n = 0; n < 40; ++n) w.outcomes.end_epoch();
    EXPECT_TRUE(w.outcomes.of(owner_of(1)));
    for (u64 n = 0; n < Outcomes::LIFETIME; ++n) w.outcomes.end_epoch();
    EXPECT_FALSE(w.outcomes.of(owner_of(1)));
}

TEST(Outcomes, FAIR6_BLK8_TheEndOfAnEpochWritesItsCyclesAndTouchesNoOwner)
{
    World w;
    for (u64 n = 0; n < 10'000; ++n) w.outcomes.record(owner_of(n), 1, 100);
    EXPECT_EQ(w.commit(), 10'000u);
    w.outcomes.end_epoch();
    EXPECT_EQ(w.commit(), 1u);
    EXPECT_EQ(w.outcomes.records(), 10'000u);
}

TEST(Outcomes, FAIR6_BLK8_WhatNoLongerCountsIsDeletedInPortionsUntilNothingIsLeft)
{
    World w;
    for (u64 n = 0; n < 1'000; ++n) w.outcomes.record(owner_of(n), 1, 100);
    w.outcomes.delete_old(50);
    EXPECT_EQ(w.outcomes.records(), 1'000u) << "they count";
    w.commit();
    w.outcomes.clear();
    EXPECT_LE(w.commit(), 1u);
    for (u64 left = 1'000; left > 0; left -= 50) {
        EXPECT_EQ(w.outcomes.records(), left);
        w.outcomes.delete_old(50);
        EXPECT_EQ(w.commit(), 50u);
    }
    std::size_t keys = 0;
    w.store->for_each([&](BytesView, BytesView) { ++keys; });
    EXPECT_EQ(keys, 0u);
    for (u64 n = 0; n < 1'000; ++n) w.outcomes.record(owner_of(n), 1, 100);
    for (u64 n = 0; n <= Outcomes::LIFETIME; ++n) w.outcomes.end_epoch();
    w.outcomes.delete_old(2'000);
    w.commit();
    w.store->for_each([&](BytesView, BytesView) { ++keys; });
    EXPECT_EQ(keys, 0u) << "cycles of epochs that no record needs are deleted too";
}

TEST(Outcomes, FAIR6_CountsThatTheNextOneWouldMakeBeginAgainAreRefused)
{
    World w;
    w.outcomes.record(owner_of(1), 1, 100);
    w.commit();
    Bytes key, value;
    w.store->for_each([&](BytesView at, BytesView of) { key = to_bytes(at), value = to_bytes(of); });
    constexpr std::size_t FIRES = 8 + 16, BYTES = 8;
    for (const u8 byte : {u8{0}, u8{0xff}}) {
        std::fill_n(value.begin() + FIRES, BYTES, byte);
        w.overlay.put(key, value);
        w.commit();
        LaneState same = w.lane;
        Outcomes again(w.overlay, same);
        EXPECT_FALSE(state::rebuild_alone(again, *w.store)) << int{byte};
    }
    EXPECT_TRUE(
        decode_lane_state(encode(LaneState{.epoch = COUNTED_AT_MOST, .outcome_from = COUNTED_AT_MOST})));
    EXPECT_FALSE(decode_lane_state(encode(LaneState{.epoch = U64_MAX})));
    EXPECT_FALSE(decode_lane_state(encode(LaneState{.epoch = 3, .outcome_from = 4})));
}

}  // namespace
}  // namespace lariat::lane::outcome_test
