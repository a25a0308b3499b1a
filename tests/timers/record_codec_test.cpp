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
    const u8 version = *rc::gen::suchThat<u8>([](u8 v) { return v != 4; });
    bytes[0] = version;
    const auto decoded = decode_timer(bytes);
    RC_ASSERT(!decoded.ok());
    RC_ASSERT(decoded.error() ==
              "timer record of codec version " + std::to_string(version) + ", this program reads 4");
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
    const Bytes here = to_bytes("\1\4tick");
    const auto at = std::ranges::search(bytes, here).begin();
    ASSERT_NE(at, bytes.end());
    ASSERT_EQ(*(at - 1), 0) << "the place of the payload";
    *(at - 1) = 1;
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
    ASSERT_EQ(*(at - 1), INLINE_PAYLOAD_MAX);
    *(at - 1) = INLINE_PAYLOAD_MAX + 1;
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

TEST(RecordCodec, TMR2_ANumberWithALeadingZeroOrMoreBytesThanItsFieldHasIsRefused)
{
    Timer timer = pinned_timer();
    timer.last_fire_height = 0x7788;
    timer.fire_seq = 0x66554433;
    const Bytes bytes = encode(timer);
    EXPECT_TRUE(decode_timer(bytes).ok());
    const auto with = [&](const Bytes& in, const Bytes& instead) {
        Bytes changed = bytes;
        const auto at = std::ranges::search(changed, in).begin();
        EXPECT_NE(at, changed.end());
        return decode_timer([&] {
            const auto next = changed.erase(at, at + static_cast<std::ptrdiff_t>(in.size()));
            changed.insert(next, instead.begin(), instead.end());
            return changed;
        }());
    };
    EXPECT_TRUE(with({2, 0x77, 0x88}, {8, 1, 2, 3, 4, 5, 6, 7, 8}).ok());
    EXPECT_FALSE(with({2, 0x77, 0x88}, {3, 0, 0x77, 0x88}).ok());
    EXPECT_FALSE(with({2, 0x77, 0x88}, {1, 0}).ok());
    EXPECT_FALSE(with({2, 0x77, 0x88}, {9, 1, 2, 3, 4, 5, 6, 7, 8, 9}).ok());
    EXPECT_FALSE(with({4, 0x66, 0x55, 0x44, 0x33}, {5, 1, 0x66, 0x55, 0x44, 0x33}).ok());
}

TEST(RecordCodec, TMR2_AMarkThatSaysNothingIsRefused)
{
    Timer timer;
    timer.handler = "h";
    timer.in_owner.chunk = timer.place.in_height.chunk = 1;
    const Bytes bytes = encode(timer);
    EXPECT_TRUE(decode_timer(bytes).ok());
    for (unsigned bit = 0; bit < 16; ++bit) {
        Bytes marked = bytes;
        marked[bit < 8 ? 3 : 2] = static_cast<u8>(1u << bit % 8);
        EXPECT_FALSE(decode_timer(marked).ok()) << bit;
    }
    timer.target = filled_with<Address>(0x01);
    Bytes same = encode(timer);
    ASSERT_EQ(same[3], 2) << "another target";
    std::fill_n(same.begin() + 4 + 32 + 20, 20, u8{0});
    EXPECT_FALSE(decode_timer(same).ok()) << "it is the owner";
}

TEST(RecordCodec, AHostileCountOfWatchKeysTakesNoMemory)
{
    Bytes bytes = encode(pinned_timer());
    const Bytes two_keys = {0, 0, 0, 2, 0xd4};
    const auto count = std::ranges::search(bytes, two_keys).begin();
    ASSERT_NE(count, bytes.end());
    std::fill_n(count, 4, u8{0xff});
    EXPECT_FALSE(decode_timer(bytes).ok());
}

}  // namespace
}  // namespace lariat::timers
