// Tests of the due set: changes are undone with their execution (BLK-4), and it always equals a rebuild from
// the records (TMR-7).
#include "timers/due_set.hpp"

#include <gtest/gtest.h>

#include <random>

#include "state/contents.hpp"
#include "state/log_store.hpp"
#include "timers/lifecycle/transitions.hpp"
#include "timers/state_keys.hpp"

namespace lariat::timers::due_set_test {
namespace {

/// A chain's timers without the chain: records, due set and counters, changed as the lane and the
/// host change them.
class Timers {
public:
    Timers() { rules.config = &config; }

    TimerState state() { return {records, due, counters, report}; }

    TimerId schedule(u64 height, u64 expires_at, std::optional<u64> gas_limit)
    {
        Timer t;
        t.owner = t.target = t.fee_payer = owner;
        t.handler = "h";
        t.height = height;
        t.expires_at = expires_at;
        t.gas_limit = gas_limit;
        t.id = height_timer_id(owner, height, {}, records.take_nonce(owner));
        t.sequence = counters.next_sequence++;
        records.insert(Timer(t));
        ++counters.live;
        ++counters.totals.scheduled;
        return t.id;
    }

    void take_in(Timer t)
    {
        counters.intake_height = std::max(counters.intake_height, t.height);
        Place place;
        place.where = Place::Where::waiting;
        place.era = counters.era;
        if (t.place.where == Place::Where::pending) {
            place.arrival = counters.next_arrival++;
            records.leave_height(t, place);
        } else {
            place.arrival = t.place.arrival;
            due.remove(t);
            t.place = place;
            records.update(t);
        }
        due.add_waiting(t);
    }

    void park(Timer t)
    {
        due.remove(t);
        t.place.where = Place::Where::parked;
        t.place.era = counters.era;
        t.place.parked_gas = *t.gas_limit;
        records.update(t);
        due.add_parked(t);
    }

    void die(Timer t)
    {
        Place place;
        place.where = Place::Where::dead;
        place.death = {.cause = Death::Cause::insufficient_funds,
                       .number = counters.next_death++,
                       .required = 1,
                       .available = 0};
        if (t.place.where == Place::Where::pending) {
            records.leave_height(t, place);
        } else {
            due.remove(t);
            t.place = place;
            records.update(t);
        }
        due.add_dead(t);
    }

    void cancel(const Timer& t)
    {
        TimerState s = state();
        remove_timer(s, t, ExitKind::cancelled);
    }

    void commit()
    {
        ASSERT_TRUE(store->commit(overlay.changes()));
        overlay.clear();
    }

    std::vector<state::Write> changes() const { return state::owned(overlay.changes()); }

    /// Everything in the state if the block ended here.
    std::map<Bytes, Bytes> contents() const
    {
        std::map<Bytes, Bytes> out;
        store->for_each([&](BytesView k, BytesView v) { out[to_bytes(k)] = to_bytes(v); });
        for (const state::Write& w : changes())
            if (w.value)
                out[w.key] = *w.value;
            else
                out.erase(w.key);
        return out;
    }

    std::size_t endings_in_state() const
    {
        const auto all = contents();
        return static_cast<std::size_t>(
            std::ranges::count_if(all, [](const auto& kv) { return kv.first[0] == ENDING_TABLE; }));
    }

    /// A due set as a restart would build it if the block ended here.
    bool equals_what_a_restart_builds()
    {
        auto copy = state::LogStore::open_in_memory().value();
        std::vector<state::Write> batch;
        for (const auto& [k, v] : contents()) batch.push_back({k, v});
        EXPECT_TRUE(copy->commit(batch));
        state::Overlay nothing(*copy);
        DueSet rebuilt(nothing);
        EXPECT_TRUE(state::rebuild_alone(rebuilt, *copy, counters));
        return rebuilt.same_as(due) && due.same_as(rebuilt);
    }

    std::unique_ptr<state::Store> store = state::LogStore::open_in_memory().value();
    state::Overlay overlay{*store};
    Calendar calendar{overlay, {}};
    TimerStore records{overlay, calendar};
    DueSet due{overlay};
    Counters counters;
    Report report;
    TimerConfig config;
    BlockRules rules;
    Address owner{{1, 2, 3}};
};

/// Random changes of the kind that happen inside an execution or a phase.
class RandomChanges {
public:
    RandomChanges(Timers& timers, u64 seed) : timers_(timers), random_(seed) {}

    void one()
    {
        const auto live = timers_.records.of_owner(timers_.owner);
        if (live.empty() || random_() % 4 == 0) {
            const u64 height = timers_.rules.height;
            const std::optional<u64> gas =
                random_() % 2 ? std::optional<u64>{1 + random_() % 5} : std::nullopt;
            timers_.schedule(height + 1 + random_() % 3, height + 1 + random_() % 5, gas);
            return;
        }
        const auto timer = timers_.records.find(live[random_() % live.size()]);
        ASSERT_TRUE(timer);
        change(*timer);
    }

    /// Executions inside executions, each kept or undone.
    void nested(int depth)
    {
        const state::Overlay::Checkpoint mark = timers_.overlay.checkpoint();
        const Counters counters = timers_.counters;
        const auto writes = timers_.changes();
        for (int i = static_cast<int>(random_() % 6); i >= 0; --i) {
            one();
            if (depth > 0 && random_() % 3 == 0) nested(depth - 1);
        }
        if (random_() % 2 == 0) return;
        timers_.overlay.revert_to(mark);
        timers_.counters = counters;
        ASSERT_TRUE(same(timers_.changes(), writes));
        ASSERT_TRUE(timers_.equals_what_a_restart_builds());
    }

private:
    static bool same(const std::vector<state::Write>& a, const std::vector<state::Write>& b)
    {
        return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                          [](const auto& x, const auto& y) { return x.key == y.key && x.value == y.value; });
    }

    void change(const Timer& timer)
    {
        const u64 height = timers_.rules.height;
        const Place::Where where = timers_.due.where_is(timer);
        const bool expired = where == Place::Where::dead;
        switch (random_() % 4) {
            case 0:
                return timers_.cancel(timer);
            case 1:
                if (TimerState s = timers_.state(); !expired)
                    (void)extend_by_owner(timers_.rules, s, timers_.owner, to_bytes(view(timer.id)),
                                          height + 1 + random_() % 9);
                return;
            default:
                break;
        }
        switch (where) {
            case Place::Where::pending:
            case Place::Where::idle:  // of watches only
            case Place::Where::standing:
                return random_() % 5 ? timers_.take_in(timer) : timers_.die(timer);
            case Place::Where::waiting:
                return timer.gas_limit && random_() % 2 ? timers_.park(timer) : timers_.die(timer);
            case Place::Where::parked:
            case Place::Where::dead:
                return;
        }
    }

    Timers& timers_;
    std::mt19937_64 random_;
};

TEST(DueSet, TMR7_BLK4_WhateverIsUndoneItStaysWhatTheRecordsSay)
{
    for (u64 seed = 1; seed <= 25; ++seed) {
        Timers timers;
        RandomChanges changes(timers, seed);
        for (u64 height = 1; height <= 12; ++height) {
            timers.rules.height = height;
            for (int i = 0; i < 5; ++i) ASSERT_NO_FATAL_FAILURE(changes.nested(3)) << "seed " << seed;
            if (seed % 3 == 0 && height % 4 == 1) timers.due.make_all_stand(timers.counters);
            timers.due.expire_below(height, timers.counters);
            if (seed % 2 == 0) timers.due.let_parked_stand(height % 6, timers.counters);
            if (seed % 5 != 0) timers.due.forget_ended_eras();
            ASSERT_EQ(timers.endings_in_state(), timers.due.ended_eras()) << "seed " << seed;
            ASSERT_TRUE(timers.equals_what_a_restart_builds()) << "seed " << seed << ", height " << height;
            TimerState s = timers.state();
            for (u64 removals = height % 3; removals > 0; --removals)
                if (const auto id = timers.due.first_dead())
                    remove_timer(s, *timers.records.find(*id), ExitKind::expired);
            ASSERT_TRUE(timers.equals_what_a_restart_builds()) << "seed " << seed << ", height " << height;
            timers.commit();
        }
    }
}

TEST(DueSet, GOV4_WhatStandsIsTakenByArrivalAndWhatWasDeadStaysDead)
{
    Timers timers;
    timers.rules.height = 1;
    std::vector<TimerId> ids;
    for (u64 expires_at : {9, 4, 3, 9, 9}) ids.push_back(timers.schedule(2, expires_at, 5));
    for (const TimerId& id : ids) timers.take_in(*timers.records.find(id));
    timers.park(*timers.records.find(ids[3]));
    timers.due.expire_below(4, timers.counters);  // 2 dies
    const std::size_t writes = timers.overlay.changes().size();
    timers.due.make_all_stand(timers.counters);
    EXPECT_EQ(timers.overlay.changes().size(), writes + 1) << "no record is rewritten";
    EXPECT_EQ(timers.due.waiting_and_parked(4), 0u);
    EXPECT_EQ(timers.due.dead_count(), 1u);
    EXPECT_EQ(timers.due.first_dead(), ids[2]);
    timers.due.expire_below(5, timers.counters);  // 1 stands: it is judged when it is taken in
    EXPECT_EQ(timers.due.where_is(*timers.records.find(ids[1])), Place::Where::standing);
    EXPECT_EQ(timers.due.where_is(*timers.records.find(ids[2])), Place::Where::dead);
    EXPECT_TRUE(timers.equals_what_a_restart_builds());

    timers.take_in(*timers.records.find(ids[0]));
    timers.due.make_all_stand(timers.counters);  // again, with some of the first still standing
    EXPECT_TRUE(timers.equals_what_a_restart_builds());
    std::vector<TimerId> taken;
    while (const auto id = timers.due.first_standing()) {
        const std::vector<TimerId> some = timers.due.some_standing(3);
        EXPECT_TRUE(some.size() <= 3 && std::ranges::find(some, *id) != some.end());
        for (const TimerId& one : some)
            EXPECT_EQ(timers.due.where_is(*timers.records.find(one)), Place::Where::standing);
        taken.push_back(*id);
        timers.take_in(*timers.records.find(*id));
    }
    EXPECT_EQ(taken, (std::vector{ids[0], ids[1], ids[3], ids[4]}));
    TimerState s = timers.state();
    remove_timer(s, *timers.records.find(ids[2]), ExitKind::expired);
    timers.due.forget_ended_eras();
    EXPECT_TRUE(timers.equals_what_a_restart_builds());
}

/// Schedules, takes in and parks `n` timers, each with a gas limit of `gas`.
std::vector<TimerId> parked(Timers& timers, int n, u64 gas)
{
    std::vector<TimerId> ids;
    for (int i = 0; i < n; ++i) {
        ids.push_back(timers.schedule(timers.rules.height + 1, 1'000'000, gas));
        timers.take_in(*timers.records.find(ids.back()));
        timers.park(*timers.records.find(ids.back()));
    }
    return ids;
}

/// As a client-nonce update does it: another gas limit for a parked timer.
void update_gas(Timers& timers, const TimerId& id, u64 gas)
{
    Timer t = *timers.records.find(id);
    timers.due.set_parked_gas(t, gas, timers.counters.era);
    timers.records.change(t, gas, 0, {});
}

TEST(DueSet, BLK8_TMR7_UpdatesOfParkedTimersLeaveNoEndingBehind)
{
    Timers timers;
    timers.rules.height = 1;
    const auto ids = parked(timers, 300, 9);
    for (std::size_t i = 0; i + 1 < ids.size(); ++i) {
        update_gas(timers, ids[i], 5);
        timers.due.let_parked_stand(5, timers.counters);
        EXPECT_EQ(timers.due.ended_eras(), 1u) << "one timer stands";
        timers.take_in(*timers.records.find(*timers.due.first_standing()));
        timers.due.forget_ended_eras();
        ASSERT_EQ(timers.due.ended_eras(), 0u) << "after " << i + 1 << " updates";
        ASSERT_EQ(timers.endings_in_state(), 0u);
    }
    EXPECT_EQ(timers.counters.era, 299u) << "each update has ended an era";
    EXPECT_EQ(timers.due.where_is(*timers.records.find(ids.back())), Place::Where::parked);
    EXPECT_EQ(timers.due.where_is(*timers.records.find(ids.front())), Place::Where::waiting);
    EXPECT_TRUE(timers.equals_what_a_restart_builds());
}

TEST(DueSet, BLK8_TMR7_NoMoreEndingsAreKeptThanTimersThatTheyMadeStand)
{
    // Intake takes nothing: what stands goes on standing. Caps rise, gas limits fall, disciplines change.
    Timers timers;
    std::mt19937_64 random(1);
    std::vector<TimerId> ids;
    for (u64 height = 1; height <= 200; ++height) {
        timers.rules.height = height;
        for (const TimerId& id : parked(timers, 1, 50 + random() % 50)) ids.push_back(id);
        timers.due.let_parked_stand(height % 50, timers.counters);  // of which one in two is updated to fit
        if (const auto& id = ids[random() % ids.size()]; random() % 2)
            if (timers.due.where_is(*timers.records.find(id)) == Place::Where::parked)
                update_gas(timers, id, 1 + random() % 49);
        if (height % 23 == 0) timers.due.let_parked_stand(100, timers.counters);
        if (height % 37 == 0) timers.due.make_all_stand(timers.counters);
        timers.due.forget_ended_eras();
        ASSERT_LE(timers.due.ended_eras(), ids.size());
        ASSERT_EQ(timers.endings_in_state(), timers.due.ended_eras());
        ASSERT_TRUE(timers.equals_what_a_restart_builds()) << "height " << height;
    }
    EXPECT_GT(timers.due.ended_eras(), 10u);
    std::vector<TimerId> taken;
    while (const auto id = timers.due.first_standing()) {
        const std::vector<TimerId> some = timers.due.some_standing(3);
        EXPECT_TRUE(some.size() <= 3 && std::ranges::find(some, *id) != some.end());
        for (const TimerId& one : some)
            EXPECT_EQ(timers.due.where_is(*timers.records.find(one)), Place::Where::standing);
        taken.push_back(*id);
        timers.take_in(*timers.records.find(*id));
        if (taken.size() % 20 == 0) {
            timers.due.forget_ended_eras();
            ASSERT_TRUE(timers.equals_what_a_restart_builds());
        }
    }
    timers.due.forget_ended_eras();
    EXPECT_EQ(timers.due.ended_eras(), 0u);
    EXPECT_EQ(timers.endings_in_state(), 0u);
    EXPECT_TRUE(std::ranges::is_sorted(taken, {}, [&](const TimerId& id) {
        return timers.records.find(id)->place.arrival;
    })) << "by arrival, whatever made them stand";
}

TEST(DueSet, BLK4_AnEndingWhoseLastTimerLeavesInAFailedExecutionIsKept)
{
    Timers timers;
    timers.rules.height = 1;
    const auto ids = parked(timers, 2, 5);
    timers.due.let_parked_stand(5, timers.counters);
    const auto mark = timers.overlay.checkpoint();
    for (const TimerId& id : ids) timers.cancel(*timers.records.find(id));
    EXPECT_FALSE(timers.due.first_standing());
    EXPECT_TRUE(timers.due.some_standing(3).empty());
    timers.overlay.revert_to(mark);
    timers.due.forget_ended_eras();
    EXPECT_EQ(timers.due.ended_eras(), 1u);
    EXPECT_EQ(timers.due.first_standing(), ids[0]);
    EXPECT_EQ(timers.due.where_is(*timers.records.find(ids[1])), Place::Where::standing);
    EXPECT_TRUE(timers.equals_what_a_restart_builds());
}

TEST(DueSet, BLK4_ABatchEntryThatIsCancelledAndUndoneIsInTheBatchAgain)
{
    Timers timers;
    timers.rules.height = 1;
    const TimerId id = timers.schedule(2, 9, std::nullopt);
    timers.rules.height = 2;
    timers.take_in(*timers.records.find(id));
    timers.due.remove(*timers.records.find(id));
    timers.due.add_to_batch(id, {.gas_limit = 7, .arrival = 0, .payer = timers.owner, .charged = 70});

    const auto mark = timers.overlay.checkpoint();
    timers.cancel(*timers.records.find(id));
    EXPECT_EQ(timers.due.in_batch(id), nullptr);
    timers.overlay.revert_to(mark);
    ASSERT_NE(timers.due.in_batch(id), nullptr);
    EXPECT_EQ(timers.due.in_batch(id)->charged, u128{70});
    EXPECT_TRUE(timers.due.cancelled_in_batch().empty()) << "nothing is refunded";

    timers.cancel(*timers.records.find(id));
    const auto cancelled = timers.due.cancelled_in_batch();
    ASSERT_EQ(cancelled.size(), 1u);
    EXPECT_EQ(cancelled[0].gas_limit, 7u);
    EXPECT_TRUE(timers.due.cancelled_in_batch().empty()) << "told once";
}

TEST(DueSet, LANE4_TheDeadLeaveInTheOrderInWhichTheyDied)
{
    Timers timers;
    timers.rules.height = 1;
    std::vector<TimerId> ids;
    for (u64 expires_at : {3, 9, 4, 3, 9, 4}) ids.push_back(timers.schedule(2, expires_at, std::nullopt));
    for (const TimerId& id : ids) timers.take_in(*timers.records.find(id));
    timers.die(*timers.records.find(ids[1]));     // first: no funds
    timers.due.expire_below(4, timers.counters);  // then 0 and 3, by arrival
    timers.die(*timers.records.find(ids[4]));     // then this one
    timers.due.expire_below(5, timers.counters);  // then 2 and 5
    EXPECT_EQ(timers.due.dead_count(), 6u);

    std::vector<TimerId> left;
    TimerState s = timers.state();
    while (const auto id = timers.due.first_dead()) {
        left.push_back(*id);
        remove_timer(s, *timers.records.find(*id), ExitKind::expired);
    }
    EXPECT_EQ(left, (std::vector{ids[1], ids[0], ids[3], ids[4], ids[2], ids[5]}));
    EXPECT_EQ(timers.due.dead_count(), 0u);
    EXPECT_TRUE(timers.equals_what_a_restart_builds());
}

TEST(DueSet, CAL8_CancellingEverythingLeavesNoKeyButTheNonce)
{
    Timers timers;
    timers.rules.height = 1;
    std::vector<TimerId> ids;
    for (int i = 0; i < 200; ++i) ids.push_back(timers.schedule(2 + i % 3, 3 + i % 4, std::nullopt));
    for (int i = 0; i < 200; i += 2) timers.take_in(*timers.records.find(ids[static_cast<std::size_t>(i)]));
    timers.due.expire_below(5, timers.counters);
    timers.commit();
    for (const TimerId& id : ids) timers.cancel(*timers.records.find(id));
    EXPECT_FALSE(timers.due.first_dead());
    timers.commit();
    std::size_t keys = 0;
    timers.store->for_each([&](BytesView, BytesView) { ++keys; });
    EXPECT_EQ(keys, 1u);
    EXPECT_TRUE(timers.equals_what_a_restart_builds());
}

TEST(DueSet, BLK8_LANE3_ExpiringMovesOneNumberAndTouchesNoTimer)
{
    Timers timers;
    timers.rules.height = 1;
    for (u64 n = 0; n < 2'000; ++n) {
        const TimerId id = timers.schedule(2, n < 1'500 ? 3 : 9, std::nullopt);
        timers.take_in(*timers.records.find(id));
    }
    timers.commit();
    EXPECT_EQ(timers.due.expire_below(4, timers.counters), 1'500u);
    EXPECT_EQ(timers.changes().size(), 1u) << "one block of the dead, and no record";
    EXPECT_EQ(timers.due.dead_count(), 1'500u);
    EXPECT_TRUE(timers.equals_what_a_restart_builds());
    // After a pause of 90 heights, of which each has its timers.
    for (u64 height = 10; height < 100; ++height)
        timers.take_in(*timers.records.find(timers.schedule(2, height, std::nullopt)));
    timers.commit();
    EXPECT_EQ(timers.due.expire_below(100, timers.counters), 590u);
    EXPECT_EQ(timers.changes().size(), 1u);
    EXPECT_TRUE(timers.equals_what_a_restart_builds());
}

TEST(DueSet, BLK8_LANE5_ParkedTimersStandAgainWithoutARewrittenRecord)
{
    Timers timers;
    timers.rules.height = 1;
    parked(timers, 1'000, 5);
    parked(timers, 500, 9);
    timers.commit();
    timers.due.let_parked_stand(5, timers.counters);
    EXPECT_EQ(timers.changes().size(), 1u) << "how the era ended";
    u64 standing = 0;
    for (; timers.due.first_standing(); ++standing)
        timers.take_in(*timers.records.find(*timers.due.first_standing()));
    EXPECT_EQ(standing, 1'000u) << "those that fit";
    timers.due.forget_ended_eras();
    EXPECT_TRUE(timers.equals_what_a_restart_builds());
}

}  // namespace
}  // namespace lariat::timers::due_set_test
