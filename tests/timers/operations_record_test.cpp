// Tests of the operation record: codec and id (SCH-1, TMR-5, DET-2).
#include "timers/operations/record.hpp"

#include <gtest/gtest.h>

#include "base/hash.hpp"
#include "base/hex.hpp"
#include "sample_timers.hpp"

namespace lariat::timers {
namespace {

Operation pinned()
{
    return {.id = filled_with<OperationId>(0x01),
            .account = filled_with<Address>(0x02),
            .target = filled_with<Address>(0x03),
            .place = {.timestamp_ms = 4, .sequence = 5},
            .handler = "handler",
            .payload = {6, 7},
            .long_payload = false,
            .gas_limit = 8,
            .deposit = 9};
}

TEST(OperationRecord, DET2_TheEncodingIsTheOneOfTheStateLayoutPage)
{
    std::string expected = "0x01";
    for (int i = 0; i < 32; ++i) expected += "01";
    for (int i = 0; i < 20; ++i) expected += "02";
    for (int i = 0; i < 20; ++i) expected += "03";
    expected +=
        "0000000000000004"
        "0000000000000005";
    expected +=
        "00000007"
        "68616e646c6572"
        "00"
        "00000002"
        "0607";
    expected +=
        "0000000000000008"
        "00000000000000000000000000000009";
    EXPECT_EQ(to_hex(encode(pinned())), expected);
}

TEST(OperationRecord, WhatIsReadIsWhatWasWritten)
{
    EXPECT_EQ(decode_operation(encode(pinned())).value(), pinned());
    Operation elsewhere = pinned();
    elsewhere.payload.clear();
    elsewhere.long_payload = true;
    EXPECT_EQ(decode_operation(encode(elsewhere)).value(), elsewhere);
}

TEST(OperationRecord, TMR2_AnotherVersionTruncationAndTrailingBytesAreRefused)
{
    const Bytes bytes = encode(pinned());
    for (std::size_t n = 0; n < bytes.size(); ++n)
        EXPECT_FALSE(decode_operation(BytesView(bytes).first(n)).ok()) << n << " bytes";
    Bytes changed = bytes;
    changed.push_back(0);
    EXPECT_FALSE(decode_operation(changed).ok());
    changed = bytes;
    changed[0] = 2;
    const auto read = decode_operation(changed);
    ASSERT_FALSE(read.ok());
    EXPECT_NE(read.error().find("codec version 2"), std::string::npos) << read.error();
}

TEST(OperationRecord, TMR5_TheIdIsOverAccountEffectiveTimestampMarkAndNonce)
{
    const Address account = filled_with<Address>(0x22);
    Bytes preimage(20, 0x22);
    for (const u8 b : {0, 0, 0, 0, 0, 0, 1, 2}) preimage.push_back(b);
    preimage.push_back(2);
    for (const u8 b : {0, 0, 0, 0, 0, 0, 0, 9}) preimage.push_back(b);
    EXPECT_EQ(operation_id(account, 0x0102, 9), keccak256(preimage));
}

}  // namespace
}  // namespace lariat::timers
