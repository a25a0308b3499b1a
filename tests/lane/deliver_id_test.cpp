// Test of the delivery id (GBX-8); tests/model/keccak.py computed the hash.
#include <gtest/gtest.h>

#include "base/hex.hpp"
#include "lane/end_of_block.hpp"

namespace lariat::lane {
namespace {

TEST(DeliverId, GBX8_IsKeccakOfHeightParentRootTimerAndFireSeq)
{
    Hash32 root, id;
    root.bytes.fill(0x22);
    id.bytes.fill(0x33);
    EXPECT_EQ(to_hex(deliver_id(7, root, id, 0)),
              "0xd413a5ff4dd591e090d1685e16ad47464a135021d7fcc43258dd5008508b0439");
    EXPECT_EQ(to_hex(deliver_id(U64_MAX, root, id, 0xffffffff)),
              "0x74cad0bc13f2c614d321453e5590fee4d8f566e08a2fc31020ae1927cb54bb1d");
}

}  // namespace
}  // namespace lariat::lane
