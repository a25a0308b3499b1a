// Tests of the calendar against a map (CAL-1 to CAL-9, TMR-7): tiers, bounded moves, undo, and rebuild at a
// restart.
#include "timers/calendar/calendar.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "state/log_store.hpp"
#include "timers/sample_timers.hpp"
#include "timers/state_keys.hpp"
#include "timers/timer_store.hpp"

namespace lariat::timers {
namespace {

constexpr CalendarSizes SMALL{.ring_buffer_size = 4, .epoch_blocks = 4, .epoch_queue_len = 2};

/// Records and calendar over a store, with the work of a block's beginning and end.
class Timers {
public:
    explicit Timers(const CalendarSizes& sizes)
        : sizes_(sizes), calendar(overlay, sizes), records(overlay, calendar)
    {
    }

    Timer add(u64 height, std::optional<u64> gas_limit = {})
    {
        Timer t;
        t.owner = t.target = t.fee_payer = owner;
        t.handler = "h";
        t.height = height;
        t.gas_limit = gas_limit;
        t.id = height_timer_id(owner, height, {}, records.take_nonce(owner));
        records.insert(Timer(t));
        return *records.find(t.id);
    }
    void remove(const TimerId& id) { records.remove(*records.find(id)); }

    /// Takes heights up to `height` in, at most `most` timers; gives their ids.
    std::vector<TimerId> take_in(u64 height, u64 most = U64_MAX)
    {
        std::vector<TimerId> taken;
        const auto take = [&](Timer t) {
            if (taken.size() == most) return false;
            taken.push_back(t.id);
            t.place = {};
            t.place.where = Place::Where::waiting;
            t.place.arrival = arrivals_++;
            records.update(t);
            return true;
        };
        for (auto due = calendar.first_from(0); due && *due <= height; due = calendar.first_from(0))
            if (!records.take_in(*due, take)) break;
        return taken;
    }

    void end_block()
    {
        calendar.save();
        ASSERT_TRUE(store->commit(overlay.changes()));
        overlay.clear();
    }
    void expect_rebuilt_the_same() const
    {
        state::Overlay other(*store);
        Calendar rebuilt(other, sizes_);
        const auto done = state::rebuild_alone(rebuilt, *store);
        ASSERT_TRUE(done.ok()) << done.error();
        ASSERT_TRUE(rebuilt.same_as(calendar));
    }

    const CalendarSizes sizes_;
    const Address owner = filled_with<Address>(0x44);
    std::unique_ptr<state::Store> store = state::LogStore::open_in_memory().value();
    state::Overlay overlay{*store};
    Calendar calendar;
    TimerStore records;

private:
    u64 arrivals_ = 0;
};

TEST(Calendar, CAL4_TheTierFollowsFromTheHeightAndTheCurrentHeightAlone)
{
    Timers timers(SMALL);
    using enum CalendarTier;
    const auto tier = [&](u64 height, u64 current) { return timers.calendar.tier_of(height, current); };
    for (u64 current = 8; current < 12; ++current) {
        EXPECT_EQ(tier(7, current), overdue);
        for (u64 h = 8; h < 12; ++h) EXPECT_EQ(tier(h, current), ring);
        for (u64 h = 12; h < 20; ++h) EXPECT_EQ(tier(h, current), queue);
        EXPECT_EQ(tier(20, current), overflow);
        EXPECT_EQ(tier(U64_MAX, current), overflow);
    }
    for (const u64 current : {U64_MAX - 3, U64_MAX}) {
        EXPECT_EQ(tier(U64_MAX, current), ring);
        EXPECT_EQ(tier(U64_MAX - 3, current), ring);
        EXPECT_EQ(tier(U64_MAX - 4, current), overdue);
    }
    EXPECT_EQ(tier(U64_MAX, U64_MAX - 4), queue);
    EXPECT_EQ(tier(U64_MAX, U64_MAX - 12), overflow);
}

TEST(Calendar, CAL6_AHeightStandsWhereItBelongsWhenMaintenanceDoesNotLag)
{
    Timers timers(SMALL);
    std::mt19937_64 random(1);
    for (u64 height = 1; height <= 60; ++height) {
        timers.calendar.begin_block(height, 65'536);
        for (u64 h = 0; h < 90; ++h) {
            EXPECT_EQ(timers.calendar.stands_in(h), timers.calendar.tier_of(h, height))
                << h << " at " << height;
        }
        for (int i = 0; i < 3; ++i) timers.add(height + 1 + random() % 30);
        timers.take_in(height);
        timers.end_block();
        timers.expect_rebuilt_the_same();
    }
}

/// What one run of random histories does besides.
struct Habits {
    CalendarSizes sizes;
    u64 moves_max;
    u64 intake_max;
    u64 reach;  ///< timers are set at most so far ahead
};

/// Against a map from height to ids; every block ends with a rebuild.
void agree_with_a_map(const Habits& habits, u64 seed)
{
    Timers timers(habits.sizes);
    std::mt19937_64 random(seed);
    std::map<u64, std::vector<TimerId>> model;
    std::map<TimerId, u64> pending;
    const auto forget = [&](const TimerId& id) {
        auto& ids = model.at(pending.at(id));
        std::erase(ids, id);
        if (ids.empty()) model.erase(pending.at(id));
        pending.erase(id);
    };
    for (u64 height = 1; height <= 200; ++height) {
        ASSERT_LE(timers.calendar.begin_block(height, habits.moves_max), habits.moves_max);
        for (int i = 0; i < 4; ++i) {
            const bool undone = random() % 4 == 0;
            const auto mark = timers.overlay.checkpoint();
            if (pending.empty() || random() % 3 != 0) {
                // Tens of heights at most: several timers meet in most of them.
                const u64 due = height + 1 + random() % 40 * std::max<u64>(1, habits.reach / 40);
                const Timer t =
                    timers.add(due, random() % 2 == 0 ? std::optional<u64>(random()) : std::nullopt);
                if (!undone) {
                    model[due].push_back(t.id);
                    pending[t.id] = due;
                }
            } else {
                auto victim = pending.begin();
                std::advance(victim, static_cast<std::ptrdiff_t>(random() % pending.size()));
                const TimerId id = victim->first;
                timers.remove(id);
                if (!undone) forget(id);
            }
            if (undone) timers.overlay.revert_to(mark);
        }
        std::vector<TimerId> expected;
        for (auto it = model.begin(); it != model.end() && it->first <= height; ++it)
            for (const TimerId& id : it->second)
                if (expected.size() < habits.intake_max) expected.push_back(id);
        ASSERT_EQ(timers.take_in(height, habits.intake_max), expected) << "at " << height;
        for (const TimerId& id : expected) forget(id);
        ASSERT_EQ(timers.calendar.heights(), model.size());
        const u64 asked = height + random() % (habits.reach + 2);
        const auto next = model.lower_bound(asked);
        ASSERT_EQ(timers.calendar.first_from(asked),
                  next == model.end() ? std::nullopt : std::optional{next->first});
        timers.end_block();
        timers.expect_rebuilt_the_same();
    }
    for (const auto& [due, ids] : model) ASSERT_EQ(timers.records.of_height(due), ids);
}

TEST(Calendar, CAL5_CAL6_TMR7_AgreesWithAMapHoweverBoundedItsMovesAndTheIntakeAre)
{
    for (const u64 moves_max : {u64{1}, u64{2}, u64{7}, u64{65'536}})
        for (const u64 intake_max : {u64{1}, u64{3}, u64{65'536}}) {
            SCOPED_TRACE(testing::Message() << moves_max << " moves, intake " << intake_max);
            agree_with_a_map({SMALL, moves_max, intake_max, 30}, 1);
            agree_with_a_map(
                {{.ring_buffer_size = 7, .epoch_blocks = 5, .epoch_queue_len = 3}, moves_max, intake_max, 60},
                2);
            agree_with_a_map(
                {{.ring_buffer_size = 1, .epoch_blocks = 1, .epoch_queue_len = 1}, moves_max, intake_max, 20},
                3);
        }
    agree_with_a_map({{}, 65'536, 65'536, 4'000'000}, 4);
}

TEST(Calendar, CAL7_AgreesWithAMapUpToTheLastHeightOfAll)
{
    for (const u64 moves_max : {u64{1}, u64{65'536}}) {
        Timers timers(SMALL);
        const u64 start = U64_MAX - 40;
        std::vector<TimerId> expected, taken;
        timers.calendar.begin_block(start, moves_max);
        std::map<u64, TimerId> by_height;
        for (u64 h = U64_MAX; h > start; --h) by_height[h] = timers.add(h).id;
        timers.end_block();
        for (u64 height = start + 1; height != 0; ++height) {
            timers.calendar.begin_block(height, moves_max);
            ASSERT_EQ(timers.take_in(height), std::vector{by_height.at(height)});
            timers.end_block();
            timers.expect_rebuilt_the_same();
        }
        EXPECT_EQ(timers.calendar.heights(), 0u);
    }
}

TEST(Calendar, CAL6_AJumpOfTheHeightCostsOnlyWhatIsMoved)
{
    Timers timers(SMALL);
    for (const u64 h : {u64{5}, u64{50}, u64{500}, u64{1} << 50, U64_MAX}) timers.add(h);
    EXPECT_EQ(timers.calendar.begin_block(u64{1} << 50, 65'536), 4u);
    EXPECT_EQ(timers.calendar.begin_block(U64_MAX, 65'536), 2u);
    EXPECT_EQ(timers.take_in(U64_MAX).size(), 5u);
}

TEST(Calendar, CAL1_TheRingWrapsAroundItsEnd)
{
    Timers timers({.ring_buffer_size = 6, .epoch_blocks = 4, .epoch_queue_len = 2});
    for (u64 epoch = 0; epoch < 9; ++epoch) {
        const u64 first = epoch * 4;
        timers.calendar.begin_block(std::max<u64>(first, 1), 65'536);
        std::vector<TimerId> expected;
        for (u64 h = first + 1; h < first + 4; ++h) expected.push_back(timers.add(h).id);
        for (u64 h = first; h < first + 4; ++h)
            EXPECT_EQ(timers.calendar.first_from(h), std::max(h, first + 1)) << "epoch " << epoch;
        EXPECT_EQ(timers.take_in(first + 3), expected);
    }
}

TEST(Calendar, CAL8_CancellingInEveryTierLeavesNothing)
{
    Timers timers(SMALL);
    timers.end_block();
    timers.calendar.begin_block(9, 65'536);
    std::vector<Timer> added;
    for (const u64 h : {u64{10}, u64{11}, u64{12}, u64{19}, u64{20}, u64{1} << 40, U64_MAX})
        for (int i = 0; i < 40; ++i) added.push_back(timers.add(h));
    std::shuffle(added.begin(), added.end(), std::mt19937_64(3));
    for (const Timer& t : added) timers.remove(t.id);
    EXPECT_EQ(timers.calendar.heights(), 0u);
    EXPECT_EQ(timers.calendar.overflow().size(), 0u);
    timers.end_block();
    std::set<u8> tables;
    timers.store->for_each([&](BytesView key, BytesView) { tables.insert(key[0]); });
    EXPECT_EQ(tables, (std::set<u8>{OWNER_TABLE, CALENDAR_KEY}))
        << "the owner's nonce and the calendar's bounds";
}

TEST(Calendar, CAL3_TheOverflowRootInTheStateIsThatOfTheHeightsBeyond)
{
    Timers timers(SMALL);
    for (const u64 h : {u64{3}, u64{11}, u64{12}, u64{13}, u64{1} << 60, U64_MAX}) timers.add(h);
    timers.calendar.begin_block(1, 65'536);
    timers.end_block();
    OverflowTree expected;
    for (const u64 h : {U64_MAX, u64{12}, u64{1} << 60, u64{13}}) expected.find_or_add(h);
    const auto value = decode_calendar_value(timers.store->get(Bytes{CALENDAR_KEY}).value());
    ASSERT_TRUE(value);
    EXPECT_EQ(value->overflow_heights, 4u);
    EXPECT_EQ(value->overflow_root, expected.root());
    EXPECT_EQ(value->bounds, (TierBounds{0, 3, 11}));
    const u64 hashed = timers.calendar.overflow().nodes_hashed();
    timers.calendar.begin_block(2, 65'536);
    timers.add(12);
    timers.end_block();
    EXPECT_EQ(timers.calendar.overflow().nodes_hashed(), hashed)
        << "one more timer at a height that is there";
}

TEST(Calendar, TMR7_AStateAtOddsWithItsOverflowRootIsRefused)
{
    Timers timers(SMALL);
    timers.add(100);
    timers.end_block();
    Bytes value = timers.store->get(Bytes{CALENDAR_KEY}).value();
    value.back() ^= 1;
    const std::vector<state::Write> writes{{Bytes{CALENDAR_KEY}, value}};
    ASSERT_TRUE(timers.store->commit(writes));
    Calendar rebuilt(timers.overlay, SMALL);
    EXPECT_FALSE(state::rebuild_alone(rebuilt, *timers.store).ok());
}

TEST(Calendar, CAL2_HugeSizesTakeNoMemoryForHeightsThatAreNotInUse)
{
    Timers timers(
        {.ring_buffer_size = UINT32_MAX, .epoch_blocks = UINT32_MAX, .epoch_queue_len = UINT32_MAX});
    const std::vector<u64> heights{1, u64{1} << 31, u64{1} << 33, u64{1} << 62, U64_MAX - 1, U64_MAX};
    std::vector<TimerId> expected;
    for (const u64 h : heights) expected.push_back(timers.add(h).id);
    EXPECT_EQ(timers.calendar.first_from(2), u64{1} << 31);
    EXPECT_EQ(timers.calendar.first_from((u64{1} << 62) + 1), U64_MAX - 1);
    timers.calendar.begin_block(U64_MAX, 65'536);
    EXPECT_EQ(timers.take_in(U64_MAX), expected);
}

TEST(Calendar, BLK4_ChangesOfAFailedExecutionAreUndoneWithItAndThoseAroundItStay)
{
    Timers timers(SMALL);
    const Timer before = timers.add(5, 100);
    const auto outer = timers.overlay.checkpoint();
    timers.add(5, 200);
    timers.add(50);
    const auto inner = timers.overlay.checkpoint();
    timers.add(5);
    timers.remove(before.id);
    timers.add(60, U64_MAX);
    timers.add(60, U64_MAX);
    EXPECT_EQ(timers.calendar.at(60), (Load{2 * u128{U64_MAX}, 0}));
    timers.overlay.revert_to(inner);
    EXPECT_EQ(timers.calendar.at(5), (Load{300, 0}));
    EXPECT_FALSE(timers.calendar.at(60));
    timers.add(5, 1);
    EXPECT_EQ(timers.calendar.at(5), (Load{301, 0}));
    timers.overlay.revert_to(outer);
    EXPECT_EQ(timers.calendar.at(5), (Load{100, 0}));
    EXPECT_EQ(timers.calendar.heights(), 1u);
}

TEST(Calendar, API16_TheFirstHeightWithRoomIsWhatAWalkOverAllHeightsFinds)
{
    Timers timers({.ring_buffer_size = 8, .epoch_blocks = 8, .epoch_queue_len = 2});
    std::mt19937_64 random(11);
    constexpr u64 LANE = 1'000, MARK = 300;
    for (int i = 0; i < 160; ++i)
        timers.add(1 + random() % 50, random() % 3 == 0 ? std::nullopt : std::optional<u64>(random() % 500));
    for (u64 from = 1; from < 60; ++from)
        for (const u64 count : {u64{0}, u64{1}, u64{7}, u64{3'600}, U64_MAX})
            for (const u64 gas : {u64{1}, u64{200}, u64{999}, u64{1'000}, u64{1'001}}) {
                std::optional<u64> expected;
                for (u64 h = from; !expected && h - from < std::min<u64>(count, 100); ++h) {
                    const Load load = timers.calendar.at(h).value_or(Load{});
                    if (load.gas + load.marks * MARK + gas <= LANE) expected = h;
                }
                EXPECT_EQ(timers.calendar.first_height_with_room(from, count, gas, LANE, MARK), expected);
            }
    timers.add(U64_MAX, 1'000);
    EXPECT_FALSE(timers.calendar.first_height_with_room(U64_MAX, 5, 1, LANE, MARK));
    EXPECT_EQ(timers.calendar.first_height_with_room(U64_MAX - 1, 5, 1, LANE, MARK), U64_MAX - 1);
}

TEST(Calendar, API16_FullGroupsOfHeightsThatAreKnownStayWhatTheirTimersAre)
{
    // Nearly every height has timers, in all tiers; they come and go, also undone, and heights move.
    Timers timers({.ring_buffer_size = 128, .epoch_blocks = 128, .epoch_queue_len = 2});
    std::mt19937_64 random(12);
    constexpr u64 LANE = 1'000, HEIGHTS = 900;
    std::vector<Timer> added;
    const auto any_height = [&] { return 1 + random() % HEIGHTS; };
    const auto gas = [&] {
        return random() % 8 == 0 ? std::nullopt : std::optional<u64>(700 + random() % 250);
    };
    for (u64 h = 1; h <= HEIGHTS; ++h) added.push_back(timers.add(h, gas()));
    const auto check = [&](u64 mark) {
        const u64 from = any_height(), asked = 50 + random() % 300, count = 1 + random() % HEIGHTS;
        std::optional<u64> expected;
        for (u64 h = from; !expected && h - from < count; ++h) {
            const Load load = timers.calendar.at(h).value_or(Load{});
            if (load.gas + u128{load.marks} * mark + asked <= LANE) expected = h;
        }
        ASSERT_EQ(timers.calendar.first_height_with_room(from, count, asked, LANE, mark), expected);
    };
    for (int turn = 0; turn < 2'000; ++turn) {
        const u64 mark = turn / 100 % 2 == 0 ? 900 : 300;
        check(mark);
        if (random() % 3 != 0) continue;
        const bool undone = random() % 2 == 0;
        const auto outer = timers.overlay.checkpoint();
        const std::size_t at = random() % added.size();
        timers.remove(added[at].id);
        check(mark);
        if (random() % 4 != 0) {
            const Timer other = timers.add(random() % 2 == 0 ? added[at].height : any_height(), gas());
            if (!undone) added[at] = other;
        } else if (!undone) {
            added.erase(added.begin() + static_cast<std::ptrdiff_t>(at));
        }
        check(mark);
        if (undone) timers.overlay.revert_to(outer);
        check(mark);
        if (turn % 50 == 0) {
            timers.end_block();
            timers.calendar.begin_block(1 + static_cast<u64>(turn) / 10, 1 + random() % 300);
        }
    }
}

TEST(Calendar, API16_BLK8_ASearchForRoomGoesThroughEachFullGroupOnce)
{
    Timers timers({.ring_buffer_size = 128, .epoch_blocks = 128, .epoch_queue_len = 2});
    constexpr u64 FULL = 6'400, LANE = 1'000;
    std::vector<Timer> added;
    for (u64 h = 1; h < FULL; ++h) added.push_back(timers.add(h, 900));
    const auto steps_of_a_search = [&](u64 expected) {
        const u64 before = timers.calendar.steps();
        EXPECT_EQ(timers.calendar.first_height_with_room(1, 1'000'000, 200, LANE, 900), expected);
        return timers.calendar.steps() - before;
    };
    const u64 first = steps_of_a_search(FULL);
    EXPECT_GE(first, FULL - 1);
    EXPECT_LE(first, FULL + 200);
    EXPECT_LE(steps_of_a_search(FULL), 2u * 64 + FULL / 64) << "the groups are known";
    timers.remove(added[3'000].id);
    EXPECT_LE(steps_of_a_search(3'001), 2u * 64 + FULL / 64);
    timers.add(3'001, 900);
    EXPECT_LE(steps_of_a_search(FULL), 3u * 64 + FULL / 64) << "one group is gone through again";
}

TEST(Calendar, API16_LoadsTooLargeForEightBytesAreKeptWhole)
{
    Timers timers(SMALL);
    std::vector<Timer> added;
    for (int i = 0; i < 5; ++i) added.push_back(timers.add(30, U64_MAX));
    timers.add(30, 7);
    timers.add(30);
    timers.end_block();
    timers.expect_rebuilt_the_same();
    timers.calendar.begin_block(25, 65'536);
    EXPECT_EQ(timers.calendar.at(30), (Load{5 * u128{U64_MAX} + 7, 1})) << "also after it has moved";
    EXPECT_FALSE(timers.calendar.first_height_with_room(30, 1, 1, U64_MAX, 1));
    for (const Timer& t : added) timers.remove(t.id);
    EXPECT_EQ(timers.calendar.at(30), (Load{7, 1}));
    EXPECT_EQ(timers.calendar.first_height_with_room(30, 1, 1, 9, 1), 30u);
    EXPECT_FALSE(timers.calendar.first_height_with_room(30, 1, 1, 8, 1));
}

}  // namespace
}  // namespace lariat::timers
