// Pins of consensus encodings (DET-2). A changed hash is a change of consensus: it needs a decision, a new
// codec version and a change of docs/state-layout.md. The record and the counters agree with encodings
// written by hand from that page.
#include <gtest/gtest.h>

#include "base/hash.hpp"
#include "base/hex.hpp"
#include "sample_timers.hpp"
#include "timers/config.hpp"
#include "timers/counters.hpp"

namespace lariat::timers {
namespace {

Counters pinned_counters()
{
    Counters c;
    c.totals = {
        .scheduled = 1, .fired = 2, .insufficient_funds = 3, .expired = 4, .cancelled = 5, .governance = 6};
    c.live = 7;
    c.next_sequence = 8;
    c.next_arrival = 9;
    c.next_death = 10;
    c.next_deliver_seq = 11;
    c.intake_height = 12;
    c.judged_height = 13;
    c.era = 15;
    c.last_discipline = 16;
    c.reign = 17;
    c.next_watch = 18;
    c.clock = {19, 20, 21};
    return c;
}

TEST(GoldenEncoding, DET2_ATimerRecordInEachPlace)
{
    Timer timer = pinned_timer();
    EXPECT_EQ(to_hex(sha256(encode(timer))),
              "0x031df813cf2741d1082a0d9455dd3b71091d05db608bb693d4dc783930212137");
    timer.place = {};
    timer.place.where = Place::Where::waiting;
    timer.place.arrival = 20;
    timer.place.era = 21;
    EXPECT_EQ(to_hex(sha256(encode(timer))),
              "0x56a193c14d5008220c9aaa68227a3b6d4747185e24170dc26eeffc679e931062");
    EXPECT_FALSE(is_pending_record(encode(timer)));
    timer = {};
    timer.id = filled_with<TimerId>(0x01);
    EXPECT_TRUE(is_pending_record(encode(timer)));
    timer.handler = "h";
    EXPECT_EQ(to_hex(sha256(encode(timer))),
              "0x90043c5ceb9fc6053227a1db5bb999299dd72f088d0084a3ebc87213e131c308");
}

TEST(GoldenEncoding, DET2_TheDefaultConfigAndOneThatDiffersInEveryKindOfField)
{
    TimerConfig config;
    EXPECT_EQ(to_hex(sha256(encode(config))),
              "0x3089b9ed308bee8d0288e0fceba3282cd9be244ff74216209aeea3770535b58b");
    config.discipline = Discipline::globalbox;
    config.tie_break = TieBreak::outcome;
    config.timers_paused = true;
    config.max_misfits = 3;
    config.lane_timer_cycles = 1'999'999;
    config.min_bid = u128{5} << 96;
    EXPECT_EQ(to_hex(sha256(encode(config))),
              "0x28b582c4ddcb751343802a43c8528214fb3cea12486221445e283cc1856a26ac");
}

TEST(GoldenEncoding, DET2_TheCounters)
{
    EXPECT_EQ(to_hex(sha256(encode(pinned_counters()))),
              "0x68c1815a69088a835c23e1a5513dd84f71da4a0361da62a8e0dff306c46d931e");
}

TEST(GoldenEncoding, ConfigAndCountersAreReadBackAsTheyWereWritten)
{
    TimerConfig config;
    config.tie_break = TieBreak::fair;
    config.w_age = 3;
    EXPECT_EQ(decode_config(encode(config)), config);
    EXPECT_EQ(decode_counters(encode(pinned_counters())), pinned_counters());
}

TEST(GoldenEncoding, TMR2_AConfigOfAnotherVersionTruncatedOrWithTrailingBytesIsRefused)
{
    const Bytes bytes = encode(TimerConfig{});
    for (std::size_t n = 0; n < bytes.size(); ++n)
        EXPECT_FALSE(decode_config(BytesView(bytes).first(n))) << n << " bytes";
    Bytes changed = bytes;
    changed.push_back(0);
    EXPECT_FALSE(decode_config(changed));
    changed = bytes;
    changed[0] = 1;
    EXPECT_FALSE(decode_config(changed));
    changed = bytes;
    changed[1] = 2;  // no such discipline
    EXPECT_FALSE(decode_config(changed));
}

}  // namespace
}  // namespace lariat::timers
