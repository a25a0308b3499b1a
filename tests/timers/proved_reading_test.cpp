// Tests of reading records and lists from an untrusted source: malformed answers are refused, and reading
// ends.
#include "timers/proved_reading.hpp"

#include <gtest/gtest.h>

#include <map>

#include "base/codec.hpp"
#include "timers/list_layout.hpp"
#include "timers/sample_timers.hpp"
#include "timers/state_keys.hpp"

namespace lariat::timers::proved_reading_test {
namespace {

using Values = std::map<Bytes, Bytes>;
constexpr u64 HEIGHT = 50;

Result<std::vector<TimerId>, std::string> height_in(const Values& values, u64* asked = nullptr)
{
    return read_height(HEIGHT, [&](BytesView key) -> Result<std::optional<Bytes>, std::string> {
        if (asked != nullptr) ++*asked;
        const auto found = values.find(to_bytes(key));
        return found == values.end() ? std::optional<Bytes>{} : std::optional<Bytes>(found->second);
    });
}

TimerId id_of(u8 n)
{
    TimerId id;
    id.bytes.fill(n);
    return id;
}

Bytes joined(const std::vector<TimerId>& ids)
{
    Writer w;
    for (const TimerId& id : ids) w.put_raw(view(id));
    return w.take();
}

Bytes fields(u64 height = HEIGHT, u64 marks = 1)
{
    return Writer().put_u64(height).put_u128(500).put_u64(marks).take();
}

Bytes head(u64 count, u64 first, u64 last, u64 tail, const std::vector<TimerId>& ids,
           const Bytes& its_fields = fields())
{
    Writer w;
    w.put_raw(its_fields).put_u8(LONG_LIST).put_u64(count).put_u64(first).put_u64(last).put_u64(tail);
    return w.put_raw(joined(ids)).take();
}

Bytes short_head(const std::vector<TimerId>& ids)
{
    return Writer().put_raw(fields()).put_u8(SHORT_LIST).put_raw(joined(ids)).take();
}

Bytes chunk(u64 previous, u64 next, const std::vector<TimerId>& ids)
{
    return Writer().put_u64(previous).put_u64(next).put_raw(joined(ids)).take();
}

const Bytes AT = to_bytes(height_key(HEIGHT));
Bytes chunk_at(u64 number)
{
    return to_bytes(chunk_key(height_key(HEIGHT), number));
}

/// Chunks 1 and 4, and one id in the tail, whose number is 6.
Values good()
{
    return {{AT, head(4, 1, 4, 6, {id_of(9)})},
            {chunk_at(1), chunk(0, 4, {id_of(6), id_of(7)})},
            {chunk_at(4), chunk(1, 6, {id_of(8)})}};
}

TEST(ProvedReading, TMR8_AListIsReadAcrossMissingNumbers)
{
    const auto read = height_in(good());
    ASSERT_TRUE(read);
    EXPECT_EQ((std::vector<TimerId>{id_of(6), id_of(7), id_of(8), id_of(9)}), read.value());
    const auto short_one = height_in({{AT, short_head({id_of(7), id_of(8)})}});
    ASSERT_TRUE(short_one);
    EXPECT_EQ((std::vector<TimerId>{id_of(7), id_of(8)}), short_one.value());
}

TEST(ProvedReading, TMR8_AListAtOddsWithItselfIsRefused)
{
    const Bytes first = chunk_at(1), last = chunk_at(4);
    const std::vector<TimerId> many(CHUNK_IDS_MAX + 1, id_of(9));
    const std::vector<std::pair<Bytes, Bytes>> wrong = {
        {AT, head(3, 1, 4, 6, {id_of(9)})},
        {AT, head(5, 1, 4, 6, {id_of(9)})},
        {AT, head(4, 1, 4, 4, {id_of(9)})},
        {AT, head(4, 1, 4, 5, {id_of(9)})},
        {AT, head(4, 1, 4, 7, {id_of(9)})},
        {AT, head(4, 4, 1, 6, {id_of(9)})},
        {AT, head(4, 4, 4, 6, {id_of(9)})},
        {AT, head(4, 1, 3, 6, {id_of(9)})},
        {AT, head(4, 1, 1, 4, {id_of(9)})},
        {AT, head(4, 0, 4, 6, {id_of(9)})},
        {AT, head(1, 1, 4, 6, {id_of(9)})},
        {AT, head(1, 1, 0, 1, {id_of(9)})},
        {AT, head(1, 6, 4, 6, {id_of(9)})},
        {AT, head(2, 6, 0, 6, {id_of(9)})},
        {AT, head(0, 6, 0, 6, {})},
        {AT, head(4, 1, 4, 6, {id_of(9)}, fields(HEIGHT + 1))},
        {AT, head(4, 1, 4, 6, {id_of(9)}, fields(HEIGHT, 5))},
        {AT, short_head({})},
        {AT, short_head(many)},
        {AT, {}},
        {AT, Bytes(33)},
        {first, chunk(1, 4, {id_of(6), id_of(7)})},
        {first, chunk(0, 1, {id_of(6), id_of(7)})},
        {first, chunk(0, 5, {id_of(6), id_of(7)})},
        {first, chunk(0, 6, {id_of(6), id_of(7), id_of(8)})},
        {first, chunk(0, 4, {})},
        {first, {}},
        {first, Bytes(19)},
        {last, chunk(0, 6, {id_of(8)})},
        {last, chunk(1, 0, {id_of(8)})},
        {last, chunk(1, 4, {id_of(8)})},
        {last, chunk(1, 5, {id_of(8)})},
        {last, chunk(1, 7, {id_of(8)})},
        {last, chunk(1, 6, many)},
    };
    for (std::size_t i = 0; i < wrong.size(); ++i) {
        Values values = good();
        values[wrong[i].first] = wrong[i].second;
        u64 asked = 0;
        EXPECT_FALSE(height_in(values, &asked)) << i;
        EXPECT_LE(asked, 3u) << i;
    }
    for (const Bytes& key : {first, last}) {
        Values values = good();
        values.erase(key);
        EXPECT_FALSE(height_in(values));
    }
}

TEST(ProvedReading, TMR8_EveryByteOfAListCountsOrIsAnId)
{
    const Values values = good();
    for (const auto& [key, value] : values)
        for (std::size_t i = 0; i < value.size(); ++i) {
            if (key == AT && i >= 8 && i < 32)
                continue;  // the load: proved with the key, and no part of the list
            Values other = values;
            other[key][i] ^= 0x40;
            const auto read = height_in(other);
            EXPECT_FALSE(read && read.value() == height_in(values).value()) << i;
        }
}

TEST(ProvedReading, TMR8_ARecordOfAnotherTimerOrWithoutItsLongPayloadIsRefused)
{
    Timer timer = pinned_timer();
    timer.long_payload = 129;
    timer.payload.clear();
    const Bytes record = to_bytes(record_key(timer.id)),
                payload = to_bytes(payload_key(timer.id, PayloadSlot::first));
    Values values{{record, encode(timer)}, {payload, Bytes(129, 5)}};
    const auto read = [&](const TimerId& id) {
        return read_timer(id, [&](BytesView key) -> Result<std::optional<Bytes>, std::string> {
            const auto found = values.find(to_bytes(key));
            return found == values.end() ? std::optional<Bytes>{} : std::optional<Bytes>(found->second);
        });
    };
    ASSERT_TRUE(read(timer.id));
    EXPECT_EQ(Bytes(129, 5), read(timer.id).value()->payload);
    values[payload] = Bytes(128, 5);
    EXPECT_FALSE(read(timer.id)) << "as short as one that stands in the record";
    values.erase(payload);
    EXPECT_FALSE(read(timer.id));
    EXPECT_FALSE(read(id_of(3)).value());
    values[to_bytes(record_key(id_of(3)))] = encode(timer);
    EXPECT_FALSE(read(id_of(3)));
    values[to_bytes(record_key(id_of(3)))] = Bytes{2};
    EXPECT_FALSE(read(id_of(3)));
}

}  // namespace
}  // namespace lariat::timers::proved_reading_test
