// Tests of records, payloads and indexes in the state (TMR-3, TMR-6, TMR-7).
#include "timers/timer_store.hpp"

#include <gtest/gtest.h>

#include <set>

#include "base/hash.hpp"
#include "sample_timers.hpp"
#include "state/log_store.hpp"
#include "state/walk.hpp"

namespace lariat::timers {
namespace {

class TimersInState : public testing::Test {
protected:
    Timer add(u64 height, const Bytes& payload = {})
    {
        Timer t;
        t.owner = t.target = t.fee_payer = owner;
        t.handler = "h";
        t.height = height;
        t.payload = payload;
        t.id = height_timer_id(owner, height, payload, records.take_nonce(owner));
        records.insert(Timer(t));
        return *records.find(t.id);
    }

    std::unique_ptr<state::Store> store = state::LogStore::open_in_memory().value();
    state::Overlay overlay{*store};
    Calendar calendar{overlay, {}};
    TimerStore records{overlay, calendar};
    Address owner = filled_with<Address>(0x44);
};

/// Notes which records and payloads are read without having been asked for ahead.
class Watched final : public state::Readable {
public:
    explicit Watched(const state::Readable& base) : base_(base) {}
    std::optional<Bytes> get(BytesView key) const override
    {
        if ((key[0] == 't' || key[0] == 'p') && !expected_.contains(to_bytes(key))) ++unexpected;
        return base_.get(key);
    }
    void for_each(const std::function<void(BytesView, BytesView)>& visit) const override
    {
        base_.for_each(visit);
    }
    void expect(std::span<const BytesView> keys) const override
    {
        for (const BytesView key : keys) expected_.insert(to_bytes(key));
    }
    mutable int unexpected = 0;

private:
    const state::Readable& base_;
    mutable std::set<Bytes> expected_;
};

TEST_F(TimersInState, WhatComesDueIsAskedForAheadOfItsReading)
{
    for (int i = 0; i < 40; ++i) add(5, i == 20 ? Bytes(1000, 3) : Bytes{});
    ASSERT_TRUE(store->commit(overlay.changes()));
    const Watched watched(*store);
    state::Overlay over(watched);
    Calendar rebuilt(over, {});
    ASSERT_TRUE(state::rebuild_alone(rebuilt, watched));
    TimerStore due(over, rebuilt);
    std::size_t taken = 0;
    EXPECT_TRUE(due.take_in(5, [&](Timer t) {
        EXPECT_EQ(due.payload_of(t).size(), taken++ == 20 ? 1000u : 0u);
        return true;
    }));
    EXPECT_EQ(taken, 40u);
    EXPECT_EQ(watched.unexpected, 0);
}

TEST_F(TimersInState, TMR3_RecordAndHeightLieUnderKeccakOfTheirKeys)
{
    const Timer t = add(9);
    const auto key = [](char table, const Hash32& hash) {
        Bytes out{static_cast<u8>(table)};
        out.insert(out.end(), hash.bytes.begin(), hash.bytes.end());
        return out;
    };
    const u8 nine[8] = {0, 0, 0, 0, 0, 0, 0, 9};
    EXPECT_EQ(overlay.get(key('t', keccak256(view(t.id)))), encode(t));
    EXPECT_TRUE(overlay.contains(key('h', keccak256(BytesView(nine)))));
}

TEST_F(TimersInState, TMR3_TimersOfOneHeightComeInTheOrderOfInsertion)
{
    std::vector<TimerId> expected;
    for (int i = 0; i < 100; ++i) {
        expected.push_back(add(5).id);
        add(6);
    }
    EXPECT_EQ(records.of_height(5), expected);
    EXPECT_EQ(calendar.first_from(0), 5u);
    EXPECT_EQ(calendar.first_from(6), 6u);
    EXPECT_FALSE(calendar.first_from(7));
    EXPECT_EQ(records.count_of_owner(owner), 200u);
}

TEST_F(TimersInState, CAL7_TheLargestHeightIsAHeightLikeAnyOther)
{
    const Timer t = add(U64_MAX);
    EXPECT_EQ(records.of_height(U64_MAX), std::vector{t.id});
    EXPECT_EQ(calendar.first_from(U64_MAX), U64_MAX);
    records.remove(t);
    EXPECT_FALSE(calendar.first_from(0));
}

TEST_F(TimersInState, ALongPayloadIsReadBackAndLeavesWithItsRecord)
{
    for (const std::size_t bytes :
         {std::size_t{0}, INLINE_PAYLOAD_MAX, INLINE_PAYLOAD_MAX + 1, std::size_t{1'048'576}}) {
        const Bytes payload(bytes, 0x5a);
        const Timer t = add(5, payload);
        EXPECT_EQ(records.payload_of(t), payload) << bytes;
        EXPECT_LE(encode(t).size(), 600u) << "a record stays small whatever its payload";
        records.remove(t);
        EXPECT_FALSE(records.find(t.id)) << bytes;
    }
    const auto left = overlay.changes();
    ASSERT_EQ(left.size(), 1u) << "the nonce of the owner and nothing else";
    EXPECT_EQ(left[0].key[0], 'o');
}

TEST_F(TimersInState, TMR5_TheNonceRisesByOneAndIsUndoneWithTheOverlay)
{
    EXPECT_EQ(records.take_nonce(owner), 0u);
    const auto mark = overlay.checkpoint();
    EXPECT_EQ(records.take_nonce(owner), 1u);
    overlay.revert_to(mark);
    EXPECT_EQ(records.take_nonce(owner), 1u);
    EXPECT_EQ(records.take_nonce(filled_with<Address>(0x45)), 0u) << "one for each owner";
}

}  // namespace
}  // namespace lariat::timers
