// Pins of consensus encodings (DET-2). A hash that changes here is a change of consensus: it needs a
// decision, a new codec version and a word in docs/state-layout.md, never just a new literal.
// Those of the record and the counters agree with encodings written out by hand from that page.
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
    c.last_gas_cap = 14;
    c.era = 15;
    c.last_discipline = 16;
    return c;
}

TEST(GoldenEncoding, DET2_ATimerRecordInEachPlace)
{
    Timer timer = pinned_timer();
    EXPECT_EQ(to_hex(sha256(encode(timer))),
              "0x8631f9ca1877d7a694fa5c0c2f80f66b335f1d6c24200ade65cdb8d85b5fe78d");
    timer.place = {};
    timer.place.where = Place::Where::waiting;
    timer.place.arrival = 20;
    timer.place.era = 21;
    EXPECT_EQ(to_hex(sha256(encode(timer))),
              "0x8e93f1187aab5aedd681f05c0981be7c7e321b1ad5ec01a0f6228ca4a6f7314a");
    timer = {};
    timer.id = filled_with<TimerId>(0x01);
    timer.handler = "h";
    EXPECT_EQ(to_hex(sha256(encode(timer))),
              "0x4d5e0fbaba488d2b5a68e2bebec2d7a8b09f1110456e76c993fef97f3a3936db");
}

TEST(GoldenEncoding, DET2_TheDefaultConfigAndOneThatDiffersInEveryKindOfField)
{
    TimerConfig config;
    EXPECT_EQ(to_hex(sha256(encode(config))),
              "0x44db71efb6ce1987439693bfb9a5165efe270534ba803ad8acef14ae85ed7216");
    config.discipline = Discipline::globalbox;
    config.tie_break = TieBreak::outcome;
    config.timers_paused = true;
    config.max_misfits = 3;
    config.lane_timer_cycles = 1'999'999;
    config.min_bid = u128{5} << 96;
    EXPECT_EQ(to_hex(sha256(encode(config))),
              "0xaa9d450f149a045d9c15f370387f6b7ef4aa4bc850ad8790eba07aa0040a8979");
}

TEST(GoldenEncoding, DET2_TheCounters)
{
    EXPECT_EQ(to_hex(sha256(encode(pinned_counters()))),
              "0xeac3f13369fc98f0f9a2bcc4d178a057b15e2ecfc92cce9211605f3b432b1497");
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
    changed[0] = 2;
    EXPECT_FALSE(decode_config(changed));
    changed = bytes;
    changed[1] = 2;  // no such discipline
    EXPECT_FALSE(decode_config(changed));
}

}  // namespace
}  // namespace lariat::timers
