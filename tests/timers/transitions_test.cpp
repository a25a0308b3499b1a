// Tests of the table of transitions: it is whole, and what it does not have ends the process.
#include "timers/lifecycle/transitions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "state/log_store.hpp"

namespace lariat::timers::transitions_test {
namespace {

constexpr std::size_t STAGES = 9;

TEST(Transitions, LIF1_EachStageIsReachedAndLeftAndNoneLeadsBackFromTheEnd)
{
    std::set<Stage> reached{Stage::none}, left{Stage::gone};
    std::set<std::tuple<Stage, Stage, Change>> rows;
    for (const Transition& t : transitions()) {
        EXPECT_TRUE(rows.emplace(t.from, t.to, t.why).second) << t.function << " stands there twice";
        EXPECT_TRUE(is_transition(t.from, t.to, t.why));
        EXPECT_NE(t.from, Stage::gone);
        EXPECT_NE(t.to, Stage::none);
        reached.insert(t.to);
        left.insert(t.from);
    }
    EXPECT_EQ(reached.size(), STAGES);
    EXPECT_EQ(left.size(), STAGES);
}

TEST(Transitions, LIF1_OnlyWhatTheTableHasIsATransition)
{
    std::size_t legal = 0;
    for (std::size_t from = 0; from < STAGES; ++from)
        for (std::size_t to = 0; to < STAGES; ++to)
            for (std::size_t why = 0; why <= static_cast<std::size_t>(Change::removed); ++why)
                legal +=
                    is_transition(static_cast<Stage>(from), static_cast<Stage>(to), static_cast<Change>(why));
    EXPECT_EQ(legal, transitions().size());
}

/// From every stage, except before a timer is set, its owner and governance may end it (LIF-7, LIF-8).
TEST(Transitions, LIF7_LIF8_AnyLiveTimerCanBeCancelled)
{
    for (const Stage from : {Stage::pending, Stage::waiting, Stage::batched, Stage::parked, Stage::standing,
                             Stage::dead, Stage::idle})
        for (const Change why : {Change::cancelled, Change::cancelled_by_governance})
            EXPECT_TRUE(is_transition(from, Stage::gone, why));
}

struct Timers {
    std::unique_ptr<state::Store> store = state::LogStore::open_in_memory().value();
    state::Overlay overlay{*store};
    Calendar calendar{overlay, {}};
    TimerStore records{overlay, calendar};
    DueSet due{overlay};
    Counters counters;
    Report report;
    TimerState state{records, due, counters, report};

    Timer pending(u64 height)
    {
        Timer timer;
        timer.handler = "h";
        timer.height = height;
        timer.expires_at = height + 10;
        timer.id = height_timer_id(timer.owner, height, {}, counters.next_sequence);
        return *records.find(create_timer(state, Timer(timer), ScheduledKind::timer));
    }
};

TEST(TransitionsDeathTest, LIF1_ATransitionThatTheTableDoesNotHaveEndsTheProcess)
{
    Timers timers;
    Timer timer = timers.pending(5);
    EXPECT_DEATH(park(timers.state, timer, 2, 1), "is_transition");
    EXPECT_DEATH(put_in_batch(timers.state, timer, {}), "is_transition");
    EXPECT_DEATH(hit(timers.state, timer, 5), "is_transition");
    EXPECT_DEATH(die(timers.state, timer, {.cause = Death::Cause::insufficient_funds}), "is_transition");
    EXPECT_DEATH(remove_timer(timers.state, timer, ExitKind::expired), "is_transition");
    EXPECT_DEATH(leave_as_fired(timers.state, timer), "waiting");
    remove_timer(timers.state, timer, ExitKind::cancelled);
    EXPECT_EQ(timers.counters.live, 0u);
    EXPECT_EQ(timers.counters.totals.scheduled, timers.counters.totals.cancelled);
}

}  // namespace
}  // namespace lariat::timers::transitions_test
