// Tests of the schedule in the state (SCH-7, SCH-10, TMR-7): records, order and room always agree, and
// nothing stays of an operation that ended.
#include <gtest/gtest.h>

#include <random>

#include "sample_timers.hpp"
#include "state/log_store.hpp"
#include "timers/operations/operations.hpp"

namespace lariat::timers {
namespace {

class OperationsInState : public testing::Test {
protected:
    OperationsInState()
    {
        operations.begin();
        commit();
    }

    Operation add(u64 timestamp_ms, u64 gas = 1'000, std::size_t payload = 3)
    {
        Operation o;
        for (unsigned i = 0; i < 8; ++i) o.id.bytes[i] = static_cast<u8>(made >> (8 * i));
        ++made;
        o.account = filled_with<Address>(static_cast<u8>(0x40 + made % 3));
        o.target = filled_with<Address>(0x50);
        o.place.timestamp_ms = timestamp_ms;
        o.handler = "h";
        o.payload = Bytes(payload, 0x70);
        o.gas_limit = gas;
        o.deposit = 5;
        operations.insert(o);
        return *operations.find(o.id);
    }

    void commit()
    {
        ASSERT_TRUE(store->commit(overlay.changes()).ok());
        overlay.clear();
    }

    u64 bytes_in_store() const
    {
        u64 bytes = 0;
        store->for_each([&](BytesView key, BytesView value) { bytes += key.size() + value.size(); });
        return bytes;
    }

    /// What a restart would build.
    void expect_rebuilt_is_the_same()
    {
        Operations rebuilt(overlay);
        ASSERT_TRUE(state::rebuild_alone(rebuilt, *store).ok());
        EXPECT_TRUE(rebuilt.same_as(operations));
    }

    std::unique_ptr<state::Store> store = state::LogStore::open_in_memory().value();
    state::Overlay overlay{*store};
    Operations operations{overlay};
    u64 made = 0;
};

TEST_F(OperationsInState, SCH3_TheHeadIsTheEarliestAndOfOneTimeTheFirstScheduled)
{
    const Operation late = add(3'000), early = add(1'000), again = add(1'000);
    for (const Operation& expected : {early, again, late}) {
        ASSERT_EQ(operations.head()->second, expected.id);
        operations.end(expected);
    }
    EXPECT_FALSE(operations.head());
}

TEST_F(OperationsInState, SCH10_OnlyDroppingGivesRoomBackInASecond)
{
    const Operation dropped = add(7'100, 300), run = add(7'200, 500), left = add(7'300, 700);
    EXPECT_EQ(operations.taken(7), 1'500u);
    operations.drop(dropped);
    EXPECT_EQ(operations.taken(7), 1'200u);
    operations.end(run);
    EXPECT_EQ(operations.taken(7), 1'200u);
    operations.end(left);
    EXPECT_EQ(operations.taken(7), 1'200u);
    EXPECT_EQ(operations.second_with_room(7, 900, 2'000), 8u);
    EXPECT_EQ(operations.second_with_room(7, 800, 2'000), 7u);
    EXPECT_EQ(operations.second_with_room(7, 2'001, 2'000), std::nullopt);
    commit();
    expect_rebuilt_is_the_same();
    operations.end(add(8'000, 100));
    EXPECT_EQ(operations.taken(7), 0u) << "nobody can schedule for it any more";
}

TEST_F(OperationsInState, SCH7_ALongPayloadStandsBesideItsRecordAndGoesWithIt)
{
    const u64 before = bytes_in_store();
    const Operation o = add(1'000, 200, 5'000);
    EXPECT_TRUE(o.long_payload);
    EXPECT_EQ(operations.payload_of(o), Bytes(5'000, 0x70));
    commit();
    EXPECT_GT(bytes_in_store(), before + 5'000);
    operations.drop(*operations.find(o.id));
    commit();
    EXPECT_EQ(bytes_in_store(), before);
}

TEST_F(OperationsInState, BLK4_WhatAFailedExecutionChangedIsAsItWas)
{
    const Operation kept = add(5'000, 400);
    commit();
    const auto mark = overlay.checkpoint();
    add(4'000);
    add(5'100, 600);
    operations.drop(kept);
    overlay.revert_to(mark);
    EXPECT_EQ(operations.head()->second, kept.id);
    EXPECT_EQ(operations.count(), 1u);
    EXPECT_EQ(operations.next_sequence(), 1u);
    EXPECT_EQ(operations.taken(5), 400u);
    EXPECT_EQ(operations.taken(4), 0u);
    expect_rebuilt_is_the_same();
}

TEST_F(OperationsInState, TMR7_ARecordOfAnotherVersionIsRefusedWhenTheScheduleIsBuilt)
{
    const Operation o = add(5'000);
    Bytes record = encode(o);
    record[0] = 9;
    Bytes key{'T'};
    key.insert(key.end(), o.id.bytes.begin(), o.id.bytes.end());
    overlay.put(key, record);
    commit();
    Operations rebuilt(overlay);
    const auto read = state::rebuild_alone(rebuilt, *store);
    ASSERT_FALSE(read.ok());
    EXPECT_NE(read.error().find("codec version 9"), std::string::npos) << read.error();
}

TEST_F(OperationsInState, SCH7_TMR7_OverRandomHistoriesMemoryIsThatOfTheStateAndNothingStays)
{
    std::mt19937_64 random(7);
    const u64 before = bytes_in_store();
    std::vector<Operation> live;
    u64 now = 1'000;
    for (int block = 0; block < 300; ++block) {
        now += 1 + random() % 900;
        while (const auto head = operations.head()) {  // some of what is due ends
            if (head->first.timestamp_ms > now || random() % 8 == 0) break;
            operations.end(*operations.find(head->second));
            std::erase_if(live, [&](const Operation& o) { return o.id == head->second; });
        }
        for (u64 calls = random() % 6; calls > 0; --calls) {
            const auto mark = overlay.checkpoint();
            const auto live_before = live;
            for (u64 steps = random() % 4; steps > 0; --steps) {
                if (!live.empty() && random() % 3 == 0) {
                    const std::size_t gone = random() % live.size();
                    operations.drop(live[gone]);
                    live.erase(live.begin() + static_cast<long>(gone));
                } else {
                    live.push_back(add(now + 1 + random() % 5'000, 200 + random() % 9, random() % 300));
                }
            }
            if (random() % 4 == 0) {
                overlay.revert_to(mark);
                live = live_before;
            }
        }
        commit();
        ASSERT_EQ(operations.count(), live.size());
        if (block % 10 == 0) expect_rebuilt_is_the_same();
    }
    EXPECT_GT(live.size(), 5u);
    while (const auto head = operations.head()) operations.end(*operations.find(head->second));
    commit();
    EXPECT_EQ(bytes_in_store(), before);
}

}  // namespace
}  // namespace lariat::timers
