// Tests of the fairness window against lists that are counted and sorted each time.
#include "lane/auction/fairness.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "lane/auction/pricing.hpp"
#include "state/log_store.hpp"

namespace lariat::lane::fairness_window_test {
namespace {

Address actor(u8 number)
{
    Address a;
    a.bytes.back() = number;
    return a;
}

using Counts = std::map<Address, u64>;

/// The owner of each fire, in some order that is not that of the addresses.
std::vector<Address> fired(const Counts& counts)
{
    std::vector<Address> owners;
    for (const auto& [owner, count] : counts) owners.insert(owners.end(), count, owner);
    std::ranges::shuffle(owners, std::mt19937_64(owners.size()));
    return owners;
}

struct Window {
    std::unique_ptr<state::Store> store = state::LogStore::open_in_memory().value();
    state::Overlay overlay{*store};
    FairnessWindow window{overlay};
    static void nobody(const Address&, u64) {}

    bool equals_what_a_restart_builds()
    {
        EXPECT_TRUE(store->commit(overlay.changes()));
        overlay.clear();
        FairnessWindow again(overlay);
        EXPECT_TRUE(state::rebuild_alone(again, *store, u64{1}));
        return again.same_as(window);
    }
    std::size_t keys() const
    {
        std::size_t n = 0;
        store->for_each([&](BytesView, BytesView) { ++n; });
        return n;
    }
};

TEST(FairnessWindow, FAIR1_FAIR2_CountsThoseOfTheLastBlocksOnly)
{
    Window w;
    w.window.record(5, fired({{actor(1), 2}, {actor(2), 1}}), Window::nobody);
    w.window.record(6, fired({{actor(1), 1}}), Window::nobody);
    EXPECT_EQ(w.window.recent(actor(1)), 3u);
    EXPECT_EQ(w.window.median(), 1u) << "the lower of 1 and 3";
    w.window.slide(6, Window::nobody);
    EXPECT_EQ(w.window.recent(actor(1)), 1u);
    EXPECT_EQ(w.window.recent(actor(2)), 0u);
    w.window.slide(7, Window::nobody);
    EXPECT_EQ(w.window.median(), 0u);
    EXPECT_TRUE(w.equals_what_a_restart_builds());
    EXPECT_EQ(w.keys(), 0u) << "FAIR-3: nobody's fires, no state";
}

// Three actors with 1, 2 and 4 fires: the median is 2, so the third stands at 2 - 4/2 = 0, cut to 1. Once the
// block with three of its four has left, the totals are 1, 2 and 1: the median is 1, so it has 2 - 1/1 = 1
// and the second 2 - 2/1 = 0, cut to 1. One block later only the second's last fire is left: 2 - 1/1 = 1, and
// those who have none stand at 2.
TEST(FairnessWindow, FAIR1_FAIR2_TheWeightAfterTheWindowSlides)
{
    constexpr u64 ONE = u64{1} << 32;
    const timers::TimerConfig c;
    Window w;
    const auto weight = [&](u8 number) {
        return weight_of(w.window.recent(actor(number)), w.window.median(), c);
    };
    w.window.record(10, fired({{actor(3), 3}}), Window::nobody);
    w.window.record(11, fired({{actor(1), 1}, {actor(2), 1}, {actor(3), 1}}), Window::nobody);
    w.window.record(12, fired({{actor(2), 1}}), Window::nobody);
    EXPECT_EQ(weight(1), ONE + ONE / 2);
    EXPECT_EQ(weight(2), ONE);
    EXPECT_EQ(weight(3), ONE);
    w.window.slide(11, Window::nobody);
    EXPECT_EQ(w.window.median(), 1u);
    EXPECT_EQ(weight(1), ONE);
    EXPECT_EQ(weight(2), ONE);
    EXPECT_EQ(weight(3), ONE);
    w.window.slide(12, Window::nobody);
    EXPECT_EQ(weight(1), 2 * ONE);
    EXPECT_EQ(weight(2), ONE);
    EXPECT_EQ(weight(3), 2 * ONE);
}

// 2 and 4 actors: of an even number of totals the lower of the two in the middle.
TEST(FairnessWindow, FAIR1_TheMedianOfAnEvenNumberOfActorsIsTheLowerOne)
{
    Window w;
    w.window.record(1, fired({{actor(1), 7}, {actor(2), 3}}), Window::nobody);
    EXPECT_EQ(w.window.median(), 3u);
    w.window.record(2, fired({{actor(3), 5}, {actor(4), 9}}), Window::nobody);
    EXPECT_EQ(w.window.median(), 5u) << "of 3, 5, 7, 9";
    w.window.record(3, fired({{actor(2), 6}}), Window::nobody);
    EXPECT_EQ(w.window.median(), 7u) << "of 5, 7, 9, 9";
}

TEST(FairnessWindow, FAIR4_FAIR5_OnlyActorsThatFiredOrWhoseFiresLeaveAreTouched)
{
    Window w;
    for (u64 h = 1; h <= 200; ++h)
        w.window.record(h, fired({{actor(static_cast<u8>(h)), 1}}), Window::nobody);
    std::vector<Address> touched;
    w.window.slide(3, [&](const Address& a, u64) { touched.push_back(a); });
    w.window.record(201, fired({{actor(250), 4}}), [&](const Address& a, u64) { touched.push_back(a); });
    EXPECT_EQ(touched, (std::vector{actor(1), actor(2), actor(250)}));
}

TEST(FairnessWindow, FAIR1_TMR7_RandomFiresAgreeWithCountingAndSorting)
{
    for (u64 seed = 1; seed <= 20; ++seed) {
        std::mt19937_64 random(seed);
        Window w;
        std::map<u64, Counts> all;
        u64 from = 0;
        for (u64 height = 1; height <= 60; ++height) {
            from = std::max(from, height > 1 + random() % 12 ? height - 1 - random() % 10 : 0);
            w.window.slide(from, Window::nobody);
            all.erase(all.begin(), all.lower_bound(from));
            Counts fires;
            for (u64 n = random() % 5; n > 0; --n)
                fires[actor(static_cast<u8>(random() % 9))] += 1 + random() % 4;
            w.window.record(height, fired(fires), Window::nobody);
            if (!fires.empty()) all[height] = fires;

            std::map<Address, u64> totals;
            for (const auto& [h, f] : all)
                for (const auto& [a, n] : f) totals[a] += n;
            std::vector<u64> sorted;
            for (const auto& [a, n] : totals) {
                ASSERT_EQ(w.window.recent(a), n) << "seed " << seed << ", height " << height;
                sorted.push_back(n);
            }
            std::sort(sorted.begin(), sorted.end());
            ASSERT_EQ(w.window.median(), sorted.empty() ? 0 : sorted[(sorted.size() - 1) / 2])
                << "seed " << seed << ", height " << height;
            ASSERT_TRUE(w.equals_what_a_restart_builds()) << "seed " << seed << ", height " << height;
        }
    }
}

}  // namespace
}  // namespace lariat::lane::fairness_window_test
