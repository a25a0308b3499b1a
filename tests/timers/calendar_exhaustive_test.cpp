// Exhaustive test of a calendar with a ring of 4, epochs of 4 and a queue of 2: every situation of up to
// four timers over 24 heights, with every schedule, cancel and extend in each of them at every block.
//
// The next step of a calendar depends only on the pending timers, their order within a height, and the
// progress of maintenance. So each reachable situation is entered once, each step from it is compared with a
// list of pending timers, and its result with the same situation built from nothing. With LARIAT_SHORT there
// are two timers.
#include <gtest/gtest.h>

#include <set>

#include "support/short_form.hpp"
#include "timers/sample_timers.hpp"
#include "timers/state_keys.hpp"
#include "timers/timer_store.hpp"

namespace lariat::timers::calendar_exhaustive_test {
namespace {

constexpr CalendarSizes SIZES{.ring_buffer_size = 4, .epoch_blocks = 4, .epoch_queue_len = 2};
constexpr u64 LAST_HEIGHT = 24;

/// A store that holds one value: the calendar's.
class OneValue : public state::Store {
public:
    void set(Bytes value) { value_ = std::move(value); }
    std::optional<Bytes> get(BytesView key) const override
    {
        return equal(key, KEY) ? std::optional{value_} : std::nullopt;
    }
    void for_each(const std::function<void(BytesView, BytesView)>& visit) const override
    {
        visit(KEY, value_);
    }
    StatusOf<state::StoreError> commit(std::span<const state::WriteView>) override { return {}; }
    Result<Hash32, state::StoreError> stage(std::span<const state::WriteView>) override { return Hash32{}; }
    StatusOf<state::StoreError> make_durable() override { return {}; }
    StatusOf<state::StoreError> drop_staged() override { return {}; }
    Hash32 root() const override { return {}; }
    Bytes prove(BytesView) const override { return {}; }
    u64 version() const override { return 0; }
    u64 rollback_depth() const override { return 0; }
    StatusOf<state::StoreError> rollback(u64) override { return {}; }
    Result<std::unique_ptr<Store>, state::StoreError> reopen() override { return state::StoreError{"none"}; }

private:
    const Bytes KEY{CALENDAR_KEY};
    Bytes value_;
};

/// After maintenance of a block, before anything else in it.
struct Situation {
    std::vector<u8> due;  ///< of pending timers, ascending; those of one height in the order of insertion
    u8 scheduled = 0;     ///< how many timers there have been
    u8 ring_first = 0, ring_last = 0, queue_last = 0;
    auto operator<=>(const Situation&) const = default;
};

/// The oracle: pending timers in the order in which they are due.
struct Pending {
    u64 height;
    TimerId id;
};
using List = std::vector<Pending>;

void insert(List& list, u64 height, const TimerId& id)
{
    const auto at = std::upper_bound(list.begin(), list.end(), height,
                                     [](u64 h, const Pending& p) { return h < p.height; });
    list.insert(at, {height, id});
}

/// A situation brought to life.
class Play {
public:
    Play(OneValue& store, const Situation& from) : overlay_(store), calendar_(overlay_, SIZES)
    {
        store.set(encode(CalendarValue{{from.ring_first, from.ring_last, from.queue_last}, 0, {}}));
        EXPECT_TRUE(state::rebuild_alone(calendar_, store).ok());
        for (const u8 height : from.due) schedule(height);
    }

    void schedule(u64 height)
    {
        Timer t;
        t.id.bytes[0] = static_cast<u8>(++made_);
        t.owner.bytes[0] = t.target.bytes[0] = 1;
        t.height = height;
        t.expires_at = 100;
        records_.insert(Timer(t));
        insert(list, height, t.id);
    }
    void cancel(std::size_t nth)
    {
        records_.remove(*records_.find(list[nth].id));
        list.erase(list.begin() + static_cast<std::ptrdiff_t>(nth));
    }
    void extend(std::size_t nth)
    {
        Timer t = *records_.find(list[nth].id);
        t.expires_at += 50;
        records_.update(t);
    }

    /// Tries `change`, compares, and takes it back.
    template <class Change>
    void attempt(const Change& change)
    {
        const List before = list;
        const auto mark = overlay_.checkpoint();
        change();
        expect_as_listed();
        overlay_.revert_to(mark);
        list = before;
        expect_as_listed();
    }

    void take_in(u64 current, u64 most)
    {
        std::vector<TimerId> expected, taken;
        while (!list.empty() && list.front().height <= current && expected.size() < most) {
            expected.push_back(list.front().id);
            list.erase(list.begin());
        }
        const auto take = [&](Timer t) {
            if (taken.size() == most) return false;
            taken.push_back(t.id);
            t.place.where = Place::Where::waiting;
            records_.update(t);
            return true;
        };
        for (auto due = calendar_.first_from(0); due && *due <= current; due = calendar_.first_from(*due))
            if (!records_.take_in(*due, take)) break;
        ASSERT_EQ(taken, expected);
        expect_as_listed();
    }

    void begin_block(u64 height, u64 moves_max)
    {
        ASSERT_LE(calendar_.begin_block(height, moves_max), moves_max);
        for (u64 h = 0; h <= LAST_HEIGHT && moves_max > LAST_HEIGHT; ++h) {
            ASSERT_EQ(calendar_.stands_in(h), calendar_.tier_of(h, height));
        }
        expect_as_listed();
    }

    Situation situation(u8 scheduled)
    {
        calendar_.save();
        const TierBounds b = decode_calendar_value(*overlay_.find(Bytes{CALENDAR_KEY}))->bounds;
        Situation out{{},
                      scheduled,
                      static_cast<u8>(b.ring_first),
                      static_cast<u8>(b.ring_last),
                      static_cast<u8>(b.queue_last)};
        for (const Pending& p : list) out.due.push_back(static_cast<u8>(p.height));
        return out;
    }
    bool same_calendar(const Play& other) const { return calendar_.same_as(other.calendar_); }

    void expect_as_listed() const
    {
        u64 heights = 0;
        std::optional<u64> next;
        auto at = list.rbegin();
        for (u64 h = LAST_HEIGHT + 2; h-- > 0;) {
            std::vector<TimerId> ids;
            for (; at != list.rend() && at->height == h; ++at) ids.insert(ids.begin(), at->id);
            if (!ids.empty()) {
                next = h;
                ++heights;
                ASSERT_EQ(records_.of_height(h), ids);
            }
            const auto load = calendar_.at(h);
            ASSERT_EQ(load.has_value(), !ids.empty());
            ASSERT_TRUE(!load || *load == (Load{0, ids.size()}));
            ASSERT_EQ(calendar_.first_from(h), next);
        }
        ASSERT_EQ(calendar_.heights(), heights);
    }

    List list;

private:
    state::Overlay overlay_;
    Calendar calendar_;
    TimerStore records_{overlay_, calendar_};
    u64 made_ = 0;
};

struct Limits {
    u64 timers, moves, intake;
};

/// How many situations there are.
u64 explore(const Limits& limits)
{
    OneValue store;
    const TierBounds start = bounds_at(SIZES, 1);
    std::set<Situation> now{{{},
                             0,
                             static_cast<u8>(start.ring_first),
                             static_cast<u8>(start.ring_last),
                             static_cast<u8>(start.queue_last)}};
    u64 situations = 0;
    for (u64 height = 1; height <= LAST_HEIGHT && !testing::Test::HasFatalFailure(); ++height) {
        std::set<Situation> next;
        // A schedule leads to another situation of the same block: the set grows while it is walked.
        std::vector<Situation> open(now.begin(), now.end());
        while (!open.empty() && !testing::Test::HasFatalFailure()) {
            const Situation from = std::move(open.back());
            open.pop_back();
            ++situations;
            Play play(store, from);
            const auto reached = [&](u8 scheduled) {
                Situation s = from;
                s.scheduled = scheduled;
                s.due.clear();
                for (const Pending& p : play.list) s.due.push_back(static_cast<u8>(p.height));
                if (now.insert(s).second) open.push_back(s);
            };
            if (from.scheduled < limits.timers)
                for (u64 due = height + 1; due <= LAST_HEIGHT; ++due)
                    play.attempt([&] {
                        play.schedule(due);
                        reached(static_cast<u8>(from.scheduled + 1));
                    });
            for (std::size_t nth = 0; nth < from.due.size(); ++nth) {
                play.attempt([&] {
                    play.cancel(nth);
                    reached(from.scheduled);
                });
                play.attempt([&] { play.extend(nth); });
            }
            play.take_in(height, limits.intake);
            play.begin_block(height + 1, limits.moves);
            const Situation after = play.situation(from.scheduled);
            EXPECT_TRUE(play.same_calendar(Play(store, after)));
            next.insert(after);
        }
        now = std::move(next);
    }
    return situations;
}

u64 most_timers()
{
    return support::how_much(4, 2);
}

TEST(CalendarExhaustive, CAL4_CAL5_CAL8_EverySituationWhenMaintenanceKeepsUp)
{
    EXPECT_GT(explore({most_timers(), 65'536, 65'536}), 3'000u);
}

TEST(CalendarExhaustive, CAL6_CAL9_EverySituationWithOneMoveAndOneTimerTakenInAtATime)
{
    EXPECT_GT(explore({most_timers(), 1, 1}), 3'000u);
}

}  // namespace
}  // namespace lariat::timers::calendar_exhaustive_test
