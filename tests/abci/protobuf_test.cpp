// The wire form of protobuf and the messages of ABCI.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "abci/messages.hpp"
#include "base/hex.hpp"

namespace lariat::abci {
namespace {

TEST(Protobuf, writes_what_the_encoding_page_says)
{
    // The examples of protobuf's own description: field 1 = 150, field 2 = "testing".
    EXPECT_EQ(to_hex(ProtoWriter().put_number(1, 150).bytes()), "0x089601");
    EXPECT_EQ(to_hex(ProtoWriter().put_text(2, "testing").bytes()), "0x120774657374696e67");
    EXPECT_EQ(to_hex(ProtoWriter().put_number(1, 0).put_text(2, "").bytes()), "0x");
    EXPECT_EQ(to_hex(ProtoWriter().put_message(3, {}).bytes()), "0x1a00");
}

RC_GTEST_PROP(Protobuf, reads_what_it_writes, (u64 number, Bytes bytes))
{
    const Bytes written = ProtoWriter().put_number(7, number).put_message(900, bytes).take();
    ProtoReader reader(written);
    if (number != 0) {
        const auto first = reader.next();
        RC_ASSERT(first && first->number == 7 && first->is_number && first->value == number);
    }
    const auto second = reader.next();
    RC_ASSERT(second && second->number == 900 && equal(second->bytes, bytes));
    RC_ASSERT(!reader.next() && !reader.malformed());
}

RC_GTEST_PROP(Protobuf, any_bytes_are_read_to_an_end, (Bytes bytes))
{
    ProtoReader reader(bytes);
    std::size_t fields = 0;
    while (reader.next()) ++fields;
    RC_ASSERT(fields <= bytes.size());
    static_cast<void>(read_request(bytes).ok());
    static_cast<void>(read_block_request(Kind::finalize_block, bytes));
    static_cast<void>(read_offer_snapshot(bytes));
}

TEST(Protobuf, knows_what_is_malformed)
{
    for (const char* hex : {"0x08", "0x0896", "0x1205aa", "0x00", "0x0b", "0x09aabb",
                            "0x08ffffffffffffffffff02", "0x12ffffffffffffffffff01"}) {
        const Bytes bytes = *from_hex(hex);
        ProtoReader reader(bytes);
        while (reader.next()) {}
        EXPECT_TRUE(reader.malformed()) << hex;
    }
}

TEST(Messages, CLU6_time_is_floored_to_milliseconds)
{
    EXPECT_EQ((Timestamp{1, 999'999'999}.floor_ms()), 1'999u);
    EXPECT_EQ((Timestamp{-1, 5}.floor_ms()), 0u);
    EXPECT_EQ((Timestamp{0, -5}.floor_ms()), 0u);
    EXPECT_LE((Timestamp{INT64_MAX, 0}.floor_ms()), u64{1} << 63);
}

TEST(Messages, a_response_has_the_field_behind_its_request)
{
    EXPECT_EQ(to_hex(response(Kind::flush, {})), "0x1a00");
    EXPECT_EQ(to_hex(exception("no")), "0x0a040a026e6f");
}

}  // namespace
}  // namespace lariat::abci
