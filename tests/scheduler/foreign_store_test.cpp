// Opening a store whose values were cut, lengthened or changed: refused with a reason or opened, never the
// end of the process.
#include <gtest/gtest.h>

#include <set>

#include "map_chain.hpp"

namespace lariat {
namespace {

/// A store with timers in every place: pending near and far, waiting, parked, dead, and an auction under way.
MapStore busy_store()
{
    MapChain chain(TimerSettings{.lane_timer_cycles = 2'000,
                                 .gc_cycles_per_block = 200,
                                 .max_cycles_per_fire = 2'000,
                                 .auction_activation_height = 3,
                                 .max_cycles_per_fire_auction_phase = 2'000,
                                 .tie_break = TieBreak::outcome,
                                 .epoch_blocks = 4});
    chain.handlers.run_one = [](const Wake& wake) {
        return WakeOutcome{ExecutionStatus::ok, {}, wake.cycles_limit, 0};
    };
    chain.begin(1);
    for (u64 i = 0; i < 40; ++i) {
        ScheduleRequest request{
            .height = 2 + i % 4, .payload = Bytes(i % 3 == 0 ? 300 : 3), .gas_limit = 1'000 + i};
        if (i % 5 == 0) request.expires_at = 4;
        if (i % 7 == 0) request.tier = PriorityTier::fast;
        EXPECT_TRUE(chain.scheduler->schedule(address(static_cast<u8>(1 + i % 2)), request).ok());
    }
    for (const u64 far : {u64{100}, u64{1} << 20, u64{1} << 40, U64_MAX}) chain.schedule(far);
    chain.finish();
    for (u64 height = 2; height < 9; ++height) {
        chain.begin(height);
        if (height == 5) {
            EXPECT_TRUE(chain.scheduler->govern_settings(TimerSettings{.max_cycles_per_fire = 1'010}).ok());
        }
        if (height == 7) {
            EXPECT_TRUE(chain.scheduler->govern_settings(TimerSettings{.max_cycles_per_fire = 1'020}).ok());
        }
        chain.finish();
    }
    return chain.store;
}

/// True if the store was opened; an error must have a text.
bool opens(MapStore& store)
{
    const auto opened = Scheduler::open(store, {}, 10'000'000);
    EXPECT_TRUE(opened.ok() || !opened.error().empty());
    return opened.ok();
}

TEST(ForeignStore, TMR2_AValueThatIsCutOrLengthenedIsRefusedOrNotNeededForOpening)
{
    MapStore store = busy_store();
    ASSERT_TRUE(opens(store));
    u64 refused = 0, tried = 0;
    std::set<u8> tables;
    for (auto& [key, value] : store.pairs) {
        tables.insert(key[0]);
        const Bytes whole = value;
        for (std::size_t cut = 0; cut < whole.size(); cut += 1 + whole.size() / 40) {
            value.assign(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(cut));
            refused += opens(store) ? 0 : 1;
            ++tried;
        }
        value = whole;
        value.push_back(0);
        refused += opens(store) ? 0 : 1;
        value = whole;
    }
    EXPECT_GE(tables.size(), 8U);
    EXPECT_GT(refused, tried / 4);
    EXPECT_TRUE(opens(store));
}

TEST(ForeignStore, TMR2_NoMissingPairEndsTheProcessWhenItIsOpened)
{
    MapStore store = busy_store();
    const auto all = store.pairs;
    for (const auto& [key, value] : all) {
        store.pairs.erase(key);
        const bool opened = opens(store);
        if (key == to_bytes(std::string_view("k")) || key == to_bytes(std::string_view("T")) ||
            key == to_bytes(std::string_view("C"))) {
            EXPECT_FALSE(opened) << "such a store is not taken for an empty one";
        }
        store.pairs = all;
    }
}

}  // namespace
}  // namespace lariat
