// Tests of the timer record's codec: it reads what it wrote, and refuses everything else.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "sample_timers.hpp"

namespace lariat::timers {
namespace {

RC_GTEST_PROP(RecordCodec, TMR1_EveryFieldIsReadBackAsItWasWritten, ())
{
    const Timer timer = any_timer();
    const auto decoded = decode_timer(encode(timer));
    RC_ASSERT(decoded.ok());
    RC_ASSERT(decoded.value() == timer);
}

RC_GTEST_PROP(RecordCodec, TMR2_ARecordOfAnotherVersionIsRefusedWithBothVersionsNamed, ())
{
    Bytes bytes = encode(any_timer());
    const u8 version = *rc::gen::suchThat<u8>([](u8 v) { return v != 3; });
    bytes[0] = version;
    const auto decoded = decode_timer(bytes);
    RC_ASSERT(!decoded.ok());
    RC_ASSERT(decoded.error() ==
              "timer record of codec version " + std::to_string(version) + ", this program reads 3");
}

RC_GTEST_PROP(RecordCodec, TMR2_TrailingBytesAreRefused, ())
{
    Bytes bytes = encode(any_timer());
    bytes.push_back(*rc::gen::arbitrary<u8>());
    RC_ASSERT(!decode_timer(bytes).ok());
}

RC_GTEST_PROP(RecordCodec, TMR2_WhatAChangedByteMakesOfARecordIsRefusedOrHasThatEncoding, ())
{
    Bytes bytes = encode(any_timer());
    bytes[*rc::gen::inRange<std::size_t>(0, bytes.size())] = *rc::gen::arbitrary<u8>();
    const auto decoded = decode_timer(bytes);
    if (decoded) RC_ASSERT(encode(decoded.value()) == bytes);
}

TEST(RecordCodec, TMR2_EveryTruncationIsRefused)
{
    const Bytes bytes = encode(pinned_timer());
    for (std::size_t n = 0; n < bytes.size(); ++n)
        EXPECT_FALSE(decode_timer(BytesView(bytes).first(n)).ok()) << n << " bytes";
    EXPECT_TRUE(decode_timer(bytes).ok());
}

TEST(RecordCodec, TMR2_APayloadThatIsSaidToBeElsewhereCannotAlsoBeInTheRecord)
{
    Timer timer = pinned_timer();
    timer.watch_keys.clear();
    timer.long_payload = 0;
    Bytes bytes = encode(timer);
    constexpr std::size_t ELSEWHERE =
        1 + 4 + 32 + 20 + 20 + 1 + 8 + 8 + 8 + 1 + 4 + 4;  // what stands before the mark
    ASSERT_EQ(bytes[ELSEWHERE], 0);
    bytes[ELSEWHERE] = 1;
    EXPECT_FALSE(decode_timer(bytes).ok()) << "encode never writes both";
}

TEST(RecordCodec, TMR2_APayloadLongerThanTheRecordHoldsIsRefused)
{
    Timer timer = pinned_timer();
    timer.payload.assign(INLINE_PAYLOAD_MAX, 0x55);
    Bytes bytes = encode(timer);
    EXPECT_EQ(decode_timer(bytes).value(), timer);
    const auto at = std::search_n(bytes.begin(), bytes.end(), INLINE_PAYLOAD_MAX, u8{0x55});
    ASSERT_NE(at, bytes.end());
    *(at - 1) = INLINE_PAYLOAD_MAX + 1;  // the length, one more
    bytes.insert(at, 0x55);
    EXPECT_FALSE(decode_timer(bytes).ok());
}

TEST(RecordCodec, TMR2_WatchKeysLongerThanTheRecordHoldsAreRefused)
{
    Timer timer = pinned_timer();
    constexpr std::size_t WITHOUT_PREFIX = 4 + 20 + 4;
    timer.watch_keys = {{timer.owner, Bytes(INLINE_WATCH_KEYS_MAX - WITHOUT_PREFIX, 0x55)}};
    EXPECT_EQ(decode_timer(encode(timer)).value(), timer);
    timer.watch_keys[0].prefix.push_back(0x55);
    EXPECT_FALSE(decode_timer(encode(timer)).ok());
    timer.watch_keys.clear();
    for (const u32 bytes : {u32{INLINE_WATCH_KEYS_MAX}, u32{INLINE_WATCH_KEYS_MAX + 1}}) {
        timer.long_watch_keys = bytes;
        EXPECT_EQ(decode_timer(encode(timer)).ok(), bytes > INLINE_WATCH_KEYS_MAX) << bytes;
    }
}

TEST(RecordCodec, AHostileCountOfWatchKeysTakesNoMemory)
{
    Bytes bytes = encode(pinned_timer());
    constexpr std::size_t COUNT = 1 + 4 + 32 + 20 + 20 + 1 + 8 + 8 + 8 + 1 + 4;
    for (std::size_t i = 0; i < 4; ++i) bytes[COUNT + i] = 0xff;
    EXPECT_FALSE(decode_timer(bytes).ok());
}

}  // namespace
}  // namespace lariat::timers
