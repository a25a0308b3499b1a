// Client-nonce updates of queued timers: the queued fire keeps its payload, which is not written again
// (GBX-3).
#include <gtest/gtest.h>

#include <random>

#include "sample_timers.hpp"
#include "state/log_store.hpp"
#include "timers/beside_record.hpp"
#include "timers/timer_store.hpp"

namespace lariat::timers {
namespace {

class QueuedPayload : public testing::Test {
protected:
    /// A timer that waits in the queue with this payload.
    Timer queued(const Bytes& payload)
    {
        Timer t;
        t.owner = t.target = t.fee_payer = filled_with<Address>(0x44);
        t.handler = "h";
        t.height = 5;
        t.payload = payload;
        t.id = height_timer_id(t.owner, 5, payload, records.take_nonce(t.owner));
        records.insert(Timer(t));
        t = *records.find(t.id);
        Place place;
        place.where = Place::Where::waiting;
        records.leave_height(t, place);
        t.queue.emplace().reign = 1;
        records.update(t);
        commit();
        return *records.find(t.id);
    }

    void update(Timer& t, const Bytes& payload)
    {
        if (!t.queue->with) keep_queued_with(t);
        records.change(t, t.gas_limit, 0, payload);
        t = *records.find(t.id);
    }

    void commit()
    {
        ASSERT_TRUE(store->commit(overlay.changes()));
        overlay.clear();
    }

    u64 bytes_written() const
    {
        u64 n = 0;
        for (const state::WriteView& w : overlay.changes()) n += w.value ? w.value->size() : 0;
        return n;
    }

    std::size_t long_payloads() const
    {
        std::size_t n = 0;
        store->for_each([&](BytesView key, BytesView) { n += key[0] == 'p' || key[0] == 'x'; });
        return n;
    }

    std::unique_ptr<state::Store> store = state::LogStore::open_in_memory().value();
    state::Overlay overlay{*store};
    Calendar calendar{overlay, {}};
    TimerStore records{overlay, calendar};
};

TEST_F(QueuedPayload, GBX3_BLK8_AnUpdateWritesARecordAndWhatItPaysCellsFor)
{
    constexpr u64 RECORD = 600;
    Timer t = queued(Bytes(490'000, 1));
    for (const std::size_t paid : {std::size_t{0}, std::size_t{1'000}, std::size_t{50}, std::size_t{2'000}}) {
        update(t, Bytes(paid, 2));
        EXPECT_LE(bytes_written(), paid + RECORD) << "a payload of " << paid << " bytes";
        EXPECT_EQ(payload_queued_with(overlay, t), Bytes(490'000, 1));
        EXPECT_EQ(records.payload_of(t), Bytes(paid, 2));
        commit();
    }
    records.remove(t);
    commit();
    EXPECT_EQ(long_payloads(), 0u);
}

TEST_F(QueuedPayload, GBX3_TMR7_WhateverFollowsTheTwoPayloadsAreThoseThatWereGiven)
{
    std::mt19937_64 random(7);
    const auto any = [&] {
        constexpr std::array<std::size_t, 4> SIZES{0, INLINE_PAYLOAD_MAX, INLINE_PAYLOAD_MAX + 1, 3'000};
        return Bytes(SIZES[random() % SIZES.size()], static_cast<u8>(random()));
    };
    for (int life = 0; life < 60; ++life) {
        Bytes now = any();
        std::optional<Bytes> as_queued;
        Timer t = queued(now);
        for (int step = 0; step < 12; ++step) {
            if (random() % 4 == 0) {  // it leaves the queue, and enters it again
                forget_queued_with(overlay, t);
                records.update(t);
                as_queued.reset();
            } else {
                if (!as_queued) as_queued = now;
                update(t, now = any());
            }
            commit();
            t = *records.find(t.id);
            ASSERT_EQ(records.payload_of(t), now);
            ASSERT_EQ(t.queue->with.has_value(), as_queued.has_value());
            if (as_queued) {
                ASSERT_EQ(payload_queued_with(overlay, t), *as_queued);
            }
            const std::size_t are_long = (now.size() > INLINE_PAYLOAD_MAX) +
                                         (as_queued && as_queued->size() > INLINE_PAYLOAD_MAX ? 1u : 0u);
            ASSERT_EQ(long_payloads(), are_long) << "no payload stays behind";
        }
        records.remove(t);
        commit();
        ASSERT_EQ(long_payloads(), 0u);
    }
}

}  // namespace
}  // namespace lariat::timers
