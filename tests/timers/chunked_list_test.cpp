// The chunked list against a plain vector, and what each change writes.
#include "timers/chunked_list.hpp"

#include <gtest/gtest.h>

#include <random>

#include "state/log_store.hpp"

namespace lariat::timers {
namespace {

const Bytes PREFIX = to_bytes("hsome-height");

TimerId id_of(u64 n)
{
    TimerId id;
    std::memcpy(id.bytes.data(), &n, sizeof n);
    id.bytes.back() = 1;
    return id;
}

class Lists : public testing::Test {
protected:
    void commit()
    {
        ASSERT_TRUE(store->commit(state.changes()));
        state.clear();
    }

    /// Bytes of the keys and values that a commit would take now.
    std::size_t bytes_to_commit() const
    {
        std::size_t bytes = 0;
        for (const state::Write& w : state.changes()) bytes += w.key.size() + (w.value ? w.value->size() : 0);
        return bytes;
    }

    std::size_t keys() const
    {
        std::size_t n = 0;
        store->for_each([&](BytesView, BytesView) { ++n; });
        return n;
    }

    std::unique_ptr<state::Store> store = state::LogStore::open_in_memory().value();
    state::Overlay state{*store};
    ChunkedList list{state, PREFIX};
};

struct Entry {
    TimerId id;
    ListPosition at;
};

std::vector<TimerId> ids(const std::vector<Entry>& model)
{
    std::vector<TimerId> out;
    for (const Entry& e : model) out.push_back(e.id);
    return out;
}

TEST_F(Lists, AgreeWithAVectorUnderAppendAndEraseInAnyOrder)
{
    for (u64 seed = 1; seed <= 10; ++seed) {
        std::mt19937_64 random(seed);
        std::vector<Entry> model;
        u64 next = seed * 1'000'000;
        u64 appends_of_ten = 6;
        for (int step = 0; step < 2'000; ++step) {
            if (step % 200 == 0) appends_of_ten = 2 + random() % 7;  // fills up, then runs low, and again
            if (model.empty() || random() % 10 < appends_of_ten) {
                const TimerId id = id_of(next++);
                model.push_back({id, list.append(id)});
            } else {
                const auto at = static_cast<std::ptrdiff_t>(random() % model.size());
                list.erase(model[static_cast<std::size_t>(at)].at);
                model.erase(model.begin() + at);
            }
            ASSERT_EQ(list.size(), model.size());
            ASSERT_EQ(list.front(), model.empty() ? std::nullopt : std::optional{model.front().id});
            if (step % 50 == 0) {
                ASSERT_EQ(list.entries(), ids(model));
            }
            if (step % 97 == 0) commit();
        }
        ASSERT_EQ(list.entries(), ids(model));
        while (!model.empty()) {
            const auto at = static_cast<std::ptrdiff_t>(random() % model.size());
            list.erase(model[static_cast<std::size_t>(at)].at);
            model.erase(model.begin() + at);
        }
        commit();
        ASSERT_EQ(keys(), 0u) << "an empty list leaves no key, seed " << seed;
    }
}

TEST_F(Lists, CanBeEmptiedAndFilledAgain)
{
    for (u64 round = 0; round < 5; ++round) {
        std::vector<ListPosition> at;
        for (u64 i = 0; i < 100; ++i) at.push_back(list.append(id_of(round * 1'000 + i)));
        EXPECT_EQ(list.size(), 100u);
        if (round % 2 == 0) std::reverse(at.begin(), at.end());
        for (const ListPosition& p : at) list.erase(p);
        EXPECT_EQ(list.size(), 0u);
        EXPECT_FALSE(list.front());
        EXPECT_TRUE(list.entries().empty());
        EXPECT_TRUE(state.changes().empty()) << "nothing is left to commit";
    }
}

TEST_F(Lists, GiveTheFirstEntriesUpToALimit)
{
    for (u64 i = 0; i < 70; ++i) list.append(id_of(i));
    EXPECT_EQ(list.entries(0).size(), 0u);
    const std::vector<TimerId> some = list.entries(33);
    ASSERT_EQ(some.size(), 33u);
    EXPECT_EQ(some.back(), id_of(32));
}

TEST_F(Lists, DoNotMixWithAListUnderAnotherPrefix)
{
    ChunkedList other(state, to_bytes("hother"));
    const ListPosition mine = list.append(id_of(1));
    other.append(id_of(2));
    list.erase(mine);
    EXPECT_EQ(other.entries(), std::vector{id_of(2)});
    EXPECT_EQ(list.size(), 0u);
}

TEST_F(Lists, TMR4_AddingTheNthEntryWritesNoMoreThanAChunk)
{
    std::size_t most_early = 0, most_late = 0;
    for (u64 i = 0; i < 5'000; ++i) {
        list.append(id_of(i));
        const std::size_t bytes = bytes_to_commit();
        (i < 200 ? most_early : most_late) = std::max(i < 200 ? most_early : most_late, bytes);
        commit();
    }
    EXPECT_LE(most_late, most_early) << "a later append costs what an early one did";
    EXPECT_LE(most_late, 3'000u);
}

TEST_F(Lists, CAL8_TakingOneOutWritesNoMoreThanThreeChunksWhereverItStands)
{
    std::mt19937_64 random(7);
    std::vector<ListPosition> at;
    for (u64 i = 0; i < 4'000; ++i) at.push_back(list.append(id_of(i)));
    commit();
    std::shuffle(at.begin(), at.end(), random);
    for (const ListPosition& p : at) {
        list.erase(p);
        ASSERT_LE(bytes_to_commit(), 4'000u);
        commit();
    }
    EXPECT_EQ(keys(), 0u);
}

TEST_F(Lists, CAL8_WhatIsLeftOfALongListIsNoLongerThanItsEntries)
{
    std::vector<ListPosition> at;
    for (u64 i = 0; i < 3'200; ++i) at.push_back(list.append(id_of(i)));
    for (u64 i = 0; i < 3'200; ++i)
        if (i % 320 != 0) list.erase(at[i]);
    commit();
    EXPECT_EQ(list.size(), 10u);
    EXPECT_LE(keys(), 11u) << "the header and at most one chunk for each entry";
}

TEST_F(Lists, AreUndoneWithTheOverlay)
{
    std::vector<ListPosition> at;
    for (u64 i = 0; i < 40; ++i) at.push_back(list.append(id_of(i)));
    const std::vector<TimerId> before = list.entries();
    const state::Overlay::Checkpoint mark = state.checkpoint();
    for (u64 i = 0; i < 40; i += 3) list.erase(at[i]);
    for (u64 i = 100; i < 150; ++i) list.append(id_of(i));
    state.revert_to(mark);
    EXPECT_EQ(list.entries(), before);
    EXPECT_EQ(list.size(), 40u);
}

}  // namespace
}  // namespace lariat::timers
