// Reading from somebody who answers anything: what is no record and no list is refused, and ends.
#include "timers/proved_reading.hpp"

#include <gtest/gtest.h>

#include <map>

#include "base/codec.hpp"
#include "timers/chunked_list.hpp"
#include "timers/sample_timers.hpp"
#include "timers/state_keys.hpp"

namespace lariat::timers {
namespace {

using Values = std::map<Bytes, Bytes>;
constexpr u64 HEIGHT = 50, NONE = U64_MAX;

Result<std::vector<TimerId>, std::string> height_in(const Values& values, u64* asked = nullptr)
{
    return read_height(HEIGHT, [&](const Bytes& key) -> Result<std::optional<Bytes>, std::string> {
        if (asked != nullptr) ++*asked;
        const auto found = values.find(key);
        return found == values.end() ? std::optional<Bytes>{} : std::optional<Bytes>(found->second);
    });
}

TimerId id_of(u8 n)
{
    TimerId id;
    id.bytes.fill(n);
    return id;
}

Bytes header(u64 first, u64 last, u64 next, u64 count)
{
    return Writer().put_u64(first).put_u64(last).put_u64(next).put_u64(count).take();
}

Bytes chunk(u64 previous, u64 next, u16 live, const std::vector<TimerId>& slots)
{
    Writer w;
    w.put_u64(previous).put_u64(next).put_u16(live).put_u16(static_cast<u16>(slots.size()));
    for (const TimerId& id : slots) w.put_raw(view(id));
    return w.take();
}

/// Two chunks, numbers 1 and 4, with a hole.
Values good()
{
    const Bytes prefix = height_prefix(HEIGHT);
    return {{prefix, header(1, 4, 5, 3)},
            {chunk_key(prefix, 1), chunk(NONE, 4, 2, {id_of(7), TimerId{}, id_of(8)})},
            {chunk_key(prefix, 4), chunk(1, NONE, 1, {id_of(9)})}};
}

TEST(ProvedReading, TMR8_AListIsReadAcrossHolesAndMissingNumbers)
{
    const auto read = height_in(good());
    ASSERT_TRUE(read);
    EXPECT_EQ((std::vector<TimerId>{id_of(7), id_of(8), id_of(9)}), read.value());
}

TEST(ProvedReading, TMR8_AListAtOddsWithItselfIsRefused)
{
    const Bytes prefix = height_prefix(HEIGHT);
    const Bytes first = chunk_key(prefix, 1), last = chunk_key(prefix, 4);
    const std::vector<std::pair<Bytes, Bytes>> wrong = {
        {prefix, header(1, 4, 5, 2)},
        {prefix, header(1, 4, 5, 4)},
        {prefix, header(1, 4, 4, 3)},
        {prefix, header(4, 1, 5, 3)},
        {prefix, header(4, 4, 5, 1)},
        {prefix, header(1, 3, 5, 3)},
        {prefix, header(1, 6, 7, 3)},
        {prefix, header(0, 0, 1, 0)},
        {prefix, {}},
        {prefix, Bytes(33)},
        {first, chunk(0, 4, 2, {id_of(7), id_of(8)})},
        {first, chunk(NONE, 1, 2, {id_of(7), id_of(8)})},
        {first, chunk(NONE, 0, 2, {id_of(7), id_of(8)})},
        {first, chunk(NONE, 5, 2, {id_of(7), id_of(8)})},
        {first, chunk(NONE, NONE, 3, {id_of(7), id_of(8), id_of(9)})},
        {first, chunk(NONE, 4, 3, {id_of(7), TimerId{}, id_of(8)})},
        {first, chunk(NONE, 4, 1, {id_of(7), TimerId{}, id_of(8)})},
        {first, chunk(NONE, 4, 0, {})},
        {first, {}},
        {first, Bytes(19)},
        {last, chunk(NONE, NONE, 1, {id_of(9)})},
        {last, chunk(1, 1, 1, {id_of(9)})},
        {last, chunk(1, 4, 1, {id_of(9)})},
        {last, chunk(1, NONE, 33, std::vector<TimerId>(33, id_of(9)))},
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
            if (key == height_prefix(HEIGHT) && i / 8 == 2)
                continue;  // the next chunk's number: of use to nobody here
            Values other = values;
            other[key][i] ^= 0x40;
            const auto read = height_in(other);
            EXPECT_FALSE(read && read.value() == height_in(values).value()) << i;
        }
}

TEST(ProvedReading, TMR8_ARecordOfAnotherTimerOrWithoutItsLongPayloadIsRefused)
{
    Timer timer = pinned_timer();
    timer.long_payload = true;
    timer.payload.clear();
    Values values{{record_key(timer.id), encode(timer)}, {payload_key(timer.id), Bytes(129, 5)}};
    const auto read = [&](const TimerId& id) {
        return read_timer(id, [&](const Bytes& key) -> Result<std::optional<Bytes>, std::string> {
            const auto found = values.find(key);
            return found == values.end() ? std::optional<Bytes>{} : std::optional<Bytes>(found->second);
        });
    };
    ASSERT_TRUE(read(timer.id));
    EXPECT_EQ(Bytes(129, 5), read(timer.id).value()->payload);
    values[payload_key(timer.id)] = Bytes(128, 5);
    EXPECT_FALSE(read(timer.id)) << "as short as one that stands in the record";
    values.erase(payload_key(timer.id));
    EXPECT_FALSE(read(timer.id));
    EXPECT_FALSE(read(id_of(3)).value());
    values[record_key(id_of(3))] = encode(timer);
    EXPECT_FALSE(read(id_of(3)));
    values[record_key(id_of(3))] = Bytes{2};
    EXPECT_FALSE(read(id_of(3)));
}

}  // namespace
}  // namespace lariat::timers
