// Tests of storms at intake (BLK-8, CAL-6, CAL-9, LANE-3): a block does what its budgets allow, whatever
// waits. A million timers, a tenth of them if LARIAT_SHORT is set.
#include <gtest/gtest.h>

#include "lane/intake.hpp"
#include "state/log_store.hpp"
#include "support/short_form.hpp"

namespace lariat::lane {
namespace {

const u64 STORM = support::how_much(1'000'000, 100'000);
constexpr u64 INTAKE = 65'536, REMOVALS = 5'000'000 / 200, MOVES = 65'536;

class Storm : public testing::Test {
protected:
    timers::TimerId add(u64 height, u64 expires_at = U64_MAX)
    {
        timers::Timer t;
        const u64 owner = made_ / 1'000;  // of an ordinary number of timers
        std::memcpy(t.owner.bytes.data(), &owner, sizeof owner);
        t.owner.bytes.back() = 1;
        t.target = t.fee_payer = t.owner;
        t.handler = "h";
        t.height = height;
        t.expires_at = expires_at;
        ++made_;
        std::memcpy(t.id.bytes.data(), &made_, sizeof made_);
        t.id.bytes.back() = 1;
        records.insert(timers::Timer(t));
        ++counters.live;
        if (made_ % 50'000 == 0) commit();
        return t.id;
    }
    void commit()
    {
        calendar.save();
        ASSERT_TRUE(store->commit(overlay.changes()));
        overlay.clear();
    }
    /// Steps 1 to 3 of an end of block, and the second helping of GC.
    timers::Used block(u64 height)
    {
        timers::Report report;
        timers::TimerState state{records, due, counters, report};
        timers::BlockRules rules;
        rules.height = height;
        rules.config = &config;
        report.used.moves = calendar.begin_block(height, config.maintenance_moves_per_block);
        collect_garbage(rules, state);
        due.expire_below(height, counters);
        take_in(rules, state);
        collect_garbage(rules, state);
        commit();
        EXPECT_LE(report.used.moves, MOVES);
        EXPECT_LE(report.used.intake, 2 * INTAKE);
        EXPECT_LE(report.used.gc, REMOVALS * 200);
        return report.used;
    }
    u64 waiting() const { return due.waiting_and_parked(counters.judged_height); }

    std::unique_ptr<state::Store> store = state::LogStore::open_in_memory().value();
    state::Overlay overlay{*store};
    timers::Calendar calendar{overlay, {}};
    timers::TimerStore records{overlay, calendar};
    timers::DueSet due{overlay};
    timers::Counters counters;
    timers::TimerConfig config;

private:
    u64 made_ = 0;
};

TEST_F(Storm, CAL9_BLK8_AMillionTimersOfOneHeightComeInByTheBudgetAndInOrder)
{
    std::vector<timers::TimerId> ids;
    for (u64 i = 0; i < STORM; ++i) ids.push_back(add(5));
    for (u64 height = 1; height < 5; ++height) EXPECT_EQ(block(height).intake, 0u);
    u64 height = 5;
    for (u64 left = STORM; left > 0; ++height) {
        const u64 expected = std::min(left, INTAKE);
        ASSERT_EQ(block(height).intake, expected);
        left -= expected;
        ASSERT_EQ(waiting(), STORM - left);
        ASSERT_EQ(counters.intake_height, left > 0 ? 5 : height + 1);
    }
    EXPECT_EQ(block(height).intake, 0u);
    EXPECT_EQ(calendar.heights(), 0u);
    u64 arrival = 0;
    for (const timers::TimerId& id : ids) ASSERT_EQ(records.find(id)->place.arrival, arrival++);
}

TEST_F(Storm, LANE3_CAL9_AMillionDeadAheadOfOneLiveCostEachBlockItsBudget)
{
    for (u64 i = 0; i < STORM; ++i) add(5, 4);
    const timers::TimerId live = add(5);
    u64 height = 5;
    for (u64 left = STORM; left > 0; ++height) {
        ASSERT_EQ(records.find(live)->place.where, timers::Place::Where::pending);
        const timers::Used used = block(height);
        ASSERT_EQ(used.intake, std::min(left, INTAKE) + (left < INTAKE ? 1 : 0));
        left -= std::min(left, INTAKE);
    }
    if (records.find(live)->place.where == timers::Place::Where::pending) block(height);
    EXPECT_EQ(records.find(live)->place.where, timers::Place::Where::waiting);
    EXPECT_EQ(waiting(), 1u);
}

TEST_F(Storm, CAL6_CAL9_AfterAnOutageOf100000BlocksHeightsComeInLowestFirstWithinTheBudgets)
{
    constexpr u64 OUTAGE = 100'000;
    std::vector<timers::TimerId> ids;
    for (u64 height = 1; height <= OUTAGE; ++height) ids.push_back(add(height));
    u64 height = OUTAGE, taken = 0, moves = 0;
    while (taken < OUTAGE) {
        const timers::Used used = block(height++);
        EXPECT_EQ(used.intake, std::min(OUTAGE - taken, INTAKE))
            << "a height is found before it has been moved";
        taken += used.intake;
        moves += used.moves;
    }
    EXPECT_GT(moves, INTAKE / 2) << "there was something to move";
    u64 arrival = 0;
    for (const timers::TimerId& id : ids) ASSERT_EQ(records.find(id)->place.arrival, arrival++);
}

}  // namespace
}  // namespace lariat::lane
