// Tests of timer ids (TMR-5); tests/model/keccak.py, which shares no code, computed the hashes.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/hex.hpp"
#include "sample_timers.hpp"

namespace lariat::timers {
namespace {

TEST(TimerId, TMR5_IsKeccakOfOwnerHeightPayloadAndNonce)
{
    Address counting;
    for (u8 i = 0; i < 20; ++i) counting.bytes[i] = i;
    Bytes long_payload;
    for (unsigned i = 0; i < 200; ++i) long_payload.push_back(static_cast<u8>(i));
    const Address ones = filled_with<Address>(0x11);

    EXPECT_EQ(to_hex(height_timer_id(ones, 5, {}, 0)),
              "0x12c5d38b5390589551db69fa2ff128c81c734553a9c9626bef1b6d31d72246de");
    EXPECT_EQ(to_hex(height_timer_id(ones, 5, {}, 1)),
              "0x73b6e94214e74cf4a2d821d581f32d90841fc2986cda873b6f13f47ba7a196f5");
    EXPECT_EQ(to_hex(height_timer_id(counting, U64_MAX, view("tick"), 7)),
              "0x8948939315cdbaa0b55e3b6bd417d2c197653662399c5a7f00ec64f4c7a5beaa");
    EXPECT_EQ(to_hex(height_timer_id(filled_with<Address>(0xff), 1, long_payload, U64_MAX)),
              "0x4e2f1e7b1979a922e3f6b115b7f21ea903865ec485760ac8617d2a8848ecc40f");
}

RC_GTEST_PROP(TimerId, TMR5_ChangesWithEachOfItsParts, (u64 height, u64 nonce, std::vector<u8> payload))
{
    const Address owner = filled_with<Address>(0x11);
    const TimerId id = height_timer_id(owner, height, payload, nonce);
    Bytes longer = payload;
    longer.push_back(0);
    RC_ASSERT(id != height_timer_id(filled_with<Address>(0x12), height, payload, nonce));
    RC_ASSERT(id != height_timer_id(owner, height + 1, payload, nonce));
    RC_ASSERT(id != height_timer_id(owner, height, longer, nonce));
    RC_ASSERT(id != height_timer_id(owner, height, payload, nonce + 1));
}

}  // namespace
}  // namespace lariat::timers
