// Tests of numbered objects in pages that never move, in ordinary and in large pages.
#include "base/slots.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace lariat {
namespace {

/// Knows how many of its kind there are.
struct Counted {
    Counted() { ++alive; }
    Counted(const Counted&) = delete;
    ~Counted() { --alive; }
    u64 number = 0;
    std::array<u8, 184> weight{};
    static inline i64 alive = 0;
};

constexpr u32 MANY = 3 * LARGE_PAGE_BYTES / sizeof(Counted);  // the first in small pages, then large ones

TEST(Slots, ObjectsStayWhereTheyAreWhileOthersCome)
{
    Slots<Counted> slots;
    std::vector<const Counted*> at;
    for (u32 n = 0; n < MANY; ++n) {
        ASSERT_EQ(n, slots.take());
        slots[n].number = n;
        at.push_back(&slots[n]);
    }
    for (u32 n = 0; n < MANY; ++n) {
        ASSERT_EQ(at[n], &slots[n]);
        ASSERT_EQ(n, slots[n].number);
    }
    EXPECT_EQ(MANY, slots.end());
}

TEST(Slots, ANumberThatWasGivenBackIsTakenAgain)
{
    Slots<Counted> slots;
    for (u32 n = 0; n < 3; ++n) slots.take();
    slots.give_back(1);
    EXPECT_EQ(1U, slots.take());
    EXPECT_EQ(3U, slots.take());
}

TEST(Slots, WhatTheyHoldEndsWithThem)
{
    ASSERT_EQ(0, Counted::alive);
    {
        Slots<Counted> slots;
        for (u32 n = 0; n < MANY; ++n) slots.take();
        EXPECT_LE(i64{MANY}, Counted::alive);
        slots.clear();
        EXPECT_EQ(0, Counted::alive);
        EXPECT_EQ(0U, slots.take());
        EXPECT_EQ(0U, slots[0].number);
    }
    EXPECT_EQ(0, Counted::alive);
}

TEST(LargePage, IsZerosAndAlignedOnItsSize)
{
    std::vector<LargePage> pages;
    for (int i = 0; i < 3; ++i) {
        LargePage page = map_large_page();
        ASSERT_NE(nullptr, page);
        EXPECT_EQ(0U, reinterpret_cast<std::uintptr_t>(page.get()) % LARGE_PAGE_BYTES);
        EXPECT_TRUE(std::all_of(page.get(), page.get() + LARGE_PAGE_BYTES, [](u8 b) { return b == 0; }));
        std::fill_n(page.get(), LARGE_PAGE_BYTES, u8{7});
        pages.push_back(std::move(page));
    }
}

}  // namespace
}  // namespace lariat
