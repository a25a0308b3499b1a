// Tests of the arrival tree against an ordered map that is searched from end to end.
#include "timers/arrival_tree.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace lariat::timers {
namespace {

using Model = std::map<u64, WaitingTimer>;

TimerId id_of(u64 n)
{
    TimerId id;
    std::memcpy(id.bytes.data(), &n, sizeof n);
    id.bytes.back() = 1;
    return id;
}

WaitingTimer timer(u64 n, u64 expires_at, bool parked = false)
{
    return {id_of(n), expires_at, parked};
}

std::optional<u64> next_to_look_at(const Model& model, u64 from, u64 min_expiry)
{
    for (const auto& [arrival, t] : model)
        if (arrival >= from && !t.parked && t.expires_at >= min_expiry) return arrival;
    return std::nullopt;
}

std::optional<u64> first_expired(const Model& model, u64 bound)
{
    for (const auto& [arrival, t] : model)
        if (t.expires_at < bound) return arrival;
    return std::nullopt;
}

Model contents_of(const ArrivalTree& tree)
{
    Model out;
    u64 last = 0;
    tree.for_each([&](u64 arrival, const WaitingTimer& t) {
        EXPECT_TRUE(out.empty() || arrival > last) << "out of order";
        last = arrival;
        out.emplace(arrival, t);
    });
    return out;
}

void expect_same(const ArrivalTree& tree, const Model& model, std::mt19937_64& random, u64 arrivals_below)
{
    ASSERT_EQ(tree.size(), model.size());
    for (int i = 0; i < 8; ++i) {
        const u64 from = random() % 4 == 0 ? random() : random() % (arrivals_below + 1);
        const u64 height = 1 + random() % 40;
        ASSERT_EQ(tree.next_to_look_at(from, height), next_to_look_at(model, from, height))
            << from << ' ' << height;
        ASSERT_EQ(tree.first_expired(height), first_expired(model, height)) << height;
        const auto found = model.find(from);
        ASSERT_EQ(tree.find(from) != nullptr, found != model.end());
    }
}

/// Arrivals as they come on a chain (from `first` on, rising) with removals anywhere.
void run_like_a_chain(u64 seed, u64 first, u64 gap_max)
{
    std::mt19937_64 random(seed);
    ArrivalTree tree;
    Model model;
    u64 next = first;
    for (int step = 0; step < 1'500; ++step) {
        const u64 choice = random() % 10;
        if (choice < 5 || model.empty()) {
            if (next < first) break;  // the numbers are used up
            const WaitingTimer t = timer(next, 1 + random() % 40, random() % 5 == 0);
            tree.insert(next, t);
            model.emplace(next, t);
            next += 1 + random() % gap_max;
        } else {
            auto at = model.begin();
            std::advance(at, static_cast<std::ptrdiff_t>(random() % model.size()));
            if (choice < 7) {
                at->second.expires_at = 1 + random() % 40;
                at->second.parked = random() % 5 == 0;
                tree.replace(at->first, at->second);
            } else {
                tree.erase(at->first);
                model.erase(at);
            }
        }
        expect_same(tree, model, random, next);
    }
    EXPECT_EQ(contents_of(tree), model);
    while (!model.empty()) {
        tree.erase(model.begin()->first);
        model.erase(model.begin());
    }
    EXPECT_EQ(tree.size(), 0u);
    EXPECT_FALSE(tree.first_expired(U64_MAX));
}

TEST(ArrivalTree, AgreesWithAMapOnConsecutiveArrivals)
{
    for (u64 seed = 1; seed <= 8; ++seed) run_like_a_chain(seed, 0, 1);
}

TEST(ArrivalTree, AgreesWithAMapWhenTheNumbersHaveGaps)
{
    for (u64 seed = 1; seed <= 4; ++seed) run_like_a_chain(seed, 0, 5'000);
    for (u64 seed = 5; seed <= 8; ++seed) run_like_a_chain(seed, 60, u64{1} << 40);
}

TEST(ArrivalTree, AgreesWithAMapUpToTheLargestNumber)
{
    for (u64 seed = 1; seed <= 4; ++seed) run_like_a_chain(seed, U64_MAX - 900, 1);
    for (u64 seed = 5; seed <= 8; ++seed) run_like_a_chain(seed, 1, u64{1} << 55);
}

TEST(ArrivalTree, AgreesWithAMapInAnyOrderOfArrivals)
{
    for (u64 seed = 1; seed <= 6; ++seed) {
        std::mt19937_64 random(seed);
        ArrivalTree tree;
        Model model;
        for (int step = 0; step < 1'000; ++step) {
            const u64 arrival = random() >> (random() % 64);  // every number of bits
            const WaitingTimer t = timer(arrival, 1 + random() % 40, random() % 3 == 0);
            const auto found = model.find(arrival);
            if (found == model.end()) {
                tree.insert(arrival, t);
                model.emplace(arrival, t);
            } else {
                tree.erase(arrival);
                model.erase(found);
            }
            expect_same(tree, model, random, arrival);
        }
        EXPECT_EQ(contents_of(tree), model);
    }
}

TEST(ArrivalTree, EachNewLevelKeepsWhatWasThere)
{
    for (unsigned bits = 0; bits <= 64; bits += 2) {
        ArrivalTree tree;
        tree.insert(0, timer(0, 7));
        const u64 high = bits == 0 ? 1 : bits == 64 ? U64_MAX : u64{1} << bits;
        tree.insert(high, timer(high, 9));
        EXPECT_EQ(tree.next_to_look_at(0, 7), std::optional<u64>{0}) << bits;
        EXPECT_EQ(tree.next_to_look_at(0, 8), std::optional<u64>{high}) << bits;
        EXPECT_EQ(tree.next_to_look_at(1, 1), std::optional<u64>{high}) << bits;
        EXPECT_EQ(tree.next_to_look_at(high, 1), std::optional<u64>{high}) << bits;
        EXPECT_FALSE(tree.next_to_look_at(0, 10)) << bits;
        EXPECT_EQ(tree.first_expired(8), std::optional<u64>{0}) << bits;
        tree.erase(0);
        EXPECT_EQ(tree.first_expired(10), std::optional<u64>{high}) << bits;
        EXPECT_EQ(contents_of(tree).size(), 1u) << bits;
    }
}

TEST(ArrivalTree, LANE5_AParkedTimerIsNeverNextToLookAtButExpires)
{
    ArrivalTree tree;
    tree.insert(3, timer(3, 5, true));
    tree.insert(4, timer(4, 6, false));
    EXPECT_EQ(tree.next_to_look_at(0, 1), std::optional<u64>{4});
    EXPECT_EQ(tree.first_expired(6), std::optional<u64>{3});
    tree.replace(3, timer(3, 5, false));
    EXPECT_EQ(tree.next_to_look_at(0, 1), std::optional<u64>{3});
}

TEST(ArrivalTree, AnEmptyTreeHasNothingToLookAt)
{
    ArrivalTree tree;
    EXPECT_FALSE(tree.next_to_look_at(0, 0));
    EXPECT_FALSE(tree.next_to_look_at(U64_MAX, 0));
    EXPECT_FALSE(tree.first_expired(U64_MAX));
    EXPECT_EQ(tree.find(0), nullptr);
    EXPECT_TRUE(contents_of(tree).empty());
    tree.insert(5, timer(5, 1));
    tree.erase(5);
    EXPECT_FALSE(tree.next_to_look_at(0, 0));
    tree.insert(5, timer(5, 1));
    EXPECT_EQ(tree.next_to_look_at(0, 1), std::optional<u64>{5});
}

TEST(ArrivalTree, BLK8_LANE3_NoDeadOrParkedTimerIsSteppedOverOneByOne)
{
    ArrivalTree tree;
    constexpr u64 COUNT = 200'000;  // three levels
    for (u64 n = 0; n + 1 < COUNT; ++n) tree.insert(n, timer(n, n % 2 ? 5 : 50, n % 2 == 0));
    tree.insert(COUNT - 1, timer(COUNT - 1, 50));
    const auto steps_of = [&](const auto& search) {
        const u64 before = tree.steps();
        EXPECT_EQ(search(), COUNT - 1);
        return tree.steps() - before;
    };
    EXPECT_LE(steps_of([&] { return *tree.next_to_look_at(0, 10); }), 3u * 64);
    EXPECT_LE(steps_of([&] { return *tree.next_to_look_at(77, 10); }), 6u * 64) << "from within the dead";
    tree.replace(COUNT - 1, timer(COUNT - 1, 2));
    EXPECT_LE(steps_of([&] { return *tree.first_expired(3); }), 3u * 64);
    tree.replace(COUNT - 1, timer(COUNT - 1, 60));
    EXPECT_LE(steps_of([&] { return *tree.first_alive(60); }), 3u * 64);
}

}  // namespace
}  // namespace lariat::timers
