// Exhaustive test of small Globalbox queues: five fires of two bids and two targets that arrive in three
// blocks at two ages, with weights that change each block, against the comparison of GBX-4.
#include <gtest/gtest.h>

#include <algorithm>

#include "lane/globalbox/queue.hpp"
#include "lane/globalbox/rank.hpp"

namespace lariat::lane {
namespace {

constexpr u64 BLOCKS = 3, FIRES = 5, CHOICES = 2 * 2 * BLOCKS;
constexpr u64 FIRST_HEIGHT = 5;
/// Of the three blocks: scores are frozen with what was in force when a fire arrived.
constexpr struct {
    u64 age, bid;
} WEIGHTS[BLOCKS] = {{2, 1}, {1, 3}, {5, 0}};

struct Fire {
    u64 number, height, due_height, bid;
    u8 target;
    i64 key = 0;  ///< score - V at its arrival
    u32 cursor = 0;
};

/// A bid in whole units: 0 and 3, of bit lengths 0 and 2.
u64 bucket(const Fire& f)
{
    return f.bid == 0 ? 0 : 2;
}

Fire fire_of(u64 number, u64 choice)
{
    const u64 bid = choice % 2 * 3, target = choice / 2 % 2, block = choice / 4;
    const u64 age = (number + choice) % 3;
    return {number, FIRST_HEIGHT + block, FIRST_HEIGHT + block - age, bid, static_cast<u8>(1 + target)};
}

bool before(const Fire& a, const Fire& b)
{
    if (a.key != b.key) return a.key > b.key;
    if (bucket(a) != bucket(b)) return bucket(a) > bucket(b);
    if (a.cursor != b.cursor) return a.cursor < b.cursor;
    if (a.due_height != b.due_height) return a.due_height < b.due_height;
    if (a.target != b.target) return a.target < b.target;
    return a.number < b.number;
}

/// Keys and cursors as the text has them: bids in units of w_bid, the clock as a sum.
void place(std::vector<Fire>& fires)
{
    i64 clock = 0;
    for (u64 block = 0; block < BLOCKS; ++block) {
        clock += static_cast<i64>(WEIGHTS[block].age);
        std::vector<Fire*> arrivals;
        for (Fire& f : fires)
            if (f.height == FIRST_HEIGHT + block) arrivals.push_back(&f);
        for (Fire* f : arrivals)
            f->key = static_cast<i64>(WEIGHTS[block].age * (f->height - f->due_height) +
                                      WEIGHTS[block].bid * f->bid) -
                     clock;
        std::sort(arrivals.begin(), arrivals.end(), [](const Fire* a, const Fire* b) {
            if (a->key != b->key) return a->key > b->key;
            if (bucket(*a) != bucket(*b)) return bucket(*a) > bucket(*b);
            if (a->due_height != b->due_height) return a->due_height < b->due_height;
            return a->number < b->number;
        });
        u32 of_target[3] = {};
        for (Fire* f : arrivals) f->cursor = of_target[f->target]++;
    }
}

std::vector<u64> numbers(const FireQueue& queue)
{
    std::vector<u64> out;
    for (const auto& [order, expires_at] : queue.all(0)) out.push_back(order.id.bytes[0]);
    return out;
}

TEST(FireQueueExhaustive, GBX4_GBX5_EveryQueueOfFiveFiresStandsAsTheTextSaysAndIsNeverReshuffled)
{
    u64 worlds = 0;
    for (u64 code = 0; code < CHOICES * CHOICES * CHOICES * CHOICES * CHOICES; ++code, ++worlds) {
        std::vector<Fire> fires;
        u64 rest = code;
        for (u64 n = 0; n < FIRES; ++n, rest /= CHOICES) fires.push_back(fire_of(n, rest % CHOICES));
        place(fires);

        // Whole units are 2^96; weights of ages are scaled alike, so that one unit of both is worth the same.
        FireQueue queue;
        timers::Counters counters;
        std::vector<u64> frozen;
        for (u64 block = 0; block < BLOCKS; ++block) {
            timers::TimerConfig config;
            config.w_age = u128{WEIGHTS[block].age} << 96;
            config.w_bid = WEIGHTS[block].bid;
            advance_clock(counters, config);
            for (const Fire& f : fires) {
                if (f.height != FIRST_HEIGHT + block) continue;
                const u128 bid = u128{f.bid} << 96;
                QueueOrder order;
                order.rank = rank_of(counters, score_of(config, f.height - f.due_height, bid));
                order.bucket = bucket_of_bid(bid);
                order.cursor = f.cursor;
                order.due_height = f.due_height;
                order.target.bytes[0] = f.target;
                order.id.bytes[0] = static_cast<u8>(f.number);
                queue.insert(order, U64_MAX);
            }
            std::vector<u64> now = numbers(queue);
            std::vector<u64> older;
            for (const u64 n : now)
                if (std::find(frozen.begin(), frozen.end(), n) != frozen.end()) older.push_back(n);
            ASSERT_EQ(older, frozen) << "world " << code;
            frozen = std::move(now);
        }
        std::sort(fires.begin(), fires.end(), before);
        for (u64 n = 0; n < FIRES; ++n) ASSERT_EQ(frozen[n], fires[n].number) << "world " << code;
    }
    EXPECT_EQ(worlds, 248'832u);
}

}  // namespace
}  // namespace lariat::lane
