// Tests of the sparse array against a map, at every depth, and of the memory that it holds.
#include "timers/calendar/sparse_array.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace lariat::timers::sparse_array_test {
namespace {

using Model = std::map<u64, u64>;

void expect_same(const SparseArray<u64>& array, const Model& model)
{
    Model found;
    array.scan(0, [&](u64 index, u64 value) {
        EXPECT_TRUE(found.empty() || found.rbegin()->first < index) << "ascending";
        found[index] = value;
        return true;
    });
    EXPECT_EQ(found, model);
    EXPECT_EQ(array.size(), model.size());
    EXPECT_EQ(array.empty(), model.empty());
}

TEST(SparseArray, CAL1_AgreesWithAMapWhateverItsCapacity)
{
    for (const u64 last : {u64{0}, u64{3}, u64{63}, u64{64}, u64{4'095}, u64{4'096}, u64{1} << 32, U64_MAX}) {
        std::mt19937_64 random(last + 1);
        SparseArray<u64> array(last);
        Model model;
        const u64 span = last == U64_MAX ? U64_MAX : last + 1;
        for (int step = 0; step < 6'000; ++step) {
            const u64 near = random() % 200, far = random() % span;
            const u64 index = step % 3 == 0 ? far : last - std::min(last, near);
            if (random() % 5 < (step / 1'000 % 2 == 0 ? 4u : 1u)) {
                array.find_or_add(index) = model[index] = random();
            } else if (model.contains(index)) {
                array.erase(index);
                model.erase(index);
            }
            const u64 asked = step % 2 == 0 ? index : random() % span;
            const u64* found = array.find(asked);
            const auto expected = model.find(asked);
            ASSERT_EQ(found != nullptr, expected != model.end());
            if (found != nullptr) {
                ASSERT_EQ(*found, expected->second);
            }
            const auto next = model.lower_bound(asked);
            ASSERT_EQ(array.first_from(asked),
                      next == model.end() ? std::nullopt : std::optional{next->first});
        }
        expect_same(array, model);
        while (!model.empty()) {
            array.erase(model.begin()->first);
            model.erase(model.begin());
        }
        expect_same(array, {});
    }
}

TEST(SparseArray, CAL6_WhatIsTakenOutIsTheLowestAscendingUntilOneIsRefused)
{
    for (const u64 last : {u64{63}, u64{4'095}, u64{1} << 32}) {
        std::mt19937_64 random(last);
        SparseArray<u64> array(last);
        Model model;
        for (int round = 0; round < 400; ++round) {
            // From a few in each node to all of them: both ways in which a node keeps its places.
            const u64 reach = std::min(last, round % 2 == 0 ? u64{3'000} : last);
            for (u64 n = random() % 300; n > 0; --n) {
                const u64 index = random() % (reach + 1);
                array.find_or_add(index) = model[index] = random();
            }
            const u64 most = round % 5 == 0 ? U64_MAX : random() % 200;
            const u64 limit = random() % 3 == 0 ? random() % (reach + 1) : last;
            Model expected;
            while (!model.empty() && model.begin()->first <= limit && expected.size() < most)
                expected.insert(model.extract(model.begin()));
            Model taken;
            array.take_out([&](u64 index, u64& value) {
                if (index > limit || taken.size() == most) return false;
                EXPECT_TRUE(taken.empty() || taken.rbegin()->first < index) << "ascending";
                taken[index] = value;
                return true;
            });
            ASSERT_EQ(taken, expected);
            expect_same(array, model);
        }
    }
}

TEST(SparseArray, ASearchBeyondItsLastIndexFindsNothing)
{
    SparseArray<u64> array(3'599);
    array.find_or_add(3'599) = 1;
    EXPECT_EQ(array.first_from(3'599), 3'599u);
    EXPECT_FALSE(array.first_from(4'096));
    EXPECT_FALSE(array.first_from(U64_MAX));
}

TEST(SparseArray, AScanEndsWhenItIsToldTo)
{
    SparseArray<u64> array(U64_MAX);
    for (u64 i = 0; i < 300; ++i) array.find_or_add(i * 1'000'003) = i;
    u64 seen = 0;
    EXPECT_FALSE(array.scan(0, [&](u64, u64) { return ++seen < 77; }));
    EXPECT_EQ(seen, 77u);
    EXPECT_TRUE(array.scan(0, [&](u64, u64) { return ++seen > 0; }));
    EXPECT_EQ(seen, 377u);
}

TEST(SparseArray, ANewValueIsFreshWhereAnErasedOneStood)
{
    SparseArray<u64> array(4'095);
    for (u64 i = 0; i < 64; ++i) array.find_or_add(i) = 9;
    for (u64 i = 0; i < 64; i += 2) array.erase(i);
    for (u64 i = 0; i < 64; i += 2) EXPECT_EQ(array.find_or_add(i), 0u);
}

}  // namespace
}  // namespace lariat::timers::sparse_array_test
